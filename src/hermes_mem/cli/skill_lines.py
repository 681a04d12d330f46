"""Skills as text for a person: aligned rows, or one skill whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from hermes_mem.cli import output
from hermes_mem.cli.cells import columns, cut, wrap
from hermes_mem.cli.entries import COLOURS, LOUD, MARKS
from hermes_mem.cli.skill_rows import shown
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.skill import Origin, Scope, Skill
from hermes_mem.model.text import safe, safe_line
from hermes_mem.skills.choosing import Placed
from hermes_mem.skills.reading import Shelf, Whole
from hermes_mem.skills.sorting import State, states

BADGES = {Scope.GLOBAL: "G", Scope.PROJECT: "P", Scope.EXTERNAL: "E"}

ROW = 300
"""Characters of a description in a row when no terminal sets the measure."""

NAME = 40
"""Cells of a name in a row."""

SAID = 5
"""How many skills are named that have a finding in common."""


class Manner(NamedTuple):
    """How skills are listed: secrets shown, whole descriptions instead of rows, each with its store."""

    reveal: bool
    full: bool = False
    stores: bool = False


def print_shelf(shelf: Shelf, skills: Sequence[Placed], most: int | None, manner: Manner) -> None:
    """A heading, the skills of a store, and what was found on those shown, once for those that have it in common."""
    home = shelf.home
    count = f"{len(skills):,} skill{'' if len(skills) == 1 else 's'}"
    output.line(output.paint(safe_line(home.name), "bold") + f"  {safe_line(str(home.path))}  {count}")
    listed = skills[:most]
    print_rows(listed, manner)
    print_left(len(skills) - len(listed))
    if not manner.full:
        _print_common(listed)
    _print_findings(shelf.findings, 2)
    output.line()


def print_rows(skills: Sequence[Placed], manner: Manner) -> None:
    """A row for each skill, or with `full` its place, its whole description and every finding."""
    if manner.full:
        for one in skills:
            _print_head(one, manner)
            _print_findings(one.skill.findings, 4)
        return
    now, width = datetime.now(UTC), output.width()
    for one, line in zip(skills, columns(_without_empty([_cells(one, manner, now) for one in skills])), strict=True):
        severity = _severity(one.skill)
        text = cut("  " + line, width)
        output.line(output.paint(text, COLOURS[severity]) if severity in LOUD else text)


def print_left(count: int) -> None:
    """That so many more were not shown."""
    if count > 0:
        output.line(f"  … {count:,} more; --limit N or --full shows them")


def print_whole(one: Placed, text: Whole, reveal: bool) -> None:
    """A skill with its place, every finding, its front matter and its text."""
    _print_head(one, Manner(reveal))
    _print_findings(one.skill.findings, 2)
    if text.front_matter:
        output.line()
        for line in shown(text.front_matter, reveal).split("\n"):
            output.line("  " + output.paint(safe(line), "cyan"))
    output.line()
    for line in safe(shown(text.body, reveal)).strip("\n").split("\n"):
        output.line(line)
    output.line()


def _print_head(one: Placed, manner: Manner) -> None:
    skill = one.skill
    words = [word for word in states(skill) if word is not State.ACTIVE]
    state = f"  {' '.join(words)}" if words else ""
    output.line(f"{BADGES[skill.scope]}  {output.paint(safe_line(skill.name), 'bold')}{state}  {safe_line(skill.id)}")
    _print_indented(safe(shown(skill.description, manner.reveal)), 2)
    for fact in _facts(one):
        _print_indented(safe_line(fact), 2)


def _facts(one: Placed) -> Iterator[str]:
    """Where it lies, what the agent keeps of it, and what stands in the way of changing it."""
    skill, usage = one.skill, one.skill.usage
    yield f"{skill.directory / skill.file} of {one.home.name}"
    days = {"created": usage.created, "changed": skill.updated, "last used": usage.used}
    said = [f"{word} {moment.astimezone():%Y-%m-%d}" for word, moment in days.items() if moment]
    said += [f"used {usage.uses:,} time{'' if usage.uses == 1 else 's'}"] if usage.uses is not None else []
    said += [f"tags {', '.join(skill.words)}"] if skill.words else []
    said += [f"origin {skill.origin}"] if skill.origin not in (Origin.LOCAL, Origin.EXTERNAL) else []
    if said:
        yield " · ".join(said)
    if skill.unlisted:
        yield f"The agent leaves it out of its list: {skill.unlisted}."
    if skill.shadowed_by:
        yield f"The agent uses another one of this name: {skill.shadowed_by}"
    if skill.closed:
        yield f"It cannot be changed here: {skill.closed}"
    yield from (f"Named by {place}." for place in skill.named_by)


def _cells(one: Placed, manner: Manner, now: datetime) -> tuple[str, ...]:
    skill = one.skill
    moment = skill.updated or skill.usage.created
    description = safe_line(shown(skill.description[: 2 * ROW], manner.reveal))
    return (
        BADGES[skill.scope],
        MARKS[_severity(skill)],
        cut(safe_line(skill.name), NAME),
        safe_line(one.home.name) if manner.stores else "",
        cut(safe_line(skill.project or skill.category or ""), NAME // 2),
        " ".join(word for word in states(skill) if word is not State.ACTIVE),
        f"{max(0, (now - moment).days)}d" if moment else "-",
        f"{skill.usage.uses:,}" if skill.usage.uses is not None else "-",
        description if len(description) <= ROW else description[: ROW - 1] + "…",
    )


def _without_empty(rows: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """The rows without the columns in which nothing stands."""
    used = [any(column) for column in zip(*rows, strict=True)]
    return [[cell for cell, is_used in zip(row, used, strict=True) if is_used] for row in rows]


def _severity(skill: Skill) -> Severity | None:
    return max((finding.severity for finding in skill.findings), key=lambda severity: severity.rank, default=None)


def _print_common(skills: Iterable[Placed]) -> None:
    """What asks for something on the skills listed: each rule once, with the names of those it is about."""
    alike: dict[tuple[str, Severity, str], list[str]] = {}
    for one in skills:
        for finding in one.skill.findings:
            if finding.severity in LOUD:
                alike.setdefault((finding.rule, finding.severity, finding.effect), []).append(one.skill.name)
    for (rule, severity, effect), names in alike.items():
        more = f" and {len(names) - SAID:,} more" if len(names) > SAID else ""
        mark = output.paint(f"{MARKS[severity]} {rule}", COLOURS[severity])
        output.line(f"  {mark}  {safe_line(', '.join(names[:SAID]))}{more}")
        _print_indented(safe_line(effect), 6)


def _print_findings(findings: Iterable[Finding], indent: int) -> None:
    for finding in findings:
        mark = output.paint(f"{MARKS[finding.severity]} {finding.rule}", COLOURS[finding.severity])
        output.line(f"{' ' * indent}{mark}  {safe_line(finding.message)}")
        for sentence in filter(None, (finding.effect, finding.fix)):
            _print_indented(safe_line(sentence), indent + 4)


def _print_indented(text: str, indent: int) -> None:
    """The text behind so many spaces, wrapped when stdout is a terminal."""
    width = output.width()
    for line in wrap(text, max(20, width - indent)) if width else text.split("\n"):
        output.line((" " * indent + line).rstrip())
