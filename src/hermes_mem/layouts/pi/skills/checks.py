"""What is odd about a skill of Pi, and what comes of it.

Two programs read it: Pi (dist/core/skills.js), which tells the model of it, and its memory (pi-hermes-memory 0.9.6
src/store/skill-store.ts), with which the agent lists and changes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.reading import Cause, Unreadable
from hermes_mem.disk.rights import described, fix_command
from hermes_mem.layouts.delimited import BOM, Undecodable
from hermes_mem.layouts.file_checks import BLOCKING, INFO, WARNING
from hermes_mem.layouts.pi.skills.spelling import LONGEST_NAME, Text
from hermes_mem.layouts.pi.skills.walking import Place
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.javascript import trim
from hermes_mem.model.skill import SKILL

DIFFERENTLY = "skill.pi-reads-differently"

LONGEST_DESCRIPTION = 1024
"""UTF-16 units."""

NOTICED = "Pi says so at every start, and loads it."

QUOTED = 60
"""Characters of a value in a message."""

SPARED = {
    Cause.SPECIAL: "Pi opens it all the same, and its start can wait on it for ever.",
    Cause.TOO_LARGE: "Pi reads all of it, at every start; hermes-mem does not.",
}
NOT_READ = "Pi starts without it, and says so; its memory does not list it."
NOT_LOADED = "Pi does not load it: the model never hears of it, and `/skill:` does not know it."

_ODD_NAME = re.compile("[^a-z0-9-]|^-|-$|--")


class Note(NamedTuple):
    """A finding that waits for the file it is about."""

    rule: str
    severity: str
    message: str
    effect: str
    fix: str | None = None

    def on(self, file: Path) -> Finding:
        """The finding, on this file."""
        return Finding(self.rule, Severity(self.severity), self.message, self.effect, file=str(file), fix=self.fix)


def unreadable_finding(path: Path, reading: Unreadable) -> Finding:
    """For a text that is there and cannot be read."""
    message = f"{path.name} cannot be read ({reading.reason})."
    effect = SPARED.get(reading.cause, NOT_READ)
    return Finding("skill.unreadable", BLOCKING, message, effect, file=str(path), fix=reading.fix)


def dangling_finding(path: Path, pointed_at: Path) -> Finding:
    """For a text that is a link which leads nowhere."""
    message = f"{path.name} is a symbolic link to {pointed_at}, and nothing is there."
    return Finding("skill.dangling", WARNING, message, NOT_LOADED, file=str(path))


def closed_finding(directory: Path, *, managed: bool) -> Finding:
    """For a directory that may not be listed: the memory gives up the whole of its list then."""
    message = f"The directory {directory} cannot be listed ({described(directory)})."
    effect = "Pi passes over it"
    effect += "; its memory lists no skill of this scope at all, since its search ends there." if managed else "."
    fix = fix_command(directory)
    return Finding("skill.closed", WARNING, message, effect, file=str(directory), fix=fix)


def stray_finding(directory: Path) -> Finding:
    """For what a skill leaves behind when the memory moves or deletes it: that takes its text alone."""
    message = f"{directory.name} has files and no {SKILL}."
    effect = (
        "Pi passes it over; its memory leaves that behind where it moves or deletes a skill with more than its text."
    )
    return Finding("skill.no-file", INFO, message, effect, file=str(directory))


def undecodable_note(error: Undecodable) -> Note:
    """For a text that is not UTF-8."""
    effect = "Pi reads on with replacement characters, and its next change puts them in the file for ever."
    return Note("skill.undecodable", WARNING, f"It is {error.message}.", effect)


def place_findings(place: Place, *, managed: bool) -> Iterator[Finding]:
    """Findings on where it lies; `managed` says that the memory looks there."""
    where = str(place.directory / place.file)
    listed = " Its memory lists it." if managed and not place.linked and place.file == SKILL else ""
    if place.inside:
        message = "A SKILL.md lies beside it, in the root itself."
        if place.file == SKILL:
            message = f"It lies inside of another skill, {place.inside.name}."
        yield Finding("skill.inside-another", WARNING, message, NOT_LOADED + listed, file=where)
    if place.ignored:
        message = "An ignore file names it (.gitignore, .ignore or .fdignore)."
        yield Finding("skill.ignored", WARNING, message, NOT_LOADED + listed, file=where)
    if managed and place.linked:
        message = "A symbolic link leads to it."
        effect = "Pi loads it, but its memory follows no links: the agent can neither list nor change it."
        yield Finding("skill.linked", INFO, message, effect, file=where)


def flat_finding(file: Path, twin: Path | None) -> Finding:
    """For a skill of the memory that is a single file, as before release 0.6; `twin` is where its directory is to be,
    if there is a skill already.
    """
    message = "It is a single file, as older releases had them."
    if twin is None:
        return Finding("skill.flat", INFO, message, "At its next start Pi makes a directory of it.", file=str(file))
    effect = f"At its next start Pi deletes it, since there is a skill {twin.name} already."
    return Finding("skill.flat", WARNING, message, effect, file=str(file))


def loading_notes(description: str, problem: str | None, *, fenced: bool) -> Iterator[Note]:
    """Why Pi itself does not load it, or complains; `problem` is what is wrong with its YAML, as a clause."""
    if problem is not None:
        fix = "Put the value in double quotes, if there is a colon in it."
        yield Note("skill.yaml", WARNING, f"The front matter is no sound YAML: {problem}.", NOT_LOADED, fix)
    elif not fenced:
        yield Note("skill.no-front-matter", WARNING, "It has no front matter, and so no description.", NOT_LOADED)
    elif not description:
        yield Note("skill.no-description", WARNING, "The front matter has no description.", NOT_LOADED)
    elif (units := len(description.encode("utf-16-le", "surrogatepass")) // 2) > LONGEST_DESCRIPTION:
        message = f"The description has {units:,} units; {LONGEST_DESCRIPTION:,} are the most."
        yield Note("skill.description-long", INFO, message, NOTICED)


def reading_notes(raw: str, text: Text, *, name: str, description: str) -> Iterator[Note]:
    """Where the memory, which knows no YAML, reads another name or description than Pi does."""
    if not text.fenced:
        message = f"{_why_unfenced(raw)}, so Pi's memory sees no front matter."
        effect = (
            "Its memory lists it by its directory and without a description, and the agent's next change puts a "
            "second front matter before this one."
        )
        fix = "Save it as UTF-8 without a byte order mark, with LF line ends and one behind the closing ---."
        yield Note(DIFFERENTLY, WARNING, message, effect, fix)
        return
    said = {"name": trim(name), "description": trim(description)}
    if other := [key for key in said if key in text.values and trim(text.values[key]) != said[key]]:
        read = " and ".join(f"{_quoted(text.values[key])} for the {key}" for key in other)
        effect = (
            "The agent's next change of it writes that into the file, and drops keys that its memory does not know."
        )
        fix = "Put the whole value on one line, in double quotes or in none."
        yield Note(DIFFERENTLY, WARNING, f"Pi's memory knows no YAML, and reads {read}.", effect, fix)


def name_findings(file: Path, name: str, directory: str | None) -> Iterator[Finding]:
    """For a name that is none as Pi wants them, or another than that of its `directory`, None where that has to be."""
    if len(name) > LONGEST_NAME or _ODD_NAME.search(name):
        message = f"{_quoted(name)} is no name as Pi wants them: a-z, 0-9 and single hyphens, at most {LONGEST_NAME}."
        yield Finding("skill.name-pattern", INFO, message, NOTICED, file=str(file))
    if directory is not None and name != directory:
        message = f"It is called {_quoted(name)}, and its directory {_quoted(directory)}."
        effect = "Pi offers it to the model by the first, and the agent changes it by the second."
        yield Finding("skill.name-differs", WARNING, message, effect, file=str(file))


def shadowed_finding(file: Path, winner: Path) -> Finding:
    """For a skill of whose name Pi has loaded another one before."""
    message = f"Pi uses another skill of this name: {winner}."
    effect = "This one reaches no session, and nothing that is changed here has an effect. Pi says so only in a notice."
    return Finding("skill.shadowed", WARNING, message, effect, file=str(file))


def same_id_finding(file: Path, called: str, winner: Path) -> Finding:
    """For a skill whose directory is called like that of one which the memory finds before."""
    message = f"The agent calls another one by the id it would have, {called}: {winner}."
    effect = "Its memory neither lists nor changes this one."
    return Finding("skill.same-directory", WARNING, message, effect, file=str(file))


def unnamable_finding(directory: Path) -> Finding:
    """For a directory whose name is not UTF-8."""
    message = f"The name {directory.name!r} of its directory is not UTF-8."
    effect = "Pi finds no file there."
    fix = "Give the directory a name in UTF-8."
    return Finding("skill.unnamable", WARNING, message, effect, file=str(directory.parent), fix=fix)


def undated_finding(file: Path) -> Finding:
    """For a skill without a day on which it was last changed."""
    effect = "Pi's memory takes it for changed today, each time it reads it."
    return Finding("skill.undated", INFO, "It does not say when it was last changed.", effect, file=str(file))


def _why_unfenced(raw: str) -> str:
    """What of the text hides its front matter from the memory, as a clause; there is one for Pi."""
    if raw.startswith(BOM):
        return "The file begins with a byte order mark"
    if "\r" in raw:
        return "Lines end as on Windows or on an old Mac (CR)"
    if not raw.startswith("---\n"):
        return "Something stands before the opening ---, or behind it"
    return "No line end follows the closing ---, or it is spelled with more behind it"


def _quoted(value: str) -> str:
    """A value as it may be shown: short, and without secrets."""
    from hermes_mem.guards import without_secrets

    plain = without_secrets(value)
    return f"“{plain[: QUOTED - 1]}…”" if len(plain) > QUOTED else f"“{plain}”"
