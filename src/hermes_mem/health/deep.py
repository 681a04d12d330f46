"""Secrets at rest, by the many rules of the kingfisher SDK, which is no part of the usual installation.

kingfisher-secret-scanner 1.5 (`kingfisher_sdk`): it works offline; its first start compiles its rules for some seconds
and keeps them in our cache directory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hermes_mem.config.places import cache_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.health.check import Report, Sight
from hermes_mem.model.entry import Entry
from hermes_mem.model.errors import Usage
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.text import safe_line

MODULE = "kingfisher_sdk"
GROUP = "Secrets, deep"
RULE = "deep.secret"
EFFECT = "It stands in the file in plain text and goes to the model with the entry."
FIX = "Change it where it is used, then take it out of the entry."


class Stopped(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A span that looks like a secret, in code points, what it looks like, and whether that is quite sure."""

    span: tuple[int, int]
    name: str
    sure: bool


def check_installed() -> None:
    """Raises Usage, with the command that helps, where the SDK is not there."""
    if find_spec(MODULE) is None:
        raise Usage(
            "--deep needs the kingfisher SDK, and it is not installed.", "pip install kingfisher-secret-scanner"
        )


def deep(sight: Sight, stopped: Callable[[], bool] = lambda: False) -> list[Report]:
    """What it takes for a secret in any entry, and our own rules do not. Takes seconds; raises Stopped."""
    scanner = _scanner(sight.env)
    if stopped():
        raise Stopped
    found: list[Report] = []
    for store in sight.stores:
        for target in store.targets:
            for entry in target.entries:
                if stopped():
                    raise Stopped
                for hit in _unknown(entry, scanner):
                    found.append(Report(store.home, _finding(hit, target.name, entry), GROUP))
    return found


def _scanner(env: Environment) -> Any:
    sdk = import_module(MODULE)
    directory = cache_dir(env) / "kingfisher"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return sdk.Scanner(sdk.Rules(cache=False))  # Its rules are compiled anew each time.
    return sdk.Scanner(sdk.Rules(cache_dir=str(directory)))


def _unknown(entry: Entry, scanner: Any) -> Iterator[Hit]:
    """The hits that no rule of ours has had, each span once."""
    known = list(entry.secrets)
    for hit in sorted(_hits(entry.text, scanner), key=lambda hit: (hit.span[0], -hit.span[1])):
        if not any(start < hit.span[1] and hit.span[0] < end for start, end in known):
            known.append(hit.span)
            yield hit


def _hits(text: str, scanner: Any) -> Iterator[Hit]:
    """It counts in bytes; what only helps it to judge others is not visible."""
    raw = text.encode("utf-8", "replace")
    for found in scanner.scan(raw):
        if found.visible:
            start, end = (len(raw[: found.location[edge]].decode("utf-8", "ignore")) for edge in _EDGES)
            name = found.rule_id.replace("/", ".").rpartition(".")[2].replace("-", " ").replace("_", " ")
            yield Hit((start, max(end, start + 1)), safe_line(name), found.confidence == "high")


_EDGES = ("start_offset", "end_offset")


def _finding(hit: Hit, target: str, entry: Entry) -> Finding:
    severity = Severity.BLOCKING if hit.sure else Severity.WARNING
    message = f"It looks like a secret: {hit.name}."
    return Finding(RULE, severity, message, EFFECT, hit.span, target, entry.id, fix=FIX, secret=True)
