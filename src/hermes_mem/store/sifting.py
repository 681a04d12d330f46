"""Which changes a person means: by whom, in which memory, with which words, since when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Change
from hermes_mem.model.fuzzy import exact, folding
from hermes_mem.model.target import name_of
from hermes_mem.store.short import Short, in_short

Fold = Callable[[str], str]

WHO, TARGET, STORE = "who:", "target:", "store:"
"""What a word begins with that asks for one thing only."""


class Sieve(NamedTuple):
    """What changes have to be like; None where it does not matter. `text` is a query as `asked` takes it apart."""

    actor: str | None = None
    target: str | None = None
    text: str | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A query taken apart: every word must occur; an actor, a memory and a store begin with one of those named."""

    words: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    stores: tuple[str, ...] = ()


def asked(query: str) -> Asked:
    """The query taken apart; a word that has nothing behind its colon, as while it is typed, asks for nothing."""
    terms = query.split()
    words = (term for term in terms if not term.lower().startswith((WHO, TARGET, STORE)))
    return Asked(tuple(words), *(_named(terms, kind) for kind in (WHO, TARGET, STORE)))


def _named(terms: Sequence[str], kind: str) -> tuple[str, ...]:
    names = (term[len(kind) :].casefold() for term in terms if term.lower().startswith(kind))
    return tuple(name for name in names if name)


class Finder:
    """Finds changes by what is said of them and by the texts that they brought and took, as they are in the file.

    Finding shows nothing: who looks for the change that brought a secret in has to find it.
    """

    def __init__(self) -> None:
        self._folded: dict[tuple[int, bool, Fold], str] = {}

    def admits(self, change: Change, wanted: Asked, short: Short | None) -> bool:
        """Whether a change is what was asked for; without `short` nothing is known of its texts."""
        about = change.about
        return (
            _begins([about.actor], wanted.who)
            and _begins(about.target.split(", "), wanted.targets)
            and _begins([about.kind, *_names(about.home)], wanted.stores)
            and all(self._has(change, word, short) for word in wanted.words)
        )

    def _has(self, change: Change, word: str, short: Short | None) -> bool:
        fold = folding(word)
        return fold(exact(word)) in self._form(change, fold, short)

    def _form(self, change: Change, fold: Fold, short: Short | None) -> str:
        """What is searched of a change: folded once for each way of folding, since every key asks for all of them."""
        key = change.id, short is not None, fold
        if key not in self._folded:
            about = change.about
            said = (about.actor, about.summary, about.target, about.reason, about.kind, *_names(about.home))
            counts = [f"{counted.before} → {counted.after} entries" for counted in short.counts] if short else []
            self._folded[key] = fold(exact("\n".join([*said, *counts, *(short.texts if short else ())])))
        return self._folded[key]


def sifted(changes: Sequence[Change], sieve: Sieve, env: Environment) -> list[Change]:
    """Those that are like that, in their order. Raises Unreadable, Damaged, Busy."""
    wanted, finder = asked(sieve.text or ""), Finder()
    left = [change for change in changes if _said_so(change, sieve)]
    short = in_short([change.id for change in left], env) if wanted.words else {}
    return [change for change in left if finder.admits(change, wanted, short.get(change.id))]


def _said_so(change: Change, sieve: Sieve) -> bool:
    about = change.about
    return (
        sieve.actor in (None, about.actor)
        and (sieve.target is None or name_of(sieve.target) in about.target.split(", "))
        and (sieve.since is None or change.time >= sieve.since)
    )


def _names(home: Path) -> tuple[str, ...]:
    """What people call a store by its path: the name of its directory, without the dot in front, and the whole."""
    return home.name.removeprefix("."), str(home)


def _begins(values: Sequence[str], names: tuple[str, ...]) -> bool:
    return not names or any(value.casefold().startswith(name) for value in values for name in names)
