"""What a check noticed."""

from __future__ import annotations

from hermes_mem.model.finding import Finding, Severity


def test_a_fingerprint_takes_a_file_whose_name_is_no_utf8() -> None:
    odd, other = (Finding("r", Severity.INFO, "m", "e", file=name) for name in ("/a/\udcff", "/a/\udcfe"))
    assert odd.fingerprint != other.fingerprint
