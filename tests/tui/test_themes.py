"""Themes can be read by everyone, and a bad one never stops the start."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

import hermes_mem.tui
from hermes_mem.tui import themes
from hermes_mem.tui.widgets.parts import STYLES
from tests.terminal import Terminal

SOURCES = Path(hermes_mem.tui.__file__).parent
OURS = {"caduceus": 4.5, "papyrus": 4.5, "stele": 7.0}
"""Least contrast between text and what is behind it: WCAG 2.2 AA, for the high-contrast theme AAA."""

PAIRS = {
    "block-cursor-foreground": "block-cursor-background",
    "block-cursor-blurred-foreground": "block-cursor-blurred-background",
    "input-selection-foreground": "input-selection-background",
    "screen-selection-foreground": "screen-selection-background",
    "footer-key-foreground": "footer-background",
}
"""Text that stands on a background of its own and on no other."""


def loaded() -> dict[str, Theme]:
    return {theme.name: theme for theme in themes.load().themes}


def variables(theme: Theme) -> dict[str, str]:
    return theme.to_color_system().generate() | theme.variables


def contrast(one: str, other: str) -> float:
    """By WCAG 2.2."""
    light, dark = sorted((luminance(Color.parse(colour)) for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Color) -> float:
    assert colour.a == 1, f"{colour} lets through what is behind it"
    parts = (part / 255 for part in colour.rgb)
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def used(property_name: str) -> set[str]:
    """Variables that our style sheets use for this property."""
    sheets = [*SOURCES.rglob("*.tcss"), *SOURCES.rglob("*.py")]
    found = re.compile(rf"(?<![\w-]){property_name}:\s*\$([\w-]+)")
    return {name for sheet in sheets for name in found.findall(sheet.read_text("utf-8"))}


def used_by_parts() -> set[str]:
    """Variables that pieces of lines are styled with."""
    return set(re.findall(r"\$([\w-]+)", " ".join(STYLES.values())))


@pytest.mark.parametrize("name", OURS)
def test_every_text_can_be_read_on_every_background_it_may_stand_on(name: str) -> None:
    colours = variables(loaded()[name])
    text = used(r"(?:(?:border-title|border-subtitle|link)-)?color(?:-hover)?") | used_by_parts() | {"foreground"}
    behind = used(r"(?:link-)?background(?:-hover)?") | {"background", "surface", "panel"}
    ratios = {
        (front, back): contrast(colours[front], colours[back])
        for front in text - set(PAIRS)
        for back in behind - {"block-cursor-background"}
    }
    ratios |= {(front, back): contrast(colours[front], colours[back]) for front, back in PAIRS.items()}
    assert len(ratios) > 20
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < OURS[name]} == {}


@pytest.mark.parametrize("name", OURS)
def test_the_border_of_a_pane_can_be_seen(name: str) -> None:
    colours = variables(loaded()[name])
    assert contrast(colours["border"], colours["background"]) >= 3
    assert contrast(colours["border"], colours["border-blurred"]) >= 1.5


def test_dark_high_contrast_and_light_are_there_and_the_terminals_own() -> None:
    there = loaded()
    assert {*OURS, themes.TERMINAL, themes.PLAIN} <= set(there)
    assert [there[name].dark for name in OURS] == [True, False, True]
    assert there[themes.TERMINAL].ansi
    assert there[themes.PLAIN].ansi


def test_a_theme_of_the_person_joins_ours_and_may_replace_one(tmp_path: Path) -> None:
    text = (themes.bundled() / "caduceus.toml").read_text("utf-8")
    (tmp_path / "night.toml").write_text(text, "utf-8")
    (tmp_path / "papyrus.toml").write_text(text.replace("#e3b565", "#ffffff"), "utf-8")
    result = themes.load(tmp_path)
    there = {theme.name: theme for theme in result.themes}
    assert result.problems == ()
    assert there["night"].primary == "#E3B565"
    assert there["papyrus"].primary == "#FFFFFF"


def test_a_variable_of_textual_can_be_set(tmp_path: Path) -> None:
    text = (themes.bundled() / "caduceus.toml").read_text("utf-8")
    more = '[variables]\nborder = "#123456"\nblock-cursor-text-style = "bold underline"\n'
    (tmp_path / "mine.toml").write_text(text + more, "utf-8")
    result = themes.load(tmp_path)
    assert result.problems == ()
    assert result.themes[-1].variables["border"] == "#123456"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('primary = "#e3b565"', 'primry = "#e3b565"', 'there is no key "primry"; did you mean "primary"?'),
        ('primary = "#e3b565"', "", "it does not say primary"),
        ('primary = "#e3b565"', 'primary = "gold-ish"', 'primary = "gold-ish" is no colour'),
        ('primary = "#e3b565"', "primary = 7", 'primary = "7" is no colour'),
        ("dark = true", 'dark = "yes"', "dark is true or false"),
        ("dark = true", "dark = tru", "line 2"),
        ("dark = true", "dark = true\nvariables = 3", "variables is a table"),
        ('error = "#ee7d84"', 'error = "#ee7d84"\n[variables]\nboarder = "red"', 'did you mean "border"?'),
        ('error = "#ee7d84"', 'error = "#ee7d84"\n[variables]\nborder = "bold"', 'border = "bold" is no colour'),
    ],
)
def test_a_bad_file_says_what_is_wrong_and_the_others_are_there(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    text = (themes.bundled() / "caduceus.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(text.replace(before, after), "utf-8")
    result = themes.load(tmp_path)
    assert len(result.problems) == 1
    assert result.problems[0].startswith("Theme mine.toml cannot be used: ")
    assert says in result.problems[0]
    assert set(OURS) <= {theme.name for theme in result.themes}


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_file_that_cannot_be_read_is_a_problem_too(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "mine.toml"
    path.mkdir() if content is None else path.write_bytes(content)
    assert len(themes.load(tmp_path).problems) == 1


def test_no_directory_of_themes_is_no_problem(tmp_path: Path) -> None:
    assert themes.load(tmp_path / "none").problems == ()


@pytest.mark.parametrize(("value", "wanted"), [(None, False), ("", False), ("1", True), ("0", True)])
def test_an_empty_no_color_counts_as_unset(value: str | None, wanted: bool) -> None:
    assert themes.no_color({} if value is None else {"NO_COLOR": value}) is wanted


PROGRAM = """
import os
from hermes_mem.tui import themes
from tests.tui.widgets.hosts import Drawn, Host, listing
plain = themes.no_color(os.environ)
Host(listing(100, Drawn()), "plain" if plain else "caduceus", ansi=plain or None).run()
"""
COLOURS = {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}
"""Codes of the SGR sequence that choose a colour; 39 and 49 give the terminal's own back."""


def colours_in(sent: bytes) -> int:
    codes = (code for sequence in re.findall(rb"\x1b\[([\d;]*)m", sent) for code in sequence.split(b";"))
    return sum(int(code or 0) in COLOURS for code in codes)


@pytest.mark.parametrize("unwanted", ["1", ""])
def test_with_no_color_not_one_colour_is_sent_and_the_cursor_is_seen(unwanted: str) -> None:
    environ = {"NO_COLOR": unwanted} if unwanted else {}
    with Terminal([sys.executable, "-c", PROGRAM], environ) as terminal:
        terminal.until("entry number 9")
        terminal.quiet()
    cursor = re.search("\x1b\\[([\\d;]*)m› entry".encode(), terminal.sent)
    assert cursor
    assert (colours_in(terminal.sent) == 0) is bool(unwanted)
    assert (b"7" in cursor[1].split(b";")) is bool(unwanted)
