"""Odd shapes of an entry: delimiters that do not split, what a converter or a read tool left, hidden payloads.

The agents accept all of them in silence.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hermes_mem.guards.rule import HERMES, PI, SCAN_LIMIT, Rule

BLOCKED = "[BLOCKED:"
"""Hermes does not scan an entry that begins so (hermes-agent 0.19.0 tools/memory_tool.py)."""

_BOTH = HERMES | PI
_MERGED = "The agent reads all of this as one entry, and one hit of a rule hides all of it."
_LINES = re.MULTILINE
_TAGS, _VARIATIONS = "\U000e0000-\U000e007f", "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_PARAGRAPH = r"\n[ \t]*(?:\n[ \t]*)+"


def _ascending(found: re.Match[str]) -> bool:
    """Whether the numbers count the lines: tables with numbers in the first column do not."""
    numbers = [int(number) for number in re.findall(r"^[ \t]*(\d+)", found[0], re.MULTILINE)]
    return all(after == before + 1 for before, after in pairwise(numbers))


def _document(found: re.Match[str]) -> bool:
    """Whether a text that begins with a heading has a second one, and three paragraphs or more."""
    headings = re.findall(r"^#{1,6} ", found[0], re.MULTILINE)
    return len(headings) > 1 and len(re.split(_PARAGRAPH, found[0])) >= 3


RULES = (
    Rule(
        "shape.blocked-literal",
        r"\A\[BLOCKED:",
        "Begins like the placeholder that Hermes puts in place of a blocked entry.",
        "Hermes does not scan an entry that begins so: whatever stands in it goes to the model.",
        HERMES,
        needs=("[blocked:",),
    ),
    Rule(
        "shape.delimiter-line",
        r"(?<=\n)§(?=\n)",
        "A line that is only § in the middle of an entry.",
        "Once this is written, the agent reads two entries.",
        _BOTH,
        needs=("\n§\n",),
    ),
    Rule(
        "shape.delimiter-edge",
        r"\A§(?=\n|\Z)|(?<=\n)§\Z",
        "A § line at the edge of an entry: a delimiter too many in the file.",
        "The agent takes the § for a part of this entry; at an end it can swallow a neighbour's beginning.",
        _BOTH,
        needs=("§",),
    ),
    Rule(
        "shape.delimiter-almost",
        r"^(?!§$)[ \t]*(?:\d{1,6}[|:→][ \t]*)?§[§ \t]*$",
        "Almost a delimiter: a § line with something beside it.",
        "It does not split: " + _MERGED[0].lower() + _MERGED[1:],
        _BOTH,
        needs=("§",),
        flags=_LINES,
    ),
    Rule(
        "shape.delimiter-bullet",
        r"(?:^§[ \t]+(?!\d).*\S.*(?:\n|\Z))+",
        "§ as a bullet at the beginning of lines.",
        "It does not split. " + _MERGED,
        _BOTH,
        needs=("§ ", "§\t"),
        flags=_LINES,
    ),
    Rule(
        "shape.line-numbers",
        r"(?:^[ \t]{0,8}\d{1,6}[|→](?:.*)(?:\n|\Z)){2,}",
        "Line numbers of a read tool were saved with the text.",
        "The model gets the numbers as part of the memory, and a numbered § does not split.",
        _BOTH,
        needs=("|", "→"),
        flags=_LINES,
        holds=_ascending,
    ),
    Rule(
        "shape.fragment",
        r"\A(?:[-*_=~]{3,}|```|#{1,6})\Z",
        "Only a rule or a mark of Markdown: what a converter left.",
        "The agent counts it and shows it to the model, which learns nothing from it.",
        _BOTH,
    ),
    Rule(
        "shape.document",
        r"\A#{1,6} [\s\S]+\Z",
        "A whole document with headings in one entry.",
        _MERGED,
        _BOTH,
        needs=("# ",),
        holds=_document,
    ),
    Rule(
        "shape.hidden-payload",
        rf"(?<!\U0001f3f4)(?<![{_TAGS}])[{_TAGS}]+|(?<=\U0001f3f4)[{_TAGS}]{{9,}}|[{_VARIATIONS}]{{2,}}"
        r"|[\u115f\u1160\u3164\uffa0\u2061\u206a-\u206f]+",
        "Characters that nobody sees but the model reads.",
        "No agent notices them.",
        flags=re.NOFLAG,
        graver=rf"[{_TAGS}{_VARIATIONS}]{{4,}}",
    ),
)
"""Matched on the raw text of an entry."""

BEYOND = Rule(
    "shape.beyond-scan",
    "",
    f"Longer than the {SCAN_LIMIT:,} characters that are scanned for threats.",
    "Neither the agents nor we look for threats in the rest; for secrets we do.",
    _BOTH,
)
"""Has no pattern: its span is what lies behind the limit."""
