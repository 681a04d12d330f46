"""What is masked, and that ordinary text is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hermes_mem.guards import scan
from hermes_mem.model.finding import Severity
from hermes_mem.model.masking import mask
from tests.guards.labelled import SECRETS, Secret, masked, score

TUNED = [row for row in SECRETS if not row.held]
HELD = [row for row in SECRETS if row.held]


def test_the_set_is_large_mixed_and_a_third_is_held_apart() -> None:
    assert len(SECRETS) >= 150
    assert len({row.lang for row in SECRETS}) >= 10
    assert len(HELD) == pytest.approx(len(SECRETS) / 3, abs=1)
    for part in (TUNED, HELD):
        assert 0.4 < sum(bool(row.secrets) for row in part) / len(part) < 0.6


def test_precision_and_recall_where_the_rules_were_tuned(record_property: Callable[[str, object], None]) -> None:
    found = score(TUNED)
    record_property("secrets, tuned", str(found))
    assert found.recall >= 0.97, found
    assert found.precision >= 0.98, found


def test_precision_and_recall_of_what_was_held_apart(record_property: Callable[[str, object], None]) -> None:
    """Floors, not aims: nothing is tuned to these rows."""
    found = score(HELD)
    record_property("secrets, held apart", str(found))
    assert found.recall >= 0.90, found
    assert found.precision >= 0.93, found


def test_masks_cover_the_secret_and_nothing_else() -> None:
    """Not the name before it, not the quotation marks, not the comma behind it."""
    exact = [set(masked(row.text)) == set(row.spans) for row in TUNED if row.secrets]
    assert sum(exact) / len(exact) >= 0.97


@pytest.mark.parametrize(
    "text",
    [
        "password: stored in vault",
        "CSRF token: regenerate per session",
        "Set GITHUB_TOKEN in CI",
        "sk-learn-pipeline-for-garden-sensors",
        "the value is in max_concurrent_background_workers",
        "see /home/sam/keys/deploy-key-2031.txt",
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "9f2c4e1ab37d5e80c6f1a2b3c4d5e6f708192a3b",
        "password=********",
        "the key is [REDACTED]",
        "sk-abcd...",
        "password is required",
        "the password is stored in 1Password",
        "密码是必填的",
        "token = first.split()[-1]",
        "pw = m.group(2)",
        "pass the data to the `SocketConnection` and wait",
        "each pass uses a level relative to `reasoningLevel`",
        "[badge](https://img.example.test/x?token=GB9EmYKPAl)](https://example.test)",
    ],
)
@pytest.mark.parametrize("agent", ["hermes", "pi"])
def test_ordinary_text_is_not_masked(text: str, agent: str) -> None:
    assert masked(text, agent) == []


def pieces(secret: str) -> set[str]:
    """Every six characters in a row."""
    return {secret[at : at + 6] for at in range(len(secret) - 5)}


@pytest.mark.parametrize("agent", ["hermes", "pi"])
def test_no_six_characters_of_a_found_secret_are_shown(agent: str) -> None:
    shown = 0
    for row in TUNED:
        covering = masked(row.text, agent)
        rest = mask(row.text, covering).text
        for start, end in row.spans:
            if any(a <= start and end <= b for a, b in covering):
                shown += 1
                assert not any(piece in rest for piece in pieces(row.text[start:end])), row.text
    assert shown > 100


@pytest.mark.parametrize("row", [row for row in TUNED if row.secrets][:40], ids=lambda row: row.text[:24])
def test_a_secret_is_blocking_says_why_and_what_to_do(row: Secret) -> None:
    found = [finding for finding in scan(row.text, "hermes") if finding.secret]
    assert found
    for finding in found:
        assert finding.severity is Severity.BLOCKING
        assert finding.message
        assert finding.effect
        assert finding.fix


def test_a_secret_behind_the_scan_limit_is_masked_all_the_same() -> None:
    text = "Notes. " * 10_000 + "password=hunter2!x"
    assert [text[start:end] for start, end in masked(text)] == ["hunter2!x"]


def test_of_overlapping_secrets_one_name_is_left_and_all_is_masked() -> None:
    """The token is a bearer token, a web token and the value of an assignment at once."""
    token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl"
    found = [f for f in scan(f"token: Bearer {token}", "hermes") if f.secret]
    assert [f.rule for f in found] == ["secret.jwt"]
    assert found[0].span == (14, 14 + len(token))


def test_of_a_url_only_the_password_is_masked() -> None:
    text = "postgres://app:Tr0ub4dor@db.internal/app"
    assert mask(text, masked(text)).text == "postgres://app:••••••@db.internal/app"


def test_a_private_key_is_masked_from_its_first_line_to_its_last() -> None:
    row = next(row for row in SECRETS if "OPENSSH" in row.text and "END" in row.text)
    assert mask(row.text, masked(row.text)).text == "Key of the deploy user:\n••••••\nRotate it in May."


@pytest.mark.parametrize("value", ["k7|Rw2mQ9x", "x9'Lp4vT2q", 'Zr3"uB8nE1', "m2`Wd6kF0j", "c5<Hy7sN3>bA4t"])
@pytest.mark.parametrize(
    "text", ["password: {}", "password={}", "the password is {} (old)", "密码是{}", "--password={}"]
)
def test_a_quotation_mark_or_a_pipe_inside_does_not_end_a_password(text: str, value: str) -> None:
    found = [finding for finding in scan(text.format(value), "hermes") if finding.secret]
    shown = mask(text.format(value), (finding.span for finding in found if finding.span)).text
    assert shown == text.format("••••••")
