"""Changing STANDING.md: what a person wrote around the rules stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.layouts.pi.standing import normal, relaid, rules

FILE = "# mine\n\n- never push\n* run the tests\n\n# for the trip\nshort answers\n"
NEVER, TESTS, SHORT = "never push", "run the tests", "short answers"


@pytest.mark.parametrize(
    ("texts", "file"),
    [
        ([NEVER, TESTS, SHORT], FILE),
        ([NEVER, TESTS], FILE.removesuffix("short answers\n")),
        ([NEVER, TESTS, SHORT, "one more"], FILE + "one more\n"),
        ([NEVER, "one more", TESTS, SHORT], FILE.replace("- never push\n", "- never push\n- one more\n")),
        ([NEVER, "lint too", SHORT], FILE.replace(TESTS, "lint too")),
        ([TESTS, SHORT], FILE.replace("- never push\n", "")),
        ([TESTS, SHORT, NEVER], FILE.replace("- never push\n", "") + "never push\n"),
        (["first", NEVER, TESTS, SHORT], FILE.replace("- never", "first\n- never")),
        ([], "# mine\n\n\n# for the trip\n"),
    ],
    ids=["as it is", "last goes", "added", "between", "reworded", "first goes", "moved", "first comes", "none left"],
)
def test_comments_and_order_stay(texts: list[str], file: str) -> None:
    assert relaid(FILE, texts) == file


def test_a_file_that_is_not_there_yet() -> None:
    assert relaid("", [NEVER, TESTS]) == "never push\nrun the tests\n"
    assert relaid("", []) == ""


LINES = st.lists(st.sampled_from(["# c", "", "- a", "* b", "c  d", "\ta", "-", "#", "- # e", "é"]), max_size=8)
RULES = st.lists(st.sampled_from(["a", "b", "c d", "x", "- y", "é"]), unique=True, max_size=6)


@given(LINES, RULES)
def test_whatever_stood_there_the_rules_are_those_and_every_other_line_stays(
    lines: list[str], texts: list[str]
) -> None:
    after = relaid("".join(f"{line}\n" for line in lines), texts)
    assert [rule.text for rule in rules(after)] == texts
    assert others(after.split("\n")[:-1]) == others(lines)


def others(lines: list[str]) -> list[str]:
    """The lines that are no rules."""
    return [line for line in lines if not normal(line) or normal(line).startswith("#")]
