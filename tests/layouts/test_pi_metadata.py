"""The comment behind an entry: the agent's regular expression, run as it stands, says what is right."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hermes_mem.layouts.pi.metadata import Written, day, decoded, encoded, project_of
from hermes_mem.model.budget import Unit
from hermes_mem.model.javascript import SPACE, trim

AGENT = re.compile(
    r"\A(.*?)\s*<!--\s*created=([^,]+),\s*last=([^,>]+)(?:,\s*project64=([A-Za-z0-9_-]+))?\s*-->\s*\Z".replace(
        r"\s", SPACE
    ),
    re.DOTALL,
)
PIECES = [
    "<!--", " ", "\n", "created=", "last=", "project64=", ",", ", ", "-->", "->", ">", "-", "<", "2026-11-29", "cA",
    "x", "\ufeff", "\x85", "§", "é", "😀", "<!-- created=2026-01-01, last=2026-01-02 -->", "=",
]  # fmt: skip
MESSES = st.lists(st.sampled_from(PIECES), max_size=16).map("".join).map(trim)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(trim).filter(bool)
DAY = "2026-11-29"


@given(MESSES)
@example("a <!-- created=1, last=2, project64=cA -->")
@example("<!-- created=1, last=2 -->")
@example("a <!-- created=, last=2 -->")
@example("a <!-- created=1 <!-- created=2, last=3 -->")
@example("a <!-- created=1, <!-- created=2, last=3 -->")
@example("a <!-- created=1, last=2, created=3, last=4 -->")
@example("a <!-- created=1, last= -->")
def test_it_reads_what_the_agent_reads(raw: str) -> None:
    found, written = AGENT.match(raw), decoded(raw)
    if found is None:
        assert written == Written(raw, raw)
    else:
        project = project_of(found[4]) if found[4] else None
        assert written == Written(raw, trim(found[1]), trim(found[2]), trim(found[3]), project)


@given(TEXTS, st.none() | st.text(st.characters(exclude_categories=["Cs"])))
def test_what_the_agent_would_write_is_read_back(text: str, project: str | None) -> None:
    """But for a text with the beginning of such a comment in it, which swallows what stands behind."""
    written = decoded(encoded(text, DAY, "2026-12-01", project))
    assert written.project == (trim(project or "") or None)
    if "created=" not in text:
        assert (written.text, written.created, written.last) == (text, DAY, "2026-12-01")


def test_the_golden_vectors() -> None:
    assert encoded("one", DAY, DAY) == "one <!-- created=2026-11-29, last=2026-11-29 -->"
    assert Unit.UTF16.size(encoded("one", DAY, DAY)) == 48
    assert Unit.UTF16.size(encoded("😀😀", DAY, DAY)) == 49
    assert encoded("x", DAY, DAY, " p ").endswith(", project64=cA -->")
    assert encoded("x", DAY, DAY, "proj é").endswith(", project64=cHJvaiDDqQ -->")
    assert encoded("x", DAY, DAY, " \ufeff") == encoded("x", DAY, DAY)


def test_a_comment_with_an_unknown_key_is_text() -> None:
    raw = "Runs Fedora <!-- created=2026-07-01, last=2026-08-02, tag=x -->"
    assert decoded(raw) == Written(raw, raw)


def test_a_second_comment_is_part_of_the_text() -> None:
    once = encoded("a", "2026-01-01", "2026-01-02")
    assert decoded(encoded(once, DAY, DAY)).text == once


def test_an_earlier_beginning_swallows_what_follows() -> None:
    raw = encoded("seen <!-- created=2020-01-01 --> and not seen", DAY, DAY)
    assert decoded(raw).text == "seen"


@pytest.mark.parametrize(
    ("word", "project"), [("cA", "p"), ("cHJvaiDDqQ", "proj é"), ("IA", None), ("_w", "\ufffd"), ("A", None)]
)
def test_a_project_is_named_in_base64(word: str, project: str | None) -> None:
    assert project_of(word) == project


@pytest.mark.parametrize("value", ["2026-13-01", "20260101", "yesterday", "2026-1-1", "", None])
def test_what_is_no_date_has_none(value: str | None) -> None:
    assert day(value) is None


def test_a_date_is_one() -> None:
    assert day(DAY) == date(2026, 11, 29)


@pytest.mark.parametrize(
    "text",
    ["<!-- created=" * 80_000 + "-->", " " * 1_000_000 + "x-->", "<!-- created=1, last=" + " " * 1_000_000 + ">-->"],
    ids=["openings", "spaces", "spaces in a value"],
)
def test_a_text_made_to_take_for_ever_is_read_too(text: str) -> None:
    """The agent's expression takes quadratic time on these: hours."""
    assert decoded(trim(text)) == Written(trim(text), trim(text))
