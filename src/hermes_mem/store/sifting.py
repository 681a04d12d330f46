"""Which changes a person means: by whom, in which memory, with which words, since when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Change
from hermes_mem.model.target import name_of


class Sieve(NamedTuple):
    """What changes have to be like; None where it does not matter.

    `text` has to occur, in whatever case, in what is said of a change or in an entry that it brought or took away.
    """

    actor: str | None = None
    target: str | None = None
    text: str | None = None
    since: datetime | None = None


def sifted(changes: Sequence[Change], sieve: Sieve, env: Environment) -> list[Change]:
    """Those that are like that, in their order. Raises Unreadable, Damaged, Busy."""
    left = [change for change in changes if _said_so(change, sieve)]
    if sieve.text is None:
        return left
    from hermes_mem.store.short import in_short

    wanted = sieve.text.casefold()
    short = in_short([change.id for change in left], env)
    return [
        change
        for change in left
        if any(
            wanted in text.casefold() for text in (change.about.summary, change.about.reason, *short[change.id].texts)
        )
    ]


def _said_so(change: Change, sieve: Sieve) -> bool:
    about = change.about
    return (
        sieve.actor in (None, about.actor)
        and (sieve.target is None or name_of(sieve.target) in about.target.split(", "))
        and (sieve.since is None or change.time >= sieve.since)
    )
