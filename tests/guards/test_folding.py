"""NFKC and the way back."""

from __future__ import annotations

import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.guards.folding import LONG_RUN, _starts_piece, fold

MARKS = st.sampled_from("\u0301\u0323\u0344\u093c\u3099\uff9e\u1161\u11a8\u200d")
LETTERS = st.sampled_from("aekｃａｔﬁ㎏Å각가カｶ\ufdfa密 \n")
TEXTS = st.text(LETTERS | MARKS | st.characters(), max_size=24)


@given(TEXTS)
def test_it_is_the_normal_form(text: str) -> None:
    assert fold(text).text == unicodedata.normalize("NFKC", text)


@given(TEXTS.filter(bool), st.data())
def test_every_span_leads_back_to_the_text_that_it_comes_from(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded.text) - 1))
    end = data.draw(st.integers(start + 1, len(folded.text)))
    first, last = folded.original(start, end)
    assert 0 <= first < last <= len(text)
    assert folded.text[start:end] in unicodedata.normalize("NFKC", text[first:last])


def test_single_characters_keep_their_places() -> None:
    folded = fold("x ｃａｔ ㎏ y")
    assert folded.text == "x cat kg y"
    assert folded.original(2, 5) == (2, 5)
    assert folded.original(7, 8) == (6, 7)


def test_what_composes_is_one_piece() -> None:
    folded = fold("ae\u0301b")
    assert folded.text == "aéb"
    assert folded.original(1, 2) == (1, 3)


def test_long_runs_of_marks_come_out_the_same() -> None:
    text = "a" + "\u0301\u0323\u0344" * LONG_RUN + "b" + "\u0323\u0301" * 2
    assert fold(text).text == unicodedata.normalize("NFKC", text)


def test_no_piece_begins_with_what_composes_or_moves() -> None:
    """Over all of the Unicode that this Python knows."""
    second, moving = set(), set()
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        parts = unicodedata.decomposition(char).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            second.add(chr(int(parts[1], 16)))
        if unicodedata.combining(char):
            moving.add(char)
    assert len(second) > 60
    assert [char for char in second | moving if _starts_piece(char)] == []
