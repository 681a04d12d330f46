"""The spelling of a memory file of Pi, as tables: the vectors that the agent's own code answered, and properties."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.layouts.delimited import Undecodable
from hermes_mem.layouts.pi.failures import CATEGORIES, Failure, category_of, composed, understood
from hermes_mem.layouts.pi.format import parse, serialise, size, split, unique
from hermes_mem.layouts.pi.metadata import decoded, encoded
from hermes_mem.layouts.pi.standing import distinct, injected, rules
from hermes_mem.model.javascript import trim
from tests.layouts.vectors import LATIN_1

CORPUS: list[dict[str, Any]] = [
    case
    for case in json.loads((Path(__file__).parents[1] / "data/corpus_cases.json").read_text("utf-8"))
    if case.get("pi")
]
GOLDEN = {
    "clean": ("a\n§\nb", ["a", "b"]),
    "copies and § within a line": ("b\n§\nb\n§\nc § inline", ["b", "b", "c § inline"]),
    "byte order mark and an empty entry": ("\ufeffbom entry\n§\nb\n§\n\n§\nb", ["bom entry", "b", "b"]),
    "CRLF does not divide": ("a\r\n§\r\nb", ["a\r\n§\r\nb"]),
    "a lone CR does not either": ("a\r§\rb", ["a\r§\rb"]),
    "next line and separators of ASCII are no blanks": ("\x85a\x1c\n§\nb", ["\x85a\x1c", "b"]),
    "blanks of JavaScript are": ("\u3000a\ufeff\n§\n\u2028b\xa0", ["a", "b"]),
    "begins with a delimiter line": ("§\nfoo", ["§\nfoo"]),
    "a doubled delimiter": ("a\n§\n§\nb", ["a", "§\nb"]),
    "ends with a delimiter": ("a\n§\n", ["a"]),
    "nothing": ("", []),
    "only blanks": (" \n\ufeff\n", []),
}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@pytest.mark.parametrize(("text", "entries"), GOLDEN.values(), ids=GOLDEN)
def test_golden(text: str, entries: list[str]) -> None:
    assert parse(text.encode()) == entries


@pytest.mark.parametrize("case", CORPUS, ids=[case["id"] for case in CORPUS])
def test_corpus(case: dict[str, Any]) -> None:
    """How many entries Pi reads, and of each the length of what it sees and what its comment says."""
    entries = [decoded(raw) for raw in parse(case["text"].encode())]
    wanted = case["pi"]
    assert len(entries) == wanted["n"]
    for entry, meta in zip(entries, wanted["meta"] or [], strict=False):
        if meta is None:
            assert not entry.dated
        else:
            assert [len(entry.text), entry.created, entry.last, entry.project] == meta


def test_the_corpus_has_cases_with_and_without_comments() -> None:
    assert len(CORPUS) > 20
    assert {bool(case["pi"]["meta"]) for case in CORPUS} == {True, False}


def test_bytes_that_are_no_utf8_are_named_by_place() -> None:
    with pytest.raises(Undecodable) as caught:
        parse(LATIN_1)
    assert (caught.value.offset, caught.value.line) == (3, 1)


@given(st.lists(TEXTS, max_size=6), st.none() | TEXTS)
def test_what_the_agent_would_write_is_read_back(texts: list[str], project: str | None) -> None:
    """For every list of entries with comments that the agent could have in memory."""
    whole = "\n§\n".join(texts)
    entries = [encoded(text, "2026-11-29", "2026-11-30", project) for text in split(whole)]
    assert parse(serialise(entries)) == entries
    for text, raw in zip(split(whole), entries, strict=True):
        assert decoded(raw).dated
        assert decoded(raw).text == text or "created=" in text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_one_write_makes_of_a_file_the_next_leaves_alone(text: str) -> None:
    once = serialise(unique(parse(text.encode())))
    assert serialise(unique(parse(once))) == once


def test_size_counts_utf16_units_with_comments_and_delimiters() -> None:
    assert size(["a", "b"]) == 5
    assert size(["😀"]) == 2
    assert size([]) == 0
    assert size([encoded("one", "2026-11-29", "2026-11-29")]) == 48


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("[failure] Tried X", Failure("Tried X", "failure")),
        (
            "[failure] Tried X — Tool state: ts — Corrected to: ct",
            Failure("Tried X", "failure", None, "ts", "ct"),
        ),
        ("[tool-quirk] a — b — Failed: c", Failure("a — b", "tool-quirk", "c")),
        ("[insight] a — Failed: first — Failed: second", Failure("a", "insight", "first")),
        ("[other] a — Failed: c", Failure("[other] a", None, "c")),
        ("no tag at all", Failure("no tag at all")),
        ("[failure]no space", Failure("[failure]no space")),
    ],
)
def test_a_failure_has_parts(text: str, failure: Failure) -> None:
    assert understood(text) == failure
    assert category_of(text) == failure.category


def test_a_failure_is_composed_as_the_agent_does() -> None:
    failure = Failure(" Tried X ", tool_state="ts", corrected_to="ct", reason="")
    assert composed(failure) == "[failure] Tried X — Tool state: ts — Corrected to: ct"


WORDS = st.from_regex(r"[a-z]+( [a-z]+)*", fullmatch=True)


@given(st.builds(Failure, WORDS, st.sampled_from(CATEGORIES), *[st.none() | WORDS] * 3))
def test_a_composed_failure_is_understood(failure: Failure) -> None:
    assert understood(composed(failure)) == failure


def test_rules_stand_one_a_line() -> None:
    text = "# my rules\n- never push\n* always  run\ttests \r\n\nNEVER push\n  # more\n-no bullet\n- # pinned"
    found = rules(text)
    assert [rule.text for rule in found] == ["never push", "always run tests", "NEVER push", "-no bullet"]
    assert [rule.line for rule in found] == [1, 2, 4, 6]
    assert [rule.copy_of for rule in found] == [None, None, 0, None]
    assert distinct(rule.text for rule in found) == ["never push", "always run tests", "-no bullet"]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_rule_is_a_line_that_says_something(text: str) -> None:
    for rule in rules(text):
        assert rule.text == trim(rule.text) != ""
        assert "\n" not in rule.text
        assert not rule.text.startswith("#")


@pytest.mark.parametrize(
    ("sizes", "reached"),
    [
        ([], 0),
        ([1] * 20, 20),
        ([1] * 21, 20),
        ([1999], 1),
        ([2000], 0),
        ([999, 999], 2),
        ([999, 1000], 1),
        ([1500, 600, 10], 1),
    ],
    ids=["none", "20", "21", "1,999", "2,000", "fits", "accepted at the cap and not injected", "no skipping"],
)
def test_what_reaches_the_prompt_stops_at_the_first_that_does_not_fit(sizes: list[int], reached: int) -> None:
    assert injected(["x" * size for size in sizes]) == reached
