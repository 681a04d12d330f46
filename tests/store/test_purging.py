"""A purged text is gone from memory, copies, mirror and history; everything else is there as it was."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.commit.run import run
from hermes_mem.config.places import cache_dir, state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.reading import real_path
from hermes_mem.guards import scan
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.history.schema import FILE
from hermes_mem.layouts import skill_cache
from hermes_mem.layouts.hermes.writing import file_change
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.entry import Identity
from hermes_mem.model.errors import Busy, Conflict, Refused, Unreadable
from hermes_mem.model.plan import Add, Operation, Outcome, Remove, Replace
from hermes_mem.model.purging import Purged
from hermes_mem.model.store import Home
from hermes_mem.skills.reading import read_skills
from hermes_mem.store import purging, writing
from hermes_mem.store.holding import BEGUN
from hermes_mem.store.looking_back import changes
from hermes_mem.store.observing import observe
from hermes_mem.store.purging import Order, finish, holding, named_in_history, preview, purge, unfinished
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.redacting import PIECE
from hermes_mem.store.restoring import restore
from hermes_mem.store.sought import Sought, of_entry, of_text
from hermes_mem.store.trusting import trust
from hermes_mem.store.undoing import undo
from tests.homes import HermesHome, PiHome, put
from tests.pi_database import rows
from tests.pi_memories import DAY, assert_true_to_pi, database, filled, joined
from tests.pi_memories import store as pi_store

KEY = "ghp_" + "k9Zt4QmW2xVb7LrY8sNd3PfH6jGc1aTeUoB5"
ENTRY = f"The key of the shop is {KEY}."
ALLOW = ("shrink", "empty", *(f.rule for kind in ("hermes", "pi") for f in scan(ENTRY, kind)))
NAMED = """
SELECT before_hash FROM files WHERE before_hash NOT NULL UNION SELECT after_hash FROM files WHERE after_hash NOT NULL
"""
KEPT = "SELECT hash FROM blobs ORDER BY hash"
BESIDE = ".MEMORY.md.{}-1760000000000-6a1b2c3d-1111-4222-8333-444455556666"


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(joined(["one", ENTRY, "two"])).user(b"three").config("memory: {}\n")


def store(env: Environment) -> Home:
    [home] = [one for one in find_homes(env) if one.kind == "hermes"]
    return home


def ordered(
    env: Environment, sought: Sought | None = None, *, everywhere: bool = False, home: Home | None = None
) -> Order:
    mine = home or store(env)
    others = [one for one in find_homes(env) if one.path != mine.path]
    homes = [mine, *others] if everywhere else [mine]
    return Order(sought or of_entry(ENTRY, mine.kind), homes, "you", [] if everywhere else others, everywhere)


def purged(env: Environment, sought: Sought | None = None) -> Purged:
    done = purge(ordered(env, sought), env)
    assert done.result.outcome is Outcome.APPLIED
    return done


def change(env: Environment, *operations: Operation, reason: str = "") -> int:
    order = writing.Order(store(env), operations, "you", "a test", reason, ALLOW)
    (number,) = writing.apply(order, env).changes
    return number


def entry(env: Environment, text: str) -> str:
    return next(one.id for t in read(store(env), env).targets for one in t.entries if one.text == text)


def memory(home: HermesHome) -> bytes:
    return (home.path / "memories/MEMORY.md").read_bytes()


def whole(number: int, env: Environment) -> Change:
    with History.opened(state_dir(env)) as history:
        return history.change(number)


def everything(*places: Path) -> Iterator[tuple[str, bytes]]:
    """The bytes of every file, and what is packed in our database."""
    for place in places:
        for path in sorted(place.rglob("*")):
            if path.is_file():
                yield str(path), path.read_bytes()
            if path.name == FILE:
                with closing(sqlite3.connect(path)) as connection:
                    found = connection.execute("SELECT hash, data FROM blobs").fetchall()
                yield from ((digest, zlib.decompress(data)) for digest, data in found)


def assert_gone(env: Environment, *places: Path, text: str = KEY) -> None:
    """No six characters of it in a row are left there, nor in any byte of ours."""
    pieces = {text[at : at + PIECE].encode() for at in range(len(text) - PIECE + 1)}
    for name, raw in everything(state_dir(env), *places):
        assert not [piece for piece in pieces if piece in raw], name


def kinds(done: Purged) -> dict[str, tuple[int, bool]]:
    return {one.kind: (one.count, one.done) for one in done.holdings}


def test_the_entry_is_gone_from_the_file_and_from_every_version(home: HermesHome, env: Environment) -> None:
    observe([read(store(env), env)], env)
    first = change(env, Add("memory", "four"))
    second = change(env, Replace(entry(env, ENTRY), f"{ENTRY} Rotated."), reason=f"not {KEY} any more")
    change(env, Replace(entry(env, f"{ENTRY} Rotated."), ENTRY))
    done = purged(env)
    assert memory(home) == joined(["one", "two", "four"])
    assert kinds(done) == {"memory": (1, True), "version": (3, True), "words": (1, True)}
    assert done.lost == 3
    assert_gone(env, home.path)
    assert [one.before and one.before.raw for one in whole(first, env).files] == [joined(["one", "two"])]
    assert whole(second, env).about.reason == "not •••••• any more"
    assert whole(done.result.changes[0], env).about.summary == "purged 1 from MEMORY"
    assert_consistent(env)


def test_what_was_changed_besides_is_taken_back_as_ever(home: HermesHome, env: Environment) -> None:
    before = change(env, Add("user", "four"))
    came = change(env, Add("memory", "five"), Replace(entry(env, "one"), "ONE"))
    done = purged(env)
    number = done.result.changes[0]
    for gone in (number, change(env, Add("memory", "six")) and number):
        with pytest.raises(Refused, match="nothing brings it back"):
            undo(store(env), env, actor="you", change=gone)
    undo(store(env), env, actor="you")
    undo(store(env), env, actor="you")
    assert memory(home) == joined(["one", "two"])
    assert whole(came, env).about.origin is Origin.CHANGE
    undo(store(env), env, actor="you")
    assert (home.path / "memories/USER.md").read_bytes() == b"three"
    assert restore(came, env, actor="you") is None
    assert whole(before, env).files[0].before is not None


def test_a_change_of_which_nothing_is_left_is_skipped_and_refused(home: HermesHome, env: Environment) -> None:
    home.memory(joined(["one", "two"]))
    change(env, Add("memory", "four"))
    secret = change(env, Add("memory", ENTRY))
    purged(env)
    assert whole(secret, env).about.origin is Origin.PURGED
    with pytest.raises(Refused, match=f"change {secret} was about was purged"):
        undo(store(env), env, actor="you", change=secret)
    undo(store(env), env, actor="you")
    assert memory(home) == joined(["one", "two"])


def test_an_undo_that_waited_for_the_lock_brings_nothing_back(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It read the change before the purge had it."""
    number = change(env, Remove(entry(env, ENTRY)))
    really = all_held

    @contextmanager
    def held(locks: object) -> Iterator[None]:
        monkeypatch.setattr("hermes_mem.store.undoing.all_held", really)
        purge(ordered(env), env)
        with really(locks):  # type: ignore[arg-type]
            yield

    monkeypatch.setattr("hermes_mem.store.undoing.all_held", held)
    with pytest.raises((Refused, Conflict)):
        undo(store(env), env, actor="you", change=number)
    assert_gone(env, home.path)


def test_an_entry_that_only_the_history_has(home: HermesHome, env: Environment) -> None:
    change(env, Remove(entry(env, ENTRY)))
    before = memory(home)
    [(identity, homes)] = named_in_history(of_id(ENTRY), [store(env)], env).items()
    assert (identity.text, homes) == (ENTRY, [store(env)])
    assert holding(of_entry(ENTRY, "hermes"), [store(env)], env) == [store(env)]
    done = purged(env)
    assert kinds(done) == {"version": (1, True)}
    assert done.result.changes == ()
    assert memory(home) == before
    assert_gone(env, home.path)
    assert named_in_history(of_id(ENTRY), [store(env)], env) == {}


def of_id(text: str) -> str:
    return Identity("memory", text).digest[:8]


def test_where_it_stands_nowhere_nothing_is_changed(home: HermesHome, env: Environment) -> None:
    change(env, Add("memory", "four"))
    before = dict(everything(home.path, state_dir(env)))
    done = purge(ordered(env, of_text("stands nowhere", ["hermes"])), env)
    assert (done.result.outcome, done.holdings) == (Outcome.UNCHANGED, ())
    assert dict(everything(home.path, state_dir(env))) == before


def test_a_preview_changes_nothing_and_finds_the_same(home: HermesHome, env: Environment) -> None:
    change(env, Add("memory", "four"))
    before = dict(everything(home.path, state_dir(env)))
    planned = preview(ordered(env), env)
    assert dict(everything(home.path, state_dir(env))) == before
    done = purged(env)
    assert [replace(one, done=True) for one in planned.holdings] == list(done.holdings)
    assert planned.result.effects == done.result.effects


def test_a_file_that_drifted_keeps_its_other_bytes(home: HermesHome, env: Environment) -> None:
    home.memory(b"\n one\n\xc2\xa7\n\n" + ENTRY.encode() + b" \n\xc2\xa7\n\xc2\xa7\n two\n\n")
    purged(env)
    assert memory(home) == b"\n one\n\xc2\xa7\n\xc2\xa7\n two\n\n"


def test_in_a_file_that_is_no_text_it_is_marked(home: HermesHome, env: Environment) -> None:
    home.memory(b"caf\xe9 " + ENTRY.encode() + b"!")
    done = purged(env)
    assert memory(home) == b"caf\xe9 [purged]!"
    assert kinds(done)["memory"] == (1, True)
    assert_gone(env, home.path)


def test_what_the_agent_kept_beside_the_file_keeps_its_other_entries(home: HermesHome, env: Environment) -> None:
    copy = home.path / "memories/MEMORY.md.bak.1760000000"
    put(copy, joined(["old", ENTRY]))
    copy.chmod(0o640)
    cut_off = home.path / "memories/.mem_x1.tmp"
    put(cut_off, ENTRY.encode())
    other = home.path / "memories/MEMORY.md~"
    put(other, ENTRY.encode())
    done = purged(env)
    assert (copy.read_bytes(), copy.stat().st_mode & 0o777) == (b"old", 0o640)
    assert cut_off.read_bytes() == b""
    assert sorted(one.place for one in done.holdings if one.kind == "copy") == sorted([str(copy), str(cut_off)])
    assert str(other) in [one.place for one in done.unreached]
    assert other.read_bytes() == ENTRY.encode()
    assert {str(one.path) for one in whole(done.result.changes[0], env).files} == {
        str(home.path / "memories/MEMORY.md")
    }
    other.unlink()
    assert_gone(env, home.path)


def test_a_copy_alone_holds_it(home: HermesHome, env: Environment) -> None:
    home.memory(b"one")
    put(home.path / "memories/USER.md.bak.1760000000", ENTRY.encode())
    done = purged(env)
    assert kinds(done) == {"copy": (1, True)}
    assert whole(done.result.changes[0], env).about.summary == "purged a text from copies beside the memory"
    assert_gone(env, home.path)


def test_our_own_log(home: HermesHome, env: Environment) -> None:
    observe([read(store(env), env)], env)
    put(state_dir(env) / "hermes-mem.log", f"odd {KEY} odd".encode())
    assert kinds(purged(env))["own"] == (1, True)
    assert (state_dir(env) / "hermes-mem.log").read_bytes() == b"odd [purged] odd"
    assert_gone(env, home.path)


@pytest.mark.parametrize("known", [b"one", ENTRY.encode()])
def test_what_was_remembered_of_skills_is_forgotten(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch, known: bytes
) -> None:
    """Whether or not the text stands in a memory: what a skill said once may stand nowhere else any more."""
    home.memory(known)
    monkeypatch.setattr(skill_cache, "SETTLED", 0)
    skill = home.path / "skills/shop/SKILL.md"
    put(skill, f"---\nname: shop\ndescription: {ENTRY}\n---\n".encode())
    assert [one.description for one in read_skills(store(env), env).skills] == [ENTRY]
    assert any(KEY.encode() in raw for _, raw in everything(cache_dir(env)))
    skill.unlink()
    preview(ordered(env), env)
    assert any(KEY.encode() in raw for _, raw in everything(cache_dir(env)))
    purge(ordered(env), env)
    assert_gone(env, home.path, cache_dir(env))


def test_a_cache_that_cannot_be_emptied_is_said_before_anything_is_done(home: HermesHome, env: Environment) -> None:
    put(cache_dir(env) / "skills/odd/one.json", KEY.encode())
    with pytest.raises(Unreadable, match="cannot be emptied"):
        purge(ordered(env), env)
    assert memory(home) == joined(["one", ENTRY, "two"])
    (cache_dir(env) / "skills").rename(cache_dir(env) / "away")
    put(cache_dir(env) / "skills", b"no directory")
    purged(env)


def test_other_stores_are_looked_at_and_left_alone(home: HermesHome, env: Environment) -> None:
    work = home.profile("work").memory(joined([ENTRY, "at work"])).config("memory: {}\n")
    observe([read(one, env) for one in find_homes(env)], env)
    done = purge(ordered(env, home=find_homes(env)[0]), env)
    told = {(one.store, one.kind): one.done for one in done.holdings}
    assert told == {
        ("hermes:default", "memory"): True,
        ("hermes:default", "version"): True,
        ("hermes:work", "memory"): False,
        ("hermes:work", "version"): False,
    }
    assert done.result.outcome is Outcome.APPLIED
    assert memory(work) == joined([ENTRY, "at work"])
    everywhere = purge(ordered(env, home=find_homes(env)[0], everywhere=True), env)
    assert all(one.done for one in everywhere.holdings)
    assert memory(work) == b"at work"
    assert_gone(env, home.path)


def test_everywhere_is_also_the_history_of_a_home_that_is_away(home: HermesHome, env: Environment) -> None:
    work = home.profile("work").memory(joined([ENTRY, "at work"])).config("memory: {}\n")
    observe([read(one, env) for one in find_homes(env)], env)
    work.path.rename(env.user_home / "moved")
    done = purge(ordered(env), env)
    assert [(one.store, one.home, one.done) for one in done.holdings if not one.done] == [(None, work.path, False)]
    done = purge(ordered(env, everywhere=True), env)
    assert [(one.home, one.done) for one in done.holdings] == [(work.path, True)]
    assert_gone(env, home.path)


def test_a_file_behind_a_link_is_written_once_it_is_trusted(home: HermesHome, env: Environment, tmp_path: Path) -> None:
    file = home.path / "memories/MEMORY.md"
    file.rename(outside := tmp_path / "notes.md")
    file.symlink_to(outside)
    for act in (preview, purge):
        with pytest.raises(Refused, match="not trusted"):
            act(ordered(env), env)
    assert not unfinished(env)
    assert outside.read_bytes() == joined(["one", ENTRY, "two"])
    trust(real_path(outside), env)
    purged(env)
    assert outside.read_bytes() == joined(["one", "two"])
    assert file.is_symlink()
    assert_gone(env, home.path, tmp_path)


def test_where_the_history_is_held_nothing_is_done(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_mem.history.connecting.BUSY", 0.05)
    change(env, Add("memory", "four"))
    before = dict(everything(home.path, state_dir(env)))
    with closing(sqlite3.connect(state_dir(env) / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy, match="another hermes-mem"):
            purge(ordered(env), env)
        other.execute("ROLLBACK")
    assert memory(home) == joined(["one", ENTRY, "two", "four"])
    assert dict(everything(home.path, state_dir(env))) == before


def test_where_somebody_reads_the_history_it_is_partly_done_and_finished_the_next_time(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_mem.history.connecting.BUSY", 0.05)
    observe([read(store(env), env)], env)
    with closing(sqlite3.connect(state_dir(env) / FILE, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM changes").fetchone()
        done = purge(ordered(env), env)
        other.execute("COMMIT")
    assert done.result.outcome is Outcome.PARTIAL
    assert [finding.rule for finding in done.result.findings] == [purging.UNFINISHED]
    assert unfinished(env)
    finish(env)
    assert not unfinished(env)
    assert_gone(env, home.path)


def test_what_comes_back_meanwhile_is_told(home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    really = purging._settle

    def settle(*arguments: object) -> None:
        really(*arguments)  # type: ignore[arg-type]
        home.memory(ENTRY.encode())

    monkeypatch.setattr(purging, "_settle", settle)
    done = purge(ordered(env), env)
    assert done.result.outcome is Outcome.PARTIAL
    assert kinds(done)["memory"] == (1, False)


def test_what_a_dead_process_left_open_is_closed_first(home: HermesHome, env: Environment) -> None:
    class Died(BaseException):
        pass

    def die(step: str) -> None:
        if step == "staged":
            raise Died

    path = home.path / "memories/MEMORY.md"
    with History.opened(state_dir(env)) as history:
        file = file_change(home.path, "memory", ["one", ENTRY, "two", "half"], env)
        with pytest.raises(Died):
            run([file], About("you", "hermes", home.path, "memory", "cut off"), history, step=die)
    purged(env)
    assert path.read_bytes() == joined(["one", "two"])
    assert {one.fate for one in changes(env)} == {Fate.ROLLED_BACK, Fate.DONE}
    assert_gone(env, home.path)


@pytest.fixture
def pi(pi_home: PiHome, env: Environment) -> PiHome:
    home = filled(pi_home)
    change_pi(env, Add("memory", ENTRY))
    return home


def change_pi(env: Environment, *operations: Operation) -> None:
    order = writing.Order(pi_store(env), operations, "you", "a test", allow=ALLOW)
    assert writing.apply(order, env).outcome is Outcome.APPLIED


def test_a_memory_of_pi_goes_with_its_rows_and_its_copies(pi: PiHome, env: Environment) -> None:
    order = ordered(env, of_entry(ENTRY, "pi"), home=pi_store(env))
    change_pi(env, Add("memory", "later"))
    directory = pi.path / "pi-hermes-memory"
    for word in ("retired", "conflict-local"):
        put(directory / BESIDE.format(word), joined(["old", encoded(ENTRY, DAY, DAY)]))
    put(directory / ".tmp-a1B2c3/MEMORY.md", ENTRY.encode())
    old = pi.path / "shop/MEMORY.md"
    put(old, joined(["from of old", ENTRY]))
    assert any(ENTRY.encode() in path.read_bytes() for path in directory.glob(".MEMORY.md.recovery-*"))
    done = purge(order, env)
    assert done.result.outcome is Outcome.APPLIED
    assert kinds(done) == {"memory": (1, True), "copy": (1, True), "mirror": (1, True), "version": (2, True)}
    assert len([one for one in done.holdings if one.kind == "copy"]) == 5
    assert ENTRY not in str(rows(database(pi)))
    assert_true_to_pi(pi)
    assert {path.read_bytes() for path in directory.glob(".MEMORY.md.*") if "-1760" in path.name} == {b"old"}
    assert old.read_bytes() == b"from of old"
    assert done.unreached[0].place == str(database(pi))
    assert_gone(env, *(path for path in pi.path.rglob("*") if path.is_dir() and path.name == "projects-memory"))
    pieces = {KEY[at : at + PIECE].encode() for at in range(len(KEY) - PIECE + 1)}
    files = [path for path in pi.path.rglob("*") if path.is_file() and ".db" not in path.name]
    assert not [path for path in files if any(piece in path.read_bytes() for piece in pieces)]


def test_no_new_copy_is_made_of_what_is_purged(pi: PiHome, env: Environment) -> None:
    copies = sorted(path.name for path in (pi.path / "pi-hermes-memory").glob(".*recovery*"))
    purge(ordered(env, of_entry(ENTRY, "pi"), home=pi_store(env)), env)
    assert sorted(path.name for path in (pi.path / "pi-hermes-memory").glob(".*recovery*")) == copies


def test_rows_that_have_no_entry_any_more_go_too(pi: PiHome, env: Environment) -> None:
    path = pi.path / "pi-hermes-memory/MEMORY.md"
    path.write_bytes(joined(["without it"]))
    done = purge(ordered(env, of_entry(ENTRY, "pi"), home=pi_store(env)), env)
    assert kinds(done)["mirror"] == (1, True)
    assert ENTRY not in str(rows(database(pi)))


def test_the_rules_of_pi_keep_their_other_lines(pi: PiHome, env: Environment) -> None:
    sought = of_text("never push", ["pi"])
    assert purge(ordered(env, sought, home=pi_store(env)), env).result.outcome is Outcome.APPLIED
    assert (pi.path / "pi-hermes-memory/STANDING.md").read_bytes() == b"# mine\nrun the tests\n"


def assert_consistent(env: Environment) -> None:
    """Every version that is named is there, and nothing else is."""
    with closing(sqlite3.connect(state_dir(env) / FILE)) as connection:
        assert connection.execute(NAMED).fetchall() == connection.execute(KEPT).fetchall()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not (state_dir(env) / BEGUN).exists()
