"""Changes of a Pi home: what lies in the files, in the table that Pi searches, and under which lease."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.commit import placing
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lease import leased
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.writing import put
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.errors import Busy, Conflict
from hermes_mem.model.plan import Add, Join, Move, Operation, Outcome, Remove, Reorder, Repair, Replace, Split
from hermes_mem.store import writing
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.restoring import entry_before, restore
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply, recover
from tests.homes import HermesHome, PiHome
from tests.pi_database import found, rows
from tests.pi_memories import (
    BY_HAND,
    DAY,
    FACTS,
    LATER,
    RULES,
    TODAY,
    assert_true_to_pi,
    database,
    done,
    entry,
    files,
    filled,
    joined,
    lock_of,
    person,
    store,
    text,
    written_by_pi,
)


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    return filled(pi_home)


def test_what_is_added_has_todays_dates_and_is_found(home: PiHome, env: Environment) -> None:
    result = done(env, Add("memory", "  a new fact\n"))
    assert result.outcome is Outcome.APPLIED
    assert text(home) == joined([*FACTS, BY_HAND, encoded("a new fact", TODAY, TODAY)]).decode()
    assert found(database(home), "new fact") == ["a new fact"]
    assert_true_to_pi(home)


def test_what_is_there_already_in_another_dress_changes_nothing(home: PiHome, env: Environment) -> None:
    before = files(home)
    assert done(env, Add("memory", "pnpm, not npm")).outcome is Outcome.UNCHANGED
    assert files(home) == before


def test_a_reworded_entry_keeps_the_day_it_was_made(home: PiHome, env: Environment) -> None:
    done(env, Replace(entry(env, "pnpm, not npm"), "pnpm only"))
    assert text(home).startswith(encoded("pnpm only", DAY, TODAY) + "\n§\n" + FACTS[1])
    assert (found(database(home), "pnpm only"), found(database(home), "not npm")) == (["pnpm only"], [])
    done(env, Replace(entry(env, BY_HAND), "by hand"))
    assert text(home).endswith(encoded("by hand", TODAY, TODAY))
    assert_true_to_pi(home)


def test_entries_that_are_left_alone_keep_every_byte(home: PiHome, env: Environment) -> None:
    odd = "odd   <!--created=2026-01-01,  last=soon -->"
    home.memory(joined([odd, *FACTS]))
    done(env, Remove(entry(env, "tests beside code")))
    assert text(home) == joined([odd, FACTS[0], FACTS[2]]).decode()


def test_a_failure_keeps_its_project_and_a_new_one_may_have_one(home: PiHome, env: Environment) -> None:
    done(env, Replace(entry(env, "[failure] Tried X — Failed: it hangs"), "[failure] Tried X — Failed: it crashes"))
    done(env, Add("failures", "[tool-quirk] Z", project="proj é"))
    crashes, works, quirk = text(home, "failures").split("\n§\n")
    assert crashes == encoded("[failure] Tried X — Failed: it crashes", DAY, TODAY, "shop")
    assert quirk == encoded("[tool-quirk] Z", TODAY, TODAY, "proj é")
    assert "[insight] Y works" in works
    assert ("failure", "proj é", "tool-quirk", "[tool-quirk] Z", None, None, None, TODAY, TODAY) in rows(database(home))
    assert_true_to_pi(home)


def test_a_failure_that_loses_its_category_is_written_and_it_is_said(home: PiHome, env: Environment) -> None:
    result = done(env, Replace(entry(env, "[insight] Y works"), "Y works [insight]"))
    assert (result.outcome, [finding.rule for finding in result.findings]) == (Outcome.APPLIED, ["pi.no-category"])
    assert "[tool-quirk]" in str(result.findings[0].fix)
    assert done(env, Replace(entry(env, "Y works [insight]"), "[insight] Y works")).findings == ()
    assert_true_to_pi(home)


def test_that_pi_finds_several_lines_with_their_comment_is_said(home: PiHome, env: Environment) -> None:
    result = done(env, Add("memory", "one\ntwo"))
    assert (result.outcome, [finding.rule for finding in result.findings]) == (Outcome.APPLIED, ["pi.multi-line"])
    assert [finding.rule for finding in done(env, Add("standing", "one\ntwo")).findings] == ["pi.one-line"]
    assert files(home)["pi-hermes-memory/STANDING.md"].endswith(b"\none two\n")
    assert found(database(home), "one\ntwo") == [encoded("one\ntwo", TODAY, TODAY)]
    assert_true_to_pi(home)


def test_a_move_keeps_the_dates_and_says_what_it_leaves_behind(home: PiHome, env: Environment) -> None:
    assert done(env, Move(entry(env, "pnpm, not npm"), "user")).findings == ()
    assert text(home, "user").endswith("\n§\n" + FACTS[0])
    [finding] = done(env, Move(entry(env, "[failure] Tried X — Failed: it hangs"), "memory")).findings
    assert (finding.rule, "of project shop" in finding.message) == ("move.left-behind", True)
    assert text(home).endswith("\n§\n" + encoded("[failure] Tried X — Failed: it hangs", DAY, DAY))
    done(env, Move(entry(env, "owns the cart"), "failures"), allow=("empty",))
    assert text(home, "failures").endswith(encoded("owns the cart", DAY, DAY, "shop"))
    assert_true_to_pi(home)


def test_a_move_among_the_rules_says_what_it_leaves_behind(home: PiHome, env: Environment) -> None:
    [left, one_line] = done(env, Move(entry(env, "three\nlines\nhere"), "standing"), allow=("shrink",)).findings
    assert (left.rule, one_line.rule) == ("move.left-behind", "pi.one-line")
    assert f"created {DAY}, last changed {LATER}: Pi keeps nothing of that in STANDING" in left.message
    assert files(home)["pi-hermes-memory/STANDING.md"] == RULES + b"three lines here\n"


@pytest.mark.parametrize(
    ("text", "target", "rule"),
    [("# a comment to Pi", "standing", "pi.comment-rule"), ("a <!-- created=2020 --> b", "memory", "pi.comment-trap")],
)
def test_what_pi_would_not_read_does_not_arrive_by_a_move_either(
    text: str, target: str, rule: str, home: PiHome, hermes_home: HermesHome, env: Environment
) -> None:
    hermes_home.memory(text.encode()).config("memory: {}\n")
    hermes, pi = find_homes(env)
    before = files(home)
    [one] = read(hermes, env).targets[0].entries
    result = apply(Order(hermes, [Move(one.id, target, pi)], "you", "a test", allow=("empty",)), env)
    assert result.outcome is Outcome.REFUSED
    assert rule in {finding.rule for finding in result.findings}
    assert files(home) == before
    assert (hermes_home.path / "memories/MEMORY.md").read_bytes() == text.encode()


def test_a_move_to_hermes_and_back(home: PiHome, hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(b"of Hermes").config("memory: {}\n")
    hermes, pi = find_homes(env)
    before = files(home)
    [finding] = done(env, Move(entry(env, "pnpm, not npm"), "user", hermes)).findings
    assert f"created {DAY}, last changed {LATER}: Hermes keeps nothing of that" in finding.message
    assert (hermes_home.path / "memories/USER.md").read_bytes() == b"pnpm, not npm"
    assert_true_to_pi(home)
    undo(pi, env, actor="you")
    assert (hermes_home.path / "memories/USER.md").exists() is False
    assert files(home) == before
    [memory, _] = read(hermes, env).targets
    order = Order(hermes, [Move(memory.entries[0].id, "memory", pi)], "you", "a test", allow=("empty",))
    assert apply(order, env).findings[-1:] != ()
    assert text(home).endswith(encoded("of Hermes", TODAY, TODAY))
    assert_true_to_pi(home)


def test_rules_stand_in_lines_and_a_persons_comments_stay(home: PiHome, env: Environment) -> None:
    done(env, Add("standing", "short \t answers"), Remove(entry(env, "run the tests")))
    file = home.path / "pi-hermes-memory/STANDING.md"
    assert file.read_bytes() == b"# mine\n- never push\nshort answers\n"
    assert not list(file.parent.glob(".STANDING.md.*"))
    undo(store(env), env, actor="you")
    assert file.read_bytes() == RULES


@pytest.mark.parametrize(
    ("target", "text", "rule"),
    [
        ("standing", "# no rule", "pi.comment-rule"),
        ("memory", "before <!-- created=2020-01-01 --> after", "pi.comment-trap"),
        ("memory", "", "entry.empty"),
        ("memory", "one\n§\ntwo", "shape.delimiter-line"),
        ("memory", "x" * 5000, "budget.over"),
        ("standing", "x" * 2001, "budget.over"),
    ],
)
def test_what_pi_would_not_read_as_it_was_written_is_refused(
    target: str, text: str, rule: str, home: PiHome, env: Environment
) -> None:
    before = files(home)
    result = done(env, Add(target, text))
    assert result.outcome is Outcome.REFUSED
    assert rule in {finding.rule for finding in result.findings}
    assert "Hermes" not in " ".join(f.message + f.effect for f in result.findings if f.rule == rule)
    assert files(home) == before


def test_more_rules_than_pi_takes_are_refused(home: PiHome, env: Environment) -> None:
    home.standing("".join(f"rule {n}\n" for n in range(20)).encode())
    [finding] = done(env, Add("standing", "one more")).findings
    assert finding.rule == "pi.rules-over"


def test_a_limit_counts_comments_and_may_be_met_exactly(home: PiHome, env: Environment) -> None:
    home.config('{"userCharLimit": 150}')
    used = len(text(home, "user"))
    room = 150 - used - 3 - len(encoded("", TODAY, TODAY))
    assert done(env, Add("user", "😀" + "x" * (room - 1))).outcome is Outcome.REFUSED
    assert done(env, Add("user", "😀" + "x" * (room - 2))).outcome is Outcome.APPLIED


def test_the_version_before_stays_as_a_recovery_copy(home: PiHome, env: Environment) -> None:
    before = (home.path / "pi-hermes-memory/MEMORY.md").stat()
    old = text(home)
    done(env, Add("memory", "new"))
    [copy] = (home.path / "pi-hermes-memory").glob(".MEMORY.md.recovery-*")
    assert (copy.read_bytes().decode(), copy.stat().st_ino) == (old, before.st_ino)
    after = (home.path / "pi-hermes-memory/MEMORY.md").stat()
    assert (stat.S_IMODE(after.st_mode), after.st_ino != before.st_ino) == (stat.S_IMODE(before.st_mode), True)


def test_without_hard_links_it_is_copied(home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    old = text(home)
    done(env, Add("memory", "new"))
    [copy] = (home.path / "pi-hermes-memory").glob(".MEMORY.md.recovery-*")
    assert copy.read_bytes().decode() == old


def test_what_an_editor_writes_into_the_old_file_while_it_is_exchanged_is_kept(
    home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = home.path / "pi-hermes-memory/MEMORY.md"
    editor = path.open("r+b")

    def slowly(temporary: Path, place: Path) -> None:
        if not editor.closed:
            with editor:
                editor.write(b"THEIRS")
        put(temporary, place)

    monkeypatch.setattr(placing, "put", slowly)
    with pytest.raises(Conflict, match="Another program wrote into MEMORY"):
        done(env, Add("memory", "new"))
    assert path.read_bytes() == b"THEIRS" + joined([*FACTS, BY_HAND])[6:]
    assert recover(env) == []


def test_what_an_editor_still_writes_into_the_old_file_is_in_the_copy(
    home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has emptied the file when the names are exchanged, and writes its text after everything was taken back."""
    path = home.path / "pi-hermes-memory/MEMORY.md"
    editor = path.open("r+b")

    def after_truncating(temporary: Path, place: Path) -> None:
        editor.truncate(0)
        put(temporary, place)

    monkeypatch.setattr(placing, "put", after_truncating)
    with pytest.raises(Conflict):
        done(env, Add("memory", "new"))
    with editor:
        editor.write(b"all that the person wrote")
    [copy] = path.parent.glob(".MEMORY.md.recovery-*")
    assert copy.read_bytes() == b"all that the person wrote"


def test_nothing_is_made_in_a_home_but_files_leases_and_copies(home: PiHome, env: Environment) -> None:
    there = {path.name for path in home.path.rglob("*")}
    done(env, Add("memory", "new"))
    new = {path.name for path in home.path.rglob("*")} - there
    assert {name for name in new if ".recovery-" not in name} <= {
        ".pi-hermes-locks.sqlite",
        "sessions.db-wal",
        "sessions.db-shm",
    }


def test_a_first_project_memory_is_made_where_pi_looks(pi_home: PiHome, env: Environment, tmp_path: Path) -> None:
    (work := tmp_path / "work").mkdir()
    here = Environment(env.environ, env.user_home, work)
    pi_home.config("{}")
    done(here, Add("project:work", "first"))
    made = pi_home.path / "projects-memory/work/MEMORY.md"
    assert made.read_bytes().decode() == encoded("first", TODAY, TODAY)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600


def test_one_entry_and_whole_files_come_back_with_their_dates(home: PiHome, env: Environment) -> None:
    before = files(home)
    gone = entry(env, "pnpm, not npm")
    (number,) = done(env, Remove(gone)).changes
    _, add = entry_before(number, gone, env)
    done(env, add)
    assert text(home).endswith("\n§\n" + FACTS[0])
    restore(number, env, actor="you")
    assert files(home) == before
    assert_true_to_pi(home)


def test_a_repair_writes_what_pi_would(home: PiHome, env: Environment) -> None:
    home.memory(b"\n" + joined([FACTS[0], FACTS[0], BY_HAND]) + b"\n\xc2\xa7\n\n")
    done(env, Repair("memory"))
    assert text(home) == joined([FACTS[0], BY_HAND]).decode()
    assert_true_to_pi(home)


@pytest.mark.parametrize("target", ["memory", "project:shop"])
def test_it_waits_for_whoever_holds_the_lease_of_the_file(
    target: str, home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "all_held", partial(all_held, timeout=0.05))
    before = files(home)
    with leased(*lock_of(home, target), timeout=0), pytest.raises(Busy):
        done(env, Add(target, "new"))
    assert files(home) == before
    assert done(env, Add(target, "new")).outcome is Outcome.APPLIED


def test_a_link_is_kept_and_its_file_has_lease_and_copy(home: PiHome, env: Environment, tmp_path: Path) -> None:
    (elsewhere := home.path / "pi-hermes-memory/kept").mkdir()
    path = home.path / "pi-hermes-memory/MEMORY.md"
    path.rename(elsewhere / "m.md")
    path.symlink_to("kept/m.md")
    done(env, Add("memory", "new"))
    assert path.is_symlink()
    assert len(list(elsewhere.glob(".m.md.recovery-*"))) == 1
    with closing(sqlite3.connect(elsewhere.parent / ".pi-hermes-locks.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM locks").fetchone() == (0,)


@given(st.randoms(use_true_random=False), st.integers(1, 10))
@settings(max_examples=20, deadline=None)
def test_after_any_sequence_pi_has_nothing_left_to_do_and_undo_brings_all_back(luck: random.Random, count: int) -> None:
    with person() as (home, env):
        before, untouched = files(home), rows(database(home))
        changed = [something(env, luck) for _ in range(count)]
        assert_true_to_pi(home)
        for _ in range(sum(changed)):
            undo(store(env), env, actor="you")
        assert files(home) == before
        assert_true_to_pi(home)
        assert sorted(map(str, rows(database(home)))) == sorted(map(str, untouched))


@given(st.randoms(use_true_random=False), st.integers(1, 8))
@settings(max_examples=15, deadline=None)
def test_what_pi_has_written_itself_stays_true_to_it(luck: random.Random, count: int) -> None:
    with person(written_by_pi) as (home, env):
        before = files(home)
        changed = sum(something(env, luck) for _ in range(count))
        assert_true_to_pi(home)
        there = {e.text for t in read(store(env), env).targets if t.name != "standing" for e in t.entries}
        for word in ("pnpm", "localStorage", "second line", "traefik"):
            texts = {text for text in there if word in text}
            assert {content for content in found(database(home), word) if content in there} <= texts
            assert all(any(content.startswith(text) for content in found(database(home), word)) for text in texts)
        for _ in range(changed):
            undo(store(env), env, actor="you")
        assert files(home) == before
        assert_true_to_pi(home)


def something(env: Environment, luck: random.Random) -> bool:
    """One operation by luck; whether it changed anything."""
    targets = {target.name: [entry.id for entry in target.entries] for target in read(store(env), env).targets}
    name = luck.choice(list(targets))
    new = f"new {luck.randrange(5)}" + luck.choice(["", "\nsecond line", " 🙂", " — Failed: so"])
    choices: list[Operation] = [Add(name, new, project=luck.choice([None, "shop"]))]
    if targets[name]:
        one = luck.choice(targets[name])
        choices += [Remove(one), Replace(one, new), Reorder(one, 0), Move(one, luck.choice(list(targets)))]
        choices += [Split(one, (new, "half")), Repair(name)]
    if len(targets[name]) > 1:
        choices.append(Join(tuple(luck.sample(targets[name], 2)), new))
    allow = ("empty", "shrink")
    return done(env, luck.choice(choices), allow=allow).outcome is Outcome.APPLIED
