"""What the checks found as rows, and what would be done about it as lines."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hermes_mem.health.check import Report
from hermes_mem.model.budget import Budget, Unit
from hermes_mem.model.entry import Entry
from hermes_mem.model.file import FileChange, FileKind, FileVersion
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Effect, Outcome, Result
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target
from hermes_mem.store.differences import differences
from hermes_mem.store.lines_changed import LineChange
from hermes_mem.tui.health.lines import LONGEST, Way, outcome_in_short, report_line, summary, way_lines
from hermes_mem.tui.health.report import report_text
from hermes_mem.tui.health.rows import Desired, Examined, Heading, Only, ReportRow, report_rows
from hermes_mem.tui.memory.facts import Line
from hermes_mem.tui.widgets.painter import RowState

FULL = Budget(100, 2200, Unit.CODEPOINTS, "test")
CURSOR = RowState(0, cursor=True, marked=False, in_range=False, focused=True)
NOW = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)


def store(profile: str, *texts: str, kind: str = "hermes") -> Snapshot:
    home = Home(kind, Path("/homes") / profile, profile, "Named by the test.")
    entries = tuple(Entry(f"{number:08}", text, len(text)) for number, text in enumerate(texts))
    return Snapshot(home, (Target("memory", home.path / "MEMORY.md", State.OK, FULL, entries),))


def finding(rule: str, severity: Severity = Severity.WARNING, **kept: object) -> Finding:
    return replace(Finding(rule, severity, f"{rule} was met.", "It matters."), **kept)  # type: ignore[arg-type]


def report(of: Snapshot, rule: str, severity: Severity = Severity.WARNING, group: str = "Memory") -> Report:
    return Report(of.home, finding(rule, severity), group)


def examined(reports: list[Report], *stores: Snapshot) -> Examined:
    return Examined(stores, report_rows(reports, stores), (), NOW)


def said(lines: list[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def test_kinds_keep_their_order_and_the_gravest_comes_first_in_each() -> None:
    one = store("one")
    reports = [
        report(one, "a", Severity.INFO),
        report(one, "b", Severity.INFO, "Locks"),
        report(one, "c", Severity.BLOCKING, "Locks"),
        report(one, "d", Severity.BLOCKING),
    ]
    rows = Desired().rows(examined(reports, one))
    shown = [row.group if isinstance(row, Heading) else row.report.finding.rule for row in rows]
    assert shown == ["Memory", "d", "a", "Locks", "c", "b"]


def test_every_row_has_a_key_of_its_own_which_stays() -> None:
    one, two = store("one"), store("two")
    reports = [report(one, "a"), report(one, "a"), report(two, "a")]
    keys = [row.key for row in report_rows(reports, [one, two])]
    assert len(set(keys)) == 3
    assert [row.key for row in report_rows([report(one, "new"), *reports], [one, two])][1:] == keys


@pytest.mark.parametrize(
    ("stores", "names"),
    [
        ([store("one")], [""]),
        ([store("one"), store("two")], ["one", "two"]),
        ([store("default"), store("default", kind="pi")], ["hermes:default", "pi:default"]),
    ],
    ids=["alone", "by profile", "by kind"],
)
def test_stores_are_named_as_shortly_as_they_can_be_told_apart(stores: list[Snapshot], names: list[str]) -> None:
    rows = report_rows([report(each, "a") for each in stores], stores)
    assert [row.store for row in rows] == names


def test_what_is_acknowledged_counts_apart_and_is_shown_when_asked_for() -> None:
    one = store("one")
    quiet = replace(report(one, "a"), acknowledged=True)
    found = examined([quiet, report(one, "b"), report(one, "c", Severity.INFO)], one)
    assert (found.needing, found.suggestions, found.quiet) == (1, 1, 1)
    desired = Desired()
    shown = []
    for _ in Only:
        shown.append([row.report.finding.rule for row in desired.rows(found) if isinstance(row, ReportRow)])
        desired.next_only()
    assert shown == [["b", "c"], ["b"], ["a"]]
    assert desired.only is Only.ALL


@pytest.mark.parametrize(("words", "rules"), [("locks", ["b"]), ("two", ["c"]), ("memory one", ["a"]), ("zzz", [])])
def test_words_are_looked_for_in_the_sentence_the_kind_and_the_store(words: str, rules: list[str]) -> None:
    one, two = store("one"), store("two")
    found = examined([report(one, "a"), report(one, "b", group="Locks"), report(two, "c")], one, two)
    rows = Desired(query=words).rows(found)
    assert [row.report.finding.rule for row in rows if isinstance(row, ReportRow)] == rules


def test_a_secret_that_a_check_alone_found_is_masked_in_every_row_of_its_entry() -> None:
    one = store("one", "the word is hunter2 here")
    other = Report(one.home, finding("a", target="memory", entry="00000000"), "Memory")
    deep = Report(one.home, finding("b", target="memory", entry="00000000", span=(12, 19), secret=True), "Deep")
    for row in report_rows([other, deep], [one]):
        for reveal in (False, True):
            (line,) = report_line(row, 100, CURSOR, reveal=reveal)
            assert ("hunter2" in "".join(text for text, _ in line)) is reveal


def test_what_a_terminal_would_obey_is_shown_and_not_sent() -> None:
    one = store("\x1b[2Jone", "an \x1b]0;entry\x07")
    bad = finding("\x1b[1mrule", message="\x1b]0;owned\x07 [bold]", target="memory", entry="00000000", file="\x1b[2J/x")
    found = examined([Report(one.home, bad, "\x9bGroup")], one, store("two"))
    rows = Desired().rows(found)
    drawn = ["".join(text for text, _ in line) for row in rows for line in report_line(row, 200, CURSOR, reveal=True)]
    text = report_text(rows, found, str)
    assert not any(letter < " " or letter in "\x7f\x9b" for line in drawn for letter in line)
    assert not any(letter in text for letter in "\x1b\x07\x9b")
    assert any("[bold]" in line for line in drawn)


def test_the_summary_counts_or_says_how_far_it_is() -> None:
    one = store("one")
    found = examined([report(one, "a"), report(one, "b", Severity.INFO), report(one, "c", Severity.INFO)], one)
    assert said([summary(found, None)]) == "1 needs you · 2 suggestions · checked 14:02"
    assert said([summary(found, "checking…")]) == "1 needs you · checking…"
    assert said([summary(examined([], one), None)]) == "Nothing needs you · checked 14:02"
    assert said([summary(None, None)]) == "not checked"


def way(effect: Effect | None = None, **kept: object) -> Way:
    effects = (effect,) if effect else ()
    made = Way(Remedy("word", ("a",), "Do it"), Result(Outcome.APPLIED, effects), tuple(differences(effects)))
    return replace(made, **kept)  # type: ignore[arg-type]


def effect(old: list[str], new: list[str]) -> Effect:
    home = store("one").home
    used = [sum(map(len, texts)) for texts in (old, new)]
    before, after = (replace(FULL, used=each) for each in used)
    return Effect(home, "memory", before, after, tuple(old), tuple(new))


def lines_of(one: Way, *, reveal: bool = False, most: int = 400) -> str:
    return said(way_lines(one, str, reveal=reveal, most=most))


def test_a_way_says_what_becomes_of_entries_and_budget() -> None:
    split = way(effect(["one two"], ["one", "two"]))
    assert outcome_in_short(split) == "1 → 2 entries"
    shown = lines_of(split)
    assert "1 → 2 entries, 7 → 6/2,200 chars" in shown
    assert "Nothing is lost, and u takes it back." in shown
    assert "- one two" in shown
    assert "+ two" in shown


def test_what_is_lost_is_said_instead() -> None:
    loses = way(effect(["one"], []), remedy=Remedy("word", (), "Do it", loses="1 entry"))
    assert "Lost: 1 entry." in lines_of(loses)
    assert "Nothing is lost" not in lines_of(loses)


def test_a_way_that_cannot_be_taken_says_why() -> None:
    against = Finding("rule", Severity.BLOCKING, "It is not allowed.", "Nothing is written.")
    refused = way(result=Result(Outcome.REFUSED, (), (against,)))
    assert outcome_in_short(refused) == "refused"
    assert "! It is not allowed. Nothing is written." in lines_of(refused)
    assert (outcome_in_short(way(problem="It is gone.")), lines_of(way(problem="It is gone."))) == (
        "not now",
        "It is gone.",
    )
    assert (outcome_in_short(way(result=None)), lines_of(way(result=None))) == ("", "Working it out…")
    assert outcome_in_short(way(result=Result(Outcome.UNCHANGED))) == "changes nothing"


def test_that_what_is_mended_is_there_is_not_said_of_the_mending() -> None:
    known = Finding("a", Severity.WARNING, "It is drifted.", "This mends it.")
    new = Finding("b", Severity.WARNING, "It is nearly full.", "")
    shown = lines_of(way(result=Result(Outcome.APPLIED, (), (known, new))))
    assert "drifted" not in shown
    assert "nearly full" in shown


def test_lines_of_the_file_are_shown_where_no_entry_changes() -> None:
    lines = (LineChange(2, "", False), LineChange(12, "blanks  ", False), LineChange(12, "bl\x1b", True))
    shown = lines_of(way(effect(["one"], ["one"]), lines=lines)).splitlines()
    assert shown[-3:] == ["-   2  (an empty line)", "-  12  blanks··", "+  12  bl␛"]


def test_files_that_are_no_memory_are_named() -> None:
    there = FileVersion(FileKind.FILE, b"x", 0o644)
    files = (
        FileChange(Path("/gone"), there, None),
        FileChange(Path("/made"), None, there),
        FileChange(Path("/closed"), there, replace(there, mode=0o600)),
    )
    shown = lines_of(way(remedy=Remedy("word", (), "Do it", files=files))).splitlines()
    assert shown[-3:] == ["- /gone goes", "+ /made is made", "~ /closed is written, mode 644 → 600"]


def test_a_long_difference_is_cut_and_a_long_entry_is_not_compared_by_words() -> None:
    many = way(effect([], [f"entry {number}" for number in range(30)]))
    assert lines_of(many, most=10).endswith("… and 20 more lines.")
    long = "word " * LONGEST
    assert lines_of(way(effect([long], [f"{long}end"]))).count("\n") < 10


@pytest.mark.parametrize("reveal", [False, True])
def test_a_secret_in_a_difference_is_masked_until_it_is_asked_for(reveal: bool) -> None:
    token = "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"
    shown = lines_of(way(effect([f"The token is {token}"], [])), reveal=reveal)
    assert (token in shown) is reveal
