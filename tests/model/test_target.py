"""What a change would do to the budget, held against the text that the agent would count."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hermes_mem.model.budget import Budget, Unit
from hermes_mem.model.entry import Entry, Identity, assign_ids
from hermes_mem.model.target import State, Target

TEXTS = ["a fact", "😀 smiles", "the longest of them all", "a fact"]


def units(text: str, unit: Unit) -> int:
    """Counted in another way than the model does it."""
    return sum(1 + (unit is Unit.UTF16 and ord(letter) > 0xFFFF) for letter in text)


def counted(texts: Sequence[str], unit: Unit) -> int:
    """What an agent counts of a file that holds these."""
    return units("\n§\n".join(dict.fromkeys(texts)), unit)


def target_of(texts: Sequence[str], unit: Unit) -> Target:
    """A memory with these entries."""
    ids = assign_ids(Identity("memory", text) for text in texts)
    entries = tuple(Entry(entry_id, text, units(text, unit)) for entry_id, text in zip(ids, texts, strict=True))
    budget = Budget(counted(texts, unit), 100, unit, "a test")
    return Target("memory", Path("MEMORY.md"), State.OK, budget, entries)


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize(
    ("gone", "texts", "left"),
    [
        ([], ["new 🚀"], [*TEXTS, "new 🚀"]),
        ([], ["a fact"], TEXTS),
        ([], [""], TEXTS),
        ([1], ["reworded 🚀🚀"], [TEXTS[0], "reworded 🚀🚀", *TEXTS[2:]]),
        ([1], [TEXTS[2]], [TEXTS[0], *TEXTS[2:]]),
        ([1], [""], [TEXTS[0], *TEXTS[2:]]),
        ([2], ["the longest", "of them all"], [*TEXTS[:2], "the longest", "of them all", TEXTS[3]]),
        ([0, 1, 3], ["joined"], ["joined", TEXTS[2]]),
        ([0], [], TEXTS[1:]),
        ([0, 1, 2, 3], [], []),
        ([0, 1, 2, 3], ["alone"], ["alone"]),
    ],
)
def test_what_a_change_would_make_of_the_budget(
    unit: Unit, gone: Sequence[int], texts: Sequence[str], left: Sequence[str]
) -> None:
    target = target_of(TEXTS, unit)
    after = target.rewritten([target.entries[index].id for index in gone], texts)
    assert after.used == counted(left, unit)
    assert (after.limit, after.unit) == (target.budget.limit, unit)


@pytest.mark.parametrize("unit", Unit)
def test_the_first_text_of_an_empty_memory_has_no_delimiter(unit: Unit) -> None:
    assert target_of([], unit).rewritten([], ["first"]).used == len("first")


def test_half_a_pair_counts_as_one() -> None:
    assert Unit.UTF16.size("\ud83d") == 1
