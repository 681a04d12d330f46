"""The person's own editor, from the screen: what it is told, what is said meanwhile, and that nothing stays behind."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_mem.disk import editor as editors
from hermes_mem.disk.editor import editor_of
from hermes_mem.disk.environment import Environment
from hermes_mem.tui.screens.editor import Editor
from tests.homes import HermesHome
from tests.tui.conftest import FACTS
from tests.tui.desk import Desk, joined, opened, session

FILE = "for file; do :; done\n"
"""The last argument, in a shell script."""

Code = Callable[[str], Environment]
"""Makes the environment of somebody with this script for an editor."""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go, empty at first."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


@pytest.fixture
def code(env: Environment, tmp_path: Path, temporary: Path) -> Code:
    """The environment of somebody whose editor is `code`, a script that has the file to edit in `$file`."""

    def made(script: str) -> Environment:
        programs = tmp_path / "programs"
        programs.mkdir()
        program = programs / "code"
        program.write_text(f"#!/bin/sh\n{FILE}{script}\n")
        program.chmod(0o755)
        path = f"{programs}:{env.environ['PATH']}"
        return Environment({**env.environ, "PATH": path, "EDITOR": "code"}, env.user_home, env.cwd)

    return made


def memory(home: HermesHome) -> bytes:
    return (home.path / "memories/MEMORY.md").read_bytes()


async def until(desk: Desk, holds: Callable[[], bool]) -> None:
    """Wait for the screen, which settles only when the editor is closed."""
    async with asyncio.timeout(10):
        while not holds():
            await desk.pilot.pause(0.02)


async def test_what_it_saves_is_written(home: HermesHome, temporary: Path, code: Code) -> None:
    async with opened(session(code('printf "from outside\\n" > "$file"')), "j", "E") as desk:
        assert memory(home) == joined([FACTS[0], "from outside", *FACTS[2:]])
        assert "Edited 1 in MEMORY" in desk.text
        await desk.press("u")
        assert memory(home) == joined(FACTS)
    assert list(temporary.iterdir()) == []


async def test_the_screen_stays_and_says_what_it_waits_for(
    home: HermesHome, temporary: Path, tmp_path: Path, code: Code
) -> None:
    script = f'stat -c "%a" "$file" "$(dirname "$file")" > {tmp_path}/seen; echo "$@" >> {tmp_path}/seen\n'
    wait = f'until [ -e {tmp_path}/closed ]; do sleep 0.02; done; printf new > "$file"'
    async with opened(session(code(script + wait))) as desk:
        await desk.pilot.press("E")
        await until(desk, lambda: "waiting for code; esc gives up" in desk.text and (tmp_path / "seen").exists())
        assert FACTS[3] in desk.text
        await desk.pilot.press("d", "q")
        assert memory(home) == joined(FACTS)
        (tmp_path / "closed").touch()
        await until(desk, lambda: "Edited 1" in desk.text)
        assert "waiting for" not in desk.text
        assert memory(home) == joined(["new", *FACTS[1:]])
    *modes, arguments = (tmp_path / "seen").read_text().splitlines()
    assert modes == ["600", "700"]
    assert arguments.startswith("--wait /")


async def test_giving_up_keeps_what_was_saved_as_a_draft(
    home: HermesHome, temporary: Path, tmp_path: Path, code: Code
) -> None:
    script = f'printf "half a thou" > "$file"; touch {tmp_path}/saved\n'
    wait = f"until [ -e {tmp_path}/closed ]; do sleep 0.02; done; touch {tmp_path}/gone"
    async with opened(session(code(script + wait))) as desk:
        await desk.pilot.press("E")
        await until(desk, (tmp_path / "saved").exists)
        await desk.press("escape")
        assert "No longer waiting for code" in desk.text
        assert list(temporary.iterdir()) == []
        assert memory(home) == joined(FACTS)
        await desk.press("e")
        assert isinstance(desk.app.screen, Editor)
        assert desk.app.screen.text == "half a thou"
        assert not (tmp_path / "gone").exists(), "the editor may hold other files, so it is left alone"
        (tmp_path / "closed").touch()
        await until(desk, (tmp_path / "gone").exists)


async def test_leaving_the_application_does_not_wait_for_it(
    home: HermesHome, temporary: Path, tmp_path: Path, code: Code
) -> None:
    async with opened(
        session(code(f"touch {tmp_path}/begun; until [ -e {tmp_path}/closed ]; do sleep 0.02; done"))
    ) as desk:
        await desk.pilot.press("E")
        await until(desk, (tmp_path / "begun").exists)
    try:
        async with asyncio.timeout(10):
            while any(temporary.iterdir()):  # Its thread tidies up, and nobody waits for that.
                await asyncio.sleep(0.02)
    finally:
        (tmp_path / "closed").touch()


SAYS = {
    "unchanged": (":", "code left the text as it was. Nothing was changed."),
    "saved as it was": ('printf "\\n" >> "$file"', "code left the text as it was. Nothing was changed."),
    "ends with an error": ('printf x > "$file"; exit 3', "The editor code ended with 3. Nothing was changed."),
    "Latin-1": (
        'printf "caf\\351" > "$file"',
        "The editor saved text that is not UTF-8 (byte 3). Nothing was changed.",
    ),
    "removed": ('rm "$file"', "The editor left no file that can be read"),
    "emptied": (': > "$file"', "There is no text, so nothing was changed; d removes an entry."),
}


@pytest.mark.parametrize("name", SAYS)
async def test_nothing_is_changed_and_that_is_said(
    name: str, home: HermesHome, temporary: Path, code: Code, isolated: Path
) -> None:
    script, sentence = SAYS[name]
    async with opened(session(code(script)), "E") as desk:
        assert sentence in desk.text
        assert memory(home) == joined(FACTS)
    assert list(temporary.iterdir()) == []
    assert not list(isolated.rglob("hermes-mem.log")), "it is no fault of ours"


async def test_an_editor_that_comes_back_at_once(home: HermesHome, code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editors, "AT_ONCE", 60.0)
    async with opened(session(code(":")), "E") as desk:
        assert "has to be told to wait" in desk.text


async def test_a_draft_is_what_the_editor_begins_with(home: HermesHome, code: Code) -> None:
    async with opened(session(code('printf " and more" >> "$file"')), "e") as desk:
        await desk.press("exclamation_mark", "escape", "E")
        assert memory(home) == joined([f"{FACTS[0]}! and more", *FACTS[1:]])


async def test_a_conflict_with_what_another_wrote_meanwhile(home: HermesHome, code: Code) -> None:
    theirs = "pnpm 10 is the package manager here"
    path = home.path / "memories/MEMORY.md"
    other = joined([theirs, *FACTS[1:]]).decode().replace("\n", "\\n")
    async with opened(session(code(f"printf '{other}' > {path}; printf mine > \"$file\"")), "E") as desk:
        assert "The entry changed while you wrote" in desk.text
        await desk.press("enter")
        assert memory(home) == joined(["mine", *FACTS[1:]])


async def test_an_editor_that_is_not_there(home: HermesHome, env: Environment, temporary: Path) -> None:
    missing = Environment({**env.environ, "VISUAL": "/no/such/zed"}, env.user_home, env.cwd)
    async with opened(session(missing), "E") as desk:
        assert "The editor zed cannot be started (No such file or directory)." in desk.text
    assert list(temporary.iterdir()) == []


async def test_a_terminal_that_cannot_be_lent_says_so(home: HermesHome, env: Environment) -> None:
    lent = Environment({**env.environ, "EDITOR": "vi"}, env.user_home, env.cwd)
    async with opened(session(lent), "E") as desk:
        assert "cannot be lent to another program" in desk.text


TOLD = {
    "code": "code --wait",
    "/usr/bin/code": "/usr/bin/code --wait",
    "code --wait": "code --wait",
    "code -n -w": "code -n -w",
    "code --new-window": "code --wait --new-window",
    "'/opt/Sublime Text/subl'": "'/opt/Sublime Text/subl' --wait",
    "zeditor": "zeditor --wait",
    "gedit": "gedit --wait",
    "gedit -s": "gedit --wait -s",
    "gnome-text-editor": "gnome-text-editor --standalone",
    "kate": "kate --block",
    "kate -b": "kate -b",
    "gvim": "gvim -f",
    "gvim --nofork": "gvim --nofork",
    "mousepad": "mousepad --disable-server",
}


@pytest.mark.parametrize("given", TOLD)
def test_one_that_opens_a_window_is_told_to_wait(given: str) -> None:
    editor = editor_of(Environment({"EDITOR": given}, Path("/"), Path("/")))
    assert (list(editor.command), editor.windowed) == (shlex.split(TOLD[given]), True)


@pytest.mark.parametrize("given", ["vi", "nano -w", "/usr/bin/vim -f", "hx", "emacs -nw", "codex", "env code"])
def test_one_in_the_terminal_is_called_as_it_is_named(given: str) -> None:
    editor = editor_of(Environment({"EDITOR": "code", "VISUAL": given}, Path("/"), Path("/")))
    assert (list(editor.command), editor.windowed) == (shlex.split(given), False)
