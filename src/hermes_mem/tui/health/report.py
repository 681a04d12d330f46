"""All that is shown of the checks as plain text, for a message to somebody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hermes_mem.model.text import safe_line
from hermes_mem.tui.health.lines import SIGNS
from hermes_mem.tui.health.rows import Examined, Heading, HealthRow, ReportRow
from hermes_mem.tui.memory.facts import number_of


def report_text(rows: Sequence[HealthRow], examined: Examined, short: Callable[[str], str]) -> str:
    """The rows with what each means for the agent; no text of an entry is in it. `short` makes paths short."""
    head = (
        f"hermes-mem, {examined.time:%Y-%m-%d %H:%M}: {examined.needing:,} need you, "
        f"{number_of(examined.suggestions, 'suggestion')}, {examined.quiet:,} acknowledged"
    )
    lines = [head, *(line for row in rows for line in _lines(row, short)), *map(safe_line, examined.problems)]
    return "\n".join(lines) + "\n"


def _lines(row: HealthRow, short: Callable[[str], str]) -> Iterator[str]:
    if isinstance(row, Heading):
        yield from ("", safe_line(row.group))
        return
    finding = row.report.finding
    sign = SIGNS[finding.severity][0]
    entry = f" {finding.entry}" if finding.entry else ""
    yield safe_line(f"{sign} {_place(row)}{entry}: {short(finding.message)} ({finding.rule})")
    if finding.effect:
        yield f"   {safe_line(short(finding.effect))}"


def _place(row: ReportRow) -> str:
    return " ".join(filter(None, (row.report.home.name, row.title)))
