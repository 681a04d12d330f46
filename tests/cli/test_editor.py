"""`memory edit` without a text: the person's editor, here a small script."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, ids, texts
from tests.cli.test_changing import FACTS
from tests.cli.test_untouched import state


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go, empty at first."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


def editor(directory: Path, script: str) -> str:
    """A command that runs the Python script with `path`, the file to edit, and `seen`, a place to tell what it saw."""
    program = directory / "editor with a blank.py"
    lines = ["import sys", "from pathlib import Path", "path = Path(sys.argv[-1])"]
    program.write_text("\n".join([*lines, f"seen = Path({str(directory / 'seen')!r})", script]))
    return f"{sys.executable} '{program}' --wait"


def test_what_the_editor_saves_is_the_new_text(cli: Cli, home: Path, temporary: Path, tmp_path: Path) -> None:
    command = editor(tmp_path, "seen.write_text(path.read_text()); path.write_text('Reworded,\\nin two lines.\\n')")
    ran = cli("memory", "edit", ids(cli)[1], VISUAL=command, EDITOR="false")
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "seen").read_text() == FACTS[1]
    assert texts(home) == [FACTS[0], "Reworded,\nin two lines.", FACTS[2]]
    assert list(temporary.iterdir()) == []


def test_the_file_is_for_this_user_alone(cli: Cli, home: Path, temporary: Path, tmp_path: Path) -> None:
    command = editor(tmp_path, "seen.write_text(f'{path.stat().st_mode} {path.parent.stat().st_mode}')")
    cli("memory", "edit", ids(cli)[0], EDITOR=command)
    modes = [stat.S_IMODE(int(mode)) for mode in (tmp_path / "seen").read_text().split()]
    assert modes == [0o600, 0o700]


CASES = {
    "unchanged": ("pass", 0),
    "saved as it was": ("path.write_text(path.read_text() + '\\n')", 0),
    "ends with an error": ("path.write_text('x'); sys.exit(3)", 4),
    "not UTF-8": ("path.write_bytes(b'caf\\xe9')", 7),
    "removes the file": ("path.unlink()", 4),
    "empties it": ("path.write_text('')", 4),
}


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_changed_and_that_is_said(cli: Cli, home: Path, temporary: Path, tmp_path: Path, name: str) -> None:
    script, code = CASES[name]
    before = state(home)
    ran = cli("memory", "edit", ids(cli)[0], EDITOR=editor(tmp_path, script))
    assert ran.code == code
    assert "Nothing" in ran.out + ran.err or "nothing" in ran.err
    assert state(home) == before
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("command", ["", "  ", "/no/such/editor", "'unbalanced"])
def test_without_an_editor_it_is_a_usage_error(cli: Cli, home: Path, temporary: Path, command: str) -> None:
    ran = cli("memory", "edit", ids(cli)[0], EDITOR=command, VISUAL="")
    assert (ran.code, ran.out) == (2, "")
    assert "editor" in ran.err
    assert list(temporary.iterdir()) == []


def test_a_text_that_could_not_be_written_is_shown(cli: Cli, home: Path, temporary: Path, tmp_path: Path) -> None:
    memory = home / "memories/MEMORY.md"
    changed_meanwhile = f"Path({str(memory)!r}).write_text('Theirs.'); path.write_text('Mine, with care.')"
    ran = cli("memory", "edit", ids(cli)[0], EDITOR=editor(tmp_path, changed_meanwhile))
    assert ran.code == 3
    assert "What you wrote:\n    Mine, with care.\n" in ran.err
    assert memory.read_text() == "Theirs."


def test_a_killed_process_leaves_no_file_behind(home: Path, user_home: Path, tmp_path: Path) -> None:
    """The editor itself ends its parent with SIGTERM, as a closing session would."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    kill = "import os, signal, time; os.kill(os.getppid(), signal.SIGTERM); time.sleep(0.2)"
    environ = {"HOME": str(user_home), "EDITOR": editor(tmp_path, kill), "TMPDIR": str(temporary)}
    listed = subprocess.run(
        [sys.executable, "-m", "hermes_mem", "memory", "list"], env=environ, capture_output=True, text=True, check=True
    )
    entry = next(line.split()[0] for line in listed.stdout.splitlines() if FACTS[0] in line)
    done = subprocess.run(
        [sys.executable, "-m", "hermes_mem", "memory", "edit", entry], env=environ, capture_output=True, check=False
    )
    assert done.returncode == 128 + 15
    assert list(temporary.iterdir()) == []
    assert texts(home) == FACTS
