"""Running the command line in this process, with streams, variables and a home of its own."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from hermes_mem.__main__ import answer
from hermes_mem.demo.create import create
from tests.cli.shape import SHAPES, misfits


class Stream(io.TextIOWrapper):
    """A stream that remembers its bytes and says whether it is a terminal."""

    def __init__(self, terminal: bool, encoding: str, content: bytes = b"") -> None:
        self.raw_bytes = io.BytesIO(content)
        self.terminal = terminal
        super().__init__(self.raw_bytes, encoding=encoding, write_through=True)

    def isatty(self) -> bool:
        return self.terminal


@dataclass(frozen=True)
class Ran:
    """What a run left: exit code, the bytes of stdout and the text of stderr."""

    code: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        return self.raw.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.raw)

    def shaped(self, name: str) -> Any:
        """The JSON on stdout, after it was compared with the contract."""
        content = self.json
        assert content["schema"] == 1
        assert list(misfits(content, SHAPES[name])) == []
        return content


class Cli(Protocol):
    def __call__(
        self, *arguments: str, terminal: bool = False, encoding: str = "utf-8", stdin: bytes = b"", **variables: str
    ) -> Ran: ...


@pytest.fixture
def user_home(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's empty home directory, in a terminal with colours, with every directory where it is by default."""
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return isolated


@pytest.fixture
def cli(user_home: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """`cli("memory", "list", "--json")` runs the command and returns what became of it."""

    def run(
        *arguments: str, terminal: bool = False, encoding: str = "utf-8", stdin: bytes = b"", **variables: str
    ) -> Ran:
        out, err = Stream(terminal, encoding), Stream(terminal, encoding)
        with monkeypatch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            for name, stream in {"stdin": Stream(terminal, encoding, stdin), "stdout": out, "stderr": err}.items():
                patch.setattr(sys, name, stream)
            code = answer(list(arguments))
        return Ran(code, out.raw_bytes.getvalue(), err.raw_bytes.getvalue().decode(encoding))

    return run


@pytest.fixture
def home(user_home: Path) -> Path:
    """A default Hermes home with three entries in MEMORY and one in USER."""
    directory = user_home / ".hermes"
    write(directory, memory=["The first fact.", "The second fact,\non two lines.", "A third one."], user=["Likes tea."])
    return directory


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """The demo home with all its profiles."""
    directory = tmp_path / "demo"
    create(directory)
    return directory


def ids(cli: Cli, *arguments: str, target: int = 0) -> list[str]:
    """The ids of a target of the first store that the options name."""
    store = cli("memory", "list", "--json", *arguments).json["stores"][0]
    return [entry["id"] for entry in store["targets"][target]["entries"]]


def by_hand(cli: Cli, *arguments: str) -> list[dict[str, Any]]:
    """The changes that `history list` has, newest first, without what was only seen."""
    rows = cli("history", "list", "--json", *arguments).shaped("history list")["changes"]
    return [row for row in rows if row["origin"] not in ("first", "observed")]


def texts(directory: Path, name: str = "memory") -> list[str]:
    """The entries that lie in a memory file, as the agent would split them."""
    path = directory / "memories" / f"{name.upper()}.md"
    return path.read_text("utf-8").split("\n§\n") if path.exists() else []


def write(directory: Path, **targets: Sequence[str] | bytes) -> Path:
    """Write memory files below a home: entries as the agent's own writer would, or bytes as they are."""
    memories = directory / "memories"
    memories.mkdir(parents=True, exist_ok=True)
    for name, content in targets.items():
        raw = content if isinstance(content, bytes) else "\n§\n".join(content).encode()
        (memories / f"{name.upper()}.md").write_bytes(raw)
    return directory
