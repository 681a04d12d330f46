"""Real terminals: what is sent to them, and that they are given back as they were."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from hermes_mem.model.entry import Identity, assign_ids
from tests.homes import HermesHome, PiHome
from tests.terminal import Terminal
from tests.tui import pi_stores, stores
from tests.tui.desk import joined

COMMAND = [sys.executable, "-m", "hermes_mem", "tui"]
SGR = re.compile(rb"\x1b\[([\d;:]*)m")
CHOOSES_COLOUR = {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}
"""39 and 49 give the terminal's own colours back."""

MOUSE_ON = re.compile(rb"\x1b\[\?100[0236]h|\x1b\[\?1015h")
POINTER = re.compile(rb"\x1b\]22;[a-z]*\x07")
OSC_52 = re.compile(rb"\x1b\]52;c;[A-Za-z0-9+/=]*\x07")
PAYLOADS = [
    b"\x1b]0;",
    b"\x1b]8;",
    b"\x1b[2J",
    b"\x1b[31mred",
    b"\x1bP",
    b"\xc2\x9b",
    b"\x07",
    b"\x00",
    "\u202e".encode(),
]
"""What the hostile store would do, as bytes; the program itself has no use for any of them."""


def colours_in(sent: bytes) -> int:
    """How many SGR codes choose a colour."""
    codes = (code for sequence in SGR.findall(sent) for code in re.split(rb"[;:]", sequence))
    return sum(int(code or 0) in CHOOSES_COLOUR for code in codes)


@pytest.fixture
def welcomed(person: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person who has seen the first start."""
    state = person / "state"
    state.mkdir()
    (state / "ui.json").write_text('{"welcomed": true}', "utf-8")
    monkeypatch.setenv("HERMES_MEM_STATE", str(state))
    return person


@pytest.fixture
def home(welcomed: Path) -> HermesHome:
    """A store with nothing to worry about."""
    home = HermesHome(welcomed / "home")
    stores.calm(home)
    return home


def started(home: HermesHome, *options: str, environ: dict[str, str] | None = None) -> Terminal:
    """The full screen on this home."""
    return Terminal([*COMMAND, "--store", str(home.path), *options], environ)


def filled(terminal: Terminal) -> None:
    """Wait until the store is on the screen."""
    terminal.until("entries")
    terminal.quiet()


@pytest.mark.parametrize(("value", "coloured"), [("1", False), ("", True), (None, True)])
def test_no_color_means_no_colour(value: str | None, coloured: bool, home: HermesHome) -> None:
    with started(home, environ={} if value is None else {"NO_COLOR": value}) as terminal:
        filled(terminal)
        for key in ("j", " ", "z", "b", ":"):
            terminal.type(key)
            terminal.quiet()
        assert (colours_in(terminal.sent) > 0) is coloured
        cursors = re.findall("\x1b\\[([\\d;]*)m›   The monorepo".encode(), terminal.sent)
        reversed_ = any(b"7" in cursor.split(b";") for cursor in cursors)
        assert reversed_ is not coloured, "the cursor is reversed where there are no colours"


def test_no_sequence_of_a_store_reaches_the_terminal(welcomed: Path) -> None:
    home = HermesHome(welcomed / "home")
    stores.hostile(home)
    with started(home) as terminal:
        filled(terminal)
        assert "␛]0;owned␇".encode() in terminal.sent
        for key in ("j", "j", "G", "z", "\x1b", "b", "a", "*", "y", "?", "\x1b", ":", "\x1b", "/", "owned", "\x1b"):
            terminal.type(key)
            terminal.quiet(0.2)
        assert OSC_52.search(terminal.sent), "y copies by it"
        rest = POINTER.sub(b"", OSC_52.sub(b"", terminal.sent))
        assert [payload for payload in PAYLOADS if payload in rest] == []


@pytest.mark.parametrize(("options", "taken"), [(["--no-mouse"], False), ([], True)])
def test_the_mouse_can_be_left_to_the_terminal(options: Sequence[str], taken: bool, home: HermesHome) -> None:
    with started(home, *options) as terminal:
        filled(terminal)
        assert bool(MOUSE_ON.search(terminal.sent)) is taken


def test_a_dumb_terminal_is_told_what_to_use(home: HermesHome) -> None:
    with started(home, environ={"TERM": "dumb"}) as terminal:
        assert terminal.ended() == 2
        assert b"--plain" in terminal.sent
        assert b"\x1b" not in terminal.sent


@pytest.mark.parametrize("keys", ["q", "\x11", ":quit\r"], ids=["q", "ctrl+q", "palette"])
def test_leaving_gives_the_terminal_back(keys: str, home: HermesHome) -> None:
    with started(home) as terminal:
        filled(terminal)
        for key in keys:
            terminal.type(key)
            terminal.quiet(0.1)
        assert terminal.ended() == 0
        assert terminal.sent.rfind(b"\x1b[?1049l") > terminal.sent.rfind(b"\x1b[?1049h")
        assert terminal.sent.rfind(b"\x1b[?25h") > terminal.sent.rfind(b"\x1b[?25l")
        assert b"a fault of" not in terminal.sent


def test_leaving_at_once_is_no_fault(home: HermesHome) -> None:
    with started(home) as terminal:
        terminal.type("q")
        terminal.until("\x1b[?1049h")
        terminal.type("q")
        assert terminal.ended() == 0
        assert b"a fault of" not in terminal.sent


LEAVES = {"kill": signal.SIGTERM, "closed terminal": signal.SIGHUP}


@pytest.mark.parametrize("number", LEAVES.values(), ids=LEAVES)
@pytest.mark.parametrize("name", ["code", "vi"])
def test_a_process_that_is_ended_leaves_no_text_behind(name: str, number: signal.Signals, home: HermesHome) -> None:
    """With an editor that has a window, and with one that has the terminal."""
    directory = home.path.parent
    temporary, editor, seen = directory / "temporary", directory / name, directory / "seen"
    temporary.mkdir()
    editor.write_text(f"#!/bin/sh\nls {temporary} > {seen}.new; mv {seen}.new {seen}\nexec sleep 5\n")
    editor.chmod(0o755)
    with started(home, environ={"EDITOR": str(editor), "TMPDIR": str(temporary)}) as terminal:
        filled(terminal)
        terminal.type("E")
        while not seen.exists():
            terminal.quiet(0.05)
        assert seen.read_text().startswith("hermes-mem-")
        terminal.signal(number)
        assert terminal.ended() == 128 + number
    assert list(temporary.iterdir()) == []
    assert b"a fault of" not in terminal.sent


BROKEN_EDITORS = {
    "fails": "exit 3",
    "is killed": "kill -9 $$",
    "takes the file away": 'rm "$1"',
    "saves Latin-1": "printf 'caf\\351' > \"$1\"",
    "is not there": None,
}


@pytest.mark.parametrize("script", BROKEN_EDITORS.values(), ids=BROKEN_EDITORS)
def test_the_screen_comes_back_whatever_an_editor_does(script: str | None, home: HermesHome) -> None:
    editor = home.path.parent / "vi"
    if script is not None:
        editor.write_text(f"#!/bin/sh\n{script}\n")
        editor.chmod(0o755)
    before = (home.path / "memories/MEMORY.md").read_bytes()
    with started(home, environ={"EDITOR": str(editor)}) as terminal:
        filled(terminal)
        terminal.type("E")
        terminal.until("changed.")  # The last word of "Nothing was changed.", wherever the line breaks.
        terminal.type("?")
        terminal.until("find a key")
    assert (home.path / "memories/MEMORY.md").read_bytes() == before


MOVES = 25


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
def test_a_move_of_the_cursor_costs_less_than_a_kilobyte(size: tuple[int, int], welcomed: Path) -> None:
    """With the entry beside it that changes at each move; on average, since a few of the moves scroll the list."""
    facts = [f"{stores.MEMORY[number % len(stores.MEMORY)]} Number {number}." for number in range(100)]
    home = HermesHome(welcomed / "home").memory(joined(facts)).user(joined(stores.USER))
    command = [*COMMAND, "--store", str(home.path)]
    with Terminal(command, columns=size[0], lines=size[1]) as terminal:
        filled(terminal)
        sent = 0
        for _ in range(MOVES):
            terminal.type("j")
            sent += len(terminal.quiet(0.1))
        assert f"Number {MOVES}.".encode() in terminal.sent
        assert sent / MOVES < 1024


# In tmux, as people use it


@pytest.fixture
def tmux(welcomed: Path) -> Iterator[Tmux]:
    """A shell in a terminal that one can look at."""
    if shutil.which("tmux") is None:
        assert os.environ.get("CI") != "true", "tmux has to be there in CI"
        pytest.skip("tmux is not installed")
    with Tmux(welcomed) as session:
        yield session


class Tmux:
    """A server of its own, with one window that runs a shell with job control."""

    def __init__(self, directory: Path) -> None:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")}
        self._environ = {**environ, "TMUX_TMPDIR": str(directory), "PS1": "ready> ", "ENV": "", "HISTFILE": ""}

    def __enter__(self) -> Tmux:
        return self

    def __exit__(self, *_: object) -> None:
        self._run("kill-server")

    def open(self, columns: int, lines: int) -> None:
        """Open the window with a shell in it."""
        shell = ["bash", "--norc", "--noprofile", "-i"]
        self._run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines), *shell)
        self.until("ready>")

    def type(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        self._run("send-keys", *keys)

    def enter(self, line: str) -> None:
        """Type a line for the shell."""
        self._run("send-keys", "-l", line)
        self.type("Enter")

    @property
    def text(self) -> str:
        """What is on the screen."""
        return self._run("capture-pane", "-p")

    def until(self, words: str, *, without: str = "\0", timeout: float = 20) -> str:
        """Wait until the first words are on the screen and the others are not; gives all of it.

        Raises TimeoutError with what is there instead.
        """
        end = time.perf_counter() + timeout
        while words not in (text := self.text) or without in text:
            if time.perf_counter() > end:
                raise TimeoutError(f"no {words!r}, or still {without!r}, on the screen:\n{text}")
            time.sleep(0.05)
        return text

    def _run(self, *arguments: str) -> str:
        command = ["tmux", *arguments]
        return subprocess.run(command, env=self._environ, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
def test_in_tmux(size: tuple[int, int], home: HermesHome, tmux: Tmux) -> None:
    tmux.open(*size)
    tmux.enter(f"cd {home.path.parent}; stty -a > before")
    tmux.enter(f"{' '.join(COMMAND)} --store {home.path}")
    screen = tmux.until("Entry 1 of 12")
    assert len(screen.splitlines()) == size[1]
    assert "› " in next(line for line in screen.splitlines() if "The monorepo" in line)
    tmux.type("j", "Space")
    tmux.until("1 marked")
    tmux.type("z")
    tmux.until("Entry 2 of 12", without="filter (space")
    tmux.type("Escape")
    tmux.until("filter (space")
    tmux.type("b")
    tmux.until("USER · 3 entries")
    tmux.type("C-z")
    tmux.until("Stopped", without="USER · 3 entries")
    tmux.enter("fg; echo code=$?")
    tmux.until("USER · 3 entries")
    tmux.type("b")
    tmux.until("1 marked", without="USER · 3 entries")
    tmux.type("?")
    tmux.until("Keys in Memory")
    tmux.type("Escape")
    tmux.until("1 marked", without="Keys in Memory")
    tmux.type("q")
    tmux.until("code=0", without="MEMORY")
    tmux.enter("stty -a > after; cmp before after && echo same")
    tmux.until("\nsame")


def first_entry(home: HermesHome) -> str:
    """What the first entry says on disk."""
    return (home.path / "memories/MEMORY.md").read_text("utf-8").split("\n§\n")[0]


def reword_elsewhere(home: HermesHome, text: str) -> None:
    """Another process gives the first entry another text."""
    [entry] = assign_ids([Identity("memory", first_entry(home))])
    command = [sys.executable, "-m", "hermes_mem", "memory", "edit", entry, text, "--store", str(home.path)]
    subprocess.run(command, capture_output=True, check=True)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
def test_a_conflict_is_settled_and_taken_back_after_a_restart(
    size: tuple[int, int], home: HermesHome, tmux: Tmux
) -> None:
    begun, theirs = first_entry(home), "The monorepo is built with turborepo; run tasks with `bun turbo`."
    tui = f"{' '.join(COMMAND)} --store {home.path}; echo code=$?"
    tmux.open(*size)
    tmux.enter(tui)
    tmux.until("Entry 1 of 12")
    tmux.type("e")
    tmux.until("Edit an entry of MEMORY")
    tmux.type("-l", " From the root.")
    tmux.until("root.")
    reword_elsewhere(home, theirs)
    tmux.type("C-s")
    tmux.until("The entry changed while you wrote")
    tmux.type("-l", "comp")
    tmux.type("Enter")
    compared = tmux.until("Before")
    assert theirs in compared
    tmux.type("Escape")
    tmux.until("The entry changed while you wrote", without="Before")
    tmux.type("Enter")
    tmux.until("Edited 1 in MEMORY")
    assert first_entry(home) == f"{begun} From the root."
    tmux.type("q")
    tmux.until("code=0", without="MEMORY")
    tmux.enter(f"clear; {tui}")
    tmux.until("Entry 1 of 12")
    tmux.type("u")
    tmux.until("bun turbo")
    assert first_entry(home) == theirs
    tmux.type("u")
    tmux.until("pnpm turbo")
    assert first_entry(home) == begun
    tmux.type("q")
    tmux.until("code=0", without="MEMORY")


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
def test_a_home_of_pi_is_edited_and_put_back_after_a_restart(size: tuple[int, int], welcomed: Path, tmux: Tmux) -> None:
    pi = PiHome(welcomed / "pi")
    pi_stores.used(pi)
    failures = pi.path / "pi-hermes-memory" / "failures.md"
    begun = failures.read_bytes()
    tui = f"{' '.join(COMMAND)} --store {pi.path}; echo code=$?"
    tmux.open(*size)
    tmux.enter(tui)
    tmux.until("Entry 1 of 5")
    tmux.type("]")
    tmux.until("USER · 2 entries")
    tmux.type("]")
    tmux.until("FAILURES · 5 entries")
    tmux.type("e")
    tmux.until("Edit an entry of FAILURES")
    tmux.type("-l", " — Corrected to: a cookie")
    tmux.until("a cookie")
    tmux.type("C-s")
    tmux.until("Edited 1 in FAILURES")
    edited = failures.read_text("utf-8")
    first = edited.split("\n§\n")[0]
    assert first.startswith("[failure] Kept the token in localStorage — Failed: any script reads it — Corrected to: a")
    assert first.endswith("project64=c2hvcA -->")
    assert edited.split("\n§\n")[1:] == begun.decode().split("\n§\n")[1:]
    tmux.type("q")
    tmux.until("code=0", without="MEMORY")
    tmux.enter(f"clear; {tui}")
    tmux.until("FAILURES · 5 entries")
    tmux.type("u")
    tmux.until("Took back: edited 1 in FAILURES")
    assert failures.read_bytes() == begun
    tmux.type("q")
    tmux.until("code=0", without="MEMORY")
