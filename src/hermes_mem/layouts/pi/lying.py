"""The file of a target as it lies there now, for who would mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Unreadable, read_bytes, real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.layouts.delimited import Undecodable, text_of
from hermes_mem.layouts.pi import writing
from hermes_mem.layouts.pi.homes import KIND
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place
from hermes_mem.model.javascript import trim
from hermes_mem.model.plan import Repair
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.target import PROJECT

_TRIES = 4


@dataclass(frozen=True)
class Lying:
    """A target of a home with the version of its file; `path` is the real file behind links. None: there is none."""

    home: Path
    target: str
    env: Environment
    path: Path
    version: FileVersion | None

    @property
    def raw(self) -> bytes:
        """The bytes; none where there is no file."""
        return self.version.raw if self.version else b""

    @cached_property
    def text(self) -> str | None:
        """The text to the letter; None for bytes that are no UTF-8."""
        try:
            return text_of(self.raw)
        except Undecodable:
            return None

    @cached_property
    def entries(self) -> list[str]:
        """The entries as they are spelled, copies included; none in what is no text."""
        return [] if self.text is None else writing.parse(self.raw, self.target)

    def repaired(
        self, word: str, rules: tuple[str, ...], says: str, entries: Iterable[str], loses: str = ""
    ) -> Iterator[Remedy]:
        """The remedy by which the file has these entries, as Pi then reads them; none where they are those of now."""
        new = self._read_back([entry for one in entries if (entry := trim(one))])
        if new is None or (self.text is not None and new == self.entries):
            return
        digest = self.version.digest if self.version else None
        plan = (Repair(self.target, tuple(new), digest),)
        yield Remedy(word, rules, says, plan, loses=loses, allow=self._halved(new))

    def _read_back(self, entries: list[str]) -> list[str] | None:
        """What Pi reads of the file that has them; a line of only § in one divides it. None where it never settles."""
        for _ in range(_TRIES):
            new = writing.unique(self.target, entries)
            entries = writing.parse(writing.serialise(self.target, new), self.target)
            if entries == new:
                return new
        return None

    def _halved(self, new: list[str]) -> tuple[str, ...]:
        """That so much goes is what the remedy is for."""
        before = writing.size(self.target, writing.unique(self.target, self.entries))
        if not new:
            return ("empty",)
        return ("shrink",) if writing.size(self.target, new) * 2 < before else ()

    def rewritten(self, word: str, rules: tuple[str, ...], says: str, raw: bytes, loses: str = "") -> Iterator[Remedy]:
        """The remedy by which the file has these bytes; none where it has them."""
        if self.version is None or raw != self.version.raw:
            yield Remedy(word, rules, says, files=(self.becomes(raw),), loses=loses)

    def becomes(self, raw: bytes, like: FileVersion | None = None) -> FileChange:
        """The file with these bytes; a new one has the mode and owner of `like`."""
        like = self.version or like or FileVersion(FileKind.FILE, mode=writing.NEW_FILE_MODE)
        return FileChange(
            self.path,
            self.version,
            replace(like, raw=raw),
            lock=writing.lock(self.home, self.target, self.env),
            copy=writing.copy_of(self.target, self.path) if self.version else None,
            place=Place(KIND, real_path(self.home), self.target),
        )


def lying(home: Path, target: str, env: Environment) -> Lying | None:
    """The file of a target; None for one that cannot be read, is none, or of which the name could be a path."""
    if target.startswith(PROJECT) and set(target) & {"/", "\0"}:
        return None
    path = real_path(writing.memory_path(home, target, env))
    if isinstance(read_bytes(path), Unreadable):
        return None
    try:
        version = version_at(path)
    except OSError:
        return None
    if version and version.kind is not FileKind.FILE:
        return None
    return Lying(home, target, env, path, version)
