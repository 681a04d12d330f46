"""Secrets that only the kingfisher SDK knows: found in the entries, masked, told once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from hermes_mem.config.places import cache_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.health.deep import MODULE, Stopped, check_installed, deep
from hermes_mem.model.errors import Usage
from hermes_mem.model.finding import Severity
from tests.health.sights import sight
from tests.homes import HermesHome

INSTALLED = find_spec(MODULE) is not None

FAKE = """
import re
from pathlib import Path
from types import SimpleNamespace

class Rules:
    def __init__(self, *, cache=True, cache_dir=None):
        self.cache_dir = cache_dir
        if cache_dir:
            (Path(cache_dir) / "rules").write_text("compiled")

class Scanner:
    def __init__(self, rules):
        self.rules = rules

    def scan(self, data):
        for hit in re.finditer(rb"(\\w+)-key-(\\w+)", data):
            yield SimpleNamespace(
                visible=hit[1] != b"helper",
                rule_id=f"betterleaks.{hit[1].decode()}-access-token",
                confidence="high" if hit[1] == b"sure" else "medium",
                location={"start_offset": hit.start(), "end_offset": hit.end()},
            )
"""


@pytest.fixture
def sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stand-in with the names and types of kingfisher-secret-scanner 1.5.0, which takes seconds to start."""
    (tmp_path / f"{MODULE}.py").write_text(FAKE)
    real = sys.modules.pop(MODULE, None)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop(MODULE, None)
    if real:
        sys.modules[MODULE] = real


@pytest.mark.usefixtures("sdk")
def test_what_it_finds_is_a_secret_at_its_place(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory("A fact.\n§\nÜber 🔑: sure-key-abc, helper-key-x und maybe-key-zwei.".encode())
    found = [report.finding for report in deep(sight(env))]
    text = sight(env).stores[0].targets[0].entries[1].text
    assert [text[slice(*(one.span or ()))] for one in found] == ["sure-key-abc", "maybe-key-zwei"]
    assert found[0].message == "It looks like a secret: sure access token."
    assert (found[0].severity, found[0].secret, found[0].target) == (Severity.BLOCKING, True, "memory")
    assert (cache_dir(env) / "kingfisher/rules").exists()


@pytest.mark.usefixtures("sdk")
def test_what_our_own_rules_know_is_not_told_again(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory(b"The token is ghp_" + b"sure-key-" + b"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8")
    known = sight(env).stores[0].targets[0].entries[0].secrets
    found = [report.finding.span for report in deep(sight(env))]
    assert all(span and not any(a < span[1] and span[0] < b for a, b in known) for span in found)


@pytest.mark.usefixtures("sdk")
def test_it_stops_when_nobody_waits(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory(b"A fact.")
    with pytest.raises(Stopped):
        deep(sight(env), lambda: True)


@pytest.mark.usefixtures("sdk")
def test_a_cache_that_cannot_be_made_stops_nothing(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory(b"sure-key-abc")
    cache_dir(env).parent.mkdir(parents=True, exist_ok=True)
    cache_dir(env).write_bytes(b"a file in its place")
    assert len(deep(sight(env))) == 1


@pytest.mark.skipif(INSTALLED, reason="it is installed here")
def test_without_it_a_sentence_says_what_helps() -> None:
    with pytest.raises(Usage) as raised:
        check_installed()
    assert raised.value.hint == "pip install kingfisher-secret-scanner"


@pytest.mark.skipif(not INSTALLED, reason="the SDK is an extra, and not installed")
def test_the_sdk_itself(env: Environment, hermes_home: HermesHome) -> None:
    token = "xkeysib-" + "4f2a9c1b" * 8 + "-Ab3dE5fG7hJ9kL1m"
    hermes_home.memory(f"Schlüssel für Mails: {token} – nicht teilen.\n§\nJust a fact.".encode())
    here = sight(env)
    [found] = [report.finding for report in deep(here)]
    assert here.stores[0].targets[0].entries[0].text[slice(*(found.span or ()))] == token
    assert (found.message, found.severity) == ("It looks like a secret: sendinblue api token.", Severity.BLOCKING)
