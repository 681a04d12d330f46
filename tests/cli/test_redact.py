"""`--redact`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli, ids, texts
from tests.cli.test_changing import FACTS, SECRET


def test_a_refused_secret_is_offered_to_be_redacted(cli: Cli, home: Path) -> None:
    refused = cli("memory", "add", "memory", f"The key is {SECRET}, do not share.")
    assert refused.code == 4
    assert "`--redact` writes [redacted] in its place." in refused.err
    planned = cli("memory", "add", "memory", f"The key is {SECRET}, do not share.", "--redact", "--dry-run")
    assert "The key is [redacted], do not share." in planned.out
    assert texts(home) == FACTS
    assert cli("memory", "add", "memory", f"The key is {SECRET}, do not share.", "--redact").code == 0
    assert texts(home)[-1] == "The key is [redacted], do not share."


def test_every_verb_that_brings_a_text_takes_it(cli: Cli, home: Path) -> None:
    first, second, third = ids(cli)
    assert cli("memory", "edit", first, f"One {SECRET}", "--redact").code == 0
    assert cli("memory", "split", second, f"Two {SECRET}", "Three", "--redact").code == 0
    assert cli("memory", "join", third, ids(cli)[0], f"Four {SECRET}", "--redact").code == 0
    assert texts(home) == ["Two [redacted]", "Three", "Four [redacted]"]
