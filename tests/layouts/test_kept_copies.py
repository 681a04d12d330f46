"""Which files beside a memory are versions of it, in which order, and what their names prove."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import LARGEST
from hermes_mem.layouts import hermes, pi
from hermes_mem.layouts.pi.writing import copy_of
from hermes_mem.model.file import KeptCopy, Moment
from tests.homes import HermesHome, PiHome

PI_MADE, RETIRED = "7e8f9edb-9696-4135-86c2-66e87b284c1d", "00000000-0000-4000-8000-00000000000"


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


TODAY = at(1795000000).astimezone()


def beside(home: PiHome, name: str, raw: bytes = b"before") -> Path:
    home.file(f"pi-hermes-memory/{name}", raw)
    return home.path / "pi-hermes-memory" / name


def of_pi(home: PiHome, env: Environment, target: str = "memory") -> list[KeptCopy]:
    return pi.copies(home.path, target, env)


def of_hermes(home: HermesHome, env: Environment) -> list[KeptCopy]:
    return hermes.copies(home.path, "memory", env)


def backed_up(home: HermesHome, end: str, modified: float, name: str = "MEMORY.md") -> Path:
    path = home.path / f"memories/{name}.bak{end}"
    path.write_bytes(b"before")
    os.utime(path, (modified, modified))
    return path


def test_pi_displaced_what_its_recovery_copies_hold(pi_home: PiHome, env: Environment) -> None:
    second = beside(pi_home, f".MEMORY.md.recovery-1795000002000-{PI_MADE}")
    first = beside(pi_home, f".MEMORY.md.recovery-1795000001500-{PI_MADE.upper()}")
    assert of_pi(pi_home, env) == [
        KeptCopy(first, at(1795000001.5), Moment.REPLACED, "pi"),
        KeptCopy(second, at(1795000002), Moment.REPLACED, "pi"),
    ]
    assert of_pi(pi_home, env, "user") == []


def test_a_copy_that_hermes_mem_made_proves_nothing_of_pi(pi_home: PiHome, env: Environment) -> None:
    path = pi_home.path / "pi-hermes-memory/MEMORY.md"
    ours = copy_of("memory", path)
    assert ours is not None
    assert UUID(ours.name[-36:]).version == 5
    beside(pi_home, ours.name)
    [copy] = of_pi(pi_home, env)
    assert (copy.path, copy.moment, copy.by) == (ours, Moment.REPLACED, None)


def test_retired_ones_are_older_than_recovery_copies_whatever_their_names_say(
    pi_home: PiHome, env: Environment
) -> None:
    """Pi names them by when it retired them: in one go the newest first, later ones by themselves."""
    recovery = beside(pi_home, f".MEMORY.md.recovery-1795000000000-{PI_MADE}")
    together = [beside(pi_home, f".MEMORY.md.retired-17960000000{n}0-{RETIRED}{n}") for n in range(3)]
    later = beside(pi_home, f".MEMORY.md.retired-1796000900000-{RETIRED}9")
    found = of_pi(pi_home, env)
    assert [copy.path for copy in found] == [*reversed(together), later, recovery]
    assert [copy.moment for copy in found] == [Moment.PAST] * 4 + [Moment.REPLACED]
    assert [copy.by for copy in found[:4]] == [None] * 4


@pytest.mark.parametrize(
    "name",
    [
        f".MEMORY.md.conflict-local-1795000000000-{PI_MADE}",
        f".MEMORY.md.retired-1795000000000-{PI_MADE}.tmp",
        f".USER.md.recovery-1795000000000-{PI_MADE}",
        f"MEMORY.md.recovery-1795000000000-{PI_MADE}",
        f".MEMORY.md.recovery--{PI_MADE}",
        f".MEMORY.md.recovery-999999999999999999-{PI_MADE}",
        f".MEMORY.md.recovery-{'9' * 40}-{PI_MADE}",
        f".MEMORY.md.recovery-1795000000000-{PI_MADE[:-1]}",
        ".MEMORY.md.recovery-1795000000000-7e8f9edb-9696-7135-86c2-66e87b284c1d",
    ],
)
def test_what_is_no_version_of_the_file(name: str, pi_home: PiHome, env: Environment) -> None:
    beside(pi_home, name)
    assert of_pi(pi_home, env) == []


@pytest.mark.parametrize("what", ["directory", "pipe", "link", "dangling", "too large"])
def test_what_is_no_plain_file_is_left_out(what: str, pi_home: PiHome, env: Environment) -> None:
    path = pi_home.path / f"pi-hermes-memory/.MEMORY.md.recovery-1795000000000-{PI_MADE}"
    match what:
        case "directory":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(beside(pi_home, "elsewhere"))
        case "dangling":
            path.symlink_to("nowhere")
        case _:
            path.touch()
            os.truncate(path, LARGEST + 1)
    assert of_pi(pi_home, env) == []


def test_copies_lie_beside_the_real_file(pi_home: PiHome, env: Environment, tmp_path: Path) -> None:
    (tmp_path / "m.md").write_bytes(b"now")
    (pi_home.path / "pi-hermes-memory/MEMORY.md").symlink_to(tmp_path / "m.md")
    beside(pi_home, f".MEMORY.md.recovery-1795000000000-{PI_MADE}")
    there = tmp_path / f".m.md.recovery-1795000000000-{PI_MADE}"
    there.write_bytes(b"before")
    assert [copy.path for copy in of_pi(pi_home, env)] == [there]


def test_a_project_has_its_own(pi_home: PiHome, env: Environment) -> None:
    pi_home.project("shop", b"now")
    name = f".MEMORY.md.recovery-1795000000000-{PI_MADE}"
    (pi_home.path / f"projects-memory/shop/{name}").write_bytes(b"before")
    assert [copy.path.name for copy in of_pi(pi_home, env, "project:shop")] == [name]
    assert of_pi(pi_home, env) == []


def test_hermes_keeps_what_it_refused_to_write(hermes_home: HermesHome, env: Environment) -> None:
    later = backed_up(hermes_home, ".1795000100", 1795000100.75)
    copied_since = backed_up(hermes_home, ".1795000000", 1796000000)
    backed_up(hermes_home, ".1795000000", 1795000000, name="USER.md")
    assert of_hermes(hermes_home, env) == [
        KeptCopy(copied_since, at(1795000000), Moment.THERE, exact=False),
        KeptCopy(later, at(1795000100.75), Moment.THERE, exact=False),
    ]


@pytest.mark.parametrize(
    ("end", "moment"),
    [
        ("", 1795000000.0),
        ("_before_cleanup", 1795000000.0),
        (f"_{TODAY:%Y%m%d}", 1795000000.0),
        (f"-{TODAY:%Y-%m-%d}", 1795000000.0),
        ("_20251118", None),
        ("_20259999", None),
        ("ground.md", None),
        (".99999999999999", None),
        (".999", 1795000000.0),
    ],
)
def test_people_put_versions_aside(end: str, moment: float | None, hermes_home: HermesHome, env: Environment) -> None:
    """A day is no moment unless the file says the hour."""
    path = backed_up(hermes_home, end, 1795000000)
    expected = [] if moment is None else [KeptCopy(path, at(moment), Moment.THERE)]
    assert of_hermes(hermes_home, env) == expected


@pytest.mark.parametrize("end", ["_20261110-0930", ".2026-11-10T09:30:00", "_2026-11-10_09-30", "-20261110093000"])
def test_a_day_with_its_hour_is_the_moment(end: str, hermes_home: HermesHome, env: Environment) -> None:
    path = backed_up(hermes_home, end, 1795000000)
    local = datetime(2026, 11, 10, 9, 30)  # People write the time of their own place.
    assert of_hermes(hermes_home, env) == [KeptCopy(path, local.astimezone(UTC), Moment.THERE)]


def test_a_directory_that_cannot_be_listed_has_none(hermes_home: HermesHome, pi_home: PiHome, env: Environment) -> None:
    (hermes_home.path / "memories").rmdir()
    (pi_home.path / "pi-hermes-memory").rmdir()
    assert of_hermes(hermes_home, env) == of_pi(pi_home, env) == []
