"""Rows of the Memory view as lines of pieces, for the one list to colour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len, chop_cells, set_cell_size

from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.rows import Desired, EntryRow, Flag, flag
from hermes_mem.tui.widgets.bars import Reading, gauge_lines, percentage
from hermes_mem.tui.widgets.glyphs import Glyphs, own
from hermes_mem.tui.widgets.line import Line, Piece, cells, spread
from hermes_mem.tui.widgets.painter import RowState

CARD_LINES = 3
"""Lines of text on a card of the board, before a blank one."""

ROOMY, CATEGORY, SCOPE = 60, 10, 8
"""Cells of a row from which there is room for columns, and the cells of two of them."""

LONGEST = 8
"""So many characters of an entry are drawn for each cell of width; only joined letters could need more."""

_FLAG_PART = {
    Flag.DANGER: "error",
    Flag.BLANKED: "warning",
    Flag.SHAPE: "warning",
    Flag.RETURNED: "warning",
    Flag.COPY: "accent",
    Flag.NOTE: "info",
    Flag.NONE: "",
}


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A memory in the list of memories; `next_store` heads what follows it, in the line between the two."""

    snapshot: Snapshot
    target: Target
    next_store: str | None = None

    @property
    def home(self) -> Home:
        """Where the store lies."""
        return self.snapshot.home

    @property
    def key(self) -> str:
        """Store and target: the same memory after every reading."""
        return f"{self.home.name}/{self.target.name}"


def target_rows(snapshots: Sequence[Snapshot]) -> Iterator[TargetRow]:
    """Every memory of every store, in order."""
    for index, snapshot in enumerate(snapshots):
        following = snapshots[index + 1].home.name if index + 1 < len(snapshots) else None
        last = len(snapshot.targets) - 1
        for number, target in enumerate(snapshot.targets):
            yield TargetRow(snapshot, target, following if number == last else None)


def entry_line(row: EntryRow, width: int, state: RowState, desired: Desired) -> Sequence[Line]:
    """Flag, text and size on one line; what the filter hit is marked, and a near miss says that it is one.

    Where there is room, age and category stand before the text, and the project behind it.
    """
    mark, quiet = flag(row.entry), "" if state.cursor else "dim"
    before, text = _columns(row, width)
    hits = _highlighted(text[: LONGEST * width], desired.words)
    left: list[Piece] = [(mark.value, _FLAG_PART[mark]), (" ", ""), (before, quiet), *hits]
    near = [("close to ", "dim")] if desired.words and row.key in desired.close else []
    scope = [(f"{set_cell_size(row.project, SCOPE)} ", quiet)] if row.project and width >= ROOMY else []
    return [spread(left, [*near, *scope, (f"{row.entry.size:>6,} ", quiet)], width)]


def _columns(row: EntryRow, width: int) -> tuple[str, str]:
    """What stands before the text in columns of their own, and the text without what stands there."""
    age = f"{row.age:>5} " if row.age is not None and width >= ROOMY else ""
    if row.category is None or width < ROOMY:
        return age, row.line
    return f"{age}{row.category:<{CATEGORY}} ", row.line.removeprefix(f"[{row.category}] ")


def entry_card(row: EntryRow, width: int, state: RowState) -> Sequence[Line]:
    """The same on a card of up to three wrapped lines and a blank one, without the marks of the filter."""
    mark = flag(row.entry)
    scope = f" {set_cell_size(row.project, SCOPE).rstrip()}" if row.project and width >= 2 * SCOPE else ""
    size: Piece = (f"{scope} {row.entry.size:,} ", "" if state.cursor else "dim")
    lines = wrap(row.line[: LONGEST * width], max(2, width - 2))
    cut = len(lines) > CARD_LINES
    lines = lines[:CARD_LINES]
    if len(lines) < CARD_LINES and cell_len(lines[-1]) + 2 > width - cells([size]) - 1:
        lines.append("")
    drawn: list[Line] = [[("  ", ""), (line, "")] for line in lines]
    drawn[0] = [(mark.value, _FLAG_PART[mark]), (" ", ""), *list(drawn[0])[1:]]
    drawn[-1] = spread([*drawn[-1], (own("…") if cut else "", "dim")], [size], width)
    return [*drawn, *([[]] * (CARD_LINES + 1 - len(drawn)))]


def target_lines(row: TargetRow, width: int, state: RowState, glyphs: Glyphs) -> Sequence[Line]:
    """Name and fullness, the gauge, the number, and the heading of the next store or a blank line."""
    after = _rule(safe_line(row.next_store), width, glyphs) if row.next_store else []
    shown = reading(row.target)
    name: Piece = (shown.label, "sign" if state.cursor else "strong")
    if row.target.state.broken:
        return [spread([name], [(row.target.state.value, "error")], width), [], [], after]
    return [spread([name], [percentage(row.target.budget)], width), *gauge_lines(width, shown, glyphs)[1:], after]


def _rule(name: str, width: int, glyphs: Glyphs) -> Line:
    """A line across with a name in it."""
    head: list[Piece] = [(f"{glyphs.rest} ", "dim"), (name, "accent"), (" ", "")]
    return [*head, (glyphs.rest * (width - cells(head)), "dim")]


def reading(target: Target, marked: Collection[str] = (), *, current: str | None = None) -> Reading:
    """What a gauge says of a memory: with `marked`, what would be left without them; with `current`, the map too."""
    return Reading(
        label=target.title if target.enabled or target.by_search else f"{target.title} (off)",
        budget=target.budget,
        count=len(target.entries),
        delta=target.without(marked).used - target.budget.used if marked else None,
        sizes=tuple(entry.size for entry in target.entries) if current else (),
        current=next((n for n, entry in enumerate(target.entries) if entry.id == current), None),
    )


def _highlighted(line: str, query: str) -> list[Piece]:
    """The line cut where the filter's hits begin and end."""
    if not query:
        return [(line, "")]
    from hermes_mem.model.fuzzy import positions

    hits = set(positions(query, line, prose=True))
    runs = groupby(range(len(line)), key=hits.__contains__)
    return [("".join(line[index] for index in run), "match" if hit else "") for hit, run in runs]


def wrap(text: str, width: int) -> list[str]:
    """The words of `text` in lines of at most `width` cells, of which there are two or more.

    A word that is too long is cut, and so is one of wide letters, whose scripts know no spaces, wherever a line ends.
    """
    lines = [""]
    for word in text.split():
        head = f"{lines[-1]} " if lines[-1] else ""
        room = width - cell_len(head)
        if cell_len(word) <= room:
            lines[-1] = head + word
        elif head and room > 1 and cell_len(word) > len(word):
            first = chop_cells(word, room)[0]
            lines[-1] = head + first
            lines += chop_cells(word[len(first) :], width)
        else:
            lines[len(lines) - (not head) :] = chop_cells(word, width) or [word]
    return lines
