"""What bytes that are no UTF-8 are taken for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.layouts.encodings import guesses

TEXTS = {
    "western": "Die Gärtnerei öffnet um 7.\n§\nÜber Mittag ist zu.",
    "cyrillic": "Теплица стоит на порту 7070.\n§\nНасос на второй линии.",
    "chinese": "称呼：小示例\n§\n偏好：简短回答，先结论后细节",
    "japanese": "温室のポンプは二番です。\n§\nメモを読むこと。",
    "korean": "온실 펌프는 두 번째 회로입니다.\n§\n메모를 읽으세요.",
}
"""Invented, one for each encoding that people's older editors write."""


@pytest.mark.parametrize(
    ("text", "encoding", "known_as"),
    [
        ("western", "cp1252", "from-windows-1252"),
        ("western", "latin-1", "from-windows-1252"),
        ("western", "utf-16", "from-utf-16"),
        ("western", "utf-16-le", "from-utf-16"),
        ("western", "utf-16-be", "from-utf-16"),
        ("western", "utf-32", "from-utf-32"),
        ("cyrillic", "cp1251", "from-cp1251"),
        ("cyrillic", "utf-16-le", "from-utf-16"),
        ("chinese", "gb18030", "from-gb18030"),
        ("chinese", "utf-16-be", "from-utf-16"),
        ("japanese", "cp932", "from-cp932"),
        ("korean", "euc_kr", "from-euc-kr"),
    ],
)
def test_the_first_guess_is_what_it_was(text: str, encoding: str, known_as: str) -> None:
    first, *_ = guesses(TEXTS[text].encode(encoding))
    assert (first.id, first.text, first.loses) == (known_as, TEXTS[text], "")


def test_a_wrong_byte_in_utf_8_is_read_alone() -> None:
    first, second = guesses("Fein: 7 Uhr – caf".encode() + b"\xe9 da")
    assert (first.id, first.text) == ("from-windows-1252", "Fein: 7 Uhr – café da")
    assert "0xE9 is é" in first.says
    assert (second.id, second.text, second.loses) == (
        "replaced",
        "Fein: 7 Uhr – caf\ufffd da",
        "1 byte that is no text",
    )


@pytest.mark.parametrize("cut", [1, 2])
def test_a_character_that_was_cut_off_at_the_end_was_no_other_encoding(cut: int) -> None:
    first, *_ = guesses("Der Preis: 7 €".encode()[:-cut])
    assert (first.id, first.text) == ("replaced", "Der Preis: 7 \ufffd")
    assert first.loses == f"{3 - cut} byte{'s that are' if cut == 1 else ' that is'} no text"


def test_bytes_that_windows_has_no_character_for_are_first_no_text() -> None:
    assert [guess.id for guess in guesses(b"a \x81 b")] == ["replaced", "from-windows-1252"]


def test_half_a_character_of_utf_16_is_said_to_be_lost() -> None:
    [guess] = guesses("notes".encode("utf-16") + b"x")
    assert (guess.text, guess.loses) == ("notes\ufffd", "1 piece of what is no text in it")


def test_plain_text_is_left_alone() -> None:
    for text in (*TEXTS.values(), "", "a\0b", "a"):
        assert guesses(text.encode()) == []


@given(st.binary(max_size=60))
def test_any_bytes_have_a_guess_or_are_utf_8(raw: bytes) -> None:
    found = guesses(raw)
    assert len({guess.id for guess in found}) == len(found)
    for guess in found:
        guess.text.encode()
    try:
        raw.decode()
    except UnicodeDecodeError:
        assert found
