"""What the list of entries shows, in which order: pure values, so that a worker or a test can make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Severity
from hermes_mem.model.target import Target
from hermes_mem.model.text import mask, safe, safe_line
from hermes_mem.tui.memory.facts import RETURNED, Line, Role, age, empty_lines, known_day, press, say
from hermes_mem.tui.memory.query import asked
from hermes_mem.tui.widgets.glyphs import own, own_masks

if TYPE_CHECKING:
    from hermes_mem.model.fuzzy import Filter
    from hermes_mem.store import lineage
    from hermes_mem.store.growth import Growth


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry on one line as it may be shown: secrets masked unless revealed, nothing a terminal would act on.

    `age`, `category` and `project` are words for columns beside it; None where its memory keeps no such thing.
    """

    key: str
    entry: Entry
    line: str
    age: str | None = None
    category: str | None = None
    project: str | None = None


class Flag(StrEnum):
    """The one mark in front of a row, the gravest first."""

    DANGER = "!"
    BLANKED = "x"
    SHAPE = "~"
    RETURNED = "<"
    COPY = "="
    NOTE = "i"
    NONE = " "


class Sort(StrEnum):
    """Orders of the list, with the word that is shown."""

    FILE = "file order"
    SIZE = "largest first"
    FLAGGED = "flagged first"
    ALPHABET = "a to z"


class Only(Enum):
    """What the list is cut down to, with the word that is shown."""

    ALL = "all"
    FLAGGED = "flagged"
    SECRETS = "with a secret"
    BLANKED = "kept out of the prompt"
    COPIES = "a copy"

    def admits(self, entry: Entry) -> bool:
        """Whether the entry stays in the list."""
        match self:
            case Only.FLAGGED:
                return flag(entry) is not Flag.NONE
            case Only.SECRETS:
                return bool(entry.secrets)
            case Only.BLANKED:
                return bool(entry.blanked)
            case Only.COPIES:
                return entry.copy_of is not None
        return True


def entry_key(target: Target, entry: Entry) -> str:
    """The key of its row. The id alone is not enough: two stores may hold the same text."""
    return f"{target.path}#{entry.id}"


def shown_text(entry: Entry, *, reveal: bool) -> str:
    """The text of an entry as it may leave the program."""
    return safe(entry.text if reveal else own_masks(mask(entry.text, entry.secrets).text))


def arrange(shown: Sequence[EntryRow], sort: Sort, only: Only) -> list[EntryRow]:
    """The rows that `only` admits, in the order of `sort`; equal ones stay in file order."""
    admitted = [row for row in shown if only.admits(row.entry)]
    match sort:
        case Sort.SIZE:
            admitted.sort(key=lambda row: -row.entry.size)
        case Sort.FLAGGED:
            admitted.sort(key=lambda row: list(Flag).index(flag(row.entry)))
        case Sort.ALPHABET:
            admitted.sort(key=lambda row: row.line.casefold())
        case Sort.FILE:
            pass
    return admitted


def flag(entry: Entry) -> Flag:
    """The gravest thing to say of an entry."""
    for finding in sorted(entry.findings, key=lambda finding: -finding.severity.rank):
        if finding.severity is Severity.INFO:
            break
        if finding.rule == RETURNED:
            continue
        return Flag.SHAPE if finding.rule.startswith("shape.") else Flag.DANGER
    if entry.blanked:
        return Flag.BLANKED
    if any(finding.rule == RETURNED for finding in entry.findings):
        return Flag.RETURNED
    if entry.copy_of:
        return Flag.COPY
    return Flag.NOTE if entry.findings else Flag.NONE


@dataclass(frozen=True, slots=True)
class Past:
    """Of each memory, by its file, how it filled, and of each of its entries, by id, since when it is there."""

    growth: Mapping[Path, Growth] = field(default_factory=dict)
    lines: Mapping[Path, Mapping[str, lineage.Line]] = field(default_factory=dict)


@dataclass(slots=True)
class Desired:
    """What the person wants to see of any memory: which entries, in which order, masked or not.

    `today` is the day from which ages are counted, `past` what the history knows. `close` holds the keys of rows that
    only a typo explains.
    """

    query: str = ""
    sort: Sort = Sort.FILE
    only: Only = Only.ALL
    reveal: bool = False
    today: date = field(default_factory=date.today)
    past: Past = field(default_factory=Past)
    close: set[str] = field(default_factory=set)
    _arranged: dict[Path, list[EntryRow]] = field(default_factory=dict)
    _filters: dict[Path, Filter] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """What of the query is looked for in the texts."""
        return asked(self.query).words

    def rows(self, target: Target) -> list[EntryRow]:
        """The rows to show of a memory, best match first while there is a query; near misses come last."""
        arranged, query = self._arrange(target), asked(self.query)
        if not query.words:
            return [row for row in arranged if query.admits(row.entry)]
        found = self._filter(target).search(query.words)
        self.close.difference_update(arranged[index].key for index in found.hits)
        self.close.update(arranged[index].key for index in found.close)
        return [row for index in (*found.hits, *found.close) if query.admits((row := arranged[index]).entry)]

    def forget(self) -> None:
        """Make all rows anew: after reading, or when order, cut or masking changed."""
        self._arranged.clear()
        self._filters.clear()

    def _arrange(self, target: Target) -> list[EntryRow]:
        """Made once: masking and cleaning 10,000 entries at every key would be felt."""
        if target.path not in self._arranged:
            days = self._days(target)
            made = [self._row(target, entry, days) for entry in target.entries]
            self._arranged[target.path] = arrange(made, self.sort, self.only)
        return self._arranged[target.path]

    def _row(self, target: Target, entry: Entry, days: Mapping[str, date | None] | None) -> EntryRow:
        return EntryRow(
            entry_key(target, entry),
            entry,
            self._line(entry),
            None if days is None else age(days.get(entry.id), self.today),
            entry.category or "" if target.categories else None,
            safe_line(entry.project or "") if target.categories else None,
        )

    def _days(self, target: Target) -> dict[str, date | None] | None:
        """Since when each entry has its text, by id; None where nobody knows of any that it is older than today."""
        if target.dated:
            return {entry.id: entry.last or entry.created for entry in target.entries}
        days = {entry_id: known_day(line) for entry_id, line in self.past.lines.get(target.path, {}).items()}
        return days if any(day and day < self.today for day in days.values()) else None

    def _line(self, entry: Entry) -> str:
        return " ".join(shown_text(entry, reveal=self.reveal).split())

    def _filter(self, target: Target) -> Filter:
        from hermes_mem.model.fuzzy import Filter

        if target.path not in self._filters:
            searched = [f"{row.line} {row.project or ''}".rstrip() for row in self._arrange(target)]
            self._filters[target.path] = Filter(searched, prose=True)
        return self._filters[target.path]

    def status(self, shown: int, total: int) -> list[str]:
        """`3 of 14`, the cut and the order, for the line beside the filter."""
        cut = [self.only.value] if self.only is not Only.ALL else []
        return [f"{shown:,} of {total:,}", *cut, "best match" if self.words else self.sort.value]

    def why_empty(self, target: Target) -> list[Line]:
        """Why no row is shown, and what to press."""
        if not target.entries:
            return empty_lines(target)
        if self.query:
            return [
                say(own("No entry matches “{}”.").format(self.query), Role.STRONG),
                (),
                press("esc", "clear the filter"),
            ]
        return [say(own(f"No entry here for “{self.only.value}”."), Role.STRONG), (), press("f", "show others")]

    def next_sort(self) -> None:
        """Take the next order."""
        self.sort = _next(self.sort)
        self.forget()

    def next_only(self) -> None:
        """Take the next cut."""
        self.only = _next(self.only)
        self.forget()


E = TypeVar("E", bound=Enum)


def _next(value: E) -> E:
    values = list(type(value))
    return values[(values.index(value) + 1) % len(values)]
