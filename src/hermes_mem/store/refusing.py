"""What stands against a plan, as findings with a way out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from hermes_mem.guards import scan
from hermes_mem.model.budget import Budget
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.masking import MASK
from hermes_mem.model.plan import Effect
from hermes_mem.model.target import State, Target
from hermes_mem.store.layouts import layout_of

OUTSIDE = "shape.link-outside"
"""A target behind a link that leads out of its home is only read until a person trusts the file that is meant."""

GONE = "pi.gone"
"""The file of a target is not there, but the version that its agent kept of it: a new file would hide that."""

DRIFT = "hermes.drift"
AGENT_REFUSES = "Hermes itself refuses to replace and remove here, so that nothing it cannot see is lost."

REFUSING = ("entry.empty", "entry.masked", "budget.over", "empty", "shrink", OUTSIDE, GONE, DRIFT)
"""Rules of ours that stand against a plan."""

ALLOW = "`--allow {}` keeps it anyway."
YES = "`--allow {}` does it all the same; so does `--yes`, which answers every question."


def text_findings(text: str, target: str, kind: str, *, late: bool, given: bool = True) -> Iterator[Finding]:
    """What is found on a new text; those that refuse it are BLOCKING, whatever they are on a text that lies there.

    `given` says that somebody wrote it just now, and can write it otherwise: without its secrets.
    """
    if not text:
        yield _refusal("entry.empty", target, "The text is empty.", f"{layout_of(kind).AGENT} keeps no empty entry.")
        return
    if MASK in text:
        says = "It has six bullets where a secret is masked: what is written is the bullets."
        effect = "The secret that was meant would be gone from the file."
        yield _refusal("entry.masked", target, says, effect, ALLOW.format("entry.masked"))
    for finding in scan(text, kind, late):
        refuses = finding.severity is not Severity.INFO and not finding.rule.startswith("shape.")
        refuses = refuses or finding.rule in ("shape.delimiter-line", "shape.blocked-literal")
        fix = _way_out(finding, given=given) if refuses else finding.fix
        severity = Severity.BLOCKING if refuses else finding.severity
        yield replace(finding, target=target, severity=severity, fix=fix)


def _way_out(finding: Finding, *, given: bool) -> str:
    allow = ALLOW.format(finding.rule)
    return f"`--redact` writes [redacted] in its place. {allow}" if finding.secret and given else allow


def target_findings(
    target: Target,
    effect: Effect,
    texts: Sequence[str],
    elsewhere: Collection[str],
    *,
    repaired: bool = False,
    rebuilt: bool = False,
) -> Iterator[Finding]:
    """What stands against the new list of a target: its state, the budget, and that too much would go.

    `texts` are those of the new list, `elsewhere` those that other targets have after the plan: what only moves is not
    lost. `repaired` says that the plan mends how the file is spelled, `rebuilt` that it makes other entries of what
    lay there: that brings nothing new, so it may be more than the limit.
    """
    fix = f"`hermes-mem trust {target.name}` once, or `--allow {OUTSIDE}` for this change."
    yield from (replace(f, severity=Severity.BLOCKING, fix=fix) for f in target.findings if f.rule == OUTSIDE)
    for gone in (finding for finding in target.findings if finding.rule == GONE and not rebuilt):
        yield replace(gone, severity=Severity.BLOCKING, fix=f"{gone.fix} brings it back; `--allow {GONE}` begins anew.")
    if target.state is State.DRIFTED and not _mends_drift(target, texts):
        drift = _drift(target, texts, repaired=repaired)
        yield from (replace(f, severity=Severity.WARNING) for f in drift) if rebuilt else drift
    after = effect.after
    if after.over and after.used > target.budget.used:
        over = _over(target, after, layout_of(effect.home.kind).AGENT)
        yield replace(over, severity=Severity.WARNING) if rebuilt else over
    moved = sum(entry.size for entry in target.entries if entry.text in elsewhere and entry.text not in texts)
    yield from _shrink(target, after, texts, moved)


def unmended(target: Target) -> Iterator[Finding]:
    """What is odd about the file of a target as a whole, for a repair that changes nothing of it."""
    return (finding for finding in target.findings if finding.rule.startswith("shape."))


def _drift(target: Target, texts: Sequence[str], *, repaired: bool) -> Iterator[Finding]:
    says = next((f.message for f in target.findings if f.rule == DRIFT), "The file has drifted.")
    if too_long := [e for e in target.entries if e.text in texts and len(e.text) > target.budget.limit]:
        says = says if not repaired else f"{too_long[0].id} alone is longer than all of {target.title} may be."
        yield _refusal(DRIFT, target.name, says, AGENT_REFUSES, "Split, shorten or remove that entry: that mends it.")
    elif repaired:
        yield Finding(DRIFT, Severity.INFO, says, "This mends it.", target=target.name)
    else:
        fix = f"`hermes-mem memory repair {target.name}` mends it."
        yield _refusal(DRIFT, target.name, says, AGENT_REFUSES, fix)


def _mends_drift(target: Target, texts: Sequence[str]) -> bool:
    """Whether the file drifted by long entries alone, and the new list has fewer characters beyond the limit."""
    limit = target.budget.limit
    too_long = sum(max(0, len(entry.text) - limit) for entry in target.entries)
    kept = {entry.text for entry in target.entries if len(entry.text) <= limit}
    return 0 < too_long > sum(max(0, len(text) - limit) for text in texts) and kept <= set(texts)


def _over(target: Target, after: Budget, agent: str) -> Finding:
    enough = (entry for entry in target.entries if entry.size + after.gap >= after.over)
    small = min(enough, key=lambda entry: entry.size, default=None)
    room = f" Removing {small.id} ({small.size:,}) would make room." if small else ""
    return _refusal(
        "budget.over",
        target.name,
        f"{target.title} would be {after.used:,} of {after.limit:,}: {after.over:,} over.{room}",
        f"{agent} itself would not take it. Nothing is dropped to make room.",
    )


def _shrink(target: Target, after: Budget, texts: Sequence[str], moved: int) -> Iterator[Finding]:
    if target.entries and not texts:
        effect = "`hermes-mem undo` would bring all of it back."
        yield _refusal("empty", target.name, f"{target.title} would be empty.", effect, YES.format("empty"))
    elif len(target.entries) > 1 and (after.used + moved) * 2 < target.budget.used:
        says = f"{target.title} would lose more than half: {target.budget.used:,} → {after.used:,}."
        yield _refusal("shrink", target.name, says, "`hermes-mem undo` would bring it back.", YES.format("shrink"))


def may_be_back(findings: Collection[Finding]) -> bool:
    """Whether a file is in the way that is not there: its agent may be exchanging it, which the lock will tell."""
    return any(finding.rule == GONE and finding.severity is Severity.BLOCKING for finding in findings)


def refused(findings: Collection[Finding], allow: Collection[str]) -> bool:
    """Whether any finding refuses the plan that the person has not allowed."""
    return any(finding.severity is Severity.BLOCKING and finding.rule not in allow for finding in findings)


def _refusal(rule: str, target: str, message: str, effect: str, fix: str | None = None) -> Finding:
    return Finding(rule, Severity.BLOCKING, message, effect, target=target, fix=fix)
