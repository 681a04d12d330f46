"""Two hundred versions of a memory, each seen once, are two hundred changes, and each comes back as it was."""

from __future__ import annotations

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Origin
from hermes_mem.store.looking_back import change_with_files, changes
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.restoring import restore
from tests.homes import HermesHome, PiHome
from tests.replay import STEPS, Version, versions

EVERY = {".hermes": 1, "agent": 10}
"""Which of the versions are brought back, by the name of the home: Pi keeps a copy of each, which takes its time."""


def looked_at(env: Environment) -> bool:
    return observe([read(home, env, scanned=False) for home in find_homes(env)], env).noted


def lived(home: HermesHome | PiHome, env: Environment) -> list[Version]:
    found = versions()
    for version in found:
        home.memory(version.raw)
        assert looked_at(env)
    return found


@pytest.fixture(params=["hermes", "pi"])
def home(request: pytest.FixtureRequest) -> HermesHome | PiHome:
    """Of each kind."""
    found: HermesHome | PiHome = request.getfixturevalue(f"{request.param}_home")
    return found


def test_each_version_is_a_change_and_comes_back(home: HermesHome | PiHome, env: Environment) -> None:
    told = lived(home, env)
    observed = [change for change in reversed(changes(env)) if change.about.origin is Origin.OBSERVED]
    assert len(observed) == len(changes(env)) - 1 == STEPS
    assert {change.about.actor for change in observed} == {"unknown"}
    [file] = change_with_files(observed[0].id, env).files
    for change, before, after in zip(observed, told, told[1:], strict=False):
        [one] = change_with_files(change.id, env).files
        assert one.before is not None
        assert one.after is not None
        assert (one.path, one.before.raw, one.after.raw) == (file.path, before.raw, after.raw)
    for change, before in list(zip(observed, told, strict=False))[:: EVERY[home.path.name]]:
        assert restore(change.id, env, actor="you") is not None
        assert file.path.read_bytes() == before.raw
        assert not looked_at(env)


def test_whoever_brings_an_earlier_version_back_is_found_out(hermes_home: HermesHome, env: Environment) -> None:
    told = lived(hermes_home, env)
    found = list(reversed(changes(env)))
    returns = 0
    for number, (change, version) in enumerate(zip(found, told, strict=True)):
        earlier = [place for place in range(number - 1) if told[place].raw == version.raw]
        back = f"; back to what it was before change {found[earlier[-1] + 1].id}" if earlier else ""
        assert change.about.summary.endswith(back or change.about.summary.partition(";")[0])
        returns += bool(earlier)
    assert returns >= sum(one.what == "returned" for one in told) > 0
