"""What lies beside memory files: counted, removed as a change, and had back."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import LARGEST
from hermes_mem.disk.writing import version_at
from hermes_mem.health.examining import remedies
from hermes_mem.health.leftovers import LEFTOVERS, MOST
from hermes_mem.history.history import History
from hermes_mem.history.records import About
from hermes_mem.model.file import FileChange
from hermes_mem.store.reading import find_homes
from hermes_mem.store.undoing import redo, undo
from tests.health.sights import findings, mended, reports, rules, sight, tree, ways
from tests.homes import HermesHome, PiHome

UUID = "a829b8c1-40fc-4e99-bec2-34b5de1018b3"


def old(path: Path, raw: bytes = b"half a w") -> Path:
    """A file that was written an hour ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    aged(path)
    return path


def aged(path: Path, seconds: float = 3600) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_temporary_files_of_hermes_go_and_come_back(env: Environment, hermes_home: HermesHome) -> None:
    memories = hermes_home.memory(b"A fact.").path / "memories"
    for name in (".mem_abc123.tmp", ".mem_def456.tmp"):
        old(memories / name).chmod(0o600)
    before = list(tree(hermes_home.path))
    [found] = findings(LEFTOVERS, env)
    assert found.rule == "leftover.unfinished"
    assert found.message == "Temporary files of writes that were cut off: 2."
    assert "16 bytes" in found.effect
    mended(LEFTOVERS, env, "leftover.unfinished")
    assert [path.name for path in memories.iterdir()] == ["MEMORY.md"]
    assert rules(LEFTOVERS, env) == []
    undo(find_homes(env)[0], env, actor="you")
    assert list(tree(hermes_home.path)) == before


def test_a_temporary_directory_of_pi_goes_and_comes_back(env: Environment, pi_home: PiHome) -> None:
    directory = pi_home.memory(b"A fact.").path / "pi-hermes-memory/.tmp-Ab3xY9"
    old(directory / "write.tmp")
    directory.chmod(0o700)
    aged(directory)
    before = list(tree(pi_home.path))
    [found] = findings(LEFTOVERS, env)
    assert found.message == "Temporary directories of writes that were cut off: 1."
    mended(LEFTOVERS, env, "leftover.unfinished")
    assert not directory.exists()
    undo(find_homes(env)[0], env, actor="you")
    assert list(tree(pi_home.path)) == before
    redo(find_homes(env)[0], env, actor="you")
    assert not directory.exists()


def test_a_write_that_goes_on_is_left_alone(env: Environment, hermes_home: HermesHome) -> None:
    memories = hermes_home.memory(b"A fact.").path / "memories"
    (memories / ".mem_young1.tmp").write_bytes(b"now")
    with old(memories / ".mem_opened.tmp").open("ab"):
        assert rules(LEFTOVERS, env) == []
    assert rules(LEFTOVERS, env) == ["leftover.unfinished"]


def test_what_an_open_change_still_needs_is_left_alone(env: Environment, hermes_home: HermesHome) -> None:
    path = hermes_home.memory(b"A fact.").path / "memories/MEMORY.md"
    before = version_at(path)
    with History.opened(state_dir(env)) as history:
        about = About("you", "hermes", hermes_home.path, "memory", "a test")
        change = history.record(about, [FileChange(path, before, before, ".mem_{}.tmp")])
        old(change.temporary(0))
        assert rules(LEFTOVERS, env) == []
    old(path.with_name(".mem_other1.tmp"))
    assert rules(LEFTOVERS, env) == ["leftover.unfinished"]


def test_of_copies_only_those_go_that_lie_there_once_more(env: Environment, hermes_home: HermesHome) -> None:
    memories = hermes_home.memory(b"now").path / "memories"
    for number, raw in enumerate((b"one", b"two", b"one", b"now", b"two")):
        old(memories / f"MEMORY.md.bak.179597248{number}", raw)
        aged(memories / f"MEMORY.md.bak.179597248{number}", 3600 - number)
    old(memories / "USER.md.bak.1795972480", b"one")
    [found] = findings(LEFTOVERS, env)
    assert found.message == (
        "Copies that refused changes of Hermes left: 6, 3 of them with bytes that lie there once more."
    )
    mended(LEFTOVERS, env, "leftover.copy")
    left = {path.name: path.read_bytes() for path in memories.glob("*.bak.*")}
    assert left == {
        "MEMORY.md.bak.1795972482": b"one",
        "MEMORY.md.bak.1795972484": b"two",
        "USER.md.bak.1795972480": b"one",
    }
    [found] = findings(LEFTOVERS, env)
    assert "0 of them" in found.message
    assert ways(LEFTOVERS, env, "leftover.copy") == []


def test_what_pi_looks_after_itself_is_only_counted(env: Environment, pi_home: PiHome) -> None:
    directory = pi_home.memory(b"A fact.").path / "pi-hermes-memory"
    for name in (
        f".MEMORY.md.recovery-1795972488049-{UUID}",
        f".MEMORY.md.retired-1795972488050-{UUID}",
        f".MEMORY.md.conflict-local-1795972488051-{UUID}",
        "sessions.db.corrupt-2026-11-30T10-00-00-000Z-123-abcdef",
        "sessions.db.corrupt-2026-11-30T10-00-00-000Z-123-abcdef-wal",
        "sessions.db.rebuild-123-1795972488049-abcdef.tmp",
        ".sessions-db-migration-" + UUID + "/sessions.db",
        ".skills-migrated-to-extension-storage",
        "notes.md",
    ):
        old(directory / name)
    old(pi_home.path / f"projects-memory/shop/.MEMORY.md.recovery-1795972488049-{UUID}")
    before = list(tree(pi_home.path))
    found = findings(LEFTOVERS, env)
    assert {one.rule for one in found} == {"leftover.version", "leftover.unpublished", "leftover.database"}
    assert sorted(one.message for one in found) == [
        "Databases that Pi did not finish to rebuild: 1.",
        "Databases that Pi set aside as damaged: 2.",
        "Directories of databases that Pi was moving: 1.",
        "Texts that Pi could not publish: 1.",
        "Versions of before that Pi keeps for some days lie beside its files.",
    ]
    assert ways(LEFTOVERS, env, "leftover.version") == ways(LEFTOVERS, env, "leftover.unpublished") == []
    assert list(tree(pi_home.path)) == before


def test_another_version_beside_it_does_not_ask_again(env: Environment, pi_home: PiHome) -> None:
    directory = pi_home.memory(b"A fact.").path / "pi-hermes-memory"
    old(directory / f".MEMORY.md.recovery-1795972488049-{UUID}")
    [before] = findings(LEFTOVERS, env)
    old(directory / f".MEMORY.md.recovery-1795972488050-{UUID}")
    [after] = findings(LEFTOVERS, env)
    assert after.fingerprint == before.fingerprint
    assert after.effect != before.effect


def test_what_is_too_large_or_holds_more_stays(env: Environment, hermes_home: HermesHome, pi_home: PiHome) -> None:
    memories = hermes_home.memory(b"A fact.").path / "memories"
    with old(memories / ".mem_large1.tmp").open("wb") as file:
        file.truncate(LARGEST + 1)
    aged(memories / ".mem_large1.tmp")
    full = pi_home.memory(b"A fact.").path / "pi-hermes-memory/.tmp-Ab3xY9"
    old(full / "deeper/write.tmp")
    aged(full)
    found = reports(LEFTOVERS, env)
    assert [report.finding.rule for report in found] == ["leftover.unfinished"] * 2
    assert [remedies(report, sight(env)) for report in found] == [[], []]


def test_links_and_what_lies_deeper_are_not_looked_at(
    env: Environment, hermes_home: HermesHome, pi_home: PiHome, tmp_path: Path
) -> None:
    memories = hermes_home.memory(b"A fact.").path / "memories"
    old(tmp_path / "outside")
    (memories / ".mem_link01.tmp").symlink_to(tmp_path / "outside")
    old(memories / "deeper/.mem_deep01.tmp")
    directory = pi_home.memory(b"A fact.").path / "pi-hermes-memory"
    (directory / ".tmp-Ab3xY9").symlink_to(tmp_path)
    old(directory / "skills/.hermes-mem-x.tmp")
    assert rules(LEFTOVERS, env) == []


def test_a_crowd_of_them_goes_in_parts(env: Environment, hermes_home: HermesHome) -> None:
    memories = hermes_home.memory(b"A fact.").path / "memories"
    for number in range(MOST + 3):
        old(memories / f".mem_{number}.tmp", str(number).encode())
    mended(LEFTOVERS, env, "leftover.unfinished")
    [found] = findings(LEFTOVERS, env)
    assert found.message.endswith(": 3.")


@pytest.mark.parametrize("name", ["MEMORY.md.bak.soon", "MEMORY.md.bak", "mem_1.tmp", ".mem_1.tmp~", "OTHER.md.bak.1"])
def test_other_names_are_nobodys_leftovers(env: Environment, hermes_home: HermesHome, name: str) -> None:
    old(hermes_home.memory(b"A fact.").path / "memories" / name)
    assert rules(LEFTOVERS, env) == []
