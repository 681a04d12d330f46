"""The other profiles of the demo: one for each state, named by it."""

from __future__ import annotations

from collections.abc import Mapping

from hermes_mem.demo import calm, hostile, oncall, scripts
from hermes_mem.layouts.hermes.format import DELIMITER, joined_size, serialise

MEMORY, USER, CONFIG = "memories/MEMORY.md", "memories/USER.md", "config.yaml"

Files = Mapping[str, bytes]

DEFAULTS = b"memory:\n  memory_char_limit: 2200\n  user_char_limit: 1375\n"

_CHECKLIST = "Step {}: read the gauge, compare it with the table, write both numbers down, and sign the sheet. "

_RESEARCH = (
    "Surveys are kept as Parquet below data/surveys, one folder per year.",
    "Surveys are kept as Parquet files below data/surveys, one folder for each year.",
    "The 2024 survey lacks the harbour station; interpolate from the two neighbours.",
    "Plots use the colour-blind safe palette from style/palette.toml.",
    "Plots use the colour-blind safe palette from style/palette.toml.",
    "Use uv for Python environments, never a global pip.",
    "Never use a global pip; Python environments are made with uv.",
    *calm.MEMORY[11:13],
)

_REPORT = "# Notes of the season\n\n## Pumps\n" + "".join(f"- {_CHECKLIST.format(n)}\n" for n in range(1, 17))

_RULES = " ".join(f"Rule {n}: one change, one test, one sentence." for n in range(1, 40))
_EXACTLY_FULL = (*calm.USER, _RULES[: 1374 - joined_size(calm.USER) - len(DELIMITER)] + ".")
"""A memory at its limit to the last character, which is allowed."""

_ODD = (
    "One fact.",
    "§\nA doubled delimiter hides before this.",
    "§ as a bullet\n§ and once more\n§ \nnot split, since a space follows the sign.",
    "12|a line number that a reader tool left behind",
)

PROFILES: Mapping[str, Files] = {
    "oncall": {
        CONFIG: DEFAULTS,
        MEMORY: serialise(oncall.MEMORY),
        USER: serialise(calm.USER[:4]),
    },
    "research": {
        CONFIG: b"memory:\n  memory_char_limit: 5000\n  user_char_limit: 2500\n",
        MEMORY: serialise(_RESEARCH),
        USER: serialise((*calm.USER[:2], "Citations in author-year style, with a DOI where there is one.")),
    },
    "fresh": {CONFIG: DEFAULTS},
    "emptied": {CONFIG: DEFAULTS, MEMORY: b"", USER: b"\n  \n"},
    "over-full": {
        CONFIG: DEFAULTS,
        MEMORY: serialise((*oncall.MEMORY, *oncall.OVERFLOW)),
        USER: serialise(_EXACTLY_FULL),
    },
    "drifted": {
        CONFIG: DEFAULTS,
        MEMORY: "The relay board is rev B.\n\n§\n\nThe fan curve is in fans.toml.\n§\nSpare fuses: drawer 3.".encode(),
        USER: _REPORT.encode(),
    },
    "odd-shapes": {
        CONFIG: DEFAULTS,
        MEMORY: serialise(_ODD),
        USER: b"Windows line ends.\r\n\xc2\xa7\r\nThe agent reads them as its own;\r\nother readers see one entry.\r\n",
    },
    "byte-order-mark": {
        CONFIG: DEFAULTS,
        MEMORY: b"\xef\xbb\xbfThe first entry begins with a byte order mark.\n\xc2\xa7\nThe second one is clean.",
        USER: b"Old line ends.\r\xc2\xa7\rA lone CR is a line end too.",
    },
    "latin-1": {
        CONFIG: DEFAULTS,
        MEMORY: b"The caf\xe9 opens at eight.\n\xc2\xa7\nThis file was saved as Latin-1.",
        USER: serialise(["This file is fine; only MEMORY.md of this profile is not UTF-8."]),
    },
    "links": {
        CONFIG: DEFAULTS,
        "notes/USER.md": serialise(["This file is reached through a symbolic link.", *calm.USER[4:6]]),
    },
    "terminal": {
        CONFIG: DEFAULTS,
        MEMORY: serialise(hostile.TERMINAL),
        USER: serialise(hostile.MARKUP),
    },
    "threats": {CONFIG: DEFAULTS, MEMORY: serialise(hostile.THREATS), USER: serialise(calm.USER[:2])},
    "secrets": {CONFIG: DEFAULTS, MEMORY: serialise(hostile.SECRETS), USER: serialise(calm.USER[:2])},
    "scripts": {CONFIG: DEFAULTS, MEMORY: serialise(scripts.MEMORY), USER: serialise(scripts.USER)},
    "switched-off": {
        CONFIG: b"memory:\n  user_profile_enabled: false\n  memory_char_limit: 3300\n",
        MEMORY: serialise(calm.MEMORY[:6]),
        USER: serialise(calm.USER[:3]),
    },
    "broken-config": {
        CONFIG: b"memory:\n  memory_char_limit: 4000\n user_char_limit: [2000\n",
        MEMORY: serialise(calm.MEMORY[6:9]),
        USER: serialise(calm.USER[:2]),
    },
    "wrong-types": {
        CONFIG: b"memory:\n  memory_char_limit: plenty\n  memory_enabled: 'yes'\n  user_char_limit: 700\n",
        MEMORY: serialise(calm.MEMORY[9:12]),
        USER: serialise(calm.USER[2:4]),
    },
}

LINKS: Mapping[str, str] = {
    "profiles/links/memories/MEMORY.md": "MEMORY.md",
    "profiles/links/memories/USER.md": "../notes/USER.md",
}
"""Symbolic links, and what each points to: one at itself, one at a file of the same home."""
