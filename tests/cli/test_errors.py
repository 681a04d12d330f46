"""What is said when a run ends badly, and with which exit code."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from hermes_mem.cli import reading
from hermes_mem.model.errors import Busy, Damaged, HermesMemError, NotFound, Refused, Unreadable, Usage
from tests.cli.conftest import Cli

Break = Callable[[BaseException], None]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Make every read of a store raise something."""

    def arrange(problem: BaseException) -> None:
        def read(*_: Any, **__: Any) -> NoReturn:
            raise problem

        monkeypatch.setattr(reading, "read", read)

    return arrange


@pytest.mark.parametrize("kind", [Usage, NotFound, Refused, Busy, Unreadable, Damaged])
def test_an_error_is_a_sentence_a_hint_and_a_code(
    cli: Cli, home: Path, failing: Break, kind: type[HermesMemError]
) -> None:
    failing(kind("It went wrong\x1b[2J.", "Do this.\nOr that."))
    ran = cli("budget")
    assert (ran.code, ran.out) == (kind.exit_code, "")
    assert ran.err == "hermes-mem: It went wrong␛[2J.\n  Do this.\n  Or that.\n"
    as_json = cli("budget", "--json")
    error = as_json.shaped("error")["error"]
    assert (as_json.code, as_json.err) == (kind.exit_code, "")
    assert error == {"code": kind.code, "message": "It went wrong\x1b[2J.", "hint": "Do this.\nOr that."}


def test_our_own_fault_is_one_line_and_a_log_without_store_text(cli: Cli, home: Path, failing: Break) -> None:
    failing(ValueError("text of an entry"))
    ran = cli("budget")
    log = home.parent / ".local" / "state" / "hermes-mem" / "hermes-mem.log"
    assert (ran.code, ran.out) == (70, "")
    assert str(log) in ran.err.splitlines()[0]
    assert "Traceback" not in ran.err
    assert "text of an entry" not in ran.err + log.read_text()
    assert "ValueError" in log.read_text()
    assert "reading.py" in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700
    assert cli("budget", "--json").shaped("error")["error"]["code"] == "internal"


def test_the_log_starts_anew_before_it_grows_too_large(cli: Cli, home: Path, failing: Break, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    log = tmp_path / "state" / "hermes-mem.log"
    log.write_text("x" * 1_000_001)
    failing(ValueError())
    cli("budget", HERMES_MEM_STATE=str(log.parent))
    assert log.stat().st_size < 10_000
    assert log.with_suffix(".log.1").read_text() == "x" * 1_000_001


def test_a_fault_is_said_without_a_place_for_the_log(cli: Cli, home: Path, failing: Break, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    failing(ValueError())
    ran = cli("budget", HERMES_MEM_STATE=str(tmp_path / "file" / "below"))
    assert ran.code == 70
    assert "no log could be written" in ran.err


def test_the_traceback_is_there_for_who_asks(cli: Cli, home: Path, failing: Break) -> None:
    failing(ValueError("text of an entry"))
    assert "Traceback" in cli("budget", HERMES_MEM_DEBUG="1").err


def test_interrupted(cli: Cli, home: Path, failing: Break) -> None:
    failing(KeyboardInterrupt())
    ran = cli("budget")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_windows_is_one_sentence(cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    ran = cli("budget")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "Windows" in ran.err


@pytest.mark.parametrize("given", ["missing", "file"])
def test_a_store_that_is_none_is_not_found(cli: Cli, home: Path, tmp_path: Path, given: str) -> None:
    (tmp_path / "file").write_text("")
    ran = cli("budget", "--store", str(tmp_path / given))
    assert (ran.code, ran.out) == (3, "")
    assert given in ran.err


def test_an_unknown_profile_names_the_known_ones(cli: Cli, home: Path) -> None:
    ran = cli("budget", "--profile", "wrok")
    assert ran.code == 3
    assert "default" in ran.err


@pytest.mark.parametrize("flag", ["--store", "--profile"])
def test_an_empty_path_or_name_is_not_the_working_directory(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, flag: str
) -> None:
    """`--store "$UNSET"` must not open the home in which one happens to stand."""
    monkeypatch.chdir(home)
    ran = cli("budget", flag, "")
    assert ran.code == 2
    assert f"{flag} is empty" in ran.err
