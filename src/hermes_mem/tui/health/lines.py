"""What the checks found as rows of a list, and one finding in full with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hermes_mem.model.budget import Budget
from hermes_mem.model.file import FileChange
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Effect, Outcome, Result
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe, safe_line
from hermes_mem.store.differences import Difference
from hermes_mem.store.glimpse import masked
from hermes_mem.store.lines_changed import LineChange
from hermes_mem.tui.health.rows import Desired, Examined, Heading, HealthRow, Only, ReportRow
from hermes_mem.tui.history.lines import by_word
from hermes_mem.tui.memory.facts import Line, Role, number_of, press, say, text_lines
from hermes_mem.tui.memory.rows import shown_text
from hermes_mem.tui.widgets.bars import UNITS
from hermes_mem.tui.widgets.glyphs import own, own_masks
from hermes_mem.tui.widgets.line import Line as Pieces
from hermes_mem.tui.widgets.line import Piece, cells, spread
from hermes_mem.tui.widgets.painter import RowState

SIGNS = {Severity.BLOCKING: ("!!", "error"), Severity.WARNING: ("! ", "warning"), Severity.INFO: ("i ", "info")}
"""What stands before a report, by its severity, and the part it plays."""

GLANCE, READING = 400, 65_536
"""Characters of an entry beside the list, and where it has the whole view: remedies shall be in sight below it."""

LONGEST, MOST = 4_000, 400
"""Characters of an entry up to which words are compared, and lines of a difference beside the list."""


def report_line(row: HealthRow, width: int, state: RowState, *, reveal: bool) -> Sequence[Pieces]:
    """A kind as a heading; of a report its sign, its sentence, the entry that it is about, and where it is."""
    if isinstance(row, Heading):
        return [[(safe_line(row.group), "accent"), (own(f" · {row.count:,}"), "dim")]]
    quiet = "dim" if row.report.acknowledged else ""
    sign, part = SIGNS[row.report.finding.severity]
    left: list[Piece] = [(sign, quiet or part), (" ", ""), (_sentence(row.report.finding), quiet)]
    if row.entry and width - cells(left) > width // 3:
        left.append(
            (f"  {' '.join(shown_text(row.entry, reveal=reveal)[:width].split())}", "" if state.cursor else "dim")
        )
    return [spread(left, _where(row, width, state), width)]


def _sentence(finding: Finding) -> str:
    return safe_line(finding.message).removesuffix(".")


def _where(row: ReportRow, width: int, state: RowState) -> list[Piece]:
    """Memory and store; without room for both, the store where there are several."""
    part = "" if state.cursor else "dim"
    both = f"{row.title} {row.store}".strip()
    short = both if len(both) <= width // 3 else row.store or row.title
    return [(f"{short[: width // 3]} ", part)] if short else []


def heading(only: Only) -> str:
    """What the list is called, and what it is cut down to."""
    return "Health" if only is Only.ALL else own(f"Health · {only.value}")


def summary(examined: Examined | None, progress: str | None) -> Line:
    """`2 need you · 3 suggestions · checked 14:02`, or how far the checks are."""
    if examined is None:
        return say(progress or "not checked", Role.MUTED)
    needing = examined.needing
    words = [number_of(examined.suggestions, "suggestion")] if examined.suggestions else []
    words += [f"checked {examined.time:%H:%M}", *([f"{examined.quiet:,} acknowledged"] if examined.quiet else [])]
    words = [progress] if progress else words
    asks = f"{needing:,} need{'' if needing > 1 else 's'} you" if needing else "Nothing needs you"
    return ((asks, Role.WARNING if needing else Role.TEXT), (own("".join(f" · {word}" for word in words)), Role.MUTED))


def why_empty(examined: Examined | None, desired: Desired, progress: str | None) -> list[Line]:
    """Why no report is shown, and what to press."""
    if examined is None:
        return [] if progress else [press("R", "check now")]
    if desired.query:
        lines = [
            say(own("No finding matches “{}”.").format(desired.query), Role.STRONG),
            (),
            press("esc", "clear the filter"),
        ]
    elif desired.only is Only.QUIET:
        says = "Nothing is acknowledged: i on a finding makes it quiet until it changes."
        lines = [say(says, Role.STRONG), (), press("f", "show the others")]
    elif desired.only is Only.NEEDING and examined.suggestions:
        lines = [say("Nothing needs you.", Role.STRONG), (), press("f", "show suggestions too")]
    else:
        count = sum(len(store.targets) for store in examined.stores)
        stores = number_of(len(examined.stores), "store")
        looked = f"Checked {examined.time:%H:%M}, {count:,} memor{'y' if count == 1 else 'ies'} of {stores}."
        quiet = [press("f", f"show {examined.quiet:,} that you have acknowledged")] if examined.quiet else []
        failed = examined.problems
        nothing = "Nothing is wrong, as far as it could be checked." if failed else "Nothing is wrong."
        lines = [say(nothing, Role.STRONG), say(looked), (), *quiet, press("R", "check again")]
    return lines


def problem_lines(problems: Iterable[str]) -> list[Line]:
    """Which checks failed, and why."""
    return [(("! ", Role.WARNING), (safe_line(problem), Role.WARNING)) for problem in problems]


# One finding


def finding_lines(row: ReportRow) -> list[Line]:
    """What happened, and what it means for the agent."""
    finding = row.report.finding
    lines: list[Line] = [
        (((f"{SIGNS[finding.severity][0].strip()} "), _role(finding)), (safe(finding.message), Role.STRONG))
    ]
    if finding.effect:
        lines.append(say(safe(finding.effect)))
    return lines


def entry_lines(row: ReportRow, *, reveal: bool, zoomed: bool) -> list[Line]:
    """The entry that it is about, so much of it that what can be done is in sight below."""
    return [(), *text_lines(row.entry, reveal=reveal, most=READING if zoomed else GLANCE)] if row.entry else []


def _role(finding: Finding) -> Role:
    return Role(SIGNS[finding.severity][1])


def place_lines(row: ReportRow, short: Callable[[str], str]) -> list[Line]:
    """Where it is, by which rule, what helps beside a remedy; `short` makes paths short."""
    finding, home = row.report.finding, row.report.home
    where = f"{row.title} of {home.name}" if row.title else home.name
    path = finding.file or (str(row.target.path) if row.target else str(home.path))
    lines = [_fact("where", safe_line(where)), _fact("file", safe_line(short(path)))]
    if finding.fix:
        lines.append(_fact("fix", safe_line(short(finding.fix))))
    acknowledged = own(" · acknowledged") if row.report.acknowledged else ""
    return [*lines, _fact("rule", own(f"{safe_line(finding.rule)} · {finding.severity}{acknowledged}"))]


def _fact(name: str, value: str) -> Line:
    return ((f"{name:<7}", Role.MUTED), (value, Role.TEXT))


# What can be done


@dataclass(frozen=True, slots=True)
class Way:
    """A remedy with what it would do now, or why that cannot be said."""

    remedy: Remedy
    result: Result | None = None
    differences: tuple[Difference, ...] = ()
    lines: tuple[LineChange, ...] = ()
    problem: str | None = None

    @property
    def refused(self) -> bool:
        """Whether a rule stands against it."""
        return self.result is not None and self.result.outcome is Outcome.REFUSED

    @property
    def key(self) -> str:
        """The word of the remedy."""
        return self.remedy.id


def way_line(way: Way, width: int, state: RowState) -> Sequence[Pieces]:
    """The remedy as on a button, and what becomes of entries and budget where there is room."""
    said = safe_line(way.remedy.says)
    right = outcome_in_short(way)
    room = width - len(said) - 2
    return [
        spread([(said, "")], [(f"{right} ", "" if state.cursor else "dim")] if 0 < len(right) <= room else [], width)
    ]


def outcome_in_short(way: Way) -> str:
    """`3 → 5 entries`; why not, where it cannot be done; nothing while that is being worked out."""
    if way.problem or way.refused:
        return "refused" if way.refused else "not now"
    if way.result is None:
        return ""
    if way.result.outcome is Outcome.UNCHANGED:
        return "changes nothing"
    return own(", ".join(_entries(effect) for effect in way.result.effects))


def _entries(effect: Effect) -> str:
    return f"{len(effect.old):,} → {number_of(len(effect.new), 'entry', 'entries')}"


def way_lines(way: Way, short: Callable[[str], str], *, reveal: bool, most: int = MOST) -> list[Line]:
    """What a remedy would do: what is lost, entries and budget before and after, and every entry that differs."""
    lines: list[Line] = []
    if way.problem:
        return [say(safe(way.problem), Role.ERROR)]
    if way.result is None:
        return [say(own("Working it out…"), Role.MUTED)]
    for finding in _against(way, way.result):
        role = Role.ERROR if finding.severity is Severity.BLOCKING else Role.WARNING
        lines.append((("! ", role), (safe(" ".join(filter(None, (finding.message, finding.effect)))), role)))
    for effect in way.result.effects:
        named = f"{title_of(effect.target)}: " if len(way.result.effects) > 1 else ""
        lines.append(say(own(f"{named}{_entries(effect)}, {_budgets(effect.before, effect.after)}")))
    if way.remedy.loses:
        lines.append((("- ", Role.WARNING), (f"Lost: {safe(way.remedy.loses)}.", Role.WARNING)))
    elif way.result.outcome is not Outcome.REFUSED:
        lines.append(say("Nothing is lost, and u takes it back.", Role.MUTED))
    changes = list(_changes(way, short, reveal=reveal))
    left_out = [say(own(f"… and {number_of(len(changes) - most, 'more line')}."), Role.MUTED)]
    return [*lines, (), *changes[:most], *(left_out if len(changes) > most else [])]


def _against(way: Way, result: Result) -> list[Finding]:
    """What is to be known of it: why it is refused, else all but that what it mends is there."""
    return [one for one in result.findings if way.refused or one.rule not in way.remedy.rules]


def _budgets(before: Budget, after: Budget) -> str:
    over = f", OVER by {after.over:,}" if after.over else ""
    return f"{before.used:,} → {after.used:,}/{after.limit:,} {UNITS[after.unit]}{over}"


def _changes(way: Way, short: Callable[[str], str], *, reveal: bool) -> Iterator[Line]:
    if way.differences:
        for one in way.differences:
            yield from difference_lines(one, reveal=reveal)
    elif way.result and way.result.effects and way.result.outcome is Outcome.APPLIED:
        yield say("Every entry stays as it is; only how they are written into the file changes.", Role.MUTED)
        yield from map(_line, way.lines)
    for file in way.remedy.files:
        if file.place is None:
            yield _file(file, short)


def _line(line: LineChange) -> Line:
    """A line of a file; blanks at its end can be seen."""
    sign, role = ("+", Role.INFO) if line.comes else ("-", Role.ERROR)
    bare = line.text.rstrip(" \t")
    blanks = own("·") * (len(line.text) - len(bare))
    return ((f"{sign} {line.number:>3}  ", role), (safe(own_masks(bare)) + blanks or "(an empty line)", role))


def _file(file: FileChange, short: Callable[[str], str]) -> Line:
    path = safe_line(short(str(file.path)))
    if file.after is None:
        return ((f"- {path}", Role.ERROR), (" goes", Role.TEXT))
    if file.before is None:
        return ((f"+ {path}", Role.INFO), (" is made", Role.TEXT))
    mode = ""
    if file.before.mode != file.after.mode and file.before.mode is not None and file.after.mode is not None:
        mode = own(f", mode {file.before.mode:03o} → {file.after.mode:03o}")
    return ((f"~ {path}", Role.INFO), (f" is written{mode}", Role.TEXT))


def difference_lines(one: Difference, *, reveal: bool) -> list[Line]:
    """What went, then what came, with the words that differ; an entry that only has another place is said once."""
    was, now = (_shown(version.text, one.home.kind, reveal) if version else None for version in (one.was, one.now))
    if was is None or now is None:
        return _whole("-", was, Role.ERROR) + _whole("+", now, Role.INFO)
    if one.was and one.now and one.was.text == one.now.text:
        return _whole("~", now, Role.MUTED)
    if max(len(was), len(now)) > LONGEST:
        return _whole("-", was, Role.ERROR) + _whole("+", now, Role.INFO)
    return by_word("-", was, now, Role.ERROR) + by_word("+", now, was, Role.INFO)


def _shown(text: str, kind: str, reveal: bool) -> str:
    return safe(text if reveal else own_masks(masked(text, kind)))


def _whole(sign: str, text: str | None, role: Role) -> list[Line]:
    if text is None:
        return []
    first, *others = text.split("\n")
    return [((f"{sign} ", role), (first, role)), *((("  ", role), (line, role)) for line in others)]
