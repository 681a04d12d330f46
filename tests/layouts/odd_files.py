"""Every odd kind of memory file of Hermes: its bytes, what is said of it, and the remedies in their order.

The limit is that of MEMORY, 2,200 characters.
"""

from __future__ import annotations

from typing import NamedTuple


class Odd(NamedTuple):
    """`rule` is that of the finding whose message begins with `says`; `drift` whether Hermes refuses to replace."""

    raw: bytes
    rule: str
    says: str
    remedies: tuple[str, ...]
    drift: bool = False


def _odd(text: str, rule: str, says: str, *remedies: str, drift: bool = False) -> Odd:
    return Odd(text.encode(), rule, says, remedies, drift)


RELAY, FAN, PUMP = "Relay board is rev B.", "Fan curve lives in fans.toml.", "Pump is on circuit 2."
LONG = "\n\n".join(f"Paragraph {number} about the timer. " + "It has a spare relay. " * 30 for number in range(4))
WORDS = "relay " * 400
TOMB = "__mem_tomb__:da39a3ee5e6b4b0d3255bfef95601890afd80709"
OURS, BASE, THEIRS, END = "<<<<<<< HEAD", "||||||| base", "=======", ">>>>>>> laptop"

ODD = {
    "blank line before a delimiter": _odd(
        f"{RELAY}\n\n§\n{FAN}", "hermes.drift", "Line 2: a blank line or a space stands before", "normalise", drift=True
    ),
    "blank line behind a delimiter": _odd(
        f"{RELAY}\n§\n\n{FAN}", "hermes.drift", "Line 3: a blank line or a space follows", "normalise", drift=True
    ),
    "space beside a delimiter": _odd(
        f"{RELAY} \n§\n{FAN}", "hermes.drift", "Line 1: a blank line or a space stands", "normalise", drift=True
    ),
    "no-break space beside a delimiter": _odd(
        f"{RELAY}\n§\n\xa0{FAN}", "hermes.drift", "Line 3: a blank line or a space follows", "normalise", drift=True
    ),
    "delimiter with a trailing space": _odd(
        f"{RELAY}\n§ \n{FAN}", "shape.delimiter-almost", "Almost a delimiter", "delimiters"
    ),
    "indented delimiter": _odd(f"{RELAY}\n  §\n{FAN}", "shape.delimiter-almost", "Almost a delimiter", "delimiters"),
    "leading delimiter": _odd(
        f"\n§\n{RELAY}\n§\n{FAN}", "hermes.drift", "Line 1: the file begins with a delimiter", "normalise", drift=True
    ),
    "leading § line": _odd(f"§\n{RELAY}\n§\n{FAN}", "shape.delimiter-edge", "A § line at the edge", "delimiters"),
    "trailing delimiter": _odd(
        f"{RELAY}\n§\n{FAN}\n§\n", "hermes.drift", "Line 5: the file ends with a delimiter", "normalise", drift=True
    ),
    "doubled delimiter": _odd(f"{RELAY}\n§\n§\n{FAN}", "shape.delimiter-edge", "A § line at the edge", "delimiters"),
    "doubled delimiter with a blank line": _odd(
        f"{RELAY}\n§\n\n§\n{FAN}", "hermes.drift", "Line 3: nothing stands between two", "normalise", drift=True
    ),
    "one entry that a § has torn": _odd(
        f"Deploy checklist:\n§\nrun the migration first\n§\n{FAN}",
        "shape.torn",
        "Line 1: 2 entries look like one that a § line has torn",
        "join",
    ),
    "a block of code that a § has torn": _odd(
        f"{FAN}\n§\nRun:\n```\nmake ship\n§\nmake check\n```",
        "shape.torn",
        "Line 3: 2 entries look like one that a § line has torn",
        "join",
    ),
    "two entries torn": _odd(
        f"Deploy:\n§\nrun it\n§\n{FAN}\n§\nThen,\n§\nrest",
        "shape.torn",
        "Line 1: 4 entries look like 2 that § lines have torn",
        "join",
        "join-1",
        "join-4",
    ),
    "line numbers": _odd(
        f"     1|{RELAY}\n     2|§\n     3|{FAN}\n     4|§\n     5|{PUMP}\n§\nAdded later.",
        "shape.line-numbers",
        "Line numbers of a read tool",
        "no-numbers",
        "delimiters",
    ),
    "line numbers with arrows": _odd(
        f"    9→{RELAY}\n   10→{FAN}", "shape.line-numbers", "Line numbers of a read tool", "no-numbers"
    ),
    "§ as a bullet": _odd(
        f"§ SSH: key in agent\n§ Timer = cron\n§\n{RELAY}", "shape.delimiter-bullet", "§ as a bullet", "marks"
    ),
    "no delimiter, headings": _odd(
        f"Notes of the nursery.\n\n# Relay\n{RELAY}\n\n## Fan\n{FAN}\n",
        "shape.one-entry",
        "No delimiter, yet 3 paragraphs and headings",
        "split-headings",
    ),
    "no delimiter, bullets": _odd(
        f"- {RELAY}\n- {FAN}\n  See the shelf.\n- {PUMP}\n",
        "shape.one-entry",
        "No delimiter, yet 3 bullets",
        "split-bullets",
    ),
    "no delimiter, paragraphs": _odd(
        f"{RELAY}\nIt is new.\n\n{FAN}\n\n{PUMP}",
        "shape.one-entry",
        "No delimiter, yet 3 paragraphs",
        "split-paragraphs",
        "split-lines",
    ),
    "no delimiter, rules": _odd(
        f"{RELAY}\nIt is new.\n---\n{FAN}",
        "shape.one-entry",
        "No delimiter, yet 1 rule (---)",
        "split-rules",
        "split-lines",
    ),
    "no delimiter, lines": _odd(
        "\n".join(f"Fact {number}." for number in range(9)),
        "shape.one-entry",
        "No delimiter, yet 9 lines",
        "split-lines",
    ),
    "a document among entries": _odd(
        f"{RELAY}\n§\n# Fan\n\n{FAN}\n\n## Pump\n\n{PUMP}",
        "shape.document",
        "A whole document with headings",
        "split-headings",
        "split-paragraphs",
    ),
    "one entry longer than the limit": _odd(
        LONG, "hermes.drift", "Line 1: an entry of 2,7", "split-paragraphs", drift=True
    ),
    "one entry of words longer than the limit": _odd(
        f"{RELAY}\n§\n{WORDS}", "hermes.drift", "Line 3: an entry of 2,399", "split-sentences", drift=True
    ),
    "CRLF": _odd(f"{RELAY}\r\n§\r\n{FAN}\r\n", "shape.crlf", "Lines end as on Windows", "normalise"),
    "CR alone": _odd(f"{RELAY}\r§\r{FAN}", "shape.crlf", "Lines end as on an old Mac", "normalise"),
    "BOM": _odd(f"\ufeff{RELAY}\n§\n{FAN}", "shape.bom", "The file begins with a byte order mark", "no-mark"),
    "UTF-16": Odd(
        f"{RELAY}\n§\n{FAN}".encode("utf-16"), "file.undecodable", "MEMORY.md is not UTF-8: byte 0xFF", ("from-utf-16",)
    ),
    "UTF-16 without its mark": Odd(
        f"{RELAY}\n§\n{FAN}".encode("utf-16-be"),
        "file.undecodable",
        "MEMORY.md is not UTF-8: byte 0xA7 at offset 45",
        ("from-utf-16",),
    ),
    "UTF-16 that is UTF-8 as well": Odd(
        RELAY.encode("utf-16-le"),
        "shape.nul",
        "The file holds NUL bytes: the first in line 1, at offset 1.",
        ("from-utf-16", "no-nul"),
    ),
    "Windows-1252": Odd(
        "Gärtner – Öffnung um 7\n§\nTür links".encode("cp1252"),
        "file.undecodable",
        "MEMORY.md is not UTF-8: byte 0xE4 at offset 1, line 1",
        ("from-windows-1252", "replaced"),
    ),
    "one bad byte": Odd(
        "Gärtner\n§\ncaf".encode() + b"\xe9 am Tor",
        "file.undecodable",
        "MEMORY.md is not UTF-8: byte 0xE9 at offset 15, line 3",
        ("from-windows-1252", "replaced"),
    ),
    "cut off within a character": Odd(
        f"{RELAY}\n§\nDer Preis: 7 €".encode()[:-1],
        "file.undecodable",
        "MEMORY.md is not UTF-8: byte 0xE2",
        ("replaced", "from-windows-1252"),
    ),
    "NUL": _odd(f"{RELAY}\0\n§\n{FAN}", "shape.nul", "The file holds NUL bytes: the first in line 1", "no-nul"),
    "conflict": _odd(
        f"{RELAY}\n§\n{OURS}\n{FAN}\n{THEIRS}\n{PUMP}\n{END}\n§\nLast.",
        "shape.conflict",
        "Line 3: 3 lines are the mark",
        "both",
        "ours",
        "theirs",
    ),
    "conflict with its base": _odd(
        f"{OURS}\n{FAN}\n{BASE}\nFan.\n{THEIRS}\n{PUMP}\n{END}\n§\n{RELAY}",
        "shape.conflict",
        "Line 1: 4 lines are the mark",
        "both",
        "ours",
        "theirs",
    ),
    "conflict half gone": _odd(
        f"{RELAY}\n§\n{OURS}\n{FAN}", "shape.conflict", "Line 3: 1 line is the mark of a merge", "unmark"
    ),
    "twice with a delimiter": _odd(
        f"{RELAY}\n§\n{FAN}\n§\n{RELAY}\n§\n{FAN}",
        "shape.doubled",
        "The same text stands in the file twice",
        "once",
        "normalise",
    ),
    "twice without one": _odd(
        f"{RELAY}\n§\n{FAN}\n{RELAY}\n§\n{FAN}\n", "shape.doubled", "The same text stands in the file twice", "once"
    ),
    "twice without one, and more behind": _odd(
        f"{RELAY}\n§\n{FAN}\n{RELAY}\n§\n{FAN}\n§\n{PUMP}", "shape.doubled", "The same text stands", "once"
    ),
    "an exact copy": _odd(f"{RELAY}\n§\n{FAN}\n§\n{RELAY}", "shape.duplicate", "An exact copy of", "normalise"),
    "only a mark": _odd(f"{RELAY}\n§\n---\n§\n{FAN}", "shape.fragment", "Only a rule or a mark", "no-fragments"),
    "a placeholder": _odd(
        f"{RELAY}\n§\n[BLOCKED: MEMORY.md entry contained threat pattern(s): x. Removed.]",
        "shape.blocked-literal",
        "Begins like the placeholder",
        "unblock",
    ),
    "a marker that we do not know": _odd(
        f"{RELAY}\n{TOMB}\n\n§\n{TOMB}",
        "hermes.drift",
        "Line 3: a blank line or a space stands",
        "normalise",
        drift=True,
    ),
}
"""Invented; each the smallest file of its kind."""
