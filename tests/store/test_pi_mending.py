"""What can be odd about a memory file of Pi: it is told, mended as was shown, and undo brings the very bytes back."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Outcome
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Snapshot
from hermes_mem.store import mending
from hermes_mem.store.mending import Mending
from hermes_mem.store.reading import read
from hermes_mem.store.undoing import undo
from tests import pi_agent, pi_database
from tests.homes import PiHome, put
from tests.pi_memories import DAY, LATER, SCOPES, TODAY, assert_true_to_pi, database, joined, started, store

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
