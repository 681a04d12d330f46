"""Entries are taken out of a file as it lies there: the others keep every byte, whatever stands between them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.layouts import LAYOUTS
from hermes_mem.layouts.delimited import Undecodable

TARGETS = [("hermes", "memory"), ("pi", "memory"), ("pi", "failures"), ("pi", "standing")]
PIECES = st.sampled_from(
    ["a", "b", "gone", " gone ", "§", "\n", "\r\n", "\r", "\n§\n", "\r\n§\r\n", "\n§\r", "- ", "#", "\ufeff", "é"]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


def gone(entry: str) -> bool:
    return "gone" in entry


@pytest.mark.parametrize(("kind", "target"), TARGETS)
@settings(deadline=None)
@given(text=TEXTS)
def test_the_others_stay_as_the_agent_reads_them(kind: str, target: str, text: str) -> None:
    layout, raw = LAYOUTS[kind], text.encode()
    left = layout.without(raw, target, gone)
    assert layout.parse(left, target) == [entry for entry in layout.parse(raw, target) if not gone(entry)]
    if not any(map(gone, layout.parse(raw, target))):
        assert left == raw


@pytest.mark.parametrize(("kind", "target"), TARGETS)
@settings(deadline=None)
@given(entries=st.lists(st.sampled_from(["one", "two §\nlines", "gone", "three", "also gone"]), max_size=6))
def test_of_what_the_agent_wrote_remains_what_it_would_write(kind: str, target: str, entries: list[str]) -> None:
    layout = LAYOUTS[kind]
    if target == "standing":
        entries = [entry.replace("\n", " ") for entry in entries]
    kept = [entry for entry in entries if not gone(entry)]
    assert layout.without(layout.serialise(target, entries), target, gone) == layout.serialise(target, kept)


@pytest.mark.parametrize(
    ("kind", "target", "raw", "left"),
    [
        (
            "hermes",
            "memory",
            b"\n a \n\xc2\xa7\ngone\n\xc2\xa7\n\n\xc2\xa7\n b\n\n",
            b"\n a \n\xc2\xa7\n\n\xc2\xa7\n b\n\n",
        ),
        ("hermes", "memory", b"gone\r\n\xc2\xa7\r\nb\r\n", b"b\r\n"),
        ("hermes", "memory", b"a\n\xc2\xa7\ngone", b"a"),
        ("hermes", "memory", b"gone", b""),
        ("pi", "memory", b"a\r\n\xc2\xa7\r\ngone", b""),
        (
            "pi",
            "memory",
            b"a <!-- created=1, last=2 -->\n\xc2\xa7\ngone <!-- created=1, last=2 -->",
            b"a <!-- created=1, last=2 -->",
        ),
        ("pi", "standing", b"# gone stays\n\n- a\n* gone\r\n\tb", b"# gone stays\n\n- a\n\tb"),
    ],
)
def test_what_remains(kind: str, target: str, raw: bytes, left: bytes) -> None:
    assert LAYOUTS[kind].without(raw, target, gone) == left


@pytest.mark.parametrize(("kind", "target"), TARGETS)
def test_in_what_is_no_text_no_entries_are_told_apart(kind: str, target: str) -> None:
    with pytest.raises(Undecodable):
        LAYOUTS[kind].without(b"gone \xff", target, gone)
