"""The demo home."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.demo.create import create, temporary
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Refused
from hermes_mem.model.finding import Severity
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import State
from hermes_mem.store.reading import Choice, find_homes, read


@pytest.fixture
def stores(tmp_path: Path) -> dict[str, Snapshot]:
    """Every store of the demo by its profile."""
    create(tmp_path / "demo")
    env = Environment({"HERMES_MANAGED_DIR": str(tmp_path / "none")}, tmp_path, tmp_path)
    homes = find_homes(env, Choice(tmp_path / "demo", "all"))
    return {home.profile: read(home, env) for home in homes}


def test_every_state_occurs(stores: dict[str, Snapshot]) -> None:
    targets = [target for store in stores.values() for target in store.targets]
    assert {target.state for target in targets} == set(State)
    assert any(target.budget.over for target in targets)
    assert any(target.budget.used == target.budget.limit for target in targets)
    assert any(95 <= target.budget.percent < 100 for target in targets)
    assert any(not target.enabled for target in targets)
    assert any(target.linked_to for target in targets)
    assert any(store.unloaded for store in stores.values())
    assert {target.budget.source for target in targets} >= {"default", "profile"}


def test_every_severity_and_many_rules_occur(stores: dict[str, Snapshot]) -> None:
    findings = [finding for store in stores.values() for finding in store.all_findings]
    assert {finding.severity for finding in findings} == set(Severity)
    assert any(finding.secret for finding in findings)
    assert any(entry.copy_of for store in stores.values() for target in store.targets for entry in target.entries)
    assert len({finding.rule for finding in findings}) > 25


def test_the_default_profile_is_calm(stores: dict[str, Snapshot]) -> None:
    memory, user = stores["default"].targets
    assert 75 <= memory.budget.percent <= 85
    assert 40 <= user.budget.percent <= 50
    assert 18 <= len(memory.entries) + len(user.entries) <= 30
    flagged = [entry for target in (memory, user) for entry in target.entries if entry.findings]
    assert 2 <= len(flagged) <= 4
    assert stores["default"].findings == ()


def test_a_profile_that_was_deleted_is_left_out(stores: dict[str, Snapshot]) -> None:
    assert "old-laptop" not in stores


@pytest.mark.parametrize("kind", ["hermes", "pi"])
def test_it_is_the_same_every_time(tmp_path: Path, kind: str) -> None:
    trees = []
    for name in ("one", "two"):
        create(tmp_path / name, kind)
        paths = sorted((tmp_path / name).rglob("*"))
        trees.append([
            (str(p.relative_to(tmp_path / name)), p.readlink() if p.is_symlink() else p.is_file() and p.read_bytes())
            for p in paths
        ])  # fmt: skip
    assert trees[0] == trees[1]


def test_the_demo_shows_both_kinds_wherever_it_was_asked_for(tmp_path: Path, env: Environment) -> None:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    mine = {"HERMES_HOME": str(tmp_path / "mine"), "PI_CODING_AGENT_DIR": str(tmp_path / "mine")}
    with temporary(replace(env, cwd=tmp_path / "repository", environ={**env.environ, **mine})) as place:
        found = [read(home, place) for home in find_homes(place, Choice(profile="all"))]
        assert {store.home.kind for store in found} == {"hermes", "pi"}
        (ours,) = (store for store in found if store.home.kind == "pi")
        assert ours.project == "harbor"
        assert [target.name for target in ours.targets if target.name.startswith("project:")] == [
            "project:harbor",
            "project:tide-api",
        ]
        assert state_dir(place).parent == ours.home.path.parent
        assert not any(home.path.is_relative_to(tmp_path / "mine") for home in find_homes(place, Choice(profile="all")))
    assert not ours.home.path.parent.exists()
    assert not (tmp_path / "mine").exists()


def test_what_is_there_is_never_written_into(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(Refused):
        create(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
