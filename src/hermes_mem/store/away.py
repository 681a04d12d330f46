"""Homes of which the history knows changes, and which are somewhere else now or were not asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history.history import History
from hermes_mem.history.records import Change
from hermes_mem.model.errors import NotFound
from hermes_mem.model.store import Home
from hermes_mem.store.looking_back import homes_of


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A home as it was recorded, how many changes began in it, and whether it is there."""

    home: Path
    changes: int
    there: bool


def elsewhere(env: Environment, asked: Iterable[Home]) -> list[Elsewhere]:
    """Every recorded home that is none of those asked for. Raises Unreadable, Damaged."""
    with History.opened_to_read(state_dir(env)) as history:
        return _others(history, {real_path(home.path) for home in asked})


def how_to_relink(history: History) -> str:
    """For who has found nothing: which homes with changes are not there, and what to do; empty where all are."""
    away = [one.home for one in _others(history, set()) if not one.there]
    return " ".join(f"{path} is not there any more: {relinked(path)}" for path in away)


def relinked(home: Path) -> str:
    """The sentence with the command that follows a home which was moved."""
    return f"if it was moved, `hermes-mem history relink {quote(str(home))} NEW` says where it lies now."


def check_there(change: Change) -> None:
    """Raises NotFound when a home whose files the change touched is not there."""
    for home in sorted(homes_of(change)):
        if _is_away(home):
            raise NotFound(
                f"{home} is not there, and change {change.id} is one of its memory.",
                f"Nothing was written; {relinked(home)}",
            )


def _others(history: History, asked: set[Path]) -> list[Elsewhere]:
    counts = history.counts()
    return [
        Elsewhere(home, count, not _is_away(home)) for home, count in counts.items() if real_path(home) not in asked
    ]


def _is_away(home: Path) -> bool:
    """Whether nothing of that name is there; what may not be looked at is taken for there."""
    try:
        home.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False
