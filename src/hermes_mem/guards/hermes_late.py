"""The threat patterns that Hermes releases of late 2026 changed; all others stayed as in 0.19.

Sources: hermes-agent tools/threat_patterns.py of September 2026, pull requests #111255 and #116221.
"""

from __future__ import annotations

from hermes_mem.guards import hermes
from hermes_mem.guards.hermes import SHORT, after, spaced
from hermes_mem.guards.rule import Rule
from hermes_mem.model.finding import Severity

EFFECT = "Hermes 0.19 keeps this entry; releases since September 2026 leave it out of the prompt."
PASSES = " Releases since September 2026 let it pass."
_VARIABLE = r"\$\{?\w*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)S?\b"
_TOUCHES = (
    r"\b(?:echo|cat|cp|mv|dd|tee|install|printf|rsync|scp|ln|append|add|write|sed|chmod|chown|truncate|rm|touch|curl"
    r"|wget|git)\b|\bopen\s*+\(|>>?"
)
CHANGED = {
    "html_comment_injection": r"<!--(?:(?!<!--)[^>]){0,512}?(?<![A-Za-z])(?:ignore|override|system|secret|hidden)"
    r"(?![A-Za-z])[^>]{2,514}+(?<=--)>",
    "translate_execute": r"translate\s++"
    + spaced("into", SHORT, r"translate\s++(?!into\s)")
    + r"\s++\w++(?:[\s-]++\w++){0,2}\s++and\s++(?:execute|run|eval)\b",
    "exfil_curl": after("curl", _VARIABLE),
    "exfil_wget": after("wget", _VARIABLE),
    "ssh_access": rf"(?:{_TOUCHES})(?:(?!{_TOUCHES})[^\n]){{0,512}}?(?:{hermes.SSH})",
    "hardcoded_secret": r"(?:api[_-]?key|token|secret|password)\s*+[=:]\s*+[\"']"
    r"(?!(?-i:[A-Z][A-Z0-9]*+(?:_[A-Z0-9]++)++)[\"'])[A-Za-z0-9+/=_-]{20,}",
}


def _late(rule: Rule) -> Rule:
    return rule._replace(pattern=CHANGED.get(rule.agent_id, rule.pattern))


RULES = tuple(map(_late, hermes.RULES))
"""All 36 as the late releases have them."""

NEWS = tuple(
    rule._replace(id=f"hermes-late.{rule.agent_id}", severity=Severity.WARNING, effect=EFFECT, agents=frozenset())
    for rule in RULES
    if rule.agent_id in CHANGED
)
"""The changed ones, for a person whose Hermes is 0.19."""
