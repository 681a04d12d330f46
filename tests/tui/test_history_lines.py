"""What the History view says of a change."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from hermes_mem.history.records import About, Change, Fate
from hermes_mem.tui.history.lines import change_lines

SECRET = "hunter2-and-more"


@pytest.mark.parametrize("reveal", [False, True])
def test_a_secret_in_a_reason_is_only_shown_on_request(reveal: bool) -> None:
    about = About("you", "hermes", Path("/homes/one"), "memory", "added", f"it said password is {SECRET}")
    change = Change(1, datetime.now(UTC), about, "token", Fate.DONE)
    said = "".join(text for line in change_lines(change, [], "~/one", reveal=reveal) for text, _ in line)
    assert "it said password is" in said
    assert (SECRET in said) is reveal
