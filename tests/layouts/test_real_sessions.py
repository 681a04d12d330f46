"""Against the released agent: the limits it would count with, and the prompt of a session it would really start."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.homes import HermesHome
from tests.layouts.configurations import CONFIGURATIONS, Configuration
from tests.layouts.vectors import LATIN_1
from tests.real_client import needs_client, run_client

from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.store.reading import prompt_blocks, read

TITLES = ("MEMORY (your personal notes)", "USER PROFILE (who the user is)")

ASK = """
import contextlib, os
sys.argv = ["hermes"]
from run_agent import AIAgent
from tools.memory_tool import load_on_disk_store

def ask(case):
    before = dict(os.environ)
    os.environ.update(case["environ"], HERMES_HOME=case["home"], HERMES_MANAGED_DIR=case["managed"])
    agent = AIAgent(
        base_url="http://127.0.0.1:9/v1", api_key="none", model="none", quiet_mode=True, enabled_toolsets=[],
        skip_context_files=True, platform="cli",
    )
    try:
        store = load_on_disk_store()
        limits = [store.memory_char_limit, store.user_char_limit]
    except Exception:
        limits = None
    prompt = agent._build_system_prompt()
    os.environ.clear()
    os.environ.update(before)
    return {"limits": limits, "prompt": prompt}

with contextlib.redirect_stdout(sys.stderr):
    answer = [ask(case) for case in payload]
"""


class Case(NamedTuple):
    """A home on disk with its administrator's directory, and the environment in which it is read."""

    home: HermesHome
    managed: Path
    environ: dict[str, str]

    @property
    def env(self) -> Environment:
        environ = self.environ | {"HERMES_MANAGED_DIR": str(self.managed)}
        return Environment(environ, self.home.path.parent, self.home.path)

    @property
    def payload(self) -> dict[str, Any]:
        return {"home": str(self.home.path), "managed": str(self.managed), "environ": self.environ}

    def read(self) -> Snapshot:
        return read(Home("hermes", self.home.path, "default", "test"), self.env)


def build(directory: Path, configuration: Configuration) -> Case:
    home = HermesHome(directory / "home").memory(b"A note.\n\xc2\xa7\nAnother.").user(b"Likes tea.")
    managed = directory / "managed"
    if configuration.profile is not None:
        text = configuration.profile
        home.file("config.yaml", text if isinstance(text, bytes) else text.encode())
    if configuration.managed is not None:
        managed.mkdir()
        (managed / "config.yaml").write_text(configuration.managed, "utf-8")
    return Case(home, managed, configuration.environ)


def expect_the_same(case: Case, answer: dict[str, Any]) -> None:
    """Our limits are those of the agent, and our blocks are exactly those in its prompt, in its order."""
    snapshot = case.read()
    if answer["limits"] is not None:
        assert [target.budget.limit for target in snapshot.targets] == answer["limits"]
    blocks = [block.text for block in prompt_blocks(snapshot)]
    assert "\n\n".join(blocks) in answer["prompt"]
    shown = [title for title in TITLES if title in answer["prompt"]]
    assert [title for title in TITLES for block in blocks if title in block] == shown
    assert not blocks or not snapshot.unloaded


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Case, dict[str, Any]]]:
    """Every configuration, read by a session of its own, all in one process."""
    directory = tmp_path_factory.mktemp("sessions")
    cases = {name: build(directory / str(n), c) for n, (name, c) in enumerate(CONFIGURATIONS.items())}
    cases |= troubled(directory)
    found = run_client(ASK, [case.payload for case in cases.values()], directory)
    return dict(zip(cases, zip(cases.values(), found, strict=True), strict=True))


def troubled(directory: Path) -> dict[str, Case]:
    """Homes whose files keep a session from loading."""
    plain = Configuration(None)
    cases = {name: build(directory / name, plain) for name in TROUBLES}
    cases["MEMORY undecodable"].home.memory(LATIN_1)
    cases["USER undecodable"].home.user(LATIN_1)
    cases["undecodable, USER off"].home.user(LATIN_1).config("memory: {user_profile_enabled: false}")
    cases["bad limit, no entry"].home.memory(b"").config("memory: {memory_char_limit: lots}")
    cases["bad limit, memory off"].home.config("memory: {memory_char_limit: lots, memory_enabled: false}")
    link = cases["link in a circle"].home.path / "memories/MEMORY.md"
    link.unlink()
    link.symlink_to("MEMORY.md")
    link = cases["link to nowhere"].home.path / "memories/MEMORY.md"
    link.unlink()
    link.symlink_to("nowhere.md")
    directory_there = cases["directory in place"].home.path / "memories/MEMORY.md"
    directory_there.unlink()
    directory_there.mkdir()
    return cases


TROUBLES = (
    "MEMORY undecodable",
    "USER undecodable",
    "undecodable, USER off",
    "bad limit, no entry",
    "bad limit, memory off",
    "link in a circle",
    "link to nowhere",
    "directory in place",
)


@needs_client
@pytest.mark.parametrize("name", [*CONFIGURATIONS, *TROUBLES])
def test_a_session_gets_what_we_show(name: str, answers: dict[str, tuple[Case, dict[str, Any]]]) -> None:
    case, answer = answers[name]
    expect_the_same(case, answer)
