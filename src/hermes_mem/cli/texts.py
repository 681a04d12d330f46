"""Texts that a person gives: as an argument, on stdin, or in an editor."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hermes_mem.model.errors import Usage
from hermes_mem.model.plan import divided

STDIN = "-"


def text_of(given: str) -> str:
    """The text as it was given, or what stands on stdin for `-`. Raises Usage when it is not UTF-8."""
    if given == STDIN:
        return _from_stdin()
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise Usage("The text is not UTF-8.", "Nothing was written. Give it on stdin, as UTF-8, with `-`.") from error
    return given


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
