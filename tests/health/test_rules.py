"""Every rule that the code can meet is one that a person can name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hermes_mem
from hermes_mem.health.rules import TOLD, chosen
from hermes_mem.model.errors import Usage
from hermes_mem.store.allowing import allowable

SOURCE = Path(hermes_mem.__file__).parent
NO_RULES = {".md", ".db", ".json", ".sqlite", ".yaml", ".run", ".main", ".entry", ".around", ".reading"}
"""How names of files and modules end."""

OF_CHANGES = {"entry.same", "move.left-behind", "move.same", "purge.unfinished"}
"""Told of what a person is about to do or has done; no check meets them."""

OF_SKILLS = "skill."
"""How the rules begin that are told where skills are listed; no check meets them."""

RULE = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*")


def written() -> set[str]:
    """What looks like a rule in the code of the floors below the faces."""
    found = set[str]()
    for floor in ("layouts", "guards", "store", "health"):
        for path in (SOURCE / floor).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
            found |= {text for text in texts if isinstance(text, str) and RULE.fullmatch(text)}
    return {text for text in found if not text.endswith(tuple(NO_RULES)) and not text.startswith(OF_SKILLS)}


def test_all_are_known() -> None:
    assert sorted(written() - TOLD - allowable() - OF_CHANGES) == []
    assert not any(rule.startswith(OF_SKILLS) for rule in TOLD)


def test_one_is_named_whole_or_by_how_it_begins() -> None:
    assert chosen(["rights.readable"]) == {"rights.readable"}
    assert chosen(["rights"]) == {"rights.readable", "rights.writable", "rights.owner"}
    assert chosen(["rights", "lock.held"]) > {"lock.held"}
    assert chosen([]) == frozenset()
    assert "secret.github-token" in chosen(["secret"])


@pytest.mark.parametrize("word", ["right", "secert.github-token", "", "secret.", "Rights"])
def test_one_that_there_is_not_names_the_nearest(word: str) -> None:
    with pytest.raises(Usage) as raised:
        chosen([word])
    assert (raised.value.hint or "").count(",") == 2
