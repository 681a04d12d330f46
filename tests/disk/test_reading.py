"""Absent, present and unreadable are told apart, and nothing is opened that is no file."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from hermes_mem.disk import reading
from hermes_mem.disk.reading import LARGEST, Absent, Cause, Present, Unreadable, is_directory, is_there, read_bytes
from hermes_mem.disk.rights import owner_name
from tests.powerless import run_powerless

ASK = """
from hermes_mem.disk.reading import read_bytes
found = read_bytes(Path(sys.argv[2]))
answer = [found.cause, found.reason, found.fix]
"""


def test_bytes_come_as_they_are(tmp_path: Path) -> None:
    raw = bytes(range(256)) * 300
    (tmp_path / "file").write_bytes(raw)
    assert read_bytes(tmp_path / "file") == Present(raw)


def test_nothing_there_is_absent(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert read_bytes(tmp_path / "none") == Absent()
    assert read_bytes(tmp_path / "none" / "below") == Absent()
    assert read_bytes(tmp_path / "file" / "below") == Absent()


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"x")
    (tmp_path / "link").symlink_to("real")
    assert read_bytes(tmp_path / "link") == Present(b"x")


def test_a_link_to_nowhere_is_absent_and_says_where_it_points(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("gone")
    assert read_bytes(tmp_path / "link") == Absent(dangling=tmp_path / "gone")
    assert is_there(tmp_path / "link")


@pytest.mark.parametrize("chain", [("a",), ("b", "a")], ids=["itself", "two"])
def test_links_in_a_circle(tmp_path: Path, chain: tuple[str, ...]) -> None:
    for name, target in zip("ab", chain, strict=False):
        (tmp_path / name).symlink_to(target)
    found = read_bytes(tmp_path / "a")
    assert isinstance(found, Unreadable)
    assert found.cause is Cause.LOOP
    assert not is_directory(tmp_path / "a")


def test_a_directory_in_the_way(tmp_path: Path) -> None:
    found = read_bytes(tmp_path)
    assert isinstance(found, Unreadable)
    assert found.cause is Cause.DIRECTORY


def test_a_pipe_is_never_opened(tmp_path: Path) -> None:
    """Opening one without a writer would wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    found = read_bytes(tmp_path / "pipe")
    assert isinstance(found, Unreadable)
    assert (found.cause, "pipe" in found.reason) == (Cause.SPECIAL, True)


def test_sockets_and_devices_are_never_opened(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        found = [read_bytes(tmp_path / "socket"), read_bytes(Path("/dev/null"))]
    assert [reading.cause for reading in found if isinstance(reading, Unreadable)] == [Cause.SPECIAL] * 2


def test_a_closed_file_says_owner_mode_and_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md"
    path.write_bytes(b"x")
    path.chmod(0)
    me = owner_name(os.geteuid())
    wanted = [Cause.FORBIDDEN, f"owner {me}, mode 0000", f"chmod u+r {path}"]
    assert run_powerless(ASK, path, str(path)) == wanted


def test_a_closed_directory_is_the_obstacle(tmp_path: Path) -> None:
    """The file below is not to blame, and its own mode is not what must be changed."""
    closed = tmp_path / "memories"
    (closed / "deeper").mkdir(parents=True)
    (closed / "deeper/MEMORY.md").write_bytes(b"x")
    closed.chmod(0)
    found = run_powerless(ASK, closed, str(closed / "deeper/MEMORY.md"))
    closed.chmod(0o700)
    me = owner_name(os.geteuid())
    assert found == [Cause.CLOSED_DIRECTORY, f"directory memories: owner {me}, mode 0000", f"chmod u+rx {closed}"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_another_users_file_is_fixed_by_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "it's mine.md"
    path.write_bytes(b"x")
    path.chmod(0o600)
    os.chown(path, 54321, -1)
    cause, reason, fix = run_powerless(ASK, path, str(path))
    assert (cause, reason) == (Cause.FORBIDDEN, "owner 54321, mode 0600")
    assert fix.startswith("sudo chown $USER '")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_lies_in_another_users_directory_is_not_taken_over(tmp_path: Path) -> None:
    """`sudo chown $USER /root` helps nobody."""
    theirs = tmp_path / "theirs"
    theirs.mkdir(0o755)
    path = theirs / "MEMORY.md"
    path.write_bytes(b"x")
    path.chmod(0o600)
    for there in (path, theirs):
        os.chown(there, 54321, -1)
    assert run_powerless(ASK, path, str(path)) == [Cause.FORBIDDEN, "owner 54321, mode 0600", None]


def test_a_link_into_a_closed_directory_names_that_directory(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "MEMORY.md").write_bytes(b"x")
    (tmp_path / "MEMORY.md").symlink_to("closed/MEMORY.md")
    closed.chmod(0)
    found = run_powerless(ASK, closed, str(tmp_path / "MEMORY.md"))
    closed.chmod(0o700)
    assert found[0] == Cause.CLOSED_DIRECTORY
    assert found[1].startswith("directory closed: owner ")
    assert found[2] == f"chmod u+rx {closed}"


@pytest.mark.parametrize(("size", "wanted"), [(LARGEST, Present), (LARGEST + 1, Unreadable)])
def test_a_file_beyond_all_measure_is_not_read(tmp_path: Path, size: int, wanted: type) -> None:
    with (tmp_path / "file").open("wb") as file:
        file.truncate(size)
    assert isinstance(read_bytes(tmp_path / "file"), wanted)


def test_a_file_that_became_a_pipe_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look and the opening; a writer has it open and writes nothing."""
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(reading, "_unfit", lambda status: None)
    writer = os.open(tmp_path / "pipe", os.O_RDWR)
    found = read_bytes(tmp_path / "pipe")
    os.close(writer)
    assert isinstance(found, Unreadable)
    assert found.cause is Cause.FAILED
