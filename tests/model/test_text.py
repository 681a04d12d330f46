"""What reaches a terminal: ordinary writing untouched, everything else visible."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.model.text import natural_joiner, safe, safe_line

ORDINARY = (
    "Prefers short answers, metric units.",
    "Zażółć gęślą jaźń; Größe, naïve, Ελληνικά, Бэкапы в /srv, עברית, العربية",
    "コミットメッセージは英語で書く。한국어도 괜찮다。中文：短句。",
    "e\u0301 as letter and mark, ko\u0308nnen, \u0e44\u0e17\u0e22, \u0939\u093f\u0928\u094d\u0926\u0940",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 API\u200c\u0647\u0627 \u0647\u200d.\u0634",
    "\u0915\u094d\u200d\u0937 \u0d28\u0d4d\u200d \u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f469\U0001f3fd\u200d\U0001f4bb \U0001f408\u200d\u2b1b",
    "\U0001f426\u200d\u2b1b \U0001f3f3\ufe0f\u200d\U0001f308 \U0001f3f4\u200d\u2620\ufe0f \u2764\ufe0f\u200d\U0001f525",
    "\U0001f642\u200d\u2194\ufe0f 1\ufe0f\u20e3",
    "\U0001f3c3\U0001f3fd\u200d\u2640\ufe0f\u200d\u27a1\ufe0f \u2714\ufe0f \u270c\U0001f3ff",
    "\U0001f1e9\U0001f1ea \u845b\U000e0100\u98fe \u1820\u180e\u1821",
    "two\nlines, NBSP\u00a0here, \u2013 dashes \u2014 and \u2026",
    "[bold]markup[/bold] is text, and so is \\u0041",
)
NEVER = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
SNIPPETS = (
    *ORDINARY,
    *("\x1b[31m", "\x1b]52;c;x\x07", "\x9b", "\r\n", "\t", "\u200d", "\u200c", "\ufe0f", "\u200b", "\u202e", "\ufeff"),
    *("\U000e0041", "\U000e007f", "\U0001f3f4", "\ud800", "\u2028", "a", "\u0645", "\U0001f469", "\U0001f3fd"),
)
PIECES = st.sampled_from(SNIPPETS) | st.characters() | st.integers(0, 0x10FFFF).map(chr)
HOSTILE = st.lists(PIECES, max_size=12).map("".join)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert safe(text) == text


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="\u115f\u1160\u3164\uffa0")))
def test_letters_digits_and_signs_of_all_scripts_stay(text: str) -> None:
    assert safe(text) == text


@given(HOSTILE)
def test_nothing_that_a_terminal_obeys_or_the_eye_misses_comes_out(text: str) -> None:
    shown = safe(text)
    assert not NEVER.search(shown)
    assert all(natural_joiner(shown, at) for at, char in enumerate(shown) if char in "\u200c\u200d")


@given(HOSTILE)
def test_it_is_idempotent(text: str) -> None:
    assert safe(safe(text)) == safe(text)
    assert safe_line(safe_line(text)) == safe_line(text)


@given(HOSTILE)
def test_a_row_is_one_line_and_as_safe(text: str) -> None:
    row = safe_line(text)
    assert "\n" not in row
    assert not NEVER.search(row)


@given(HOSTILE)
def test_what_comes_out_can_be_encoded(text: str) -> None:
    assert safe(text).encode("utf-8").decode("utf-8") == safe(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "␛[31mred"),
        ("\x00\x07\x7f\r\n", "␀␇␡␍\n"),
        ("\x9b31m", "⟨U+009B⟩31m"),
        ("a\u200bb\u2060c", "a⟨U+200B⟩b⟨U+2060⟩c"),
        ("gpj.\u202eexe", "gpj.⟨U+202E⟩exe"),
        ("foo\u200dbar", "foo⟨U+200D⟩bar"),
        ("\ufeffBOM", "⟨U+FEFF⟩BOM"),
        ("line\u2028break", "line⟨U+2028⟩break"),
        ("\ud83d lone", "⟨U+D83D⟩ lone"),
        ("soft\u00adhyphen", "soft⟨U+00AD⟩hyphen"),
        ("x\ufe0f\ufe0f", "x⟨U+FE0F⟩⟨U+FE0F⟩"),
        ("a\tb", "a    b"),
        ("hi" + "".join(chr(0xE0000 + ord(char)) for char in "obey me"), "hi⟨tag obey me⟩"),
        ("\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "\U0001f3f4⟨tag gbeng⟩"),
        ("\ufdd0\uffff", "⟨U+FDD0⟩⟨U+FFFF⟩"),
    ],
)
def test_what_is_hidden_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_a_row_shows_its_line_breaks() -> None:
    assert safe_line("one\ttab\ntwo\n\nthree") == "one tab ↵ two ↵  ↵ three"


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("\U0001f469\u200d\U0001f4bb", True),
        ("\u2764\ufe0f\u200d\U0001f525", True),
        ("\U0001f469\u200dx", False),
        ("x\u200d\U0001f469", False),
        ("\u0645\u06cc\u200c\u062e", True),
        ("API\u200c\u0647\u0627", True),
        ("\u0647\u200d", True),
        ("\u0647\u200d\u200d", False),
        ("\u0647\u200d\x1b", False),
        ("a\u200cb", False),
        ("\u200d", False),
        ("\U0001f469\u200c\U0001f4bb", False),
    ],
)
def test_joiners_are_natural_where_writing_has_them(text: str, natural: bool) -> None:
    at = next(at for at, char in enumerate(text) if char in "\u200c\u200d")
    assert natural_joiner(text, at) is natural


def test_other_characters_are_no_joiners() -> None:
    assert not natural_joiner("\u0645\u0645", 0)


def test_every_format_character_without_a_shape_of_its_own_is_shown() -> None:
    """Unicode calls those that may stay prepended concatenation marks: they stand over the digits behind them."""
    marks = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
    formats = (chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf")
    assert "".join(char for char in formats if char in safe(f"a{char}b")) == marks
