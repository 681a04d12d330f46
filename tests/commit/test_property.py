"""Any set of files over two roots: as meant, taken back to the first byte, and never a third thing after a death."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.commit.placing import place
from hermes_mem.commit.run import run
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.file import FileChange, FileKind, FileVersion
from tests.commit.killing import killed_at
from tests.commit.test_crash import Tree, found, lay, recovery_of

ROOTS = ("one", "two")
PLACES = ("a", "b", "d", "d/x", "d/y", "d/e", "d/e/z")
ROOT = FileVersion(FileKind.DIRECTORY, b"", 0o755)
KEPT = FileVersion(FileKind.FILE, b"kept", 0o600)
OUTSIDE: Tree = {"outside": ROOT, "outside/x": KEPT, "outside/e": ROOT}
"""Beside the roots, with names that also occur below them: a link may lead there."""

FILES = st.builds(
    FileVersion, st.just(FileKind.FILE), st.sampled_from([b"", b"1", b"12", b"\xff\0"]), st.sampled_from([0o600, 0o644])
)
LINKS = st.builds(
    FileVersion,
    st.just(FileKind.LINK),
    st.sampled_from([b"nowhere", b"a", b"../outside", b"../two/d", b"../../outside"]),
)
DIRECTORIES = st.builds(FileVersion, st.just(FileKind.DIRECTORY), st.just(b""), st.sampled_from([0o700, 0o755]))
ANYTHING = st.none() | FILES | LINKS | DIRECTORIES


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """What lies below the two roots; something lies only in what is a directory."""
    tree: Tree = {**OUTSIDE, **dict.fromkeys(ROOTS, ROOT)}
    for root in ROOTS:
        for place_ in PLACES:
            name = f"{root}/{place_}"
            above = tree.get(name.rpartition("/")[0])
            if above and above.kind is FileKind.DIRECTORY and (version := draw(ANYTHING)):
                tree[name] = version
    return tree


def turned(before: Tree, after: Tree, name: str) -> bool:
    """Whether a directory becomes something else, which it can only when it is empty."""
    old, new = before.get(name), after.get(name)
    return bool(old and new) and old.kind is FileKind.DIRECTORY is not new.kind  # type: ignore[union-attr]


def changes(root: Path, before: Tree, after: Tree) -> list[FileChange]:
    """From one tree to the other: what is in the way goes first, then all that comes, then all else that goes."""
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    gone = [name for name in reversed(names) if name not in after]
    way = [name for name in gone if any(turned(before, after, str(above)) for above in Path(name).parents)]
    comes = [name for name in names if name in after]
    order = [*way, *comes, *(name for name in gone if name not in way)]
    return [FileChange(root / name, before.get(name), after.get(name)) for name in order]


def backwards(files: Sequence[FileChange]) -> list[FileChange]:
    """The reverse of a change, as an undo makes it."""
    return [replace(file, before=file.after, after=file.before) for file in reversed(files)]


def about(root: Path) -> About:
    return About("you", "hermes", root, "memory", "a test")


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as directory:
        yield Path(directory)


@given(trees(), trees())
@settings(max_examples=150, deadline=None)
def test_every_file_is_as_meant_and_all_comes_back(folder: Path, before: Tree, after: Tree) -> None:
    root = folder / "root"
    lay(root, before)
    files = changes(root, before, after)
    with History.opened(folder / "state") as history:
        assert run(files, about(root), history).fate is Fate.DONE
        assert found(root) == after
        assert run(backwards(files), about(root), history).fate is Fate.DONE
        assert found(root) == before


@given(trees(), trees(), st.integers(1, 2000), st.integers(1, 700))
@settings(max_examples=150, deadline=None)
def test_killed_anywhere_it_is_all_old_or_all_new(
    folder: Path, before: Tree, after: Tree, line: int, again: int
) -> None:
    """The recovery may die as well. No temporary file is left either: everything below the folder is compared."""
    root, state = folder / "root", folder / "state"
    lay(root, before)
    files = changes(root, before, after)

    def act() -> None:
        with History.opened(state) as history:
            run(files, about(root), history)

    with History.opened(state) as history:
        known = {change.id for change in history.changes()}
    killed = killed_at(line, act)
    killed_at(again, recovery_of(state))
    recovery_of(state)()
    with History.opened(state) as history:
        fates = [change.fate for change in history.changes() if change.id not in known]
    assert fates in ([], [Fate.DONE], [Fate.ROLLED_BACK])
    assert killed or fates == [Fate.DONE]
    assert found(root) == (after if fates == [Fate.DONE] else before)


@given(trees(), trees(), st.integers(0, 13))
@settings(max_examples=150, deadline=None)
def test_refused_anywhere_all_is_put_back(folder: Path, before: Tree, after: Tree, good: int) -> None:
    """The system lets so many files pass, and refuses the next one."""
    root = folder / "root"
    lay(root, before)
    files = changes(root, before, after)
    with History.opened(folder / "state") as history, pytest.MonkeyPatch.context() as patch:
        patch.setattr("hermes_mem.commit.run.place", refusing(good))
        if good >= len(files):
            run(files, about(root), history)
            assert found(root) == after
            return
        with pytest.raises(Unreadable, match="cannot be written"):
            run(files, about(root), history)
        assert found(root) == before
        assert history.open_changes() == []


def refusing(good: int) -> Callable[..., None]:
    left = [good]

    def placed(*arguments: object) -> None:
        if not left[0]:
            raise OSError(28, "No space left on device")
        left[0] -= 1
        place(*arguments)  # type: ignore[arg-type]

    return placed


def test_trees_differ_in_every_way() -> None:
    """What the strategies bring: every kind turns into every other one, and modes alone change too."""
    seen: set[tuple[object, object]] = set()

    @given(trees(), trees())
    @settings(max_examples=300, deadline=None, derandomize=True)
    def collect(before: Tree, after: Tree) -> None:
        for file in changes(Path(), before, after):
            old, new = file.before, file.after
            mode = old and new and old.same_as(new) and old.mode != new.mode
            seen.add(("mode", old.kind) if mode and old else (old and old.kind, new and new.kind))

    collect()
    kinds = [None, *FileKind]
    assert {(one, other) for one in kinds for other in kinds if one is not other} <= seen
    assert {("mode", FileKind.FILE), ("mode", FileKind.DIRECTORY)} <= seen


def test_the_folder_is_empty_of_what_was_staged(folder: Path) -> None:
    """Also where a link to a directory becomes a directory: nothing is staged behind the link."""
    root = folder / "root"
    before: Tree = {**OUTSIDE, "one": ROOT, "one/d": FileVersion(FileKind.LINK, b"../outside")}
    after: Tree = {**OUTSIDE, "one": ROOT, "one/d": ROOT, "one/d/x": FileVersion(FileKind.FILE, b"1", 0o600)}
    lay(root, before)
    with History.opened(folder / "state") as history:
        run(changes(root, before, after), about(root), history)
    assert found(root) == after
    shutil.rmtree(root)
