"""Front matter: what a block says, whatever stands in it, and nothing raised."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.layouts.front_matter import (
    ALIASES,
    LARGEST,
    below,
    fenced,
    fields,
    line_fields,
    shown,
    texts,
    translated,
)
from tests.real_client import needs_client, run_client

PARSE = """
from agent.skill_utils import parse_frontmatter

def ask(text):
    found, body = parse_frontmatter(text)
    return {"fields": [[repr(key), repr(value)] for key, value in found.items()], "body": body}

answer = [ask(text) for text in payload]
"""

TEXTS = [
    "---\nname: a\ndescription: b\n---\nBody\n",
    "---\nname: a\n---\n\n\nBody\n",
    "---\nname: a\n---  \t\nBody",
    "---\nname: a\n---",
    "---\nname: a\nBody\n",
    "---\n---\nBody\n",
    "---\n\n---\nBody\n",
    "----\nname: a\n---\nBody\n",
    "---name: a\n---\nBody\n",
    " ---\nname: a\n---\nBody\n",
    "\ufeff---\nname: a\n---\nBody\n",
    "\ufeff\ufeff---\nname: a\n---\nBody\n",
    "No front matter at all.\n",
    "",
    "---",
    "---\n- a\n- b\n---\nBody\n",
    "---\njust words\n---\nBody\n",
    "---\nname: a\ndescription: Use it: always\ntags: [x, y]\n---\nBody\n",
    "---\nname: a: b: c\nname: later\n  odd : value \n---\nBody\n",
    "---\nname: 'open\ndescription: b\n---\nBody\n",
    "---\nversion: 1.10\ncreated: 2026-01-02\nyes: no\n1: one\nnull: ~\n---\nBody\n",
    "---\nmetadata:\n  hermes:\n    tags: [a, b]\n---\nBody\n",
    "---\nname: a\nname: b\n---\nBody\n",
    "---\nname: 2024-99-99\n---\nBody\n",
    "---\n!!bool maybe: x\n---\nBody\n",
    "---\nname: a\t# said\ndescription: >\n  folded\n  text\n\nextra: |\n  kept\n  lines\n---\nBody\n",
    "---\nname: \x07bell\n---\nBody\n",
    "---\nbase: &b {k: v}\nmore:\n  <<: *b\n  l: w\n---\nBody\n",
]

LINES = st.lists(
    st.sampled_from(
        [
            "---",
            "--- ",
            "----",
            "name: a",
            "description: b: c",
            "  indented: 1",
            "- item",
            "'",
            "{",
            "&a",
            "*a",
            "",
            ":",
        ]
    ),
    max_size=8,
)


def read(text: str) -> tuple[dict[Any, Any], str]:
    """Fields and body, as the agent's own function gives them back."""
    plain = text.removeprefix("\ufeff")
    parts = fenced(plain)
    return (dict(fields(parts.block).values), parts.body) if parts else ({}, plain)


@needs_client
def test_the_agent_reads_the_same(tmp_path: Path) -> None:
    odd = [*TEXTS, *(f"---\n{line}\n---\nBody\n" for line in ("a: *x", "a: [", "? b", "a: !x y", "%YAML 9", "a: 1:30"))]
    for text, answer in zip(odd, run_client(PARSE, odd, tmp_path), strict=True):
        found, body = read(text)
        assert [[repr(key), repr(value)] for key, value in found.items()] == answer["fields"], text
        assert body == answer["body"], text


@given(LINES)
def test_what_is_taken_apart_is_all_there(lines: list[str]) -> None:
    text = "\n".join(lines)
    parts = fenced(text)
    assert parts is None or (text.startswith("---" + parts.block + "\n---") and text.endswith(parts.body))


@given(st.text(st.characters() | st.sampled_from("\n :-&*!{}[]<'\"#|>?%1."), max_size=200))
def test_nothing_is_raised_and_everything_can_be_shown(text: str) -> None:
    found = fields(translated(text))
    assert {type(shown(part)) for pair in found.values.items() for part in pair} <= {str}
    assert found.problem is None or found.problem.strip()


@given(st.dictionaries(st.from_regex(r"\A[a-z]{1,8}\Z"), st.from_regex(r"\A[a-z ]{0,20}\Z"), max_size=5))
def test_lines_are_a_key_and_what_follows_the_first_colon(pairs: dict[str, str]) -> None:
    block = "\n".join(f"{key} : {value}:x" for key, value in pairs.items())
    assert line_fields(block) == {key: f"{value}:x".strip() for key, value in pairs.items()}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_neither_the_ends_of_lines_nor_a_mark_change_what_is_read(ending: str, mark: str) -> None:
    text = mark + "---\nname: a\nkept: |\n  one\n  two\n---\nBody\n".replace("\n", ending)
    assert read(translated(text)) == ({"name": "a", "kept": "one\ntwo"}, "Body\n")


def test_what_is_no_yaml_is_read_as_lines_and_said() -> None:
    found = fields("\nname: a\ndescription: Use it: always")
    assert found.values == {"name": "a", "description": "Use it: always"}
    assert found.problem == "line 3: mapping values are not allowed in this context"


def test_what_is_no_mapping_gives_nothing() -> None:
    assert fields("\n- a") == ({}, "it is no mapping of keys to values")
    assert fields("\n") == ({}, None)


def test_a_secret_is_not_quoted_by_the_parser() -> None:
    problem = fields("\nname: *sk-proj-aaaaBBBBccccDDDDeeeeFFFF1234567890abcdefGHIJ").problem
    assert problem is not None
    assert "ccccDDDD" not in problem


BOMB = "\na0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, ALIASES))
WIDE = "\na0: &a0\n" + "".join(f"  k{i}: 1\n" for i in range(5_000)) + "a1:\n  <<: [*a0, *a0]\n"


@pytest.mark.parametrize("block", [BOMB, WIDE, "\na: " + "[" * 50_000, "\n" + "k: v\n" * LARGEST])
def test_what_would_grow_without_end_is_not_built(block: str) -> None:
    assert fields(block).problem is not None


def test_a_few_repetitions_are_followed() -> None:
    found = fields("\nbase: &b {k: v}\nmore:\n  <<: *b\n  l: w\nagain: *b")
    assert found == ({"base": {"k": "v"}, "more": {"k": "v", "l": "w"}, "again": {"k": "v"}}, None)


def test_what_holds_itself_is_shown_without_end() -> None:
    found = fields("\na: &a [x, *a]\nb: &b {c: *b}")
    assert [shown(value) for value in found.values.values()] == ["x", ""]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("word", "word"),
        (1.10, "1.1"),
        (7, "7"),
        (True, "true"),
        (None, ""),
        (date(2026, 1, 2), "2026-01-02"),
        (["a", 1, None, ["deep"], {"k": "v"}], "a, 1"),
        ({"k": "v"}, ""),
        ({"b", "a"}, "a, b"),
        (b"raw\xff", "raw\ufffd"),
    ],
)
def test_a_value_is_shown_as_text(value: Any, text: str) -> None:
    assert shown(value) == text


def test_a_number_too_long_to_be_written_is_shown_too() -> None:
    found = fields("\nname: 0x" + "f" * 10_000)
    assert found.problem is None
    assert shown(found.values["name"]) == "a very large number"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (["a", " b ", None, 3], ["a", "b", "3"]),
        ("a, 'b', ", ["a", "b"]),
        ('["a", b]', ["a", "b"]),
        (None, []),
        ({"a": 1}, []),
    ],
)
def test_words_come_from_a_list_or_a_text(value: Any, words: list[str]) -> None:
    assert list(texts(value)) == words


def test_a_chain_of_keys_ends_where_there_is_no_mapping() -> None:
    values = {"metadata": {"hermes": {"tags": "x"}}, "odd": "text"}
    assert below(values, "metadata", "hermes", "tags") == "x"
    assert below(values, "odd", "hermes") is None
    assert below(values, "none", "hermes") is None
