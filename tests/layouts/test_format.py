"""The spelling of a memory file: what the released agent makes of bytes, as a table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.layouts.hermes.drift import causes_of_drift
from hermes_mem.layouts.hermes.format import (
    DELIMITER,
    Undecodable,
    decode,
    drifted,
    joined_size,
    parse,
    serialise,
    split,
    unique,
)
from tests.layouts.vectors import CORPUS, GOLDEN, LATIN_1, Vector

LIMIT = 2200
PIECES = ["§", "\n", "\n§\n", " ", "\t", "\xa0", "\r", "\r\n", "\ufeff", "a", "b", "\u200d", "é", "\x1f"]
MESSES = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)


@pytest.mark.parametrize("vector", GOLDEN.values(), ids=GOLDEN)
def test_golden(vector: Vector) -> None:
    assert parse(vector.raw) == vector.entries
    assert joined_size(unique(vector.entries)) == vector.chars
    assert drifted(decode(vector.raw), LIMIT) is vector.drift


@pytest.mark.parametrize("case", CORPUS, ids=[case["id"] for case in CORPUS])
def test_corpus(case: dict[str, Any]) -> None:
    """The corpus counts exact copies."""
    text, wanted = decode(case["text"].encode()), case["hermes"]
    entries = split(text)
    assert [len(entry) for entry in entries] == wanted["lens"]
    assert [entry[:28] for entry in entries] == wanted["heads"]
    assert joined_size(entries) == wanted["joined"]
    assert drifted(text, case["limit"]) is wanted["drift"]


def test_late_releases_drop_the_byte_order_mark() -> None:
    assert parse("\ufeffa\n§\nb".encode(), late=True) == ["a", "b"]


def test_bytes_that_are_no_utf8_are_named_by_place() -> None:
    with pytest.raises(Undecodable) as caught:
        parse(b"ok\n" + LATIN_1)
    assert (caught.value.offset, caught.value.line, caught.value.byte) == (6, 2, 0xE9)
    assert "0xE9" in caught.value.message


def test_a_cut_character_at_the_very_end_is_named_too() -> None:
    with pytest.raises(Undecodable) as caught:
        parse(b"a\xc2")
    assert caught.value.offset == 1


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=8))
def test_what_the_agent_would_write_is_read_back(texts: list[str]) -> None:
    """For every list of entries that the agent could have: stripped, not empty, and none with a delimiter in it."""
    entries = split(DELIMITER.join(text.replace("\r", "\n") for text in texts))
    assert parse(serialise(entries)) == entries


@given(MESSES, st.integers(min_value=0, max_value=12))
def test_a_cause_is_named_exactly_when_a_text_has_drifted(text: str, limit: int) -> None:
    text = decode(text.encode())
    assert bool(list(causes_of_drift(text, limit))) is drifted(text, limit)


@given(MESSES)
def test_reading_and_writing_again_settles_at_once(text: str) -> None:
    """What one write makes of any file, the next write leaves alone: nothing wanders."""
    once = serialise(parse(text.encode()))
    assert serialise(parse(once)) == once
