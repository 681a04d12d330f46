"""What holds for every store, whatever lies in it: ids, states, and that reading leaves no trace."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hermes_mem.disk.environment import Environment
from hermes_mem.model.entry import Identity, assign_ids
from hermes_mem.model.store import Contents, Home, Snapshot
from hermes_mem.model.target import State
from hermes_mem.store.reading import Choice, contents, find_homes, prompt_blocks, read
from tests.homes import HermesHome
from tests.layouts.vectors import GOLDEN, LATIN_1

ANY_BYTES = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from([b"\n", b"\xc2\xa7", b"\r", b"a", b" ", b"\xff", b"\xef\xbb\xbf", b"\0"])).map(b"".join),
)
SAME_HOME = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def snapshot(home: HermesHome, env: Environment, *, late: bool = False) -> Snapshot:
    return read(Home("hermes", home.path, "default", "test"), env, late=late)


def ids(found: Snapshot) -> list[str]:
    return [entry.id for target in found.targets for entry in target.entries]


@given(ANY_BYTES, ANY_BYTES, st.booleans())
@example(LATIN_1, b"", False)
@SAME_HOME
def test_any_bytes_open_with_a_state(
    hermes_home: HermesHome, env: Environment, memory: bytes, user: bytes, late: bool
) -> None:
    """No exception; entries only where text can be read; every id once; the blocks hold what is not blanked."""
    found = snapshot(hermes_home.memory(memory).user(user), env, late=late)
    assert len(set(ids(found))) == len(ids(found))
    for target in found.targets:
        assert target.state is not State.ABSENT
        assert bool(target.problem) is target.state.broken
        assert bool(target.entries) <= (target.state in (State.OK, State.DRIFTED))
    for block in prompt_blocks(found):
        target = next(target for target in found.targets if target.name == block.target)
        assert all(entry.text in block.text for entry in target.entries if not entry.blanked)


def test_an_id_is_of_target_and_text_alone(hermes_home: HermesHome, env: Environment) -> None:
    first = snapshot(hermes_home.memory("a\n§\nb".encode()).user(b"a"), env)
    again = snapshot(hermes_home.memory("b\n§\nc\n§\na\n".encode()), env)
    a, b = ids(first)[:2]
    assert ids(again)[0] == b
    assert ids(again)[2] == a
    assert ids(first)[2] == ids(again)[3] != a
    assert all(len(entry_id) == 8 for entry_id in ids(again))


def clash() -> tuple[str, str]:
    """Two texts of the target `memory` whose digests begin with the same 8 hex digits."""
    seen: dict[str, str] = {}
    for number in count():
        text = f"note {number}"
        begin = sha256(f"memory\0\0{text}".encode()).hexdigest()[:8]
        if begin in seen:
            return seen[begin], text
        seen[begin] = text
    raise AssertionError


def test_ids_that_would_clash_become_longer(hermes_home: HermesHome, env: Environment) -> None:
    one, two = clash()
    found = ids(snapshot(hermes_home.memory(f"{one}\n§\n{two}\n§\nother\n§\n{two}".encode()), env))
    assert found[0][:8] == found[1][:8]
    assert found[0] != found[1]
    assert [len(entry_id) for entry_id in found[:3]] == [9, 9, 8]
    assert found[3] == f"{found[1]}~2"
    assert assign_ids([Identity("memory", two)]) == [found[1][:8]]


def crowded(home: HermesHome) -> HermesHome:
    """A home with everything that reading might be tempted to touch."""
    home.memory("a\n\n§\nb\r\n".encode()).user(LATIN_1).config("memory: {memory_char_limit: 1}\n")
    home.file("state.db", b"not a database").file("pending/memory/0a1b2c3d.json", b"{}")
    home.file("skills/tools/x/SKILL.md", b"---\nname: x\n---\n").file("active_profile", b"work\n")
    home.profile("work").memory(b"c")
    (home.path / "memories/MEMORY.md").chmod(0o640)
    (home.path / "memories").chmod(0o750)
    (home.path / "memories/link.md").symlink_to("MEMORY.md")
    return home


def tree(path: Path) -> dict[str, tuple[object, ...]]:
    """Everything below a path: kind and mode, owner, size, times, link target, bytes."""
    return {str(found.relative_to(path)): _traits(found) for found in [path, *path.rglob("*")]}


def _traits(path: Path) -> tuple[object, ...]:
    status = path.lstat()
    plain = path.is_file() and not path.is_symlink()
    content = path.read_bytes() if plain else path.readlink() if path.is_symlink() else sorted(path.iterdir())
    traits = (status.st_mode, status.st_uid, status.st_gid, status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
    return (*traits, content)


@pytest.mark.parametrize("late", [False, True])
def test_reading_leaves_no_trace(hermes_home: HermesHome, env: Environment, late: bool) -> None:
    crowded(hermes_home)
    before = tree(env.user_home)
    for home in find_homes(env, Choice(profile="all")):
        prompt_blocks(read(home, env, late=late))
        contents(home, env)
    assert tree(env.user_home) == before


def test_what_else_lies_in_a_home_is_counted(hermes_home: HermesHome, env: Environment) -> None:
    home = Home("hermes", hermes_home.path, "default", "test")
    assert contents(home, env) == Contents(sessions=None, pending=0, skills=0)
    records = ["memory/0a1b2c3d.json", "memory/ffffffff.json", "skills/00000000.json"]
    strays = ["memory/0A1B2C3D.json", "memory/0a1b2c3d.json.tmp", "memory/.0a1b2c3d_x.tmp", "other/0a1b2c3d.json"]
    for name in (*records, *strays):
        hermes_home.file(f"pending/{name}", b"broken")
    assert contents(home, env).pending == len(records)


def make_skills(home: HermesHome, places: Iterable[str]) -> None:
    for place in places:
        home.file(f"skills/{place}/SKILL.md", b"")


def test_a_link_in_a_circle_does_not_hide_what_lies_beside_it(hermes_home: HermesHome, env: Environment) -> None:
    make_skills(hermes_home, ["one"])
    (hermes_home.path / "skills/one/circle").symlink_to("circle")
    assert contents(Home("hermes", hermes_home.path, "default", "test"), env).skills == 1


def test_skills_are_counted_as_the_agent_walks(hermes_home: HermesHome, env: Environment, tmp_path: Path) -> None:
    """Nested ones and linked ones once, archived, hidden and documentation ones not."""
    counted = ["flat", "category/one", "category/two", "a/b/c/deep", "flat/inner"]
    pruned = [".archive/old", ".hub/x", "node_modules/y", "flat/references/doc", "category/one/scripts/s", ".git/z"]
    make_skills(hermes_home, [*counted, *pruned, "category/references/real"])
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/SKILL.md").touch()
    (hermes_home.path / "skills/linked").symlink_to(tmp_path / "outside")
    (hermes_home.path / "skills/again").symlink_to(tmp_path / "outside")
    (hermes_home.path / "skills/circle").symlink_to("category")
    (hermes_home.path / "skills/odd/SKILL.md").mkdir(parents=True)
    assert contents(Home("hermes", hermes_home.path, "default", "test"), env).skills == len(counted) + 2


def test_a_walk_without_end_is_given_up(
    hermes_home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link can lead to a whole disk: then the number is unknown, not wrong."""
    monkeypatch.setattr("hermes_mem.layouts.hermes.contents._DIRECTORIES", 5)
    home = Home("hermes", hermes_home.path, "default", "test")
    make_skills(hermes_home, ["a", "b", "c", "d"])
    assert contents(home, env).skills == 4
    make_skills(hermes_home, ["e"])
    assert contents(home, env).skills is None


def test_vectors_read_the_same_from_either_target(hermes_home: HermesHome, env: Environment) -> None:
    """Limits apart, MEMORY and USER are spelled alike."""
    hermes_home.config("memory: {memory_char_limit: 2200, user_char_limit: 2200}")
    for vector in GOLDEN.values():
        memory, user = snapshot(hermes_home.memory(vector.raw).user(vector.raw), env).targets
        assert [entry.text for entry in memory.entries] == [entry.text for entry in user.entries]
        assert (memory.state, memory.budget) == (user.state, user.budget) or memory.budget.source != user.budget.source
