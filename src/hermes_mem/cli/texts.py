"""Texts that a person gives: as an argument, on stdin, or in an editor."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hermes_mem.model.errors import Usage
from hermes_mem.model.plan import divided

STDIN = "-"


def text_of(given: str) -> str:
    """The text as it was given, or what stands on stdin for `-`. Raises Usage when it is not UTF-8."""
    return _from_stdin() if given == STDIN else _encodable(given, "The text")


def _encodable(given: str, what: str) -> str:
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise Usage(f"{what} is not UTF-8.", "Nothing was written. A text on stdin is read with `-`.") from error
    return given


def value_of(flag: str, given: str) -> str:
    """The value of an option that is written, blanks at its ends taken away. Raises Usage for none, or no UTF-8."""
    if not (value := _encodable(given, flag).strip()):
        raise Usage(f"{flag} is empty.", "If it comes from a variable of the shell, that is not set.")
    return value


def pieces_of(given: Sequence[str]) -> tuple[str, ...]:
    """At least two texts, or those that stand on stdin for a lone `-`. Raises Usage."""
    if list(given) == [STDIN]:
        pieces = divided(_from_stdin())
        hint = "On stdin, a line that is only § divides them."
    else:
        pieces = tuple(text_of(text) for text in given)
        hint = "Give each text as an argument of its own, or `-` and all of them on stdin."
    if len(pieces) < 2:
        raise Usage("A split needs at least two texts.", hint)
    return pieces


def _from_stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Usage(f"Stdin is not UTF-8 (byte {error.start:,}).", "Nothing was written.") from error
