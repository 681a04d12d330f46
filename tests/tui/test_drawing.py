"""Text in cells: wrapped, hung below its beginning, put on cards, whatever script it is in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from hermes_mem.model.budget import Budget, Unit
from hermes_mem.model.entry import Entry
from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.drawing import CARD_LINES, entry_card, wrap
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.memory.rows import EntryRow
from hermes_mem.tui.widgets.bars import Reading, gauge_lines
from hermes_mem.tui.widgets.hanging import hang
from hermes_mem.tui.widgets.line import cells
from hermes_mem.tui.widgets.painter import RowState

TEXT = st.text(st.sampled_from("ab c-日本語é\u0301👩\u200d💻🇵🇹\ufe0f\u200cك  "), max_size=80).map(safe_line)
STATE = RowState(index=0, cursor=False, marked=False, in_range=False, focused=True)


def without_blanks(text: str) -> str:
    return "".join(text.split())


@given(TEXT, st.integers(2, 30))
def test_wrapped_lines_fit_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert without_blanks("".join(lines)) == without_blanks(text)


def test_wide_letters_part_at_the_end_of_a_line() -> None:
    assert wrap("ab コミットメッセージは", 12) == ["ab コミット", "メッセージは"]
    assert wrap("ab commitmessage", 12) == ["ab", "commitmessag", "e"]


@given(TEXT, st.integers(12, 60))
def test_a_card_has_its_lines_and_its_size(text: str, width: int) -> None:
    entry = Entry("1", text, len(text))
    lines = entry_card(EntryRow("1", entry, " ".join(text.split())), width, STATE)
    assert len(lines) == CARD_LINES + 1
    assert all(cells(line) <= width for line in lines)
    assert any(piece[0] == f" {len(text):,} " for line in lines for piece in line)


@pytest.mark.parametrize("size", [0, 40, 44, 45, 46, 47, 48, 49, 50, 90, 140, 141, 142, 143, 144, 200])
def test_a_card_cuts_only_what_does_not_fit(size: int) -> None:
    words = ("four " * 60)[:size].strip()
    drawn = entry_card(EntryRow("1", Entry("1", words, size), words), 50, STATE)
    shown = " ".join(piece[0].strip() for line in drawn for piece in line)
    assert ("…" in shown) is (words not in " ".join(shown.split()).removesuffix(f" {size}").strip())


@given(TEXT, st.integers(14, 60))
def test_a_sentence_hangs_below_its_beginning(text: str, width: int) -> None:
    first, *others = hang((("size    ", Role.MUTED), (text, Role.TEXT)), width)
    assert first.plain.startswith("size    ")
    assert all(other.plain.startswith(" " * 8) for other in others)
    assert all(part.cell_length <= width for part in (first, *others))
    parts = [first.plain[8:], *(other.plain for other in others)]
    assert without_blanks("".join(parts)) == without_blanks(text)


@pytest.mark.parametrize(
    ("width", "shown"), [(40, "188,887/2,200 chars · 10,000"), (24, "188,887/2,200 · 10,000"), (12, "188,887/2,2…")]
)
def test_without_room_the_unit_goes_before_a_number(width: int, shown: str) -> None:
    reading = Reading("MEMORY", Budget(188_887, 2_200, Unit.CODEPOINTS, "test"), 10_000)
    assert "".join(text for text, _ in gauge_lines(width, reading)[2]).rstrip() == shown
