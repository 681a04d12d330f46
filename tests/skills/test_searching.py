"""Finding a skill by a few letters: what is meant comes first, measured beside fzf and rapidfuzz on the same list."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from rapidfuzz import fuzz, process

from hermes_mem.model.skill import Scope, Skill
from hermes_mem.skills.searching import SkillFilter, called

SET = json.loads((Path(__file__).parents[1] / "data/skill_names.json").read_text("utf-8"))
"""Invented. The queries were written before anything was tuned; a third is held apart and only counted."""

ROOT = Path("/skills")
LEAST = 0.95


class Query(NamedTuple):
    """A few letters, the names of which one must come first, and whether it was held apart."""

    kind: str
    query: str
    want: list[str]
    held: bool


QUERIES = [Query(**row) for row in SET["queries"]]


def skill(name: str, description: str = "", *, tags: Sequence[str] = (), at: str = "") -> Skill:
    return Skill(name, ROOT / at / name, ROOT, Scope.GLOBAL, description, words=tuple(tags))


SKILLS = [skill(row["name"], row["description"], tags=row["tags"]) for row in SET["skills"]]
LINES = [f"{called(one)} {one.description}" for one in SKILLS]

Search = Callable[[str], str | None]
"""The name of the skill that comes first."""


def ours() -> Search:
    kept = SkillFilter(SKILLS)

    def first(query: str) -> str | None:
        found = kept.search(query)
        return next((SKILLS[index].name for index in [*found.hits, *found.close]), None)

    return first


def by_fzf(query: str) -> str | None:
    given = "\n".join(LINES)
    ran = subprocess.run(["fzf", "--filter", query], input=given, capture_output=True, text=True, check=False)
    return next((line.split()[0] for line in ran.stdout.splitlines()), None)


def by_ratio(texts: Sequence[str]) -> Search:
    def first(query: str) -> str | None:
        found = process.extractOne(query, texts, scorer=fuzz.WRatio, processor=str.casefold)
        return SKILLS[found[2]].name if found else None

    return first


def others() -> Iterator[tuple[str, Search]]:
    if shutil.which("fzf"):
        yield "fzf --filter", by_fzf
    yield "WRatio, all", by_ratio(LINES)
    yield "WRatio, names", by_ratio([called(one) for one in SKILLS])


def right(search: Search, queries: Sequence[Query]) -> list[str]:
    """The queries whose wanted skill comes first."""
    return [query.query for query in queries if search(query.query) in query.want]


def score(search: Search, queries: Sequence[Query]) -> str:
    return f"{len(right(search, queries))}/{len(queries)}"


def test_what_is_meant_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    seen, held = [q for q in QUERIES if not q.held], [q for q in QUERIES if q.held]
    kinds = {kind: [q for q in QUERIES if q.kind == kind] for kind in dict.fromkeys(q.kind for q in QUERIES)}
    searches = {"hermes-mem": ours(), **dict(others())}
    with capsys.disabled():
        print(f"\nthe wanted one of {len(SKILLS)} first" + "".join(f"{word:>12}" for word in ("seen", "held", *kinds)))
        for name, search in searches.items():
            print(f"{name:27}" + "".join(f"{score(search, part):>12}" for part in (seen, held, *kinds.values())))
    found = right(searches["hermes-mem"], seen)
    assert len(found) >= LEAST * len(seen), {query.query for query in seen} - {*found}


def test_the_set_is_as_large_as_it_says_and_a_third_is_held_apart() -> None:
    assert len({one.name for one in SKILLS}) == len(SKILLS) >= 500
    assert len(QUERIES) == 60
    assert sum(query.held for query in QUERIES) * 3 == len(QUERIES)
    assert {name for query in QUERIES for name in query.want} <= {one.name for one in SKILLS}


def names(skills: Sequence[Skill], query: str) -> tuple[list[str], list[str]]:
    found = SkillFilter(skills).search(query)
    return [skills[index].name for index in found.hits], [skills[index].name for index in found.close]


def test_a_name_comes_before_a_tag_or_a_category_and_those_before_a_description() -> None:
    told = skill("ship-it", "How we deploy on Fridays")
    tagged, placed, named = skill("push", tags=["deploy"]), skill("go-live", at="deploy"), skill("deploy")
    assert names([told, placed, tagged, named], "deploy") == (["deploy", "push", "go-live", "ship-it"], [])


def test_terms_may_lie_in_different_parts_of_a_skill() -> None:
    both = skill("postgres-vacuum", "Bloat and freezing", tags=["database"])
    assert names([both, skill("postgres-locks")], "bloat postgres database")[0] == ["postgres-vacuum"]


def test_a_description_has_to_have_a_term_as_it_is_typed() -> None:
    assert names([skill("x", "Flame graphs of a running process")], "fgr") == ([], [])
    assert names([skill("x", "Flame graphs of a running process")], "graphs flame")[0] == ["x"]


def test_a_typo_finds_a_name_and_says_that_it_is_only_close() -> None:
    assert names([skill("playwright-setup", "Browser tests"), skill("notes")], "playrwight") == (
        [],
        ["playwright-setup"],
    )


def test_nothing_asked_is_everything_in_its_order() -> None:
    assert names([skill("b"), skill("a")], " ") == (["b", "a"], [])


def test_project_and_directory_are_what_it_is_found_by() -> None:
    one = Skill("ship", ROOT / "deploy-shop", ROOT, Scope.PROJECT, "", project="harbor")
    assert names([one], "harbor")[0] == names([one], "shop")[0] == ["ship"]


def test_typing_on_finds_what_a_fresh_search_finds() -> None:
    kept = SkillFilter(SKILLS)
    for end in range(len("kafka lag") + 1):
        assert kept.search("kafka lag"[:end]) == SkillFilter(SKILLS).search("kafka lag"[:end])
