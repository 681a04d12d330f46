"""Text that tries something with the terminal or with markup, in every place where text of a store is shown."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textual.events import Paste

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.format import serialise
from hermes_mem.store.reading import Choice
from tests.homes import HermesHome
from tests.tui.desk import Desk, opened, session

OBEYED = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""What a terminal would act on, or what would move or hide the letters around it."""

MARKUP = [
    "[/",
    "[/]",
    "[bold]",
    "[/bold]",
    "[bold red]no style[/bold red]",
    "[@click=app.quit]x[/]",
    "[link=https://example.invalid]y[/link]",
    "$primary [$primary]z",
    "[ERROR] boom",
    "array[int] [10%] [G] [x] done",
    "list[dict[str, Any]] a\\ \\[b] {0} %s",
]
"""Shown as it is, to the letter."""

CONTROLS = [
    "title \x1b]0;owned\x07 end",
    "link \x1b]8;;https://example.invalid\x1b\\text\x1b]8;;\x1b\\ end",
    "clipboard \x1b]52;c;b3duZWQ=\x07 end",
    "clear \x1b[2J\x1b[H\x1b[31mred\x1b[0m end",
    "device \x1bP1$r0m\x1b\\ end \x1b_apc\x1b\\ \x1b^pm\x1b\\",
    "single \x9b1m \x9d0;owned\x9c \x90q\x9c \x85 end",
    "bidi \u202efdp.exe\u202c \u2066isolate\u2069 \u200e\u200f\u061c end",
    "tags \U000e0041\U000e0042\U000e007f end",
    "nul \x00 bell \x07 backspace \x08 tab \t feed \x0c del \x7f end",
    "lone cr: all gone\rnew text",
    "zero \u200bwidth\u2060 \ufeff joiner a\u200db and \u2028 separators \u2029 end",
    "مرحبا بالعالم עולם",
    "combining " + "e" + "\u0301" * 400 + " storm",
    "lone surrogates cannot be in a file, but \ufffe\uffff can",
    "long " + "x" * 100_000,
    "wide " + "漢字" * 2_000,
    "words " + "\x1b[7m " * 2_000,
]

PLACES = {
    "list": ((), (80, 24)),
    "wide list": ((), (120, 36)),
    "zoom": (("z",), (80, 24)),
    "board": (("b",), (80, 24)),
    "wide board": (("b",), (120, 36)),
    "board zoom": (("b", "j", "z"), (120, 36)),
    "marks": (("a",), (120, 36)),
    "revealed": (("asterisk",), (80, 24)),
    "health": (("5",), (80, 24)),
    "wide health": (("5",), (120, 36)),
    "health zoom": (("5", "z"), (80, 24)),
    "sorted": (("s", "s", "s"), (50, 14)),
}
DIALOGS = {"targets": "ctrl+t", "palette": "colon", "help": "question_mark"}
"""Where an entry, a path or a finding is shown, with the keys that lead there and a size."""


def obeyed(desk: Desk) -> list[str]:
    """Pieces of the screen with something in them that a terminal would act on."""
    screen = desk.app.screen
    strips = screen._compositor.render_strips(screen.size)
    texts = [segment.text for strip in strips for segment in strip if not segment.control]
    return [text for text in texts if OBEYED.search(text)]


def home_with(directory: Path, texts: list[str]) -> HermesHome:
    """A home that holds these texts, in a configuration and as a profile's name too as far as a file may."""
    home = HermesHome(directory)
    half = len(texts) // 2
    home.file("memories/MEMORY.md", serialise(texts[:half])).file("memories/USER.md", serialise(texts[half:]))
    name = "".join(letter for letter in " ".join(texts) if letter not in "\n§" and letter.isascii())[:40]
    return home.file("config.yaml", f"memory:\n  memory_char_limit: {name!r}\n".encode())


@pytest.mark.parametrize("place", PLACES)
async def test_nothing_is_obeyed(place: str, person: Path, env: Environment) -> None:
    keys, size = PLACES[place]
    home = home_with(person / "\x1b]0;dir\x07[bold]\u202e", [*CONTROLS, *MARKUP])
    async with opened(session(env, Choice(home.path)), *keys, size=size) as desk:
        assert "␛" in desk.text
        for _ in CONTROLS:
            assert obeyed(desk) == []
            await desk.pilot.press("j")


@pytest.mark.parametrize("dialog", DIALOGS)
async def test_nothing_is_obeyed_in_what_lies_over_it(dialog: str, person: Path, env: Environment) -> None:
    home = home_with(person / "\x1b]0;dir\x07[bold]\u202e", [*CONTROLS, *MARKUP])
    async with opened(session(env, Choice(home.path)), DIALOGS[dialog]) as desk:
        assert "␛" in desk.text
        assert obeyed(desk) == []


async def test_the_first_start_names_the_home_and_is_not_fooled(person: Path, env: Environment) -> None:
    from hermes_mem.config.remembered import Remembered

    home = home_with(person / "\x1b]0;dir\x07[bold]", CONTROLS)
    async with opened(session(env, Choice(home.path), remembered=Remembered())) as desk:
        assert obeyed(desk) == []
        assert "[bold]" in desk.text


async def test_the_error_about_a_path_is_not_fooled(person: Path, env: Environment) -> None:
    async with opened(session(env, Choice(person / "\x1b[2J[/bold]none"))) as desk:
        assert obeyed(desk) == []
        assert "[/bold]none" in desk.text


@pytest.mark.parametrize("keys", [("slash",), ("colon",), ("ctrl+t",), ("question_mark", "slash")], ids=" ".join)
async def test_what_is_pasted_is_not_obeyed(keys: tuple[str, ...], person: Path, env: Environment) -> None:
    home = home_with(person / "home", [*CONTROLS, *MARKUP])
    async with opened(session(env, Choice(home.path)), *keys) as desk:
        for text in [*CONTROLS[:-3], *MARKUP]:
            desk.app.screen.focused.post_message(Paste(text))  # type: ignore[union-attr]
            await desk.settle()
            assert obeyed(desk) == []


async def test_markup_is_shown_to_the_letter(person: Path, env: Environment) -> None:
    home = HermesHome(person / "home").memory(serialise(MARKUP))
    async with opened(session(env, Choice(home.path)), size=(120, 40)) as desk:
        listed = desk.text
        for text in MARKUP:
            assert text in listed
            assert desk.text.count(text) >= 2, "in the list and beside it"
            await desk.press("j")


async def test_markup_is_shown_to_the_letter_on_cards(person: Path, env: Environment) -> None:
    home = HermesHome(person / "home").memory(serialise(MARKUP)).user(serialise(["one"]))
    async with opened(session(env, Choice(home.path)), "b", size=(160, 60)) as desk:
        assert [text for text in MARKUP if text not in desk.text] == []


async def test_what_is_typed_is_shown_to_the_letter(person: Path, env: Environment) -> None:
    home = HermesHome(person / "home").memory(serialise(["one"]))
    async with opened(session(env, Choice(home.path)), "slash") as desk:
        desk.app.screen.focused.post_message(Paste("[/bold]$primary[@click=app.quit]"))  # type: ignore[union-attr]
        await desk.settle()
        assert "No entry matches “[/bold]$primary[@click=app.quit]”." in desk.text


HOSTILE = st.text(
    st.one_of(
        st.sampled_from("\x00\x07\x08\t\x1b\x7f\x85\x9b\x9d\u202e\u2066\u200b\u200d\ufe0f\U000e0041"),
        st.sampled_from("[]/$@=\\;'\"{}()abc 漢字👩💻🇵🇹é\u0301"),
        st.characters(exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=60,
)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(HOSTILE, min_size=8, max_size=30))
def test_no_text_at_all_is_obeyed(texts: list[str], isolated: Path) -> None:
    async def look(path: Path) -> None:
        environment = Environment.here()
        async with opened(session(environment, Choice(path)), size=(100, 30)) as desk:
            for key in ("j", "G", "z", "escape", "b", "a", "question_mark", "escape", "ctrl+t"):
                assert obeyed(desk) == []
                await desk.press(key)
            assert obeyed(desk) == []

    with TemporaryDirectory() as directory:
        asyncio.run(look(home_with(Path(directory), texts).path))
