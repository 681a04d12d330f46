"""The environment as a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("~", "/home/me"),
        ("~/x", "/home/me/x"),
        ("x", "/work/x"),
        (".", "/work"),
        ("/x", "/x"),
        ("~other/x", "/work/~other/x"),
    ],
)
def test_paths_as_people_give_them(given: str, wanted: str) -> None:
    env = Environment({}, Path("/home/me"), Path("/work"))
    assert env.path(given) == Path(wanted)


def test_blank_is_unset() -> None:
    env = Environment({"BLANK": " \t", "SET": " x "}, Path("/"), Path("/"))
    assert (env.value("BLANK"), env.value("NONE"), env.value("SET")) == ("", "", "x")


def test_below_a_working_directory_that_is_gone_lies_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Least of all what lies below the root: `hermes-mem demo x` must not make /x."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    env = Environment.here()
    assert not is_there(env.path("etc"))
    with pytest.raises(NotADirectoryError):
        env.path("new").mkdir()
    assert env.path("/etc") == Path("/etc")
