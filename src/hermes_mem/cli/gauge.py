"""How full a memory is, in words and as a bar."""

from __future__ import annotations

from hermes_mem.cli import output
from hermes_mem.model.budget import Budget, Unit
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import State, Target

UNITS = {Unit.CODEPOINTS: "chars", Unit.UTF16: "UTF-16 units"}

BAR = 20


def heading(target: Target) -> str:
    """The line above the entries of a target: numbers, fullness, count, and every state that is not the usual one."""
    budget = target.budget
    words = [numbers(budget), fullness(budget), count(len(target.entries)), f"limit from {budget.source}"]
    if target.state.broken:
        words = ["not known", f"limit {budget.limit:,} from {budget.source}"]
    return output.paint(target.title, "bold") + "  " + " · ".join([*words, *states(target)])


def states(target: Target) -> list[str]:
    """The words for what is unusual about a target."""
    words = [] if target.state is State.OK else [str(target.state)]
    if not target.enabled:
        words.append("found by search only" if target.by_search else "kept out of the prompt by the configuration")
    if unseen := sum(entry.left_out and entry.copy_of is None for entry in target.entries):
        words.append(f"{count(unseen)} left out of the prompt")
    if target.linked_to:
        words.append("a symbolic link")
    if blanked := sum(bool(entry.blanked) for entry in target.entries):
        words.append(f"{count(blanked)} blanked in the prompt")
    return words


def count(number: int) -> str:
    """So many entries, in words."""
    return "1 entry" if number == 1 else f"{number:,} entries"


def numbers(budget: Budget) -> str:
    """Used and limit with thousands commas, in the agent's unit."""
    return f"{budget.used:,}/{budget.limit:,} {UNITS[budget.unit]}"


def fullness(budget: Budget) -> str:
    """The percentage as the agent prints it; over the limit, by how much."""
    return f"OVER by {budget.over:,}" if budget.over else f"{budget.percent}%"


def bar(target: Target) -> str:
    """The share that is used; empty when it is not known."""
    full = 0 if target.state.broken else target.budget.percent * BAR // 100
    return "█" * full + "░" * (BAR - full)


def coloured_bar(target: Target) -> str:
    """The bar in the colour of its fullness, when stdout takes colours."""
    return output.paint(bar(target), colour(target.budget))


def colour(budget: Budget) -> str:
    """Green to 70 %, yellow to 90 %, red above."""
    return "green" if budget.percent <= 70 else "yellow" if budget.percent <= 90 else "red"


def short(target: Target) -> str:
    """The fullness of a target in a word or two, its state when there is no fullness."""
    return str(target.state) if target.state.broken else fullness(target.budget)


def unloaded(snapshot: Snapshot) -> str:
    """Why a session would get nothing at all from this store, as a sentence."""
    return f"A session started now gets no memory at all: {snapshot.unloaded}."
