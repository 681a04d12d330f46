"""What a check noticed."""

from __future__ import annotations

from dataclasses import replace

from hermes_mem.model.finding import Finding, Severity


def test_a_fingerprint_takes_a_file_whose_name_is_no_utf8() -> None:
    odd, other = (Finding("r", Severity.INFO, "m", "e", file=name) for name in ("/a/\udcff", "/a/\udcfe"))
    assert odd.fingerprint != other.fingerprint


def test_a_fingerprint_of_a_file_changes_with_what_is_said_and_not_with_what_it_means() -> None:
    over = Finding("budget.over", Severity.WARNING, "12 over the limit.", "For 3 days.", target="memory")
    assert over.fingerprint != replace(over, message="30 over the limit.").fingerprint
    assert over.fingerprint == replace(over, effect="For 4 days.", fix="c", severity=Severity.INFO).fingerprint


def test_a_fingerprint_of_an_entry_is_that_of_its_text() -> None:
    found = Finding("r", Severity.INFO, "The 3rd copy.", "e", span=(0, 4), target="memory", entry="0123abcd")
    assert found.fingerprint == replace(found, message="The 4th copy.").fingerprint
    assert found.fingerprint != replace(found, entry="0123abce").fingerprint
