"""Texts that a person divides: what a line that is only § parts, and that nothing else of them changes."""

from __future__ import annotations

import pytest

from hermes_mem.layouts.hermes.format import decode, split
from hermes_mem.model.plan import divided

CASES = {
    "two": ("a\n§\nb", ("a", "b")),
    "a first line": ("§\na\n§\nb", ("a", "b")),
    "a last line": ("a\n§\nb\n§", ("a", "b")),
    "a last line with its end": ("a\n§\nb\n§\n", ("a", "b")),
    "two in a row": ("a\n§\n§\nb", ("a", "b")),
    "nothing but divisions": ("§\n§\n", ()),
    "nothing": ("", ()),
    "CR LF": ("a\r\nb\r\n§\r\nc\r\n", ("a\nb", "c")),
    "CR": ("a\rb\r§\rc", ("a\nb", "c")),
    "blanks round a text": ("  a \n\n§\n\n\tb\n", ("a", "b")),
    "not alone on its line": ("a §\n§ b\n§ \n §", ("a §\n§ b\n§ \n §",)),
    "U+2028": ("a\u2028b\n§\nc\u2028§\u2028d", ("a\u2028b", "c\u2028§\u2028d")),
    "vertical tab": ("a\x0b§\x0bb\n§\nc\x0bd", ("a\x0b§\x0bb", "c\x0bd")),
    "form feed, U+0085, U+2029, file separator": ("a\x0cb\x85c\u2029d\x1ce\n§\nf", ("a\x0cb\x85c\u2029d\x1ce", "f")),
}


@pytest.mark.parametrize("name", CASES)
def test_a_line_that_is_only_the_sign_divides(name: str) -> None:
    text, texts = CASES[name]
    assert divided(text) == texts


@pytest.mark.parametrize("name", ["two", "CR LF", "CR", "blanks round a text", "U+2028", "vertical tab"])
def test_the_agent_reads_the_same_from_a_file(name: str) -> None:
    text, texts = CASES[name]
    assert tuple(split(decode(text.encode()))) == texts
