"""Masking: what is hidden, and where everything else went."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.model.masking import MASK, mask

TEXTS = st.text("abc·", min_size=1, max_size=20)
SPANS = st.lists(st.tuples(st.integers(-2, 22), st.integers(-2, 22)), max_size=5)


@pytest.mark.parametrize(
    ("spans", "shown"),
    [
        ([], "key is hunter2 now"),
        ([(7, 14)], "key is •••••• now"),
        ([(7, 8)], "key is ••••••unter2 now"),
        ([(7, 10), (9, 14)], "key is •••••• now"),
        ([(10, 14), (7, 10)], "key is •••••• now"),
        ([(7, 7), (15, 12)], "key is hunter2 now"),
        ([(15, 99)], "key is hunter2 ••••••"),
        ([(-5, 99)], "••••••"),
        ([(0, 3), (15, 18)], "•••••• is hunter2 ••••••"),
    ],
)
def test_each_secret_becomes_six_bullets(spans: list[tuple[int, int]], shown: str) -> None:
    assert mask("key is hunter2 now", spans).text == shown


@given(TEXTS, SPANS)
def test_every_visible_character_is_where_at_says(text: str, spans: list[tuple[int, int]]) -> None:
    masked = mask(text, spans)
    covered = {at for start, end in spans for at in range(max(0, start), max(0, end))}
    for at, char in enumerate(text):
        if at in covered:
            assert masked.text[masked.at(at) :].startswith(MASK)
        else:
            assert masked.text[masked.at(at)] == char
    assert masked.at(len(text)) == len(masked.text)


@given(TEXTS, SPANS, st.data())
def test_a_span_takes_along_the_masks_that_it_touches(
    text: str, spans: list[tuple[int, int]], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    masked = mask(text, spans)
    first, last = masked.span((start, end))
    inside = masked.text[first:last]
    touched = sum(a < end and start < b for a, b in masked.hidden)
    assert inside.count(MASK) == touched
    visible = [at for at in range(start, end) if not any(a <= at < b for a, b in masked.hidden)]
    assert inside.replace(MASK, "") == "".join(text[at] for at in visible)
