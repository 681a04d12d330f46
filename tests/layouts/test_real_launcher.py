"""Against the released agent: the home that its launcher would take is the one we mark as active, or say otherwise."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.profiles import sticky
from hermes_mem.store.reading import find_homes
from tests.homes import HermesHome
from tests.real_client import needs_client, run_client

ASK = r"""
import contextlib, os
from pathlib import Path
sys.argv = ["hermes"]
with contextlib.redirect_stdout(sys.stderr):
    import hermes_cli.main as main
    from hermes_cli import profiles

def ask(person):
    os.environ["HOME"] = person
    os.environ.pop("HERMES_HOME", None)
    listed = [profile.name for profile in profiles.list_profiles()]
    try:
        main._apply_profile_override()
    except SystemExit:
        return {"listed": listed, "home": None}
    return {"listed": listed, "home": os.environ.get("HERMES_HOME") or str(Path(person) / ".hermes")}

answer = [ask(person) for person in payload]
"""

ACTIVE = ["", "work", "Work\n", "default", "gone", "test", "../x", "w o r k", "héh", "\n"]


@needs_client
def test_the_launcher_and_we_agree(tmp_path: Path) -> None:
    people = [person(tmp_path / str(number), text) for number, text in enumerate(ACTIVE)]
    found = run_client(ASK, [str(path) for path in people], tmp_path)
    for path, answer in zip(people, found, strict=True):
        homes = find_homes(Environment({}, path, path))
        assert sorted(home.profile for home in homes) == sorted(answer["listed"])
        refused = sticky(path / ".hermes").refused is not None
        assert refused is (answer["home"] is None)
        assert refused or str(homes[0].path) == answer["home"]


def person(directory: Path, active: str) -> Path:
    """A person's directory with a home, profiles good and bad, and that text in active_profile."""
    home = HermesHome(directory / ".hermes")
    for name in ("work", "test", "Upper", ".dotted", "default", "a-b_1"):
        home.profile(name)
    home.file("active_profile", active.encode())
    return directory
