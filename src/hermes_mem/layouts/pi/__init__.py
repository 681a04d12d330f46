"""Homes of pi-hermes-memory, the memory of the Pi coding agent.

Looking for a home loads little; the rest of the package comes with the first home of this kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hermes_mem.layouts.late import loaded_late
from hermes_mem.layouts.pi.homes import KIND, SIGNS, find, looked_in, recognises

if TYPE_CHECKING:
    from hermes_mem.layouts.pi.contents import count
    from hermes_mem.layouts.pi.displaced import copies
    from hermes_mem.layouts.pi.failures import CATEGORIES, failure
    from hermes_mem.layouts.pi.mirror_checks import mirror_findings
    from hermes_mem.layouts.pi.prompt import blocks
    from hermes_mem.layouts.pi.purging import beside, beyond, mirrored, without
    from hermes_mem.layouts.pi.reading import read
    from hermes_mem.layouts.pi.remains import left_behind
    from hermes_mem.layouts.pi.remedies import remedies
    from hermes_mem.layouts.pi.running import is_run_by, works_on
    from hermes_mem.layouts.pi.skills.around import skill_findings
    from hermes_mem.layouts.pi.skills.reading import skills_of
    from hermes_mem.layouts.pi.writing import (
        copy_of,
        file_change,
        identity,
        lock,
        locks,
        lost,
        make_directories,
        mirror,
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

AGENT = "Pi"
HAS_PROJECTS = True
PRIVATE = False
REFUSING: Sequence[str] = ("pi.rules-over", "pi.comment-rule", "pi.comment-trap")

__getattr__ = loaded_late(
    __name__,
    {
        "contents": ("count",),
        "displaced": ("copies",),
        "failures": ("CATEGORIES", "failure"),
        "remains": ("left_behind",),
        "mirror_checks": ("mirror_findings",),
        "prompt": ("blocks",),
        "purging": ("beside", "beyond", "mirrored", "without"),
        "reading": ("read",),
        "remedies": ("remedies",),
        "running": ("is_run_by", "works_on"),
        "skills.around": ("skill_findings",),
        "skills.reading": ("skills_of",),
        "writing": (
            "copy_of",
            "file_change",
            "identity",
            "lock",
            "locks",
            "lost",
            "make_directories",
            "mirror",
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
