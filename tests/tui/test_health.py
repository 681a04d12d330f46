"""The Health view at work: what is found, what can be done, and what stays where it was."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from threading import Event

import pytest
from textual.widgets import Input

from hermes_mem.config.places import state_dir
from hermes_mem.demo.create import temporary
from hermes_mem.disk.environment import Environment
from hermes_mem.health.check import Report, Sight
from hermes_mem.health.examining import Looked, examine
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Contents, Snapshot
from hermes_mem.status.summary import summarise
from hermes_mem.store.reading import Choice, find_homes, read
from hermes_mem.tui.health import lines, view
from hermes_mem.tui.health.rows import HealthRow, ReportRow, needs_you
from hermes_mem.tui.health.view import HealthView
from hermes_mem.tui.screens.checking import Checking
from hermes_mem.tui.screens.mending import Preview
from hermes_mem.tui.screens.picker import Picker
from hermes_mem.tui.session import Session
from hermes_mem.tui.widgets.line import Line
from hermes_mem.tui.widgets.painter import RowState
from hermes_mem.tui.widgets.tab_bar import TabBar
from tests.homes import HermesHome
from tests.tui import findings, stores
from tests.tui.desk import SIZES, Desk, joined, opened, remembering, session

DRIFTED = b"one\n\n\xc2\xa7\ntwo"
TIDY = joined(["one", "two"])


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """A calm store, and one beside it that is not as its agent writes it."""
    stores.calm(hermes_home)
    hermes_home.profile("work").memory(DRIFTED).user(joined(["Prefers short answers"]))
    return hermes_home


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found does not depend on the checks."""
    monkeypatch.setattr(Session, "look", findings.look)
    monkeypatch.setattr(Session, "groups", property(findings.groups))
    monkeypatch.setattr(Session, "remedies", findings.remedies)


def health(desk: Desk) -> HealthView:
    assert desk.screen.health
    return desk.screen.health


def work(home: HermesHome) -> bytes:
    return (home.path / "profiles/work/memories/MEMORY.md").read_bytes()


def on_tab(desk: Desk) -> int:
    """The number on the tab, 0 for none."""
    return desk.screen.query_one(TabBar).counts.get("health", 0)


def rule(desk: Desk) -> str:
    row = health(desk).chosen
    return row.report.finding.rule if row else ""


async def go_to(desk: Desk, wanted: str) -> None:
    """The cursor on the first finding of a rule."""
    await desk.press("home")
    for _ in range(health(desk).count):
        if rule(desk) == wanted:
            return
        await desk.press("j")
    raise AssertionError(desk.text)


def picker(desk: Desk) -> bool:
    return isinstance(desk.app.screen, Picker)


def preview(desk: Desk) -> bool:
    return isinstance(desk.app.screen, Preview)


# Real findings, real repairs


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
async def test_drift_is_mended_after_it_was_shown_and_taken_back(
    size: tuple[int, int], home: HermesHome, env: Environment
) -> None:
    """In a store that is not the one whose memory is in sight."""
    async with opened(session(env), "5", size=size) as desk:
        await go_to(desk, "hermes.drift")
        await desk.press("enter")
        if picker(desk):
            await desk.press("enter")
        assert preview(desk)
        assert "(an empty line)" in desk.text
        assert work(home) == DRIFTED
        await desk.press("enter")
        assert work(home) == TIDY
        assert "Mended: " in desk.text
        assert "hermes.drift" not in [row.report.finding.rule for row in shown(desk)]
        await desk.press("u")
        assert work(home) == DRIFTED
        assert "hermes.drift" in [row.report.finding.rule for row in shown(desk)]
        await desk.press("U")
        assert work(home) == TIDY


def shown(desk: Desk) -> list[ReportRow]:
    return [row for row in health(desk).list.rows if isinstance(row, ReportRow)]


async def test_the_number_on_the_tab_is_there_from_the_start(home: HermesHome, env: Environment) -> None:
    expected = sum(map(needs_you, examine(Sight([read(each, env) for each in find_homes(env)], env))))
    assert expected
    async with opened(session(env)) as desk:
        assert on_tab(desk) == expected
        assert f"5 Health {expected}" in desk.text


async def test_the_number_on_the_tab_is_that_of_status(env: Environment) -> None:
    """In the demo, where all that asks for a look is seen by reading alone."""
    with temporary(env) as place:
        choice = Choice(profile="all")
        stores = [read(home, place) for home in find_homes(place, choice)]
        expected = sum(summarise(store, Contents()).findings for store in stores)
        assert expected
        async with opened(session(place, choice, demo=True)) as desk:
            assert on_tab(desk) == expected


async def test_what_is_found_follows_what_others_write(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        before = on_tab(desk)
        home.memory(DRIFTED)
        desk.screen.read_stores()
        await desk.settle()
        assert on_tab(desk) > before


async def test_nothing_of_the_checks_is_loaded_before_the_first_paint() -> None:
    program = "import sys, hermes_mem.tui.app; print(*[name for name in sys.modules if 'health' in name])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["hermes_mem.tui.commands.health"]


# Choosing, looking, writing


async def test_the_way_is_chosen_shown_and_written(home: HermesHome, env: Environment, invented: None) -> None:
    async with opened(session(env), "5", "j", "enter") as desk:
        assert picker(desk)
        await desk.press("down", "enter")
        assert preview(desk)
        assert "2 → 1 entry" in desk.text
        await desk.press("w")
        assert not preview(desk)
        assert work(home) == b"one\ntwo"
        await desk.press("u")
        assert work(home) == DRIFTED


async def test_stepping_out_of_the_preview_leads_back_to_the_choice(
    home: HermesHome, env: Environment, invented: None
) -> None:
    async with opened(session(env), "5", "j", "enter", "enter") as desk:
        assert preview(desk)
        await desk.press("escape")
        assert picker(desk)
        await desk.press("escape")
        assert desk.app.screen is desk.screen
        assert work(home) == DRIFTED


async def test_a_way_that_was_looked_at_needs_no_choice(home: HermesHome, env: Environment, invented: None) -> None:
    async with opened(session(env), "5", "j", "tab", "j", "j", "enter") as desk:
        assert preview(desk)
        assert "Split the first at its first word" in desk.text


async def test_what_is_refused_is_done_all_the_same_when_asked(
    home: HermesHome, env: Environment, invented: None
) -> None:
    path = home.path / "memories/USER.md"
    async with opened(session(env), "5", "j", "j") as desk:
        assert rule(desk) == "budget.over"
        await desk.press("enter")
        assert preview(desk)
        before = path.read_bytes()
        await desk.press("enter")
        assert preview(desk)
        assert path.read_bytes() == before
        await desk.press("exclamation_mark")
        assert path.read_bytes() == b""
        await desk.press("u")
        assert path.read_bytes() == before


async def test_a_file_that_changed_meanwhile_is_not_written(home: HermesHome, env: Environment, invented: None) -> None:
    async with opened(session(env), "5", "j", "enter", "down", "enter") as desk:
        assert preview(desk)
        theirs = DRIFTED + b" and more"
        home.profile("work").memory(theirs)
        await desk.press("enter")
        assert work(home) == theirs
        assert "Mended" not in desk.text


async def test_what_cannot_be_mended_says_what_helps(home: HermesHome, env: Environment, invented: None) -> None:
    async with opened(session(env), "5", "G", "enter") as desk:
        assert desk.app.screen is desk.screen
        assert "No way to mend this by a key is known. rm /tmp/hermes-mem/" in desk.text


async def test_a_remedy_that_breaks_is_said_and_the_view_lives_on(
    home: HermesHome, env: Environment, invented: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(session(env), "5") as desk:
        with monkeypatch.context() as patch:
            patch.setattr(Session, "remedies", lambda *_: 1 / 0)
            await desk.press("enter")
            assert "This is a fault of hermes-mem (ZeroDivisionError)" in desk.text
        await desk.press("j", "enter")
        assert picker(desk)


async def test_checks_that_break_are_said_and_not_awaited(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(session(env), "5") as desk:
        count = health(desk).count
        with monkeypatch.context() as patch:
            patch.setattr(Session, "quieted", lambda *_: 1 / 0)
            await desk.press("R")
            assert "This is a fault of hermes-mem (ZeroDivisionError)" in desk.text
            assert "checking" not in desk.text
            assert health(desk).count == count


# Acknowledging


async def test_what_is_acknowledged_is_quiet_until_it_changes(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "5") as desk:
        before = on_tab(desk)
        await go_to(desk, "hermes.drift")
        await desk.press("i")
        assert on_tab(desk) == before - 1
        assert "hermes.drift" not in [row.report.finding.rule for row in shown(desk)]
    async with opened(session(env), "5") as desk:
        assert on_tab(desk) == before - 1
        await desk.press("f", "f")
        assert rule(desk) == "hermes.drift"
        await desk.press("i")
        assert on_tab(desk) == before
        assert shown(desk) == []
        await desk.press("f")
        await go_to(desk, "hermes.drift")


async def test_where_nothing_can_be_kept_it_says_why(home: HermesHome, env: Environment) -> None:
    state_dir(env).parent.mkdir(parents=True, exist_ok=True)
    state_dir(env).write_bytes(b"a file in the way")
    async with opened(session(env), "5") as desk:
        before = health(desk).count
        assert before
        await desk.press("i")
        assert health(desk).count == before
        assert str(state_dir(env).name) in desk.text


# The list


async def test_the_cursor_stays_with_its_finding(
    home: HermesHome, env: Environment, invented: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(session(env), "5", "j", "j", "j") as desk:
        chosen = health(desk).chosen
        assert chosen

        def more(_self: Session, stores: Sequence[Snapshot]) -> Iterator[Looked]:
            first, second = findings.looked(stores)
            new = [Report(stores[0].home, findings.numbered(number), "Memory") for number in range(3)]
            yield Looked("Memory", [*new, *first.reports])
            yield second

        monkeypatch.setattr(Session, "look", more)
        await desk.press("R")
        assert health(desk).chosen is not None
        assert health(desk).chosen.key == chosen.key  # type: ignore[union-attr]
        assert health(desk).count == 7 + 3


async def test_the_cursor_stops_at_no_heading(home: HermesHome, env: Environment, invented: None) -> None:
    async with opened(session(env), "5") as desk:
        keys = [health(desk).list.cursor_row.key]  # type: ignore[union-attr]
        for key in ["k", *["j"] * 9, "home", "G", *["k"] * 9]:
            await desk.press(key)
            keys.append(health(desk).list.cursor_row.key)  # type: ignore[union-attr]
        assert not any(key.startswith("#") for key in keys)
        assert len(set(keys)) == health(desk).count


async def test_a_finding_leads_to_its_entry_past_a_filter(home: HermesHome, env: Environment) -> None:
    home.profile("work").memory(joined(["one", "two", stores.SECRET, "three"]))
    async with opened(session(env), "slash", "o", "n", "e", "enter", "5") as desk:
        await go_to(desk, "secret.github-token")
        await desk.press("o")
        assert desk.screen.view == "memory"
        assert desk.screen.memory.here
        assert desk.screen.memory.here.home.profile == "work"
        assert [entry.text for entry in desk.screen.memory.under_cursor] == [stores.SECRET]
        assert desk.screen.query_one("#query", Input).value == ""


async def test_a_finding_about_no_memory_leads_nowhere(home: HermesHome, env: Environment, invented: None) -> None:
    async with opened(session(env), "5", "G", "o") as desk:
        assert desk.screen.view == "health"
        assert "It is about no memory that is shown here." in desk.text


async def test_the_report_holds_no_secret(home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("hermes_mem.tui.clipboard.copy", lambda text, environ: copied.append(text))
    stores.secret(home)
    async with opened(session(env), "5", "asterisk") as desk:
        count = health(desk).count
        await desk.press("y")
        assert "Copied the report" in desk.text
    (text,) = copied
    assert "ghp_" not in text
    assert "correct-horse" not in text
    assert text.count("(secret.") == 2
    assert sum(line.startswith(("!", "i ")) for line in text.splitlines()) == count


async def test_a_secret_is_masked_until_it_is_asked_for(home: HermesHome, env: Environment) -> None:
    stores.secret(home)
    async with opened(session(env), "5") as desk:
        await go_to(desk, "secret.github-token")
        assert "ghp_FAKE" not in desk.text
        await desk.press("asterisk")
        assert "ghp_FAKE" in desk.text


async def test_words_and_cuts_narrow_the_list(home: HermesHome, env: Environment, invented: None) -> None:
    async with opened(session(env), "5", "slash") as desk:
        await desk.type("nearly work")
        assert [row.report.finding.rule for row in shown(desk)] == ["duplicate"]
        await desk.press("escape")
        assert len(shown(desk)) == 7
        await desk.press("f")
        assert {row.report.finding.severity.value for row in shown(desk)} == {"warning", "blocking"}


async def test_on_ten_thousand_findings_only_those_in_sight_are_drawn(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "look", findings.many)
    monkeypatch.setattr(Session, "groups", property(lambda _self: ["Memory"]))
    drawn: list[str] = []

    def draw(row: HealthRow, width: int, state: RowState, *, reveal: bool) -> Sequence[Line]:
        drawn.append(row.key)
        return lines.report_line(row, width, state, reveal=reveal)

    monkeypatch.setattr(view, "report_line", draw)
    async with opened(session(env), "5", "G", size=(80, 24)) as desk:
        assert on_tab(desk) == 10_000
        assert 0 < len(set(drawn)) <= 2 * desk.app.size.height


async def test_checks_that_are_under_way_are_begun_anew(
    home: HermesHome, env: Environment, invented: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first run would still find comes too late."""
    begun, go_on = Event(), Event()

    def slow(_self: Session, stores: Sequence[Snapshot]) -> Iterator[Looked]:
        begun.set()
        go_on.wait(30)
        yield Looked("Memory", [Report(stores[0].home, findings.numbered(1), "Memory")])
        yield Looked("Leftovers", [])

    async with opened(session(env), "5") as desk:
        with monkeypatch.context() as patch:
            patch.setattr(Session, "look", slow)
            desk.screen.checking.begin()
            await asyncio.to_thread(begun.wait, 30)
        desk.screen.checking.begin()
        go_on.set()
        await desk.settle()
        assert health(desk).count == 7


async def test_a_remedy_that_cannot_be_worked_out_says_why(
    home: HermesHome, env: Environment, invented: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Session, mending: object) -> None:
        raise Unreadable("MEMORY.md cannot be read (Permission denied).", "Fix: chmod u+r")

    monkeypatch.setattr(Session, "preview", fail)
    async with opened(session(env), "5", "j", "enter", "enter", size=(80, 24)) as desk:
        assert "MEMORY.md cannot be read (Permission denied). Fix: chmod u+r" in desk.text
        await desk.press("enter")
        assert work(home) == DRIFTED


async def test_the_view_that_was_left_is_there_at_the_next_start(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, remembered=remembering(view="health"))) as desk:
        assert desk.screen.view == "health"
        assert health(desk).count


async def test_the_help_says_what_the_signs_mean(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "5", "question_mark", *["pagedown"] * 9) as desk:
        assert "Signs before a finding" in desk.text


# Secrets, by many more rules


def deep_secret(shown: Sequence[Snapshot]) -> list[Report]:
    """The word `two` in the second entry of the profile, as if rules that only take long knew it."""
    store = next(store for store in shown if store.home.profile == "work")
    target = store.target("memory")
    found = [entry for entry in target.entries if entry.text == "two"] if target else []
    finding = Finding("deep.secret", Severity.BLOCKING, "It looks like a secret.", "", (0, 3), "memory", secret=True)
    return [Report(store.home, replace(finding, entry=entry.id), "Secrets, deep") for entry in found]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The many more rules, which are no part of the usual installation."""
    monkeypatch.setattr(Session, "no_deep", None)
    monkeypatch.setattr(Session, "deep", lambda _self, shown, _stopped: deep_secret(shown))


async def look_deeper(desk: Desk) -> None:
    await desk.press("colon")
    await desk.type("many more rules")
    await desk.press("enter")


async def test_what_many_more_rules_find_is_masked_and_stays_until_it_is_gone(
    home: HermesHome, env: Environment, installed: None, invented: None
) -> None:
    async with opened(session(env), "5") as desk:
        before = on_tab(desk)
        await look_deeper(desk)
        assert "1 more secret found by the many more rules." in desk.text
        assert on_tab(desk) == before + 1
        await desk.press("R")
        assert on_tab(desk) == before + 1
        await go_to(desk, "deep.secret")
        assert "two" not in desk.text
        assert "••••••" in desk.text
        await desk.press("i")
        assert on_tab(desk) == before
        home.profile("work").memory(joined(["one", "three"]))
        await desk.press("R", "f", "f")
        assert shown(desk) == []


async def test_looking_deeper_is_stopped_by_esc(
    home: HermesHome, env: Environment, installed: None, invented: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = Event(), Event()

    def deep(_self: Session, shown: Sequence[Snapshot], stopped: Callable[[], bool]) -> list[Report]:
        begun.set()
        while not stopped():
            time.sleep(0.01)
        ended.set()
        return []

    monkeypatch.setattr(Session, "deep", deep)
    async with opened(session(env), "5") as desk:
        desk.screen.checking.begin_deep()
        await asyncio.to_thread(begun.wait, 30)
        await desk.pilot.pause()
        assert "looking for secrets… (esc stops)" in desk.text
        await desk.pilot.press("escape")
        await asyncio.to_thread(ended.wait, 30)
        await desk.settle()
        assert ended.is_set()
        assert "checked 14:02" in desk.text
        assert health(desk).count == 7


@pytest.mark.parametrize("keys", ["", "5"], ids=["memory", "health"])
async def test_what_is_found_while_the_application_closes_breaks_nothing(
    keys: str, home: HermesHome, env: Environment
) -> None:
    """The tabs are gone by then, and so is the line on which it would be said."""
    heard: list[bool] = []

    async def hear_late() -> None:
        while tabs.parent:
            await asyncio.sleep(0)
        checking.show_progress(Checking.Step("Memory", 1, 2))
        checking.show_deep(Checking.Deep([]))
        heard.append(True)

    async with opened(session(env), *keys) as desk:
        checking, tabs = desk.screen.checking, desk.screen.query_one(TabBar)
        checking.call_later(hear_late)
        await asyncio.sleep(0)
    assert heard


async def test_without_those_rules_it_says_how_to_get_them(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_mem.health.deep.MODULE", "no_such_module")
    async with opened(session(env), "5") as desk:
        await look_deeper(desk)
        assert "pip install kingfisher-secret-scanner" in desk.text
