"""What became of a change: calm lines for a person, the object of the contract for a program."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hermes_mem.cli import output, shapes
from hermes_mem.guards import scan
from hermes_mem.model.errors import Refused
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Effect, Outcome, Result
from hermes_mem.model.store import Home
from hermes_mem.model.target import title_of
from hermes_mem.model.text import Masked, mask, safe_line
from hermes_mem.store.differences import Difference, Version, differences
from hermes_mem.store.glimpse import glimpse
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.mirroring import behind


class Manner(NamedTuple):
    """How it is shown. `full` shows what went away whole; `quiet` cuts what came as well, for what comes from disk."""

    json: bool
    reveal: bool = False
    full: bool = False
    dry_run: bool = False
    quiet: bool = False


def report(result: Result, home: Home, summary: str, manner: Manner) -> int:
    """Print the result of a plan about entries of `home`; returns the exit code: 4 when it was refused, else 0."""
    if manner.json:
        output.document(**_row(result, home, manner))
    else:
        _print(result, home, summary, manner)
    return Refused.exit_code if result.outcome is Outcome.REFUSED else 0


def _row(result: Result, home: Home, manner: Manner) -> dict[str, Any]:
    texts = {v.id: v.text for d in differences(result.effects) if (v := d.now)}
    return {
        "outcome": result.outcome,
        "dry_run": manner.dry_run,
        "changes": list(result.changes),
        "staged": [],
        "entries": [difference_row(one, manner) for one in differences(result.effects)],
        "findings": [_finding_row(finding, home, result.effects, texts, manner) for finding in result.findings],
        "budgets": [budget_row(effect) for effect in result.effects],
    }


def difference_row(one: Difference, manner: Manner) -> dict[str, Any]:
    """An entry as it was and as it is; None where it was not or is not any more."""
    was = one.was and _version(one, one.was, manner, whole=manner.full)
    now = one.now and _version(one, one.now, manner, whole=manner.full or not manner.quiet)
    return {"store": one.home.name, "target": one.target, "was": was, "now": now}


def _version(one: Difference, version: Version, manner: Manner, *, whole: bool) -> dict[str, Any]:
    text = masked(version.text, one.home.kind, manner.reveal).text if whole else glimpse(version.text, one.home.kind)
    return {"id": version.id, "text": text}


def masked(text: str, kind: str, reveal: bool) -> Masked:
    """The text with six bullets for each secret, unless the person asked for them."""
    return mask(text, () if reveal else [f.span for f in scan(text, kind) if f.secret and f.span])


def _finding_row(
    finding: Finding, home: Home, effects: Iterable[Effect], texts: dict[str, str], manner: Manner
) -> dict[str, Any]:
    about = _home_of(finding, home, effects)
    text, span = texts.get(finding.entry or ""), finding.span
    if text is not None and span is not None:
        span = masked(text, about.kind, manner.reveal).span(span)
    return shapes.finding_row(about, finding, span)


def _home_of(finding: Finding, home: Home, effects: Iterable[Effect]) -> Home:
    """The home in which the file of a finding lies: a move has two."""
    file = Path(finding.file) if finding.file else home.path
    homes = [effect.home for effect in effects if file.is_relative_to(effect.home.path)]
    return max((home, *homes), key=lambda one: len(one.path.parts) if file.is_relative_to(one.path) else 0)


def budget_row(effect: Effect) -> dict[str, Any]:
    """The budget of a target before and after."""
    return {
        "store": effect.home.name,
        "target": effect.target,
        "before": effect.before.used,
        "after": effect.after.used,
        "limit": effect.after.limit,
    }


def _print(result: Result, home: Home, summary: str, manner: Manner) -> None:
    if result.outcome is Outcome.REFUSED:
        output.note("hermes-mem: Refused; nothing was written.")
    elif result.outcome is Outcome.UNCHANGED:
        output.line("Nothing to change: it is so already.")
    else:
        _print_effects(result, summary, manner)
    for finding in result.findings:
        print_findings([finding], _home_of(finding, home, result.effects).path)


def _print_effects(result: Result, summary: str, manner: Manner) -> None:
    lead = "Plan, nothing written: " + summary if manner.dry_run else summary[:1].upper() + summary[1:]
    if len(result.effects) == 1:
        [effect] = result.effects
        output.line(f"{safe_line(lead)} of {_numbers(effect)}")
    else:
        output.line(f"{safe_line(lead)}.")
        for effect in result.effects:
            output.line(f"  {title_of(effect.target)} of {_numbers(effect)}")
    for one in differences(result.effects):
        output.line(f"  {difference_line(one)}")
        if manner.full and one.was and one.was != one.now:
            print_text(masked(one.was.text, one.home.kind, manner.reveal).text)
    if result.changes:
        output.line(f"`hermes-mem undo {result.changes[0]}` takes it back. {_seen(result)}".rstrip())


def _seen(result: Result) -> str:
    """How and when each agent meets what was changed; of what stays behind in its search, the finding says that."""
    late = behind(result.findings)
    met = (f"{layout_of(one.home.kind).AGENT} {one.seen}." for one in result.effects if one.target not in late)
    return safe_line(" ".join(dict.fromkeys(met)))


def _numbers(effect: Effect) -> str:
    before, after = effect.before.used, effect.after
    return f"{safe_line(effect.home.name)}: {before:,} → {after.used:,} of {after.limit:,}."


def difference_line(one: Difference) -> str:
    """A mark, the id and the beginning of the text: `+` came, `-` went, `~` was reworded or has another place."""
    was, now = one.was, one.now
    if was and now:
        ids = was.id if was == now else f"{was.id} → {now.id}"
        return f"~ {ids}  {glimpse(now.text, one.home.kind)}"
    version = now or was
    assert version is not None
    return f"{'+' if now else '-'} {version.id}  {glimpse(version.text, one.home.kind)}"


def print_text(text: str) -> None:
    """A text whole, indented."""
    for line in text.split("\n"):
        output.line(f"      {safe_line(line)}".rstrip())


def print_findings(findings: Iterable[Finding], home: Path) -> None:
    """On stderr: what each says, what it means for the agent, and the way out in the store at `home`."""
    for finding in findings:
        mark = "i" if finding.severity is Severity.INFO else "!"
        output.note(f"  {mark} {safe_line(finding.message)}")
        for sentence in filter(None, (finding.effect, finding.fix_in(home))):
            output.note(f"      {safe_line(sentence)}")
