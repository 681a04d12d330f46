"""With `glyphs = "ascii"`, all that is not text of a store is ASCII, on every screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.model.masking import MASK
from hermes_mem.tui.widgets.glyphs import ASCII, UNICODE, own, own_masks, use
from tests.tui import stores
from tests.tui.desk import opened
from tests.tui.test_states import NARROW, STATES, State, press, session_of

SCREENS = {
    **{name: STATES[name] for name in ("filled", "marks", "range", "user", "detail-focused", "filter", "filter-none")},
    **{name: STATES[name] for name in ("only-nothing", "board", "zoom", "zoom-drifted", "health", "history", "help")},
    **{
        name: STATES[name] for name in ("help-none", "palette", "themes", "targets", "edit", "edit-secret", "edit-over")
    },
    **{name: STATES[name] for name in ("refused-over", "redacted", "written", "conflict", "conflict-compared")},
    **{name: STATES[name] for name in ("first-start", "no-store", "absent", "unreadable-loop", "undecodable", "over")},
    **{name: STATES[name] for name in ("switched-off", "broken-config", "secrets", "long-line", "many", "profiles")},
    "a change": State(keys=("j", "j", "j", "j", "j", "d", "6")),
    "what can be had back": State(keys=("j", "j", "j", "j", "j", "d", "6", "enter")),
    "a change with a secret": State(stores.secret, ("d", "exclamation_mark", "6")),
}


@pytest.mark.parametrize("name", SCREENS)
async def test_nothing_of_ours_is_beyond_ascii(name: str, person: Path) -> None:
    build = stores.calm if SCREENS[name].build is stores.flagged else SCREENS[name].build
    state = replace(SCREENS[name], build=build, ui=replace(SCREENS[name].ui, glyphs="ascii"))
    async with opened(session_of(state, person), size=NARROW) as desk:
        await press(desk, state, person)
        assert [line for line in (await desk.still()).splitlines() if not line.isascii()] == []


async def test_text_of_a_store_stays_as_it_is(person: Path) -> None:
    state = State(stores.scripts, ui=replace(State().ui, glyphs="ascii"))
    async with opened(session_of(state, person), size=NARROW) as desk:
        assert stores.SCRIPTS[0][:20] in await desk.still()


def test_only_what_asks_for_ascii_gets_it() -> None:
    assert own("a · b…") == "a · b…"
    use(ASCII)
    try:
        assert own("a · b…") == "a - b..."
    finally:
        use(UNICODE)


def test_masks_keep_their_length_since_spans_count_on_it() -> None:
    text = f"before · {MASK} after"
    use(ASCII)
    try:
        assert own_masks(text) == f"before · {'*' * len(MASK)} after"
    finally:
        use(UNICODE)
