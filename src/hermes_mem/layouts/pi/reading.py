"""Reading a home of pi-hermes-memory into a snapshot, as the agent would load it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there
from hermes_mem.disk.rights import closed_to_listing
from hermes_mem.guards import scan
from hermes_mem.layouts.copies import copied
from hermes_mem.layouts.file_checks import repairing
from hermes_mem.layouts.memory_file import MemoryFile
from hermes_mem.layouts.pi import file_checks as checks
from hermes_mem.layouts.pi import projects
from hermes_mem.layouts.pi.config_checks import config_findings
from hermes_mem.layouts.pi.entry_checks import entry_findings
from hermes_mem.layouts.pi.failures import CATEGORIES, category_of
from hermes_mem.layouts.pi.format import UNIT, size, unique
from hermes_mem.layouts.pi.memory_file import read_memory_file, read_standing_file
from hermes_mem.layouts.pi.metadata import COMMENT_UNITS, Written, can_be_dated, day, decoded
from hermes_mem.layouts.pi.paths import DIRECTORY, FILES, OLD_DIRECTORY, PENDING_MOVE
from hermes_mem.layouts.pi.settings import Settings, load
from hermes_mem.layouts.pi.showing import left_out
from hermes_mem.layouts.pi.standing import distinct, injected
from hermes_mem.layouts.pi.ways_out import on_entry, on_file
from hermes_mem.model.budget import Budget
from hermes_mem.model.entry import Entry, Identity, assign_ids
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import PROJECT, Target

STANDING, FAILURES = "standing", "failures"
LINE = 1
"""Units between two rules."""


def read(home: Home, env: Environment, *, late: bool = False, scanned: bool = True) -> Snapshot:
    """The home as it lies on disk now. Nothing is raised for what a file holds, and nothing is written.

    `late` is about Hermes. Without `scanned` no rule is run over an entry, which is nearly all that reading costs.
    """
    settings = load(home.path, env)
    here, older = projects.current(env, settings.projects), projects.old(home.path, settings.projects)
    return _Reader(home, settings, here, older, late, scanned).snapshot(env)


@dataclass(frozen=True, slots=True)
class _Reader:
    home: Home
    settings: Settings
    here: str | None
    older: Mapping[str, Path]
    late: bool
    scanned: bool

    def snapshot(self, env: Environment) -> Snapshot:
        files = self._files()
        entries = {target: [_written(target, raw) for raw in file.texts] for target, file in files.items()}
        identities = (_identity(target, entry) for target, found in entries.items() for entry in found)
        ids = iter(assign_ids(identities))
        targets = tuple(self._target(name, file, entries[name], ids) for name, file in files.items())
        findings = (*config_findings(self.settings, env), *self._findings())
        return Snapshot(self.home, targets, findings, project=self.here)

    def _files(self) -> dict[str, MemoryFile]:
        """What lies below the home belongs to it; a directory elsewhere that is configured, for itself."""
        directory, above, home = self.settings.directory, self.settings.projects, self.home.path
        top = home if directory.is_relative_to(home) else directory
        files = {
            target: (read_standing_file if target == STANDING else read_memory_file)(directory / name, top)
            for target, name in FILES.items()
        }
        for name in projects.names(above, self.older, self.here):
            files[PROJECT + name] = read_memory_file(above / name / projects.MEMORY, home)
        return files

    def _findings(self) -> Iterator[Finding]:
        if is_there(marker := self.settings.directory / PENDING_MOVE):
            yield checks.pending_move_finding(marker)
        if closed_to_listing(self.settings.projects):
            yield checks.closed_projects_finding(self.settings.projects)
        yield from map(checks.unnamable_finding, projects.unnamable(self.settings.projects))
        usual, old = self.home.path / DIRECTORY, self.home.path / OLD_DIRECTORY
        if self.settings.directory == usual and _has_memory(old):
            yield checks.old_directory_finding(old)
        if self.settings.directory != usual and _has_memory(usual):
            yield checks.unused_directory_finding(usual, self.settings.directory)

    def _target(self, name: str, file: MemoryFile, written: list[Written], ids: Iterator[str]) -> Target:
        entries = tuple(self._entries(name, written, ids))
        budget = self._budget(name, entries)
        searched = name != STANDING and not (self.settings.legacy and self._shown(name))
        return Target(
            name=name,
            path=file.path,
            state=file.state,
            budget=budget,
            entries=left_out(entries, written, name, self.settings) if not searched else entries,
            findings=tuple(
                replace(f, target=name, fix=on_file(f, name))
                for f in (*file.findings, *self._target_findings(name, file, written, budget))
            ),
            problem=file.problem,
            enabled=self.settings.standing if name == STANDING else not searched,
            linked_to=file.linked_to,
            by_search=searched,
            seen=self._seen(name, searched=searched),
            dated=name != STANDING,
            categories=tuple(CATEGORIES) if name == FAILURES else (),
        )

    def _seen(self, name: str, *, searched: bool) -> str:
        """Searching looks into what lies there now; a prompt is put together once, when a session starts."""
        if searched:
            return "finds it by searching, at once"
        if name == STANDING and not self.settings.standing:
            return "does not see it: standing rules are switched off in its configuration"
        return "sees it from the start of its next session on"

    def _shown(self, name: str) -> bool:
        """Whether legacy mode shows this target: of the projects only the current one."""
        if name == FAILURES:
            return self.settings.recent.on
        return not name.startswith(PROJECT) or name == PROJECT + (self.here or "")

    def _budget(self, name: str, entries: tuple[Entry, ...]) -> Budget:
        limit = self.settings.limit(name)
        if name != STANDING:
            used = size(unique(entry.spelled for entry in entries))
            return Budget(used, limit.value, UNIT, limit.source, limit.exact)
        rules = [entry.text for entry in entries if entry.copy_of is None]
        return Budget(UNIT.size("\n".join(rules)), limit.value, UNIT, limit.source, gap=LINE)

    def _target_findings(
        self, name: str, file: MemoryFile, written: list[Written], budget: Budget
    ) -> Iterator[Finding]:
        if name == STANDING:
            yield from self._standing_findings(written)
            return
        if budget.over:
            yield checks.budget_finding(budget, self.settings.overflow)
        if undated := [entry.raw for entry in written if not entry.dated]:
            yield checks.undated_finding(len(undated), self._dates_for(name, undated, budget))
        if name.startswith(PROJECT):
            yield from self._project_findings(name.removeprefix(PROJECT), file)

    def _dates_for(self, name: str, undated: list[str], budget: Budget) -> str | None:
        """The command that writes dates behind entries, where any can have some and all then fit."""
        single = [raw for raw in unique(undated) if can_be_dated(raw)]
        fits = single and budget.used + len(single) * COMMENT_UNITS <= budget.limit
        return repairing(name, "date") if fits else None

    def _standing_findings(self, written: list[Written]) -> Iterator[Finding]:
        texts = distinct(entry.text for entry in written)
        if not self.settings.standing and texts:
            yield checks.standing_off_finding()
        elif (reached := injected(texts)) < len(texts):
            yield checks.standing_finding(texts, reached)

    def _project_findings(self, name: str, file: MemoryFile) -> Iterator[Finding]:
        directory = self.settings.projects / name
        if linked := next((path for path in (directory, file.path) if path.is_symlink()), None):
            yield checks.linked_project_finding(linked)
        if old := self.older.get(name):
            coming = projects.texts_of_old(old) - set(file.texts)
            word = "bring-old" if coming and not file.state.broken else "move-old"
            fix = repairing(PROJECT + name, word)
            yield checks.old_finding(old, len(coming), fix, configured=old.parent == self.settings.directory)

    def _entries(self, target: str, written: list[Written], ids: Iterator[str]) -> Iterator[Entry]:
        """For rules, what differs in the case of letters only is a copy too."""
        originals: dict[str, Entry] = {}
        for entry, entry_id in zip(written, ids, strict=False):
            key = entry.raw.lower() if target == STANDING else entry.raw
            original = originals.get(key)
            if original and original.text == entry.text:
                yield copied(original, target, entry_id, checks.AGENT)
                continue
            found = self._entry(target, entry, entry_id)
            originals.setdefault(key, found)
            yield copied(found, target, entry_id, checks.AGENT, of=original.id) if original else found

    def _entry(self, target: str, written: Written, entry_id: str) -> Entry:
        of_comment = entry_findings(written) if target != STANDING else ()
        found = (*of_comment, *scan(written.text, "pi", self.late)) if self.scanned else ()
        return Entry(
            entry_id,
            written.text,
            UNIT.size(written.raw),
            tuple(replace(f, target=target, entry=entry_id, fix=on_entry(f, target, written.raw)) for f in found),
            created=day(written.created),
            last=day(written.last),
            category=category_of(written.text) if target == FAILURES else None,
            project=target.removeprefix(PROJECT) if target.startswith(PROJECT) else written.project,
            raw=written.raw if written.dated else None,
        )


def _has_memory(directory: Path) -> bool:
    return any(is_there(directory / name) for name in FILES.values())


def _written(target: str, raw: str) -> Written:
    """A rule has no comment: what looks like one is text."""
    return Written(raw, raw) if target == STANDING else decoded(raw)


def _identity(target: str, entry: Written) -> Identity:
    return Identity(target, entry.text, entry.project)
