"""Nothing of a secret that could be recognised is left in a redacted text."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.guards import scan
from hermes_mem.store.redacting import MARK, PIECE, redacted

TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


def secrets(text: str) -> list[str]:
    return [text[slice(*finding.span)] for finding in scan(text, "hermes") if finding.secret and finding.span]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nothing here.", "Nothing here."),
        (f"The key is {TOKEN}.", f"The key is {MARK}."),
        (f"{TOKEN} and {TOKEN}", f"{MARK} and {MARK}"),
        ("The password is hunter2-and-more.", f"The password is {MARK}."),
        ("The password is hunter2-and-more, try hunter2-", f"The password is {MARK}, try {MARK}"),
    ],
)
def test_the_rest_of_the_text_stays(text: str, expected: str) -> None:
    assert redacted(text, "hermes") == expected


KEYS = st.one_of(
    st.text(string.ascii_letters + string.digits, min_size=36, max_size=36).map("ghp_{}".format),
    st.text(string.ascii_letters + string.digits + "-!.", min_size=8, max_size=20).map("password is {}".format),
    st.text(string.hexdigits, min_size=40, max_size=40).map("api_key = {}".format),
)
AROUND = st.text(alphabet=st.sampled_from("ab1 \n[]redacted-."), max_size=12)


@given(st.lists(st.tuples(AROUND, KEYS), min_size=1, max_size=3), AROUND, st.integers(0, 30), st.integers(6, 20))
def test_no_six_characters_of_a_secret_survive(parts: list[tuple[str, str]], end: str, start: int, length: int) -> None:
    """Also where a part of the secret stands a second time, and where it touches other text."""
    text = " ".join(f"{around} {key}" for around, key in parts) + f" {end}{parts[0][1][start : start + length]}"
    found = secrets(text)
    clear = redacted(text, "hermes")
    assert secrets(clear) == []
    for secret in found:
        pieces = {secret[i : i + PIECE] for i in range(len(secret) - PIECE + 1)}
        assert [piece for piece in pieces if piece in clear and piece not in MARK] == []
