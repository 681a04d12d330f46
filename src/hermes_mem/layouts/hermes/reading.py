"""Reading a Hermes home into a snapshot, as the agent would load it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_directory, is_there
from hermes_mem.disk.rights import closed_directory
from hermes_mem.guards import hermes_blocks, scan
from hermes_mem.layouts.copies import copied
from hermes_mem.layouts.hermes import file_checks as checks
from hermes_mem.layouts.hermes.config_checks import config_findings
from hermes_mem.layouts.hermes.format import joined_size, unique
from hermes_mem.layouts.hermes.memory_file import read_memory_file
from hermes_mem.layouts.hermes.paths import FILES, MEMORIES, memory_path
from hermes_mem.layouts.hermes.settings import LIMITS, SWITCHES, MemorySettings, load
from hermes_mem.layouts.memory_file import MemoryFile
from hermes_mem.model.budget import Budget, Unit
from hermes_mem.model.entry import Entry, Identity, assign_ids
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import Target, title_of

SEEN = "sees it in the next new session"
OFF = "is switched off in its configuration"


def read(home: Home, env: Environment, *, late: bool = False, scanned: bool = True) -> Snapshot:
    """The home as it lies on disk now. Nothing is raised for what a file holds, and nothing is written.

    `late` reads as releases after 0.19 do: without the byte order mark, with their patterns and switches. Without
    `scanned` no rule is run over an entry, which is nearly all that reading costs.
    """
    return _Reader(home.path, load(home.path, env, late=late), late, scanned).snapshot(home)


@dataclass(frozen=True, slots=True)
class _Reader:
    home: Path
    settings: MemorySettings
    late: bool
    scanned: bool

    def snapshot(self, home: Home) -> Snapshot:
        files = {target: self._file(target) for target in FILES}
        ids = iter(assign_ids(Identity(target, text) for target, file in files.items() for text in file.texts))
        targets = tuple(self._target(target, file, ids) for target, file in files.items())
        findings = (*config_findings(self.settings), *self._folder())
        return Snapshot(home, targets, findings, self._unloaded(files))

    def _folder(self) -> Iterator[Finding]:
        folder = self.home / MEMORIES
        if is_there(folder) and not is_directory(folder) and not closed_directory(folder):
            yield checks.folder_finding(folder)

    def _file(self, target: str) -> MemoryFile:
        limit = self.settings.limits[target].value
        return read_memory_file(memory_path(self.home, target), self.home, limit, late=self.late)

    def _target(self, name: str, file: MemoryFile, ids: Iterator[str]) -> Target:
        limit = self.settings.limits[name]
        budget = Budget(joined_size(unique(file.texts)), limit.value, Unit.CODEPOINTS, limit.source, limit.exact)
        return Target(
            name=name,
            path=file.path,
            state=file.state,
            budget=budget,
            entries=tuple(self._entries(name, file, ids)),
            findings=tuple(replace(finding, target=name) for finding in self._findings(name, file, budget)),
            problem=file.problem,
            enabled=self.settings.enabled[name],
            linked_to=file.linked_to,
            seen=SEEN if self.settings.enabled[name] else f"does not see it: {title_of(name)} {OFF}",
        )

    def _findings(self, target: str, file: MemoryFile, budget: Budget) -> Iterator[Finding]:
        yield from file.findings
        if budget.over:
            yield checks.budget_finding(budget, target)
        if not self.settings.enabled[target]:
            yield checks.off_finding(SWITCHES[target])

    def _entries(self, target: str, file: MemoryFile, ids: Iterator[str]) -> Iterator[Entry]:
        originals: dict[str, Entry] = {}
        for text, entry_id in zip(file.texts, ids, strict=False):
            if original := originals.get(text):
                copy = copied(original, target, entry_id, "Hermes")
                yield replace(copy, findings=tuple(self._with_ways_out(copy.findings, target, text)))
            else:
                originals[text] = entry = self._entry(target, text, entry_id)
                yield entry

    def _entry(self, target: str, text: str, entry_id: str) -> Entry:
        if not self.scanned:
            return Entry(entry_id, text, len(text))
        found = self._with_ways_out(scan(text, "hermes", self.late), target, text)
        findings = tuple(replace(finding, target=target, entry=entry_id) for finding in found)
        return Entry(entry_id, text, len(text), findings, blanked=tuple(hermes_blocks(text, self.late)))

    def _with_ways_out(self, findings: Sequence[Finding], target: str, text: str) -> Iterator[Finding]:
        """The findings, those on odd shapes with the commands that mend them."""
        for finding in findings:
            if finding.rule.startswith("shape."):
                from hermes_mem.layouts.hermes.ways_out import on_entry

                limit = self.settings.limits[target].value
                finding = replace(finding, fix=on_entry(finding, target, text, limit))  # noqa: PLW2901
            yield finding

    def _unloaded(self, files: Mapping[str, MemoryFile]) -> str | None:
        """Why loading fails as a whole; the agent then goes on without either memory (agent/agent_init.py)."""
        if self.settings.fault:
            return self.settings.fault.reason
        if any(self._folder()):
            return f"{MEMORIES} is no directory"
        for target, file in files.items():
            if file.unloads:
                return file.unloads
            if file.texts and not self.settings.limits[target].usable:
                return f"memory.{LIMITS[target]} is not a number"
        return None
