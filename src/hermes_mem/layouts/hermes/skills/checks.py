"""What is odd about a skill of Hermes and its place, and about what lies beside the skills."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from hermes_mem.disk.rights import fix_command
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.hermes.paths import ARCHIVE
from hermes_mem.layouts.hermes.skills.discovering import DIRECTORIES, Walk
from hermes_mem.layouts.hermes.skills.meeting import Met
from hermes_mem.layouts.hermes.skills.roots import SKILLS
from hermes_mem.layouts.hermes.skills.usage import FILE, Record
from hermes_mem.model.finding import Finding, Severity

_SHOWN = 3
"""How many of several are named."""


def on_names(
    skill: Met, claims: Mapping[str, Sequence[Path]], texts: Mapping[str, Sequence[Path]]
) -> Iterator[Finding]:
    """That Hermes finds more than one thing by its name, or knows it by two.

    `claims` are the directories of skills that answer to a word, `texts` other files that do.
    """
    claimed = claims.get(skill.loaded, ())
    if others := [directory for directory in claimed if directory is not skill.directory]:
        message = (
            f"{counted(len(others) + 1, 'skill answers', 'skills answer')} to “{skill.loaded}”: also {_named(others)}."
        )
        effect = "Hermes lists the first of one name, and loads none by it: it asks for the path."
        yield Finding("skill.same-name", Severity.WARNING, message, effect, file=str(skill.file))
    if files := texts.get(skill.loaded):
        message = f"Hermes takes {_named(files)} for a skill of this name too."
        yield Finding(
            "skill.same-file", Severity.WARNING, message, "It loads neither by the name.", file=str(skill.file)
        )
    if skill.loaded != skill.own_name:
        message = f"Its directory is called “{skill.own_name}”, the skill “{skill.loaded}”."
        effect = "Hermes lists, counts and archives it by the one, and changes or deletes it by the other."
        yield Finding("skill.name-differs", Severity.INFO, message, effect, file=str(skill.file))
    if skill.recorded != skill.loaded:
        message = f"Its usage is counted for “{skill.loaded}” and looked up for “{skill.recorded}”."
        effect = "The curator reads the line with the name as it stands, quotes and comments included."
        yield Finding("skill.two-names", Severity.WARNING, message, effect, file=str(skill.file))


def on_place(skill: Met, outside: Path | None, *, state: object) -> Iterator[Finding]:
    """That it lies where it should not. `outside` is where a link really leads, `state` what its record says."""
    if inside := skill.place.inside:
        message = f"It lies in the folder of the skill “{inside.name}”."
        yield Finding(
            "skill.inside",
            Severity.INFO,
            message,
            "Whoever moves or deletes that one takes it along.",
            file=str(skill.file),
        )
    if outside:
        message = f"A link leads out of the directory of skills, to {outside}."
        yield Finding(
            "skill.link-out",
            Severity.INFO,
            message,
            "Hermes reads it, with a warning in its log.",
            file=str(skill.file),
        )
    if state == "archived":
        message = "Its usage says that it is archived, and it is not."
        yield Finding(
            "skill.state", Severity.INFO, message, "The curator sets that right when it is used.", file=str(skill.file)
        )


def on_archive(skill: Met) -> Iterator[Finding]:
    """That Hermes would not find it in the archive (hermes-agent 0.19.0 tools/skill_usage.py, `restore_skill`)."""
    name, own = skill.recorded, skill.own_name
    if own != name and not re.fullmatch(re.escape(name) + r"-\d{14}", own):
        message = f"In the archive it is called “{own}”, which is not “{name}” with 14 digits behind it."
        effect = "Hermes does not find it by its name, and would give it back under that of the directory."
        yield Finding("skill.archive-name", Severity.WARNING, message, effect, file=str(skill.file))
    if len(skill.place.parts) > 1:
        message = "It lies in a folder of the archive."
        yield Finding(
            "skill.archive-nested", Severity.INFO, message, "Hermes does not list it as archived.", file=str(skill.file)
        )


def on_walk(walk: Walk, home: Path) -> Iterator[Finding]:
    """What the walk came upon that is no skill."""
    for directory in walk.closed:
        effect = "Hermes finds no skill in there."
        message = f"The directory {directory} cannot be listed."
        yield Finding(
            "skill.closed", Severity.WARNING, message, effect, file=str(directory), fix=fix_command(directory)
        )
    for directory in walk.strays:
        archived = directory.is_relative_to(home / SKILLS / ARCHIVE)
        effect = "Hermes restores it as it is, without the skill." if archived else "Hermes passes it over."
        place = directory.relative_to(home) if directory.is_relative_to(home) else directory
        message = f"{place} has files and no SKILL.md."
        yield Finding("skill.no-file", Severity.INFO, message, effect, file=str(directory))
    if walk.endless:
        message = f"There are more than {DIRECTORIES:,} directories below {walk.endless}; the rest is left unread."
        effect = "Hermes reads all of them at every start."
        yield Finding("skill.endless", Severity.WARNING, message, effect, file=str(walk.endless))


def on_orphans(records: Mapping[str, Record], known: Collection[str], root: Path) -> Iterator[Finding]:
    """Usage records of skills that are nowhere."""
    if gone := sorted(name for name in records if name not in known):
        names = ", ".join(gone[:_SHOWN]) + (f" and {len(gone) - _SHOWN:,} more" if len(gone) > _SHOWN else "")
        message = f"{counted(len(gone), 'usage record is', 'usage records are')} of no skill there is: {names}."
        effect = "Hermes keeps them, and a new skill of such a name begins with its counts and its pin."
        yield Finding("skill.usage-orphans", Severity.INFO, message, effect, file=str(root / FILE))


def _named(paths: Sequence[Path]) -> str:
    more = f" and {len(paths) - _SHOWN:,} more" if len(paths) > _SHOWN else ""
    return ", ".join(str(path) for path in paths[:_SHOWN]) + more
