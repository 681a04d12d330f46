"""What Pi's search has and no file says, and the other way round: found, told, and put right without losing a text."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.health.check import Sight
from hermes_mem.health.examining import examine
from hermes_mem.layouts.pi import mirror_checks
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.layouts.pi.table_reading import stored
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Outcome, Result
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.target import State
from hermes_mem.store import mending
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.mending import Mending
from hermes_mem.store.reading import read
from hermes_mem.store.undoing import undo
from tests.homes import PiHome
from tests.pi_database import found, left_to_do, rows
from tests.pi_memories import (
    DAY,
    FACTS,
    LATER,
    TODAY,
    assert_true_to_pi,
    database,
    files,
    filled,
    store,
    text,
    written_by_pi,
)
from tests.powerless import run_powerless

COLUMNS = "target, project, category, content, failure_reason, tool_state, corrected_to, created, last_referenced"
Row = tuple[str, str | None, str | None, str, str | None, str | None, str | None, str, str]


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    return filled(pi_home)


def row(content: str, target: str = "memory", project: str | None = None, category: str | None = None) -> Row:
    return (target, project, category, content, None, None, None, DAY, LATER)


def put(home: PiHome, *new: Row) -> None:
    with closing(sqlite3.connect(database(home))) as connection, connection:
        connection.executemany(f"INSERT INTO memories ({COLUMNS}) VALUES ({', '.join('?' * 9)})", new)


def drop(home: PiHome, content: str) -> None:
    with closing(sqlite3.connect(database(home))) as connection, connection:
        connection.execute("DELETE FROM memories WHERE content = ?", (content,))


def told(env: Environment) -> list[Finding]:
    return layout_of("pi").mirror_findings(store(env).path, env)


def remedies(env: Environment, target: str = "memory") -> dict[str, Remedy]:
    [finding] = [one for one in told(env) if one.target == target]
    return {remedy.id: remedy for remedy in mending.remedies(store(env), finding, env)}


def mended(env: Environment, remedy: Remedy, *allow: str) -> Result:
    return mending.mend(Mending(store(env), remedy, "you", allow=allow), env)


def contents(home: PiHome, target: str, project: str | None = None) -> list[str]:
    return [one[3] for one in rows(database(home)) if one[:2] == (target, project)]


def test_a_table_that_says_what_the_files_say_is_not_told_of(home: PiHome, env: Environment) -> None:
    assert told(env) == []
    written_by_pi(home)
    assert told(env) == []


def test_days_that_differ_are_no_mismatch(home: PiHome, env: Environment) -> None:
    with closing(sqlite3.connect(database(home))) as connection, connection:
        connection.execute("UPDATE memories SET last_referenced = '2020-01-01'")
    assert told(env) == []


def test_what_differs_is_counted(home: PiHome, env: Environment) -> None:
    put(home, row("only searched"), row("that too"), row("pnpm, not npm"), row("likes tea", "user"))
    drop(home, "tests beside code")
    memory, user = told(env)
    assert (memory.target, memory.severity) == ("memory", Severity.WARNING)
    for part in ("has 2 memories that no entry says", "lacks 1 entry", "has 1 row too many"):
        assert part in memory.message
    assert (user.target, user.severity) == ("user", Severity.INFO)
    assert "has 1 row too many" in user.message
    assert "--with follow`" in str(user.fix)


def test_reading_alone_does_not_look(home: PiHome, env: Environment) -> None:
    put(home, row("only searched"))
    assert "pi.mirror" not in {finding.rule for finding in read(store(env), env).all_findings}
    reports = examine(Sight([read(store(env), env)], env))
    assert "pi.mirror" in {report.finding.rule for report in reports}


def test_looking_changes_no_row_and_no_file(home: PiHome, env: Environment) -> None:
    put(home, row("only searched"))
    before, was = files(home), rows(database(home))
    remedies(env)
    assert (files(home), rows(database(home))) == (before, was)


def test_what_only_the_table_has_becomes_entries_with_their_days(home: PiHome, env: Environment) -> None:
    several = encoded("one\ntwo", DAY, LATER)
    put(home, row("only searched"), row(several), row("[insight] Z — Failed: no", "failure", "shop", "insight"))
    before = files(home)
    for target in ("memory", "failures"):
        remedy = remedies(env, target)["bring-rows"]
        [effect] = mending.preview(Mending(store(env), remedy, "you"), env).effects
        assert mended(env, remedy).outcome is Outcome.APPLIED
        assert [one.spelled for one in read(store(env), env).target(target).entries] == list(effect.new)  # type: ignore[union-attr]
    assert text(home).endswith(f"\n§\n{encoded('only searched', DAY, LATER)}\n§\n{several}")
    assert text(home, "failures").endswith(f"\n§\n{encoded('[insight] Z — Failed: no', DAY, LATER, 'shop')}")
    assert told(env) == []
    assert_true_to_pi(home)
    undo(store(env), env, actor="you")
    undo(store(env), env, actor="you")
    assert files(home) == before
    assert_true_to_pi(home)


def test_a_secret_that_only_the_table_has_is_not_brought_back_unasked(home: PiHome, env: Environment) -> None:
    put(home, row("API_KEY=sk-proj-abcdefghij0123456789ABCDEFGHIJ"))
    assert mended(env, remedies(env)["bring-rows"]).outcome is Outcome.REFUSED


def test_the_table_follows_the_file_and_what_goes_can_be_had_back(home: PiHome, env: Environment) -> None:
    put(home, row("only searched"), row("pnpm, not npm"))
    drop(home, "tests beside code")
    before = files(home)
    remedy = remedies(env)["follow"]
    assert "1 memory would go from Pi's search" in remedy.loses
    result = mended(env, remedy)
    assert (result.outcome, len(result.changes)) == (Outcome.APPLIED, 1)
    assert files(home) == before
    assert told(env) == []
    assert_true_to_pi(home)
    undo(store(env), env, actor="you")
    assert text(home).endswith(f"\n§\n{encoded('only searched', DAY, LATER)}")
    assert found(database(home), "only searched") == ["only searched"]
    assert told(env) == []
    assert_true_to_pi(home)


def test_where_nothing_would_go_there_is_no_change_to_take_back(home: PiHome, env: Environment) -> None:
    put(home, row("pnpm, not npm"))
    remedy = remedies(env)["follow"]
    assert (remedy.loses, remedy.held) == ("", None)
    assert mended(env, remedy).changes == ()
    assert told(env) == []


def test_a_file_that_somebody_deleted_comes_back_out_of_the_table(home: PiHome, env: Environment) -> None:
    (home.path / "pi-hermes-memory/MEMORY.md").unlink()
    [finding] = told(env)
    assert "has 4 memories that no entry says" in finding.message
    both = remedies(env)
    assert mended(env, both["bring-rows"]).outcome is Outcome.APPLIED
    assert text(home).startswith("\n§\n".join(FACTS))
    assert_true_to_pi(home)


def test_the_table_of_a_file_that_is_not_there_can_be_emptied(home: PiHome, env: Environment) -> None:
    (home.path / "pi-hermes-memory/MEMORY.md").unlink()
    mended(env, remedies(env)["follow"])
    assert contents(home, "memory") == []
    assert read(store(env), env).target("memory").state is State.ABSENT  # type: ignore[union-attr]
    undo(store(env), env, actor="you")
    assert text(home).startswith("\n§\n".join(FACTS))
    assert_true_to_pi(home)


def test_a_project_of_which_only_rows_are_left(home: PiHome, env: Environment) -> None:
    put(home, row("owns the till", project="kiosk"))
    [finding] = told(env)
    assert "PROJECT kiosk has no file, and Pi's search still has 1 memory" in finding.message
    assert finding.fix == "`hermes-mem check --fix pi.mirror`"
    remedy = remedies(env, "project:kiosk")["bring-rows"]
    assert mended(env, remedy).outcome is Outcome.APPLIED
    file = home.path / "projects-memory/kiosk/MEMORY.md"
    assert file.read_text() == encoded("owns the till", DAY, LATER)
    assert left_to_do(database(home), "memory", "kiosk", file, TODAY) == []
    assert told(env) == []
    undo(store(env), env, actor="you")
    assert not file.exists()


@pytest.mark.parametrize("name", ["../escape", "a/b", "..", "", ".hidden", "nul\0", " blank"])
def test_a_name_in_the_table_is_no_path(name: str, home: PiHome, env: Environment) -> None:
    put(home, row("owns the till", project=name))
    assert remedies(env, f"project:{name}") == {}


def test_rows_of_the_user_in_a_project(home: PiHome, env: Environment) -> None:
    """No reconcile of Pi looks there, so they stay in its search for ever."""
    put(home, row("likes coffee", "user", "shop"))
    [finding] = told(env)
    assert "has 1 of a project" in finding.message
    assert mended(env, remedies(env, "user")["bring-rows"]).outcome is Outcome.APPLIED
    assert encoded("likes coffee", DAY, LATER) in text(home, "user")
    assert told(env) == []


def test_a_file_with_a_copy_is_restored_and_not_put_together_again(home: PiHome, env: Environment) -> None:
    file = home.path / "pi-hermes-memory/MEMORY.md"
    file.rename(file.with_name(".MEMORY.md.recovery-1-7e8f9edb-9696-4135-86c2-66e87b284c1d"))
    assert told(env) == []


def test_what_is_read_otherwise_is_not_brought_in_a_second_time(home: PiHome, env: Environment) -> None:
    """Where the shape of a file is told first, its rows follow when that is mended."""
    whole = text(home).encode()
    home.memory(whole.replace(b"\n", b"\r\n"))
    assert told(env) == []
    home.memory(whole.replace("\n§\n".encode(), "\n§ \n".encode()))
    [finding] = told(env)
    assert "has 4 as another entry says it" in finding.message
    assert "--with follow" in str(finding.fix)
    assert list(remedies(env)) == ["follow"]


ODD = [
    "\n§\n",
    "§",
    "a\n§\nb",
    " blank ",
    "",
    "\ufeff",
    "x <!-- created=2020-01-01 -->",
    "a <!-- created=1, last=2 -->",
]


@pytest.mark.parametrize("content", ODD)
def test_an_odd_row_is_brought_back_to_the_letter_or_not_at_all(content: str, home: PiHome, env: Environment) -> None:
    put(home, row(content))
    both = remedies(env)
    if "bring-rows" in both and mended(env, both["bring-rows"], "shape.delimiter-edge").outcome is Outcome.APPLIED:
        assert content in contents(home, "memory")
    else:
        mended(env, both["follow"])
    assert_true_to_pi(home)


def without(home: PiHome, *columns: str) -> None:
    with closing(sqlite3.connect(database(home))) as connection:
        for column in columns:
            if column in ("project", "target", "category"):
                connection.execute(f"DROP INDEX IF EXISTS idx_memories_{column}")
            connection.execute(f"ALTER TABLE memories DROP COLUMN {column}")


def test_a_table_of_an_older_release_is_read(home: PiHome, env: Environment) -> None:
    without(home, "failure_reason", "tool_state", "corrected_to")
    put_old = "INSERT INTO memories (target, content, created, last_referenced) VALUES ('memory', 'old', ?, ?)"
    with closing(sqlite3.connect(database(home))) as connection, connection:
        connection.execute(put_old, (DAY, DAY))
    [finding] = told(env)
    assert "has 1 memory that no entry says" in finding.message


def test_values_that_are_no_text(home: PiHome, env: Environment) -> None:
    with closing(sqlite3.connect(database(home))) as connection, connection:
        connection.execute("INSERT INTO memories VALUES (NULL, NULL, 'memory', NULL, x'ff41', 1, NULL, NULL, 7, 8)")
    [finding] = told(env)
    assert "has 1 memory" in finding.message
    remedies(env)


@pytest.mark.parametrize("trouble", ["no database", "no table", "no file", "moving"])
def test_what_cannot_be_compared(trouble: str, home: PiHome, env: Environment) -> None:
    put(home, row("only searched"))
    if trouble == "no table":
        with closing(sqlite3.connect(database(home))) as connection:
            connection.execute("DROP TABLE memories")
    elif trouble == "moving":
        home.file("pi-hermes-memory/.sessions-db-migration-pending", b"1:2")
    else:
        for path in database(home).parent.glob("sessions.db*"):
            path.unlink()
        if trouble == "no database":
            database(home).write_bytes(b"no database" * 99)
    assert [finding.rule for finding in told(env)] == (["pi.mirror-unreadable"] if trouble == "no database" else [])


def test_one_of_another_user_is_not_opened(home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    [finding] = told(env)
    assert "belongs to another user" in finding.message


LOOK = """
from hermes_mem.disk.environment import Environment
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.reading import find_homes
env = Environment.here()
answer = [finding.rule for finding in layout_of("pi").mirror_findings(find_homes(env)[0].path, env)]
"""


def test_a_database_that_may_not_be_written_is_read(home: PiHome, tmp_path: Path) -> None:
    put(home, row("only searched"))
    (tmp_path / "closed").touch(mode=0)
    for path in database(home).parent.glob("sessions.db*"):
        path.chmod(0o444)
    assert run_powerless(LOOK, tmp_path / "closed") == ["pi.mirror"]


def test_hermes_has_no_mirror(env: Environment, tmp_path: Path) -> None:
    assert layout_of("hermes").mirror_findings(tmp_path, env) == []


def test_the_agent_that_writes_while_it_is_looked_at(
    home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are read before files: what comes between is no mismatch."""
    put(home, row("new"))
    looks: list[Sequence[object]] = []
    real = stored

    def once_late(directory: Path) -> object:
        looks.append(())
        if len(looks) == 2:
            home.memory(text(home).encode() + f"\n§\n{encoded('new', DAY, LATER)}".encode())
        return real(directory)

    monkeypatch.setattr(mirror_checks, "stored", once_late)
    assert told(env) == []
    assert len(looks) == 2
