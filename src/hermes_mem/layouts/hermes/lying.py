"""The file of a target as it lies there now, for who would mend it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, read_bytes
from hermes_mem.guards import SCAN_LIMIT, scan, shape
from hermes_mem.guards.rule import lowered
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.hermes.format import BOM, Undecodable, decode, joined_size, parse, serialise, split, unique
from hermes_mem.layouts.hermes.homes import KIND
from hermes_mem.layouts.hermes.memory_file import understood
from hermes_mem.layouts.hermes.paths import memory_path
from hermes_mem.layouts.hermes.reading import read
from hermes_mem.layouts.hermes.shape_checks import settled
from hermes_mem.layouts.reshaping import torn
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Operation, Repair
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.model.target import State, Target

_SHAPES = {rule.id: rule for rule in shape.RULES}
Hits = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Lying:
    """A target with the bytes of its file, and the other target of its home.

    `here` may be of a moment later than the bytes; its ids are only used where they fit.
    """

    path: Path
    raw: bytes
    here: Target
    other: Target | None
    late: bool

    @property
    def target(self) -> str:
        """Its name."""
        return self.here.name

    @cached_property
    def text(self) -> str | None:
        """The text as the agent takes it in; None for bytes that are no UTF-8."""
        try:
            return decode(self.raw, late=self.late)
        except Undecodable:
            return None

    @property
    def marked(self) -> bool:
        """Whether the bytes begin with a byte order mark."""
        return self.raw.startswith(BOM.encode())

    @cached_property
    def plain(self) -> str:
        """The text without a byte order mark: a repair writes none."""
        return (self.text or "").removeprefix(BOM)

    @cached_property
    def entries(self) -> list[str]:
        """The entries of it, as `settled` makes them."""
        return self.settled(split(self.plain))

    @cached_property
    def read(self) -> list[str]:
        """The entries as the agent reads them, where 0.19 has the mark in the first."""
        return split(self.text or "")

    @cached_property
    def ids(self) -> dict[str, str]:
        """The id of each text; of one that the agent reads otherwise there is none."""
        known = {entry.text: entry.id for entry in reversed(self.here.entries)}
        return {text: known.get(text, "") for text in self.entries}

    @cached_property
    def too_long(self) -> list[str]:
        """Entries that alone are more than the limit."""
        return [entry for entry in dict.fromkeys(self.entries) if not self.fits(entry)]

    @cached_property
    def documents(self) -> list[str]:
        """Entries that are whole documents."""
        return [entry for entry in dict.fromkeys(self.entries) if self.is_odd("shape.document", entry)]

    @property
    def drifted(self) -> bool:
        """Whether the agent would refuse to replace and remove."""
        return self.here.state is State.DRIFTED

    @property
    def over(self) -> bool:
        """Whether the entries together are more than the limit."""
        return not self.holds(self.entries)

    def fits(self, text: str) -> bool:
        """Whether a text may be one entry."""
        return len(text) <= self.here.budget.limit

    def fits_in(self, size: int) -> bool:
        """Whether so many characters are no more than the limit."""
        return size <= self.here.budget.limit

    def holds(self, entries: Iterable[str]) -> bool:
        """Whether these entries are no more than the limit."""
        return self.fits_in(joined_size(unique(entries)))

    def other_holds(self, entries: Sequence[str]) -> bool:
        """Whether the other target can be written, and has room for these entries too."""
        other = self.other
        if other is None or other.state not in (State.OK, State.EMPTY, State.ABSENT):
            return False
        there = [entry.text for entry in other.entries]
        return joined_size(unique([*there, *entries])) <= other.budget.limit

    def stable(self, entries: Iterable[str]) -> bool:
        """Whether the agent reads entries as they are, once they are written."""
        once = unique(entries)
        return parse(serialise(once), late=self.late) == once

    def settled(self, entries: Iterable[str]) -> list[str]:
        """The entries as the agent reads them again; later releases drop a mark at the very beginning."""
        new = list(entries)
        if self.late and new:
            new[:1] = [first] if (first := new[0].lstrip(BOM).strip()) else []
        return settled(new)

    def is_odd(self, rule: str, entry: str) -> bool:
        """Whether a rule of shape hits an entry."""
        window = entry[:SCAN_LIMIT]
        return _SHAPES[rule].may_hit(lowered(window)) and any(True for _ in _SHAPES[rule].hits(window))

    def repaired(
        self, word: str, rules: tuple[str, ...], says: str, entries: Iterable[str], loses: str = ""
    ) -> Iterator[Remedy]:
        """The remedy by which the file has these entries, `settled`; none where that mends nothing."""
        new = self.settled(entries)
        digest = sha256(self.raw).hexdigest()
        yield from self.remedy(word, rules, says, (Repair(self.target, tuple(unique(new)), digest),), new, loses)

    def changed(
        self,
        word: str,
        rules: tuple[str, ...],
        says: str,
        operations: Sequence[Operation],
        entries: Sequence[str],
        loses: str = "",
    ) -> Iterator[Remedy]:
        """The same by operations on entries, where nothing stands against those.

        Something does when the file has drifted or begins with a mark, when it would be more than the limit, or where a
        text is one that Hermes refuses to write.
        """
        brought = set(entries) - set(self.entries)
        grows = not self.holds(entries) and joined_size(unique(entries)) > joined_size(unique(self.entries))
        copies = len(self.ids) < len(self.entries)
        stands_against = self.drifted or self.marked or grows or self._refused(brought)
        if len(self.entries) == 1 or copies or stands_against or not (all(self.ids.values()) and self.stable(entries)):
            yield from self.repaired(word, rules, says, entries, loses)
        else:
            yield from self.remedy(word, rules, says, tuple(operations), entries, loses)

    def _refused(self, texts: Collection[str]) -> bool:
        findings = (finding for text in texts for finding in scan(text, KIND, self.late))
        return any(
            finding.severity is not Severity.INFO
            and (not finding.rule.startswith("shape.") or finding.rule == "shape.blocked-literal")
            for finding in findings
        )

    def remedy(
        self,
        word: str,
        rules: tuple[str, ...],
        says: str,
        operations: tuple[Operation, ...],
        entries: Sequence[str],
        loses: str = "",
    ) -> Iterator[Remedy]:
        """The remedy for those of the rules of which it leaves less than there was; none where that is for none."""
        after = self._hits(serialise(unique(entries)))
        mended = tuple(rule for rule in rules if any(hit[0] == rule and hit not in after for hit in self._now))
        if not mended:
            return
        clauses = (
            loses,
            "the byte order mark" if _marks(self.raw) > "".join(entries).count(BOM) else "",
            copies_in(entries),
        )
        yield Remedy(word, mended, says, operations, loses=", ".join(filter(None, clauses)), allow=("shrink", "empty"))

    @cached_property
    def _now(self) -> Hits:
        return self._hits(self.raw)

    def _hits(self, raw: bytes) -> Hits:
        """What would be found on such a file: rules, and for those on entries the text."""
        file = understood(Present(raw), self.path, self.here.budget.limit, late=self.late)
        found = {(finding.rule, "") for finding in file.findings if finding.rule != "shape.torn"}
        found |= {("shape.torn", "\n".join(file.texts[run[0] : run[-1] + 1])) for run in torn(file.texts)}
        seen = set[str]()
        for entry in file.texts:
            found |= {("shape.duplicate", "")} if entry in seen else {*_odd(self, entry)}
            seen.add(entry)
        return frozenset(found)


def copies_in(entries: Sequence[str]) -> str:
    """How many exact copies the agent drops when it writes these, as a clause; empty for none."""
    copies = len(entries) - len(unique(entries))
    return counted(copies, "exact copy", "exact copies") if copies else ""


def _marks(raw: bytes) -> int:
    return raw.count(BOM.encode())


def _odd(file: Lying, entry: str) -> Iterator[tuple[str, str]]:
    return ((rule, entry) for rule in _SHAPES if file.is_odd(rule, entry))


def lying(home: Path, target: str, env: Environment, *, late: bool) -> Lying | None:
    """The file of a target; None where there is none, or none that can be read."""
    path = memory_path(home, target)
    reading = read_bytes(path)
    if not isinstance(reading, Present):
        return None
    snapshot = read(Home(KIND, home, "", ""), env, late=late, scanned=False)
    here = snapshot.target(target)
    assert here is not None
    other = next((one for one in snapshot.targets if one.name != target), None)
    return Lying(path, reading.raw, here, other, late)
