"""Homes of Hermes Agent.

Looking for a home loads little; the rest of the package comes when it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hermes_mem.layouts.hermes.homes import KIND, SIGNS, find, looked_in, recognises
from hermes_mem.layouts.late import loaded_late

if TYPE_CHECKING:
    from hermes_mem.layouts.hermes.contents import count
    from hermes_mem.layouts.hermes.leftovers import copies
    from hermes_mem.layouts.hermes.prompt import blocks
    from hermes_mem.layouts.hermes.purging import beside, beyond, mirrored, without
    from hermes_mem.layouts.hermes.reading import read
    from hermes_mem.layouts.hermes.remains import left_behind
    from hermes_mem.layouts.hermes.remedies import remedies
    from hermes_mem.layouts.hermes.running import is_run_by, works_on
    from hermes_mem.layouts.hermes.skills.reading import skill_findings, skills_of
    from hermes_mem.layouts.hermes.writing import (
        copy_of,
        failure,
        file_change,
        identity,
        lock,
        locks,
        lost,
        make_directories,
        mirror,
        mirror_findings,
        objections,
        of_project,
        parse,
        returning,
        serialise,
        size,
        spelled,
        unique,
    )

__all__ = [
    "AGENT",
    "CATEGORIES",
    "HAS_PROJECTS",
    "KIND",
    "PRIVATE",
    "REFUSING",
    "SIGNS",
    "beside",
    "beyond",
    "blocks",
    "copies",
    "copy_of",
    "count",
    "failure",
    "file_change",
    "find",
    "identity",
    "is_run_by",
    "left_behind",
    "lock",
    "locks",
    "looked_in",
    "lost",
    "make_directories",
    "mirror",
    "mirror_findings",
    "mirrored",
    "objections",
    "of_project",
    "parse",
    "read",
    "recognises",
    "remedies",
    "returning",
    "serialise",
    "size",
    "skill_findings",
    "skills_of",
    "spelled",
    "unique",
    "without",
    "works_on",
]

AGENT = "Hermes"
HAS_PROJECTS = False
PRIVATE = True
CATEGORIES: Sequence[str] = ()
REFUSING: Sequence[str] = ()

__getattr__ = loaded_late(
    __name__,
    {
        "contents": ("count",),
        "remains": ("left_behind",),
        "leftovers": ("copies",),
        "prompt": ("blocks",),
        "purging": ("beside", "beyond", "mirrored", "without"),
        "reading": ("read",),
        "remedies": ("remedies",),
        "running": ("is_run_by", "works_on"),
        "skills.reading": ("skill_findings", "skills_of"),
        "writing": (
            "copy_of",
            "failure",
            "file_change",
            "identity",
            "lock",
            "locks",
            "lost",
            "make_directories",
            "mirror",
            "mirror_findings",
            "objections",
            "of_project",
            "parse",
            "returning",
            "serialise",
            "size",
            "spelled",
            "unique",
        ),
    },
)
