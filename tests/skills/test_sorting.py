"""In which order skills are listed, and by which words they are told apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem.model.skill import Activity, Origin, Scope, Skill, Usage
from hermes_mem.skills.sorting import Order, State, ordered, state, states

ROOT = Path("/skills")


def skill(name: str, scope: Scope = Scope.GLOBAL, *, day: int = 0, made: int = 0, used: int = 0) -> Skill:
    usage = Usage(created=moment(made), used=moment(used))
    return Skill(name, ROOT / scope / name, ROOT, scope, "", updated=moment(day), usage=usage)


def moment(day: int) -> datetime | None:
    return datetime(2026, 1, day, tzinfo=UTC) if day else None


def names(skills: list[Skill], order: Order) -> list[str]:
    return [f"{one.scope[0]}:{one.name}" for one in ordered(skills, order)]


def test_names_sort_without_capitals_and_of_one_name_the_global_one_is_first() -> None:
    skills = [skill("b"), skill("A", Scope.EXTERNAL), skill("a", Scope.PROJECT), skill("a")]
    assert names(skills, Order.NAME) == ["g:a", "p:a", "e:A", "g:b"]


def test_moments_sort_newest_first_and_what_has_none_comes_last() -> None:
    skills = [
        skill("never"),
        skill("old", day=1, made=9, used=3),
        skill("new", Scope.PROJECT, day=5, made=2),
        skill("made", made=3),
    ]
    assert names(skills, Order.UPDATED) == ["p:new", "g:made", "g:old", "g:never"]
    assert names(skills, Order.CREATED) == ["g:old", "g:made", "p:new", "g:never"]
    assert names(skills, Order.USED) == ["g:old", "g:made", "g:never", "p:new"]


def test_of_one_moment_the_global_ones_come_first_and_then_names() -> None:
    skills = [skill("b", Scope.EXTERNAL, day=1), skill("c", Scope.PROJECT, day=1), skill("d", day=1), skill("a", day=1)]
    assert names(skills, Order.UPDATED) == ["g:a", "g:d", "p:c", "e:b"]


def test_an_ordinary_skill_is_active() -> None:
    assert (state(skill("x")), states(skill("x"))) == (State.ACTIVE, [State.ACTIVE])


def test_the_most_telling_word_is_the_state_and_all_are_states() -> None:
    one = replace(skill("x"), origin=Origin.BUNDLED, usage=Usage(pinned=True))
    assert (state(one), states(one)) == (State.ACTIVE, [State.PINNED, State.BUNDLED, State.ACTIVE])
    stale = replace(one, activity=Activity.STALE, unlisted="it has no description")
    assert states(stale) == [State.UNLISTED, State.STALE, State.PINNED, State.BUNDLED]
    gone = replace(stale, activity=Activity.ARCHIVED, shadowed_by=ROOT, disabled=True)
    assert (state(gone), states(gone)[:4]) == (
        State.ARCHIVED,
        [State.ARCHIVED, State.SHADOWED, State.DISABLED, State.UNLISTED],
    )
    assert state(replace(skill("x"), shadowed_by=ROOT, disabled=True)) is State.SHADOWED
    assert state(replace(skill("x"), disabled=True, unlisted="so")) is State.DISABLED
    assert state(replace(skill("x"), unlisted="so", activity=Activity.STALE)) is State.UNLISTED
