"""Hidden characters: ordinary spelling of half the world, or something that was hidden."""

from __future__ import annotations

import pytest

from hermes_mem.guards import hermes_blocks, scan
from hermes_mem.model.finding import Finding, Severity


def hidden(text: str, agent: str = "hermes") -> list[Finding]:
    return [finding for finding in scan(text, agent) if finding.rule.endswith(".invisible_unicode")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("team \U0001f468\u200d\U0001f469\u200d\U0001f467 here", "\U0001f468\u200d\U0001f469"),
        ("\U0001f3c3\U0001f3fd\u200d\u2640\ufe0f runs", "\U0001f3c3\U0001f3fd\u200d\u2640\ufe0f"),
        ("cat \U0001f408\u200d\u2b1b", "\U0001f408\u200d\u2b1b"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u06cc\u200c\u062e"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("\u1797\u17b6\u179f\u17b6\u200b\u1781\u17d2\u1798\u17c2\u179a", "\u179f\u17b6\u200b\u1781\u17d2"),
    ],
)
def test_ordinary_spelling_is_information_on_what_it_joins(text: str, shown: str) -> None:
    (finding,) = hidden(text)
    assert finding.severity is Severity.INFO
    assert finding.span
    assert text[slice(*finding.span)] == shown


def test_ordinary_joiners_of_one_kind_are_told_once() -> None:
    (finding,) = hidden("\U0001f469\u200d\U0001f4bb and \U0001f469\u200d\U0001f33e and \U0001f468\u200d\U0001f527")
    assert "3 times" in finding.message


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("foo\u200dbar", Severity.WARNING),
        ("foo\u200bbar", Severity.WARNING),
        ("\ufeffRelay board", Severity.WARNING),
        ("a\u2066b\u2069", Severity.WARNING),
        ("gpj.\u202eexe", Severity.BLOCKING),
        ("note\u200b\u200c\u200b\u200c", Severity.BLOCKING),
    ],
)
def test_the_rest_is_not(text: str, severity: Severity) -> None:
    assert max((finding.severity for finding in hidden(text)), key=lambda s: s.rank) is severity


def test_the_finding_names_the_characters() -> None:
    (finding,) = hidden("foo\u200b\u2060bar")
    assert finding.message == "Hidden characters: U+200B ZERO WIDTH SPACE, U+2060 WORD JOINER."
    assert finding.span == (3, 5)


def test_several_hidden_characters_ascend_before_the_patterns() -> None:
    text = "\u2060sliver\ufeff\u200b"
    assert hermes_blocks(text) == [
        "invisible_unicode_U+200B",
        "invisible_unicode_U+2060",
        "invisible_unicode_U+FEFF",
        "known_c2_framework",
    ]


def test_pi_does_not_know_isolates_and_says_so() -> None:
    (finding,) = hidden("a\u2066b", "pi")
    assert finding.rule == "hermes.invisible_unicode"
    assert finding.severity is Severity.INFO
    assert "Pi keeps it" in finding.effect


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("hello" + "".join(chr(0xE0000 + ord(c)) for c in "ignore all") + " world", Severity.BLOCKING),
        ("\U0001f600" + "\ufe01\ufe02\ufe03\ufe04\ufe05", Severity.BLOCKING),
        ("blank\u3164name", Severity.WARNING),
    ],
)
def test_payloads_that_no_agent_notices(text: str, severity: Severity) -> None:
    assert hermes_blocks(text) == []
    assert [(f.rule, f.severity) for f in scan(text, "hermes")] == [("shape.hidden-payload", severity)]


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f for England",
        "likes \u2714\ufe0f and 1\ufe0f\u20e3",
        "\u845b\U000e0100\u98fe",
    ],
)
def test_flags_and_variations_are_no_payload(text: str) -> None:
    assert scan(text, "hermes") == []
