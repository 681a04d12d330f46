"""Which entries are still there in a later list, reworded or elsewhere, and which are not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.model.entry import Identity
from hermes_mem.store import matching
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.matching import Matching, Pair, matched

SET: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "rewordings.json").read_text("utf-8"))
"""Labelled before the likeness was tuned; a third is held out and was never looked at while tuning."""

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "API on 1", "API on 2", "日本", "日本語", "", "§"]), max_size=12)


def match(old: Sequence[str], new: Sequence[str]) -> Matching:
    return matched([Identity("memory", text) for text in old], [Identity("memory", text) for text in new])


def reworded(old: Sequence[str], new: Sequence[str]) -> set[tuple[int, int]]:
    return {(pair.old, pair.new) for pair in match(old, new).reworded}


class Score(NamedTuple):
    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed)

    def __str__(self) -> str:
        return f"precision {self.precision:.3f}, recall {self.recall:.3f} {tuple(self)}"


def score(*, held_out: bool) -> Score:
    """Over the pairs that were reworded; exact texts are no achievement."""
    right = wrong = missed = 0
    for case in SET["pairs"] + SET["lists"]:
        if case.get("held_out", False) is not held_out:
            continue
        if "same" in case:
            found = reworded([case["old"]], [case["new"]])
            wanted = {(0, 0)} if case["same"] else set()
        else:
            found = reworded(case["old"], case["new"])
            wanted = {(old, new) for old, new in case["pairs"] if case["old"][old] != case["new"][new]}
        right, wrong, missed = right + len(found & wanted), wrong + len(found - wanted), missed + len(wanted - found)
    return Score(right, wrong, missed)


def test_what_was_reworded_is_told_from_what_only_looks_alike() -> None:
    tuned, held_out = score(held_out=False), score(held_out=True)
    print(f"\nrewordings, tuned on: {tuned}\nrewordings, held out: {held_out}")
    assert tuned.precision >= 0.95, tuned
    assert tuned.recall >= 0.85, tuned


def test_a_third_of_the_set_is_held_out() -> None:
    for cases in SET.values():
        held = [case for case in cases if case.get("held_out")]
        assert len(cases) - 3 < len(held) * 3 <= len(cases)


def test_exact_texts_come_first_and_as_few_as_possible_have_moved() -> None:
    found = match(["a fact", "b fact", "c fact", "d fact"], ["d fact", "a fact", "b fact", "c fact"])
    assert found == Matching((Pair(0, 1), Pair(1, 2), Pair(2, 3)), (Pair(3, 0),), (), (), ())
    found = match(
        ["uses Python 3.11 here", "uses Python 3.12 here"], ["uses Python 3.12 here", "uses Python 3.13 here"]
    )
    assert (found.kept, found.reworded) == ((Pair(1, 0),), (Pair(0, 1),))


def test_copies_are_matched_one_by_one() -> None:
    assert match(["x", "x", "y"], ["x", "y"]) == Matching((Pair(0, 0), Pair(2, 1)), (), (), (), (1,))
    assert match(["x"], ["x", "x"]) == Matching((Pair(0, 0),), (), (), (1,), ())


def test_an_entry_has_one_successor_the_likest() -> None:
    old = ["Tests need Docker running."]
    new = ["Tests need Docker and Redis running and port 5432.", "Tests need Docker running, always."]
    assert reworded(old, new) == {(0, 1)}


def test_what_stands_in_the_place_of_another_need_be_less_alike() -> None:
    old, new = "Prefers short replies.", "Short replies, without filler words or pleasantries."
    assert reworded([old], [new]) == set()
    assert reworded(["Kai", old, "Bremen"], ["Kai", new, "Bremen"]) == {(1, 1)}
    assert reworded(["Kai", old], ["Kai", new]) == set()  # At the end stands also what was added.


def test_dates_that_pi_writes_behind_an_entry_are_no_rewording() -> None:
    spelled = [
        "Likes tea. <!-- created=2026-01-01, last=2026-01-01 -->",
        "Likes tea. <!-- created=2026-01-01, last=2026-11-30 -->",
    ]
    one, other = ([layout_of("pi").identity("memory", text)] for text in spelled)
    assert matched(one, other) == Matching((Pair(0, 0),), (), (), (), ())


def test_the_same_text_about_another_project_is_another_version() -> None:
    one, other = ([Identity("failures", "Build with make.", project)] for project in ("shop", "wiki"))
    assert matched(one, other).reworded == (Pair(0, 0),)


@given(TEXTS, TEXTS)
def test_every_entry_stands_in_exactly_one_place(old: list[str], new: list[str]) -> None:
    found = match(old, new)
    pairs = [*found.kept, *found.moved, *found.reworded]
    assert sorted([pair.old for pair in pairs] + list(found.removed)) == list(range(len(old)))
    assert sorted([pair.new for pair in pairs] + list(found.added)) == list(range(len(new)))
    assert all(old[pair.old] == new[pair.new] for pair in (*found.kept, *found.moved))
    assert list(found.kept) == sorted(found.kept)
    assert [pair.new for pair in found.kept] == sorted(pair.new for pair in found.kept)


def test_of_five_thousand_reworded_entries_few_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1)
    words = [f"w{number:04}" for number in range(3000)]
    old = [" ".join(random.choices(words, k=20)) for _ in range(5000)]
    new = [text.replace(text[:5], "other", 1) for text in old]
    random.shuffle(new)
    compared = 0

    def likeness(one: matching.Worded, other: matching.Worded) -> float:
        nonlocal compared
        compared += 1
        return known(one, other)

    known = matching.likeness
    monkeypatch.setattr(matching, "likeness", likeness)
    assert len(match(old, new).reworded) == 5000
    assert compared <= 5000 * matching.MOST_CANDIDATES
