"""Memories behind links: told once, with what a person can do."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.health.links import LINKS
from hermes_mem.health.memory import MEMORY
from hermes_mem.store.trusting import trust
from tests.health.sights import findings, rules
from tests.homes import HermesHome


def linked(home: HermesHome, real: Path) -> Path:
    link = home.path / "memories/USER.md"
    link.symlink_to(real)
    return link


def test_a_link_within_the_home_is_information(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.file("notes/USER.md", b"Likes tea.")
    linked(hermes_home, hermes_home.path / "notes/USER.md")
    [found] = findings(LINKS, env)
    assert found.rule == "links.inside"
    assert found.message.startswith("USER.md lies behind a symbolic link, in ")


def test_a_link_out_of_the_home_asks_for_trust_once(env: Environment, hermes_home: HermesHome, tmp_path: Path) -> None:
    (tmp_path / "USER.md").write_bytes(b"Likes tea.")
    link = linked(hermes_home, tmp_path / "USER.md")
    [found] = findings(LINKS, env)
    assert (found.rule, found.fix) == ("shape.link-outside", f"hermes-mem trust {link}")
    assert "only reads it until you trust it" in found.effect
    trust(tmp_path / "USER.md", env)
    [found] = findings(LINKS, env)
    assert found.fix is None
    assert "You have trusted it" in found.effect
    assert "shape.link-outside" not in rules(MEMORY, env)


def test_a_link_to_nothing(env: Environment, hermes_home: HermesHome) -> None:
    linked(hermes_home, hermes_home.path / "nowhere")
    assert rules(LINKS, env) == ["file.dangling"]
    assert rules(MEMORY, env) == []
