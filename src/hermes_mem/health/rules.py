"""The rules that a check can meet, by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from hermes_mem.model.errors import Usage
from hermes_mem.store.allowing import NEAR, allowable
from hermes_mem.store.mirroring import BEHIND

FAMILIES = {
    "agent": "running",
    "budget": "filling over",
    "config": "limit no-memory switch unreadable value",
    "deep": "secret",
    "duplicate": "memory near same shared",
    "entry": "returned",
    "file": "dangling gone no-folder undecodable unreadable",
    "hermes": "drift off",
    "leftover": "copy database unfinished unpublished version",
    "links": "inside",
    "lock": "held odd stale",
    "pi": (
        "closed-projects comes-back comment-rule comment-trap comment-twice comment-unknown gone "
        "linked-project mirror mirror-unreadable multi-line no-category off old-directory old-project "
        "one-line pending-move rules-over standing-cap undated unnamable unused-directory"
    ),
    "rights": "owner readable writable",
    "shape": ("blocked-literal bom conflict crlf delimiter-empty doubled duplicate link-outside nul one-entry torn"),
}
"""The rules on files and stores, by how they begin; those on texts are in the tables of the guards."""

TOLD = frozenset({BEHIND, *(f"{family}.{word}" for family, words in FAMILIES.items() for word in words.split())})


def chosen(wanted: Iterable[str]) -> frozenset[str]:
    """The ids that are meant: each an id, or what several begin with before a point, as `secret`.

    Raises Usage, with the nearest ones, where no rule is called so.
    """
    known = TOLD | allowable()
    found = set[str]()
    for word in wanted:
        meant = {rule for rule in known if rule == word or rule.startswith(f"{word}.")}
        if not meant:
            near = get_close_matches(word, sorted(known), n=NEAR, cutoff=0)
            raise Usage(f"There is no rule {word}.", f"The nearest: {', '.join(near)}.")
        found |= meant
    return frozenset(found)
