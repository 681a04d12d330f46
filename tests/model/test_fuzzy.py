"""The filter: what it finds, what comes first, and what a person sees of why."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.model.fuzzy import Filter, positions

SET: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "fuzzy.json").read_text("utf-8"))
"""Labelled before the scores were tuned; a third is held out and was never looked at while tuning."""

LETTERS = st.sampled_from("abcABC-_ éßÅ日本ñ\u0301") | st.characters(exclude_categories=["Cs"])
TEXTS = st.text(LETTERS, max_size=20)


def hits(query: str, *texts: str, prose: bool = False) -> list[str]:
    return [texts[index] for index in Filter(texts, prose=prose).search(query).hits]


@pytest.mark.parametrize(
    "case", SET["cases"], ids=lambda case: case["query"] + " (held out)" * case.get("held_out", False)
)
def test_what_a_person_means_comes_first(case: dict[str, Any]) -> None:
    texts = SET[case["over"]]
    found = Filter(texts, prose=case["over"] == "prose").search(case["query"])
    first = found.close[: case["close"]] if "close" in case else found.hits[: case["within"]]
    assert set(case["want"]) <= {texts[index] for index in first}, case["why"]


def test_a_third_of_the_set_is_held_out() -> None:
    held = [case for case in SET["cases"] if case.get("held_out")]
    assert len(held) * 3 >= len(SET["cases"])


def test_no_term_is_no_filter() -> None:
    assert hits("  ", "b", "a") == ["b", "a"]


def test_every_term_has_to_match() -> None:
    assert hits("docker local", "docker-compose-local", "docker-image", "local") == ["docker-compose-local"]


def test_terms_may_come_in_any_order() -> None:
    assert hits("local docker", "docker-compose-local") == ["docker-compose-local"]


def test_better_ways_to_have_a_term_come_first() -> None:
    """The very text, a text that begins with it, a word, the start of a word, initials, inside of a word, far apart."""
    order = ["cat", "cat-food", "a-cat", "my-catalogue", "curl-and-tar", "concatenate", "cxaxt"]
    assert hits("cat", *reversed(order)) == order


def test_initials_are_best_where_each_letter_is_one_and_no_word_is_passed_over() -> None:
    order = ["debug-typescript-errors", "debug-the-old-errors", "dt-explained", "dxtxe"]
    assert hits("dte", *reversed(order)) == order
    assert positions("apc", "api-pagination-cursors") == [0, 4, 15]


def test_among_equals_the_shorter_and_then_the_earlier_comes_first() -> None:
    assert hits("x", "x-long", "x-b", "x-a") == ["x-b", "x-a", "x-long"]


def test_a_capital_is_meant() -> None:
    assert hits("Cat", "cat", "Cat") == ["Cat"]
    assert hits("cat", "cat", "Cat") == ["cat", "Cat"]


def test_plain_letters_find_accented_ones_and_accented_ones_only_themselves() -> None:
    assert hits("cafe", "café", "cafe\u0301", "cafe") == ["café", "cafe", "cafe\u0301"]
    assert hits("café", "café", "cafe\u0301", "cafe") == ["café", "cafe\u0301"]


def test_prose_wants_a_term_as_it_is_typed() -> None:
    text = "Docker builds want a terminal"
    assert hits("dbt", text) == [text]
    assert hits("dbt", text, prose=True) == []
    assert hits("want build", text, prose=True) == [text]


def test_a_typo_finds_what_is_close_when_little_else_matches() -> None:
    texts = ["playwright-setup", "release-notes"]
    found = Filter(texts).search("playrwight")
    assert ([*found.hits], [texts[index] for index in found.close]) == ([], ["playwright-setup"])


def test_what_matches_is_not_also_close() -> None:
    found = Filter(["playwright", "playright"]).search("playwright")
    assert ([*found.hits], [*found.close]) == ([0], [1])


def test_short_queries_and_many_hits_look_for_nothing_close() -> None:
    assert Filter(["abd"]).search("abc").close == ()
    assert Filter(["word-one"] * 5 + ["wrod-one"]).search("word").close == ()


@given(st.lists(TEXTS, min_size=1, max_size=6), st.data(), st.booleans())
def test_a_literal_piece_of_a_text_always_finds_it(texts: list[str], data: st.DataObject, prose: bool) -> None:
    index = data.draw(st.integers(0, len(texts) - 1))
    start = data.draw(st.integers(0, len(texts[index])))
    piece = texts[index][start : data.draw(st.integers(start, len(texts[index])))]
    assert index in Filter(texts, prose=prose).search(piece).hits


@given(
    st.lists(st.text(st.sampled_from("abc-"), max_size=8), max_size=8),
    st.text(st.sampled_from("abc"), min_size=1, max_size=4),
)
def test_plain_names_match_when_the_letters_come_in_order_and_only_then(texts: list[str], term: str) -> None:
    def in_order(text: str) -> bool:
        rest = iter(text)
        return all(letter in rest for letter in term)

    assert {*Filter(texts).search(term).hits} == {index for index, text in enumerate(texts) if in_order(text)}


@given(st.lists(TEXTS, max_size=8), st.text(LETTERS, max_size=6), st.booleans())
def test_typing_on_finds_what_a_fresh_search_finds(texts: list[str], query: str, prose: bool) -> None:
    typed = Filter(texts, prose=prose)
    for length in range(len(query) + 1):
        assert typed.search(query[:length]) == Filter(texts, prose=prose).search(query[:length])


@given(TEXTS, st.data())
def test_positions_are_places_of_the_text_where_the_letters_are(text: str, data: st.DataObject) -> None:
    term = data.draw(st.text(st.sampled_from(text), min_size=1, max_size=4)) if text.strip() else "a"
    places = positions(term, text)
    assert places == sorted(set(places))
    assert all(0 <= place < len(text) for place in places)
    if places and term.isascii() and text.isascii() and term.split() == [term]:
        assert "".join(text[place] for place in places).casefold() == term.casefold()


def test_positions_are_those_that_earned_the_score() -> None:
    assert positions("dts", "debug-terraform-schema") == [0, 6, 16]
    assert positions("cat", "concat-cat") == [7, 8, 9]
    assert positions("ci", "plain CI", prose=True) == [6, 7]
    assert positions("zzz", "nothing") == []
    assert positions("strasse", "die Straße") == [4, 5, 6, 7, 8, 9]
    assert positions("cafe", unicodedata.normalize("NFD", "ein café!")) == [4, 5, 6, 7]


def test_a_long_text_costs_no_more_than_its_length() -> None:
    """Would not come back in a lifetime if a pattern went back over what it has passed."""
    text = "a-b " * 50_000
    assert hits("abababababababababx", text) == []
    assert hits("ab" * 40, text) == []


def test_the_typo_search_is_loaded_when_it_is_needed() -> None:
    program = "import sys, hermes_mem.model.fuzzy as f; f.Filter(['a']).search('b'); print('rapidfuzz' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
