"""Against the released agent: the limits it would count with, and the prompt of a session it would really start."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Home
from hermes_mem.model.target import State
from hermes_mem.store.reading import prompt_blocks, read
from tests.homes import HermesHome
from tests.layouts.configurations import CONFIGURATIONS, Configuration
from tests.layouts.vectors import LATIN_1
from tests.real_client import needs_client, run_client

ASK = r"""
import contextlib, os
sys.argv = ["hermes"]
from run_agent import AIAgent
from tools.memory_tool import load_on_disk_store

RULE, AFTER = "\u2550" * 46, "\n\nConversation started"

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
    memory = prompt[prompt.index(RULE):prompt.rindex(AFTER)] if RULE in prompt else ""
    os.environ.clear()
    os.environ.update(before)
    return {"limits": limits, "prompt": memory}

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


def ours(case: Case) -> dict[str, Any]:
    """Our answer: the limits, where the agent can tell them, and what the prompt holds of the memories."""
    snapshot = read(Home("hermes", case.home.path, "default", "test"), case.env)
    undecodable = any(target.state is State.UNDECODABLE for target in snapshot.targets)
    limits = [target.budget.limit for target in snapshot.targets]
    prompt = "\n\n".join(block.text for block in prompt_blocks(snapshot))
    return {"limits": None if undecodable else limits, "prompt": prompt}


@needs_client
def test_a_session_gets_what_we_show(tmp_path: Path) -> None:
    """A session of the released agent for every configuration and every trouble, all in one process."""
    cases = {name: build(tmp_path / str(n), c) for n, (name, c) in enumerate(CONFIGURATIONS.items())}
    cases |= troubled(tmp_path)
    found = run_client(ASK, [case.payload for case in cases.values()], tmp_path)
    assert {name: ours(case) for name, case in cases.items()} == dict(zip(cases, found, strict=True))
    assert len(cases) == len(CONFIGURATIONS) + len(TROUBLES)
