"""The rules whose refusal a person may overrule, by their ids."""

from __future__ import annotations

from difflib import get_close_matches

from hermes_mem.guards import rules
from hermes_mem.model.errors import Usage
from hermes_mem.store.layouts import layouts
from hermes_mem.store.refusing import REFUSING

NEAR = 3
"""How many ids are named for one that there is not."""


def allowable() -> set[str]:
    """Every id that can stand against a plan, or be found on a text."""
    theirs = (rule for layout in layouts().values() for rule in layout.REFUSING)
    return {*REFUSING, *theirs, *(rule.id for rule in rules())}


def known_rule(rule: str) -> str:
    """The id itself. Raises Usage, with the nearest ones, where no rule has it."""
    if rule in (known := allowable()):
        return rule
    near = get_close_matches(rule, sorted(known), n=NEAR, cutoff=0)
    raise Usage(f"There is no rule {rule}.", f"The nearest: {', '.join(near)}. A refusal names the rule to allow.")
