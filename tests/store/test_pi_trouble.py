"""Odd files and names in a Pi home: nothing is merged, lost or written elsewhere, and what is so is said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lease import leased
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.errors import Damaged, HermesMemError, Unreadable, Usage
from hermes_mem.model.plan import Add, Move, Operation, Outcome, Remove, Repair, Replace, Result, Split
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.trusting import trust
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome, PiHome, put
from tests.pi_database import rows
from tests.pi_memories import (
    DAY,
    LATER,
    TODAY,
    assert_true_to_pi,
    database,
    done,
    entry,
    files,
    filled,
    joined,
    store,
    text,
)

WINDOWS = b"a\r\n\xc2\xa7\r\nb"


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    return filled(pi_home)


def rules(result: Result) -> list[str]:
    return [finding.rule for finding in result.findings]


def test_a_file_with_line_ends_of_windows_is_one_entry_and_a_repair_says_so(home: PiHome, env: Environment) -> None:
    home.memory(WINDOWS)
    result = done(env, Repair("memory"))
    assert (result.outcome, rules(result)) == (Outcome.UNCHANGED, ["shape.crlf"])
    assert "1 of 2 entries" in result.findings[0].message
    assert "--with line-ends" in str(result.findings[0].fix)
    assert text(home).encode() == WINDOWS


def test_what_is_added_to_it_or_moved_from_it_leaves_it_as_it_is(home: PiHome, env: Environment) -> None:
    home.memory(WINDOWS)
    done(env, Add("memory", "new"))
    assert text(home).encode() == WINDOWS + b"\n\xc2\xa7\n" + encoded("new", TODAY, TODAY).encode()
    done(env, Move(entry(env, WINDOWS.decode()), "user"))
    assert text(home, "user").endswith(f"\n§\n{encoded(WINDOWS.decode(), TODAY, TODAY)}")
    assert_true_to_pi(home)


def test_a_change_of_it_does_not_divide_it_unasked_and_a_split_does(home: PiHome, env: Environment) -> None:
    home.memory(WINDOWS)
    one = entry(env, WINDOWS.decode())
    result = done(env, Replace(one, WINDOWS.decode() + "!"))
    assert (result.outcome, rules(result)[0]) == (Outcome.REFUSED, "shape.delimiter-line")
    assert text(home).encode() == WINDOWS
    done(env, Split(one, ("a", "b")))
    assert text(home) == joined([encoded("a", TODAY, TODAY), encoded("b", TODAY, TODAY)]).decode()
    undo(store(env), env, actor="you")
    assert text(home).encode() == WINDOWS


def test_rules_with_line_ends_of_windows_keep_them(home: PiHome, env: Environment) -> None:
    home.standing(b"# mine\r\n- a\r\nb\r\nc\r\n")
    done(env, Replace(entry(env, "a"), "A"), Remove(entry(env, "c")), Add("standing", "d"))
    assert files(home)["pi-hermes-memory/STANDING.md"] == b"# mine\r\n- A\nb\r\nd\n"
    assert [e.text for t in read(store(env), env).targets if t.name == "standing" for e in t.entries] == ["A", "b", "d"]


@pytest.mark.parametrize("name", ["pi-hermes-memory/MEMORY.md", "pi-hermes-memory/STANDING.md"])
@pytest.mark.parametrize("raw", [b"caf\xe9", b"half \xed\xa0\x80"], ids=["latin", "surrogate"])
def test_what_is_no_utf_8_is_never_written(name: str, raw: bytes, home: PiHome, env: Environment) -> None:
    home.file(name, raw)
    target = "standing" if "STANDING" in name else "memory"
    for operation in (Add(target, "new"), Repair(target), Move(entry(env, "likes tea"), target)):
        with pytest.raises(Damaged, match="is not UTF-8"):
            done(env, operation, allow=("empty",))
    assert files(home)[name] == raw


@pytest.mark.parametrize(
    "operation",
    [Add("memory", "half \ud800"), Add("standing", "\udfff"), Add("failures", "x", project="\ud83d")],
    ids=["memory", "standing", "project"],
)
def test_half_a_character_is_no_text(operation: Operation, home: PiHome, env: Environment) -> None:
    before = files(home)
    with pytest.raises(Usage, match="lone surrogate"):
        done(env, operation)
    assert files(home) == before


def test_nor_is_it_one_to_hermes(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n")
    with pytest.raises(Usage, match="lone surrogate"):
        apply(Order(find_homes(env)[0], [Add("memory", "half \ud800")], "you", "a test"), env)


def test_a_second_comment_and_an_unknown_key_are_text(home: PiHome, env: Environment) -> None:
    first, unknown = encoded("one", DAY, DAY), f"two <!-- created={DAY}, last={DAY}, tag=x -->"
    home.memory(joined([encoded(first, DAY, LATER), unknown]))
    done(env, Add("memory", "three"))
    assert text(home) == joined([encoded(first, DAY, LATER), unknown, encoded("three", TODAY, TODAY)]).decode()
    done(env, Replace(entry(env, first), first.replace("one", "ONE")))
    done(env, Replace(entry(env, unknown), "two"))
    assert text(home).split("\n§\n")[:2] == [
        encoded(encoded("ONE", DAY, DAY), DAY, TODAY),
        encoded("two", TODAY, TODAY),
    ]
    assert_true_to_pi(home)


@pytest.mark.parametrize("name", ["proj é", "two words", "..x", "a\nb", "-", "%2e%2e", "C:\\x"])
def test_a_project_of_any_name_is_written_where_it_lies(name: str, home: PiHome, env: Environment) -> None:
    home.project(name, encoded("old", DAY, DAY).encode())
    done(env, Add(f"project:{name}", "new"))
    written = joined([encoded("old", DAY, DAY), encoded("new", TODAY, TODAY)])
    assert files(home)[f"projects-memory/{name}/MEMORY.md"] == written
    assert {row[1] for row in rows(database(home)) if row[3] in ("old", "new")} == {name}


@pytest.mark.parametrize("name", ["..", "../pi-hermes-memory", ".", "", "shop/../../pi-hermes-memory", "/etc"])
def test_no_project_leads_elsewhere(name: str, home: PiHome, env: Environment) -> None:
    before = files(home)
    with pytest.raises(Usage, match="There is no target"):
        done(env, Add(f"project:{name}", "new"))
    with pytest.raises(Usage, match="There is no target"):
        done(env, Move(entry(env, "likes tea"), f"project:{name}"))
    assert files(home) == before


def test_a_project_whose_name_is_no_text_is_left_out_and_said(home: PiHome, env: Environment) -> None:
    directory = home.path / "projects-memory" / os.fsdecode(b"caf\xe9")
    put(directory / "MEMORY.md", b"unseen")
    snapshot = read(store(env), env)
    assert [t.name for t in snapshot.targets if t.name.startswith("project:caf")] == []
    assert [finding.rule for finding in snapshot.findings] == ["pi.unnamable"]
    assert observe([snapshot], env).problem is None
    assert done(env, Add("memory", "new")).outcome is Outcome.APPLIED
    assert (directory / "MEMORY.md").read_bytes() == b"unseen"


def test_a_lease_names_its_file_as_text(tmp_path: Path) -> None:
    key = "mutation:" + os.fsdecode(b"/caf\xe9/MEMORY.md")
    with pytest.raises(Unreadable, match="is not UTF-8"), leased(tmp_path / "locks.sqlite", key, timeout=0):
        pass


def linked(home: PiHome, place: Path) -> Path:
    """The project `linked`, whose directory is a link to this place."""
    put(place / "MEMORY.md", encoded("old", DAY, DAY).encode())
    (home.path / "projects-memory/linked").symlink_to(place)
    return place / "MEMORY.md"


def test_a_project_behind_a_link_within_the_home_is_written_there(home: PiHome, env: Environment) -> None:
    file = linked(home, home.path / "kept/linked")
    result = done(env, Add("project:linked", "new"))
    assert result.outcome is Outcome.APPLIED
    assert file.read_bytes() == joined([encoded("old", DAY, DAY), encoded("new", TODAY, TODAY)])
    assert [path.parent for path in home.path.rglob(".MEMORY.md.recovery-*")] == [file.parent]
    assert (home.path / "kept/.pi-hermes-locks.sqlite").exists()


def test_one_that_leads_out_of_the_home_is_written_once_it_is_trusted(
    home: PiHome, env: Environment, tmp_path: Path
) -> None:
    file = linked(home, tmp_path / "elsewhere")
    result = done(env, Add("project:linked", "new"))
    assert (result.outcome, rules(result)) == (Outcome.REFUSED, ["shape.link-outside"])
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["MEMORY.md", "elsewhere"]
    trust(file, env)
    assert done(env, Add("project:linked", "new")).outcome is Outcome.APPLIED
    assert file.read_bytes().endswith(encoded("new", TODAY, TODAY).encode())


def test_what_an_old_file_of_the_project_brings_back_is_said(home: PiHome, env: Environment) -> None:
    cart, stock = encoded("owns the cart", DAY, DAY), encoded("counts the stock", DAY, DAY)
    home.project("shop", joined([cart, stock, "a third one, which is only here"]))
    old = home.path / "shop/MEMORY.md"
    put(old, b"\n" + joined([cart, stock]) + b"\n")
    removed = done(env, Remove(entry(env, "owns the cart")))
    [finding] = removed.findings
    assert (removed.outcome, finding.rule, finding.file) == (Outcome.APPLIED, "pi.comes-back", str(old))
    assert (str(old) in finding.message, "--with move-old" in str(finding.fix)) == (True, True)
    assert rules(done(env, Replace(entry(env, "counts the stock"), "counts all stock"))) == ["pi.comes-back"]
    assert rules(done(env, Replace(entry(env, "counts all stock"), "counts it"))) == []
    assert rules(done(env, Remove(entry(env, "a third one, which is only here")), allow=("shrink",))) == []
    assert rules(done(env, Remove(entry(env, "likes tea")), allow=("empty",))) == ["empty"]


def test_a_lock_that_cannot_be_had_leaves_no_trace(home: PiHome, env: Environment) -> None:
    before = files(home)
    (home.path / ".pi-hermes-locks.sqlite").write_bytes(b"no database" * 99)
    with pytest.raises(HermesMemError) as caught:
        done(env, Add("memory", "new"))
    assert (caught.value.exit_code, "Pi keeps its locks there" in str(caught.value.hint)) == (7, True)
    assert files(home) == before
    assert not list(home.path.rglob("*.tmp"))
