"""What can be odd about a memory file of Pi: it is told, mended as was shown, and undo brings the very bytes back."""

from __future__ import annotations

import re
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.errors import Conflict, Refused
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Outcome
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Snapshot
from hermes_mem.store import mending
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.mending import Mending
from hermes_mem.store.reading import read
from hermes_mem.store.trusting import trust
from hermes_mem.store.undoing import undo
from tests import pi_agent, pi_database
from tests.homes import PiHome, put
from tests.pi_memories import DAY, LATER, SCOPES, TODAY, assert_true_to_pi, database, joined, person, started, store

A, B, C = (encoded(text, DAY, LATER) for text in ("uses pnpm, not npm", "tests beside code", "deploys on Mondays"))
WINDOWS = joined([A, B, C]).replace(b"\n", b"\r\n")
BULLETS = "§ one rule\n§ another rule\n§ a third"
DOCUMENT = "# Build\n\nmake it\n\n# Test\n\nrun it\n\nand again"
CONFLICT = f"{A}\n§\n<<<<<<< HEAD\n{B}\n=======\n{C}\n>>>>>>> theirs\n".encode()
NUMBERED = "\n".join(f"{number}|{line}" for number, line in enumerate((A, "§", B, "§", C), 1)).encode()
TRAP = f"a <!-- created=2020-01-01 --> b <!-- created={DAY}, last={LATER} -->"
LINES = encoded("to deploy:\n- build\n- push", DAY, LATER)
FAILURE = encoded("[insight] first — Failed: so", DAY, LATER, "shop")


class Kind(NamedTuple):
    """Bytes, the rule that tells of them with words of its sentence, the remedy, and the entries after it."""

    raw: bytes
    rule: str
    says: str
    remedy: str
    after: list[str]
    target: str = "memory"


def dated(*texts: str) -> list[str]:
    return [encoded(text, DAY, LATER) for text in texts]


KINDS = {
    "CR LF": Kind(WINDOWS, "shape.crlf", "1 of 3 entries", "line-ends", [A, B, C]),
    "CR LF in one entry": Kind(f"{A}\r\n§\nb\r\nc".encode(), "shape.crlf", "Some lines", "line-ends", [A, "b\nc"]),
    "CR alone": Kind(WINDOWS.replace(b"\r\n", b"\r"), "shape.crlf", "old Mac", "line-ends", [A, B, C]),
    "CR alone and LF": Kind(f"{A}\n§\r{B}\r§\n{C}".encode(), "shape.crlf", "1 of 3 entries", "line-ends", [A, B, C]),
    "a mark": Kind(b"\xef\xbb\xbf" + joined([A, B]), "shape.bom", "byte order mark", "normalise", [A, B]),
    "Windows-1252": Kind(b"caf\xe9\n\xc2\xa7\n" + B.encode(), "file.undecodable", "0xE9", "*", ["café", B]),
    "UTF-16": Kind(joined([A, B]).decode().encode("utf-16"), "file.undecodable", "not UTF-8", "*", [A, B]),
    "UTF-16 with CR LF": Kind(WINDOWS.decode().encode("utf-16"), "file.undecodable", "not UTF-8", "*", [A, B, C]),
    "cut off": Kind(B.encode() + "\n§\ncafé".encode()[:-1], "file.undecodable", "not UTF-8", "*", [B, "caf\ufffd"]),
    "NUL": Kind(b"a\0b\n\xc2\xa7\n" + B.encode(), "shape.nul", "NUL", "no-nul", ["ab", B]),
    "UTF-16 without a mark": Kind(
        joined([A, B]).decode().replace("§", "-").encode("utf-16-le"), "shape.nul", "NUL", "*", [f"{A}\n-\n{B}"]
    ),
    "a conflict": Kind(CONFLICT, "shape.conflict", "Line 3", "both", [A, B, C]),
    "a conflict, the first side": Kind(CONFLICT, "shape.conflict", "Line 3", "ours", [A, B]),
    "a conflict, the second side": Kind(CONFLICT, "shape.conflict", "Line 3", "theirs", [A, C]),
    "half a conflict": Kind(f"{A}\n§\n<<<<<<< HEAD\n{B}".encode(), "shape.conflict", "Line 3", "unmark", [A, B]),
    "twice": Kind(joined([A, B, A, B]), "shape.doubled", "twice", "once", [A, B]),
    "twice without a border": Kind(joined([A, B]) * 2, "shape.doubled", "twice", "once", [A, B]),
    "twice with a line end": Kind(
        joined([A, B]) + b"\n" + joined([A, B]) + b"\n", "shape.doubled", "twice", "once", [A, B]
    ),
    "copies": Kind(joined([A, B, A]), "shape.duplicate", "exact copy", "normalise", [A, B]),
    "a blank behind a delimiter": Kind(
        f"{A}\n§ \n{B}".encode(), "shape.delimiter-almost", "Almost", "delimiters", [A, B]
    ),
    "a blank before a delimiter": Kind(
        f"{A}\n §\n{B}".encode(), "shape.delimiter-almost", "Almost", "delimiters", [A, B]
    ),
    "a delimiter first": Kind(f"§\n{A}\n§\n{B}".encode(), "shape.delimiter-edge", "edge", "delimiters", [A, B]),
    "a delimiter last": Kind(f"{A}\n§\n{B}\n§".encode(), "shape.delimiter-edge", "edge", "delimiters", [A, B]),
    "a delimiter twice": Kind(f"{A}\n§\n§\n{B}".encode(), "shape.delimiter-edge", "edge", "delimiters", [A, B]),
    "an empty entry first": Kind(f"\n§\n{A}".encode(), "shape.delimiter-empty", "1 delimiter", "normalise", [A]),
    "empty entries": Kind(
        f"{A}\n§\n \n§\n{B}\n§\n".encode(), "shape.delimiter-empty", "2 delimiters", "normalise", [A, B]
    ),
    "line numbers": Kind(NUMBERED, "shape.line-numbers", "Line numbers", "no-numbers", [A, B, C]),
    "§ as a bullet": Kind(
        encoded(BULLETS, DAY, LATER).encode(),
        "shape.delimiter-bullet",
        "bullet",
        "marks",
        dated("one rule", "another rule", "a third"),
    ),
    "no delimiter, headings": Kind(
        DOCUMENT.encode(),
        "shape.one-entry",
        "paragraphs, headings",
        "split-headings",
        ["# Build\n\nmake it", "# Test\n\nrun it\n\nand again"],
    ),
    "no delimiter, paragraphs": Kind(
        b"one\n\ntwo\n\nthree", "shape.one-entry", "3 p", "split-paragraphs", ["one", "two", "three"]
    ),
    "no delimiter, rules": Kind(
        b"one\n---\ntwo\n---\nthree", "shape.one-entry", "3 p", "split-rules", ["one", "two", "three"]
    ),
    "no delimiter, a list": Kind(
        b"- one\n  more\n- two\n- three",
        "shape.one-entry",
        "3 p",
        "split-bullets",
        ["- one\n  more", "- two", "- three"],
    ),
    "no delimiter, dated": Kind(
        encoded("one\n\ntwo\n\nthree", DAY, LATER).encode(),
        "shape.one-entry",
        "3 p",
        "split-paragraphs",
        dated("one", "two", "three"),
    ),
    "a document among entries": Kind(
        joined([A, encoded(DOCUMENT, DAY, LATER)]),
        "shape.document",
        "document",
        "split-headings",
        [A, *dated("# Build\n\nmake it", "# Test\n\nrun it\n\nand again")],
    ),
    "fragments": Kind(joined([A, "---", B]), "shape.fragment", "Only a rule", "no-fragments", [A, B]),
    "three times": Kind(
        joined([A, B]) + b"\n" + joined([A, B]) + b"\n" + joined([A, B]), "shape.doubled", "twice", "once", [A, B]
    ),
    "torn": Kind(
        f"To deploy:\n§\n{B}\n§\n{C}".encode(),
        "shape.torn",
        "2 entries",
        "join",
        [encoded("To deploy:\ntests beside code", DAY, LATER), C],
    ),
    "a placeholder": Kind(
        joined(["[BLOCKED: threat pattern]", A]), "shape.blocked-literal", "placeholder", "no-placeholders", [A]
    ),
    "a text behind a placeholder's beginning": Kind(
        joined(["[BLOCKED: no. Still here", A]),
        "shape.blocked-literal",
        "placeholder",
        "unblock",
        ["no. Still here", A],
    ),
    "an earlier comment": Kind(
        TRAP.encode(),
        "pi.comment-trap",
        "swallows",
        "comment-text",
        [encoded("a <!-- created =2020-01-01 --> b", DAY, LATER)],
    ),
    "an unknown comment": Kind(
        f"a <!-- created={DAY}, last={LATER}, tag=x -->".encode(),
        "pi.comment-unknown",
        "not understand",
        "comment-dates",
        dated("a"),
    ),
    "two comments": Kind(
        encoded(encoded("a", "2020-01-01", DAY), DAY, LATER).encode(),
        "pi.comment-twice",
        "Two comments",
        "one-comment",
        [encoded("a", "2020-01-01", LATER)],
    ),
    "several lines in one": Kind(
        LINES.encode(), "pi.multi-line", "one line", "one-line", dated("to deploy: - build - push")
    ),
    "several lines, each its own": Kind(
        LINES.encode(), "pi.multi-line", "one line", "each-line", dated("to deploy:", "- build", "- push")
    ),
    "undated": Kind(
        joined(["by hand", "two\nlines", A]),
        "pi.undated",
        "2 entries have",
        "date",
        [encoded("by hand", TODAY, TODAY), "two\nlines", A],
    ),
    "failures keep category and project": Kind(
        encoded("[insight] a\n§ b\n§ c", DAY, LATER, "shop").encode(),
        "shape.delimiter-bullet",
        "bullet",
        "marks",
        [encoded(f"[insight] {text}", DAY, LATER, "shop") for text in "abc"],
        "failures",
    ),
    "a project": Kind(WINDOWS, "shape.crlf", "1 of 3", "line-ends", [A, B, C], "project:shop"),
}


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    """With a table as a start of Pi leaves it."""
    pi_database.make(database(pi_home))
    pi_home.memory(b"").user(b"").failures(b"").project("shop", b"")
    return started(pi_home)


def found(env: Environment, target: str, rule: str) -> Finding:
    """The first finding of a rule on a target, or on one of its entries."""
    seen = looked(env).target(target)
    assert seen
    return next(finding for finding in seen.all_findings if finding.rule == rule)


def looked(env: Environment) -> Snapshot:
    return read(store(env), env)


def spelled(env: Environment, target: str) -> list[str]:
    seen = looked(env).target(target)
    assert seen
    return [entry.spelled for entry in seen.entries]


def ways(env: Environment, target: str, rule: str) -> list[Remedy]:
    return mending.remedies(store(env), found(env, target, rule), env)


def way(env: Environment, target: str, rule: str, word: str) -> Remedy:
    """The remedy of that word; of `*` the first."""
    return next(remedy for remedy in ways(env, target, rule) if word in ("*", remedy.id))


def file_of(home: PiHome, target: str) -> Path:
    return home.path / SCOPES[target][2]


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_kind_is_told_mended_as_shown_and_taken_back(kind: Kind, home: PiHome, env: Environment) -> None:
    file = file_of(home, kind.target)
    put(file, kind.raw)
    finding = found(env, kind.target, kind.rule)
    assert kind.says in finding.message
    assert finding.effect
    mended = Mending(store(env), way(env, kind.target, kind.rule, kind.remedy), "you")
    [shown] = mending.preview(mended, env).effects
    assert file.read_bytes() == kind.raw
    result = mending.mend(mended, env)
    assert (result.outcome, result.effects) == (Outcome.APPLIED, (shown,))
    assert list(shown.new) == kind.after == spelled(env, kind.target) == pi_agent.entries_of(file)
    assert file.read_bytes() == joined(kind.after)
    assert_true_to_pi(home)
    undo(store(env), env, actor="you")
    assert file.read_bytes() == kind.raw
    if finding.rule != "file.undecodable":
        assert_true_to_pi(home)


STANDING = {
    "a mark": (b"\xef\xbb\xbf# mine\nrule\n", "shape.bom", "normalise", b"# mine\nrule\n"),
    "copies": (b"# mine\nrule\n\nRule\n", "shape.duplicate", "normalise", b"# mine\nrule\n\n"),
    "CR alone": (b"# mine\n- one\r- two\n", "shape.crlf", "line-ends", b"# mine\n- one\n- two\n"),
    "Windows-1252": (b"# caf\xe9\nrule\n", "file.undecodable", "*", "# café\nrule\n".encode()),
    "NUL": (b"# mine\nru\0le\n", "shape.nul", "no-nul", b"# mine\nrule\n"),
    "a conflict": (b"<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n", "shape.conflict", "both", b"one\ntwo\n"),
    "a conflict, one side": (
        b"# x\n<<<<<<< a\none\n=======\ntwo\n>>>>>>> b\n",
        "shape.conflict",
        "ours",
        b"# x\none\n",
    ),
    "delimiters": ("# mine\none\n§\ntwo\n".encode(), "shape.delimiter-edge", "delimiters", b"# mine\none\ntwo\n"),
    "line numbers": (b"1|# mine\n2|one\n3|two\n", "shape.line-numbers", "no-numbers", b"# mine\none\ntwo\n"),
}


@pytest.mark.parametrize("kind", STANDING.values(), ids=list(STANDING))
def test_a_file_of_rules_keeps_its_comments(
    kind: tuple[bytes, str, str, bytes], home: PiHome, env: Environment
) -> None:
    raw, rule, word, after = kind
    file = home.standing(raw).path / "pi-hermes-memory/STANDING.md"
    mended = Mending(store(env), way(env, "standing", rule, word), "you")
    mending.preview(mended, env)
    assert file.read_bytes() == raw
    assert mending.mend(mended, env).outcome is Outcome.APPLIED
    assert file.read_bytes() == after
    undo(store(env), env, actor="you")
    assert file.read_bytes() == raw


@pytest.mark.parametrize(("target", "other"), [("standing", "the other side"), ("memory", "1 entry of the other side")])
def test_a_side_that_is_kept_says_all_that_goes(target: str, other: str, home: PiHome, env: Environment) -> None:
    raw = b"<<<<<<< a\none\n||||||| c\nzero\n=======\ntwo\n>>>>>>> b\n"
    home.standing(raw).memory(raw)
    for side in ("ours", "theirs"):
        assert way(env, target, "shape.conflict", side).loses == f"{other}, 1 line of the version before both"


def test_numbers_that_go_with_delimiters_are_told(home: PiHome, env: Environment) -> None:
    home.memory("one\n2|§\ntwo\n §\nthree".encode())
    remedy = way(env, "memory", "shape.delimiter-almost", "delimiters")
    assert remedy.loses == "1 line number"
    home.memory("one\n §\ntwo".encode())
    assert way(env, "memory", "shape.delimiter-almost", "delimiters").loses == ""


CAPS = {
    "too many": ([f"rule {number}" for number in range(23)], {20, 21, 22}),
    "the last one at the cap": (["x" * 999, "y" * 1000], {1}),
    "the first one too long": (["x" * 2000, "short"], {0}),
    "one in the middle": (["a" * 1500, "b" * 600, "c" * 400], {1}),
}


@pytest.mark.parametrize("case", CAPS.values(), ids=list(CAPS))
def test_rules_for_which_there_is_no_room_go_to_memory(
    case: tuple[list[str], set[int]], home: PiHome, env: Environment
) -> None:
    """And those that stay reach the prompt, all of them."""
    texts, going = case
    raw = "".join(f"{line}\n" for line in ("# mine", *texts)).encode()
    home.standing(raw).memory(joined([A]))
    started(home)
    remedy = way(env, "standing", "pi.standing-cap", "move-rules")
    mended = Mending(store(env), remedy, "you", allow=("shrink",))
    assert mending.mend(mended, env).outcome is Outcome.APPLIED
    left = [text for number, text in enumerate(texts) if number not in going]
    assert spelled(env, "standing") == left
    assert file_of(home, "memory").read_bytes() == joined(
        [A, *(encoded(text, TODAY, TODAY) for number, text in enumerate(texts) if number in going)]
    )
    assert not any(entry.left_out for entry in looked(env).target("standing").entries)  # type: ignore[union-attr]
    assert_true_to_pi(home)
    undo(store(env), env, actor="you")
    assert (home.path / "pi-hermes-memory/STANDING.md").read_bytes() == raw
    assert file_of(home, "memory").read_bytes() == joined([A])


def copy_at(home: PiHome, raw: bytes, moment: int, mode: int = 0o600) -> Path:
    path = home.path / f"pi-hermes-memory/.MEMORY.md.recovery-{moment}-{uuid.uuid4()}"
    path.write_bytes(raw)
    path.chmod(mode)
    return path


def test_a_file_that_is_gone_comes_back_from_any_of_its_copies(home: PiHome, env: Environment) -> None:
    """Byte for byte, the newest first, and the same bytes once."""
    file = file_of(home, "memory")
    home.memory(joined([A, B]))
    started(home)
    file.unlink()
    copies = [
        copy_at(home, raw, moment) for moment, raw in ((9, joined([A, B])), (7, b"caf\xe9 "), (8, joined([A, B])))
    ]
    both = ways(env, "memory", "pi.gone")
    assert [remedy.id for remedy in both] == ["restore", "restore-2"]
    assert "with 2 entries" in both[0].says
    [shown] = mending.preview(Mending(store(env), both[0], "you"), env).effects
    for remedy, raw in zip(both, (joined([A, B]), b"caf\xe9 "), strict=True):
        assert mending.mend(Mending(store(env), remedy, "you"), env).outcome is Outcome.APPLIED
        assert (file.read_bytes(), file.stat().st_mode & 0o777) == (raw, 0o600)
        if remedy is both[0]:
            assert list(shown.new) == pi_agent.entries_of(file)
            assert_true_to_pi(home)
        assert all(copy.exists() for copy in copies)
        undo(store(env), env, actor="you")
        assert not file.exists()


def test_a_copy_that_comes_back_through_a_link_goes_where_it_leads(
    home: PiHome, env: Environment, tmp_path: Path
) -> None:
    """And not before the person has trusted that."""
    file, real = file_of(home, "memory"), tmp_path / "notes/MEMORY.md"
    real.parent.mkdir()
    file.unlink()
    file.symlink_to(real)
    real.with_name(f".MEMORY.md.recovery-9-{uuid.uuid4()}").write_bytes(joined([A]))
    mended = Mending(store(env), way(env, "memory", "pi.gone", "restore"), "you")
    with pytest.raises(Refused):
        mending.mend(mended, env)
    assert not real.exists()
    trust(real, env)
    mending.mend(mended, env)
    assert (file.is_symlink(), real.read_bytes()) == (True, joined([A]))


def test_what_only_the_old_file_of_a_project_has_comes_as_pi_itself_would_bring_it(
    home: PiHome, env: Environment
) -> None:
    """To the letter, without dates where it has none: Pi would bring anything else a second time."""
    file, old = file_of(home, "project:shop"), home.path / "shop/MEMORY.md"
    home.project("shop", joined([A]))
    put(old, b"\n" + joined([A, "by hand", B]) + b"\n")
    before = old.read_bytes()
    bring, away = ways(env, "project:shop", "pi.old-project")
    assert bring.loses == ""
    assert "2 entries" in away.loses
    assert mending.mend(Mending(store(env), bring, "you"), env).outcome is Outcome.APPLIED
    assert file.read_bytes() == joined([A, "by hand", B])
    assert_true_to_pi(home)
    [away] = ways(env, "project:shop", "pi.old-project")
    assert away.loses == ""
    assert mending.mend(Mending(store(env), away, "you"), env).outcome is Outcome.APPLIED
    assert (old.exists(), old.with_name("MEMORY.md.old").read_bytes()) == (False, before)
    assert not [finding for finding in looked(env).all_findings if finding.rule == "pi.old-project"]
    undo(store(env), env, actor="you")
    assert (old.read_bytes(), old.with_name("MEMORY.md.old").exists()) == (before, False)
    undo(store(env), env, actor="you")
    assert file.read_bytes() == joined([A])
    assert_true_to_pi(home)


def test_an_old_name_that_is_taken_is_left_alone(home: PiHome, env: Environment) -> None:
    old = home.path / "shop/MEMORY.md"
    put(old, b"now")
    put(old.with_name("MEMORY.md.old"), b"then")
    mending.mend(Mending(store(env), way(env, "project:shop", "pi.old-project", "move-old"), "you"), env)
    assert old.with_name("MEMORY.md.old").read_bytes() == b"then"
    assert old.with_name("MEMORY.md.old-2").read_bytes() == b"now"


def test_the_memory_of_the_home_is_not_moved_out_of_the_way(home: PiHome, env: Environment) -> None:
    home.config('{"memoryDir": "notes"}').file("notes/MEMORY.md", A.encode())
    finding = found(env, "project:notes", "pi.old-project")
    assert (finding.fix, mending.remedies(store(env), finding, env)) == ("Give memoryDir another place.", [])


def test_dates_come_from_the_search_of_pi_where_it_has_them(home: PiHome, env: Environment) -> None:
    home.memory(b"by hand")
    started(home)
    with closing(sqlite3.connect(database(home))) as connection, connection:
        connection.execute("UPDATE memories SET created = ?, last_referenced = ?", (DAY, LATER))
    mending.mend(Mending(store(env), way(env, "memory", "pi.undated", "date"), "you"), env)
    assert file_of(home, "memory").read_bytes() == encoded("by hand", DAY, LATER).encode()
    assert_true_to_pi(home)


def test_dates_that_would_not_fit_are_not_offered(home: PiHome, env: Environment) -> None:
    home.memory(b"by hand").config('{"memoryCharLimit": 51}')
    assert (found(env, "memory", "pi.undated").fix, ways(env, "memory", "pi.undated")) == (None, [])
    home.config('{"memoryCharLimit": 52}')
    assert "--with date" in str(found(env, "memory", "pi.undated").fix)
    assert len(ways(env, "memory", "pi.undated")) == 1


def test_a_file_that_changed_since_is_not_written_over(home: PiHome, env: Environment) -> None:
    home.memory(WINDOWS)
    mended = Mending(store(env), way(env, "memory", "shape.crlf", "line-ends"), "you")
    home.memory(WINDOWS + b"more")
    with pytest.raises(Conflict):
        mending.mend(mended, env)
    assert file_of(home, "memory").read_bytes() == WINDOWS + b"more"


def test_what_cannot_be_read_has_no_remedy(home: PiHome, env: Environment) -> None:
    file = file_of(home, "memory")
    file.unlink()
    file.mkdir()
    assert layout_of("pi").remedies(home.path, "memory", env) == []
    assert layout_of("pi").remedies(home.path, "project:../x", env) == []


PIECES = (
    *(
        A,
        B,
        encoded("two\nlines", DAY, LATER),
        TRAP,
        "by hand",
        "§",
        "§ ",
        "§§",
        "\n§\n",
        "\r\n§\r\n",
        "\r§\r",
        "\n",
        "\r",
    ),
    *(
        "# one\n\ntext\n\n# two\n\nmore",
        "- a\n- b\n- c",
        "§ a\n§ b",
        "1|a\n2|§\n3|b",
        "<<<<<<< a\n",
        "=======\n",
        ">>>>>>> b",
    ),
    *(
        "|||||||\n",
        "[BLOCKED: x]",
        "[BLOCKED: ",
        "\0",
        "\ufeff",
        "---",
        "To do:",
        "```",
        "\u2028",
        "<!-- created=",
        "[insight] ",
    ),
    f"x <!-- created={DAY}, last={LATER}, tag=x -->",
    encoded(encoded("a", DAY, DAY), DAY, LATER),
)
ANY = st.lists(st.sampled_from(PIECES), max_size=7).map(lambda pieces: "".join(pieces).encode())
BYTES = ANY | st.binary(max_size=60) | ANY.map(lambda raw: raw.decode().encode("utf-16")) | ANY.map(lambda raw: raw * 2)
TARGETS = st.sampled_from(["memory", "user", "failures", "standing", "project:shop"])


@given(BYTES, TARGETS)
@settings(deadline=None, max_examples=150)
def test_whatever_lies_there_a_finding_that_names_a_remedy_has_it(raw: bytes, target: str) -> None:
    with person(with_table) as (home, env):
        put(home.path / "pi-hermes-memory/STANDING.md" if target == "standing" else file_of(home, target), raw)
        offered = layout_of("pi").remedies(home.path, target, env)
        words = [remedy.id for remedy in offered]
        assert len(set(words)) == len(words)
        seen = looked(env).target(target)
        assert seen
        named = {match[1] for f in seen.all_findings if (match := re.search(r"--with (\S+)`", f.fix or ""))}
        assert named <= set(words)


@given(BYTES, TARGETS)
@settings(deadline=None, max_examples=60)
def test_whatever_lies_there_each_remedy_leaves_what_it_has_shown(raw: bytes, target: str) -> None:
    """And undo brings the very bytes back."""
    with person(lambda home: started(with_table(home))) as (home, env):
        file = home.path / "pi-hermes-memory/STANDING.md" if target == "standing" else file_of(home, target)
        put(file, raw)
        for remedy in layout_of("pi").remedies(home.path, target, env):
            mended = Mending(store(env), remedy, "you", allow=("shrink", "empty"))
            shown = mending.preview(mended, env)
            result = mending.mend(mended, env)
            assert result.outcome is shown.outcome
            if result.outcome is not Outcome.APPLIED:
                continue
            if remedy.operations:
                for effect in shown.effects:
                    assert spelled(env, effect.target) == list(effect.new)
            assert_true_to_pi(home)
            if result.changes:
                undo(store(env), env, actor="you")
            assert file.read_bytes() == raw


def with_table(home: PiHome) -> PiHome:
    pi_database.make(database(home))
    return home
