"""A process killed at any line of a change: after recovery all is old or all is new, and the history knows which."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from hermes_mem.commit.recovery import recover
from hermes_mem.commit.run import run
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate
from hermes_mem.model.file import FileChange, FileKind, FileVersion
from tests.commit.killing import killed_at

Tree = dict[str, FileVersion]


def file(text: str, mode: int = 0o640) -> FileVersion:
    return FileVersion(FileKind.FILE, text.encode(), mode)


def link(target: str) -> FileVersion:
    return FileVersion(FileKind.LINK, target.encode())


DIRECTORY = FileVersion(FileKind.DIRECTORY, b"", 0o750)


@dataclass
class Scenario:
    """What lies there before and after, by path; the order of `steps` is the order of publishing."""

    before: Tree
    after: Tree
    steps: tuple[str, ...]

    def files(self, root: Path) -> list[FileChange]:
        return [FileChange(root / name, version_at(root / name), self.after.get(name)) for name in self.steps]


SCENARIOS = {
    "edit": Scenario({"a": file("old")}, {"a": file("new")}, ("a",)),
    "create": Scenario({}, {"a": file("new", 0o600)}, ("a",)),
    "remove": Scenario({"a": file("old")}, {}, ("a",)),
    "move": Scenario({"a": file("x\ny"), "b": file("z")}, {"a": file("x"), "b": file("z\ny")}, ("b", "a")),
    "link": Scenario({"a": link("elsewhere")}, {"a": link("nowhere")}, ("a",)),
    "new tree": Scenario({}, {"d": DIRECTORY, "d/f": file("1"), "d/g": file("2")}, ("d", "d/f", "d/g")),
    "tree gone": Scenario({"d": DIRECTORY, "d/f": file("1")}, {}, ("d/f", "d")),
    "two roots": Scenario(
        {"one": DIRECTORY, "two": DIRECTORY, "one/a": file("1")},
        {"one": DIRECTORY, "two": DIRECTORY, "two/a": file("1")},
        ("two/a", "one/a"),
    ),
}


def lay(root: Path, tree: Tree) -> None:
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    for name, version in tree.items():
        path = root / name
        if version.kind is FileKind.DIRECTORY:
            path.mkdir()
        elif version.kind is FileKind.LINK:
            path.symlink_to(version.raw.decode())
        else:
            path.write_bytes(version.raw)
        if version.mode is not None:
            path.chmod(version.mode)


def found(root: Path) -> Tree:
    """Everything below the root, without owners."""
    tree = {}
    for path in sorted(root.rglob("*")):
        version = version_at(path)
        assert version is not None
        tree[str(path.relative_to(root))] = FileVersion(version.kind, version.raw, version.mode)
    return tree


def about(root: Path) -> About:
    return About("you", "hermes", root, "memory", "a test")


def changed(root: Path, state: Path, scenario: Scenario) -> Callable[[], None]:
    def act() -> None:
        with History.opened(state) as history:
            run(scenario.files(root), about(root), history)

    return act


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))
def test_killed_at_every_line(scenario: Scenario, memory: Path) -> None:
    root, line, fates = memory / "root", 0, set()
    while True:
        line += 1
        state = memory / f"state{line}"
        lay(root, scenario.before)
        killed = killed_at(line, changed(root, state, scenario))
        with History.opened(state) as history:
            for change in history.open_changes():
                fates.add(fate := recover(change, history))
                assert found(root) == (scenario.after if fate is Fate.DONE else scenario.before)
            assert history.open_changes() == []
            done = [change.fate for change in history.changes()]
        assert found(root) == (scenario.after if done == [Fate.DONE] else scenario.before)
        if not killed:
            break
    assert done == [Fate.DONE]
    assert fates == {Fate.DONE, Fate.ROLLED_BACK}
    assert line > 60


@pytest.mark.parametrize("name", ["move", "new tree"])
def test_killed_while_recovering(name: str, memory: Path) -> None:
    """The recovery itself is killed at every line; the one after it still ends in all old or all new."""
    scenario, root, line = SCENARIOS[name], memory / "root", 0
    halfway = int(0.7 * _lines_of(scenario, root, memory / "count"))
    while True:
        line += 1
        state = memory / f"state{line}"
        lay(root, scenario.before)
        assert killed_at(halfway, changed(root, state, scenario))
        killed = killed_at(line, recovery_of(state))
        recovery_of(state)()
        assert found(root) in (scenario.before, scenario.after)
        if not killed:
            break
    assert line > 30


def recovery_of(state: Path) -> Callable[[], None]:
    def act() -> None:
        with History.opened(state) as history:
            for change in history.open_changes():
                recover(change, history)

    return act


def _lines_of(scenario: Scenario, root: Path, states: Path) -> int:
    """How many lines the change runs through."""
    low, high = 1, 2000
    while low < high:
        middle = (low + high) // 2
        lay(root, scenario.before)
        if killed_at(middle, changed(root, states / str(middle), scenario)):
            low = middle + 1
        else:
            high = middle
    return low
