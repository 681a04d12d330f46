"""All rules over one text, and what is left when two of them would say the same."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, groupby

from hermes_mem.guards import hermes, hermes_late, invisible, pi, secrets, shape
from hermes_mem.guards.folding import Folded, fold, fold_seen
from hermes_mem.guards.rule import SCAN_LIMIT, Hit, Rule, compiled, lowered
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.masking import mask

_PI_WOULD = "Pi would refuse to save this; Hermes keeps it."
_HERMES_WOULD = "Hermes would leave an entry with this out of its prompt; Pi keeps it."
_UNSCANNED = (
    "Hermes does not scan an entry that begins with [BLOCKED:, so the model gets this; "
    "it refuses such text when it writes."
)
WEIGHED = 64
"""How many hits of one rule in one entry are judged by the line around them: judging is what takes time."""

_BEFORE, _BEHIND = 512, 20_000
"""Code points around a part of a huge text that are read with it: no name of a secret and no secret is longer."""

_PI_SECRETS = frozenset(rule.id for rule in pi.SECRETS)


def rules() -> tuple[Rule, ...]:
    """Every rule there is, in the order of its table; the released ones of Hermes, then what later releases changed."""
    return (
        invisible.HERMES_RULE,
        *hermes.RULES,
        *hermes_late.NEWS,
        invisible.PI_RULE,
        *pi.THREATS,
        *pi.SECRETS,
        *secrets.RULES,
        *shape.RULES,
        shape.BEYOND,
    )


def hermes_blocks(text: str, late: bool = False) -> list[str]:
    """The ids in the [BLOCKED: …] line that Hermes shows the model in place of an entry; [] when it shows the entry.

    Order: hidden characters, then patterns in the order of its table (hermes-agent 0.19.0, scan_for_threats in strict
    scope). For several hidden characters the agent's own order is that of a set of strings and differs from run to
    run; here they ascend. An entry that begins with `[BLOCKED:` is not scanned. `late`: by the patterns of late 2026.
    """
    if text.startswith(shape.BLOCKED):
        return []
    window = text[:SCAN_LIMIT]
    folded = fold(window).text
    low = lowered(folded)
    table = hermes_late.RULES if late else hermes.RULES
    hidden = [f"{invisible.AGENT_ID}_U+{code:04X}" for code in invisible.code_points(window)]
    return hidden + [r.agent_id for r in table if r.may_hit(low) and compiled(r.pattern, r.flags).search(folded)]


def scan(text: str, agent: str, late: bool = False) -> list[Finding]:
    """Every hit of every rule in an entry of a store of `agent` (`hermes` or `pi`), in the order of the text.

    Threats and shapes are looked for in the first 65,536 code points, as the agents do; secrets everywhere, since what
    is not found is not masked. `late` takes the threat patterns of Hermes' late releases in place of 0.19's; without
    it, what only those would act on is a warning. Of two rules that say the same of the same span one is left.
    """
    window = text[:SCAN_LIMIT]
    masked = _secrets(text)
    of_hermes = _hermes_hits(window, late)
    of_pi = [*invisible.hits(invisible.PI_RULE, window), *_hits((*pi.THREATS, *pi.SECRETS), Folded(window))]
    in_pi = agent == "pi"
    kept = _in_pi(of_pi, of_hermes, masked) if in_pi else _in_hermes(of_hermes, of_pi, masked, window, late)
    shapes = [hit for hit in _shapes(text) if not hit.rule.agents or agent in hit.rule.agents]
    return [hit.finding() for hit in sorted((*kept, *shapes), key=_place)]


def without_secrets(text: str) -> str:
    """The text with six bullets in place of each secret: for words that quote what stands in a file."""
    return mask(text, (hit.span for hit in _secrets(text))).text


def _place(hit: Hit) -> tuple[int, int, int, str]:
    return hit.start, -hit.severity.rank, hit.end, hit.rule.id


def _hits(table: Iterable[Rule], folded: Folded) -> list[Hit]:
    """Hits of the rules of one table, in its order, with their spans in the original text."""
    low = lowered(folded.text)
    return [hit for rule in table if rule.may_hit(low) for hit in _of_rule(rule, folded)]


def _secrets(text: str) -> list[Hit]:
    """Secrets as they stand there, and those whose name or value is spelled with hidden or odd characters."""
    hits = _hits(secrets.RULES, Folded(text))
    for begin in range(0, len(text), SCAN_LIMIT):
        hits += _spelled_oddly(text, begin, begin + SCAN_LIMIT)
    return _first_names(hits)


def _spelled_oddly(text: str, begin: int, end: int) -> Iterator[Hit]:
    """Secrets that begin in this part of a text, where it has hidden or odd characters in it or around it."""
    start = max(0, begin - _BEFORE)
    part = text[start : end + _BEHIND]
    seen = fold_seen(part)
    if seen.text != part:
        hits = (hit.moved(start) for hit in _hits(secrets.RULES, seen))
        yield from (hit for hit in hits if begin <= hit.start < end)


def _of_rule(rule: Rule, folded: Folded) -> Iterator[Hit]:
    """Weighs the first hits only: no ordinary entry has more of them, so the others are not taken for ordinary."""
    for number, found in enumerate(rule.hits(folded.text)):
        start, end = found.span("secret") if rule.secret else found.span()
        severity = rule.weigh(folded.text, start, end) if number < WEIGHED else _graver(rule.severity, Severity.WARNING)
        yield Hit(rule, *folded.original(start, end), severity)


def _graver(one: Severity, other: Severity) -> Severity:
    return max(one, other, key=lambda severity: severity.rank)


def _shapes(text: str) -> list[Hit]:
    hits = _hits(shape.RULES, Folded(text[:SCAN_LIMIT]))
    if len(text) > SCAN_LIMIT:
        hits.append(Hit(shape.BEYOND, SCAN_LIMIT, len(text), shape.BEYOND.severity))
    return hits


def _hermes_hits(window: str, late: bool) -> list[Hit]:
    table = hermes_late.RULES if late else hermes.RULES
    return [*invisible.hits(invisible.HERMES_RULE, window), *_hits(table, fold(window))]


def _in_hermes(of_hermes: list[Hit], of_pi: list[Hit], masked: list[Hit], window: str, late: bool) -> list[Hit]:
    """Hermes' own hits with their effect, news of its later releases, our secrets, and what only Pi would refuse."""
    own = of_hermes if late else _with_news(of_hermes, _hits(hermes_late.NEWS, fold(window)))
    if window.startswith(shape.BLOCKED):
        own = [hit._replace(effect=_UNSCANNED) for hit in own]
    others = _without_twins(_but_secrets(_first_secrets(of_pi), masked), own)
    return [*own, *masked, *(hit._replace(severity=Severity.INFO, effect=_PI_WOULD) for hit in others)]


def _in_pi(of_pi: list[Hit], of_hermes: list[Hit], masked: list[Hit]) -> list[Hit]:
    """Pi's own hits, with the span of the secret where there is one, our other secrets, and what Hermes would hide."""
    own = _first_secrets(of_pi)
    refused = [hit for hit in own if hit.rule.id in _PI_SECRETS]
    named = [_pinned(secret, refused) for secret in masked]
    others = (hit._replace(severity=Severity.INFO, effect=_HERMES_WOULD) for hit in _without_twins(of_hermes, own))
    return [*_but_secrets(own, masked), *named, *others]


def _with_news(released: list[Hit], news: list[Hit]) -> list[Hit]:
    """0.19's hits, told where later releases are milder; and those that only later releases have."""
    changed = [hit for hit in released if hit.rule.agent_id in hermes_late.CHANGED]
    milder = set(_without_twins(changed, news))
    told = [hit._replace(effect=hit.rule.effect + hermes_late.PASSES) if hit in milder else hit for hit in released]
    return told + _without_twins(news, released)


def _pinned(secret: Hit, refused: list[Hit]) -> Hit:
    """The secret under the name of the rule by which Pi refuses it, if there is one."""
    first = next((hit for hit in refused if hit.overlaps(secret)), None)
    return secret if first is None else secret._replace(rule=first.rule._replace(secret=True, fix=secrets.FIX))


def _but_secrets(of_pi: Iterable[Hit], masked: Iterable[Hit]) -> list[Hit]:
    """Pi's hits without its secrets where one of our rules found the same secret."""
    places = Places(masked)
    return [hit for hit in of_pi if not (hit.rule.id in _PI_SECRETS and places.touch(hit))]


class Places:
    """Hits in the order of the text, to ask quickly whether one of them has a character of a span."""

    def __init__(self, hits: Iterable[Hit]) -> None:
        self._spans = sorted(hit.span for hit in hits)
        self._reach = list(accumulate((end for _, end in self._spans), max))

    def touch(self, hit: Hit) -> bool:
        """Whether a character belongs to `hit` and to one of these."""
        before = bisect_left(self._spans, (hit.end,))
        return before > 0 and self._reach[before - 1] > hit.start


def _by_agent_id(hits: Iterable[Hit]) -> dict[str, Places]:
    grouped: dict[str, list[Hit]] = {}
    for hit in hits:
        grouped.setdefault(hit.rule.agent_id, []).append(hit)
    return {agent_id: Places(group) for agent_id, group in grouped.items()}


def _without_twins(hits: Iterable[Hit], others: Iterable[Hit]) -> list[Hit]:
    """Without those that say the same as one of the others: the same id of the agents on the same characters."""
    places = _by_agent_id(others)
    nowhere = Places(())
    return [hit for hit in hits if not places.get(hit.rule.agent_id, nowhere).touch(hit)]


def _first_secrets(of_pi: list[Hit]) -> list[Hit]:
    """Pi's hits without the secrets that an earlier one of its rules found already."""
    kept: list[Hit] = []
    for _, group in groupby(of_pi, key=lambda hit: hit.rule.id):
        found = list(group)
        seen = Places(hit for hit in kept if hit.rule.id in _PI_SECRETS)
        kept += [hit for hit in found if not (hit.rule.id in _PI_SECRETS and seen.touch(hit))]
    return kept


def _first_names(hits: list[Hit]) -> list[Hit]:
    """One hit for overlapping secrets: named by the one that comes first in `hits`, as wide as all together."""
    kept: list[tuple[int, Hit]] = []
    for rank, hit in sorted(enumerate(hits), key=lambda ranked: ranked[1].span):
        if kept and kept[-1][1].overlaps(hit):
            first = min(kept[-1], (rank, hit), key=lambda ranked: ranked[0])
            kept[-1] = first[0], first[1]._replace(start=kept[-1][1].start, end=max(kept[-1][1].end, hit.end))
        else:
            kept.append((rank, hit))
    return [hit for _, hit in kept]
