"""Having a finding mended: a way is chosen, all that it would change is looked at, and then it is written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.worker import WorkerFailed

from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Effect, Outcome, Result
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe, safe_line
from hermes_mem.tui.health.lines import Way, outcome_in_short, way_lines
from hermes_mem.tui.health.rows import ReportRow
from hermes_mem.tui.health.view import worked_out
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.screens.dialog import Dialog
from hermes_mem.tui.screens.picker import Choice, Picker
from hermes_mem.tui.widgets.bars import Reading
from hermes_mem.tui.widgets.gauge import Gauge
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.hanging import Hanging
from hermes_mem.tui.widgets.text_pane import TextPane
from hermes_mem.tui.working import done

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

WHOLE = 5_000
"""Lines of a difference that are shown at most."""


async def choose_way(desk: DeskScreen) -> None:
    """Ask what shall be done about the finding under the cursor, show what that changes, and do it."""
    if desk.health is None or (row := desk.health.chosen) is None:
        return
    try:
        ways = await _ways(desk, row)
        if not ways:
            desk.say(f"No way to mend this by a key is known. {desk.health.advice}".rstrip(), Role.WARNING)
            return
        await _choose(desk, row, ways, desk.health.way if desk.health else None)
    except HermesMemError as error:
        desk.read_stores()
        desk.say(safe(f"{error.message} {error.hint or ''}"), Role.ERROR)
    except WorkerFailed:
        pass  # The desk has said it.


async def _ways(desk: DeskScreen, row: ReportRow) -> list[Way]:
    """What can be done, worked out anew: others may have written since it was shown."""
    session, stores = desk.session, desk.health.stores if desk.health else ()
    remedies = await done(desk, lambda: session.remedies(row.report, stores), "mend")
    return await done(desk, lambda: [worked_out(session, row, Way(remedy)) for remedy in remedies], "mend")


async def _choose(desk: DeskScreen, row: ReportRow, ways: list[Way], looked_at: Way | None) -> None:
    """Stepping out of a preview leads back to the choice, where there is one."""
    known = {way.key: way for way in ways}
    chosen = looked_at.key if looked_at else next(iter(known)) if len(known) == 1 else None
    while True:
        if chosen is None:
            picker = Picker(safe_line(row.report.finding.message), _choices(ways), glyphs=desk.session.glyphs)
            chosen = await desk.app.push_screen_wait(picker)
        if chosen is None or chosen not in known:
            return
        if await _shown(desk, row, known[chosen]) or len(known) == 1:
            return
        chosen = None


def _choices(ways: list[Way]) -> list[Choice]:
    return [
        Choice(
            way.key,
            way.remedy.says,
            own(f"Lost: {way.remedy.loses}." if way.remedy.loses else "Nothing is lost."),
            outcome_in_short(way),
        )
        for way in ways
    ]


async def _shown(desk: DeskScreen, row: ReportRow, way: Way) -> bool:
    """Show what it changes and do it when asked; whether that was asked for. What is refused is shown again."""
    allow: set[str] = set()
    while await desk.app.push_screen_wait(Preview(way, desk)):
        if way.refused and way.result:
            allow |= {finding.rule for finding in way.result.findings if finding.severity is Severity.BLOCKING}
        mending = desk.session.mending(row.report.home, way.remedy, allow=allow)
        result = await done(desk, partial(desk.session.mend, mending), "write")
        if result.outcome is not Outcome.REFUSED:
            _tell(desk, way, result)
            return True
        way = Way(way.remedy, result, way.differences, way.lines)
    return False


def _tell(desk: DeskScreen, way: Way, result: Result) -> None:
    if result.outcome is Outcome.UNCHANGED:
        desk.say("Nothing to change: it is so already.")
        return
    what = f"{way.remedy.says[:1].lower()}{safe_line(way.remedy.says[1:])}"
    behind = "".join(
        f" {safe(finding.message)}" for finding in result.findings if finding.severity is not Severity.INFO
    )
    desk.changed(f"Mended: {what}.{behind}", hint="u undo")


def _effects(way: Way) -> Sequence[Effect]:
    return way.result.effects if way.result else ()


def _reading(effect: Effect) -> Reading:
    delta = effect.after.used - effect.before.used
    return Reading(title_of(effect.target), effect.before, len(effect.new), delta)


class Preview(Dialog[bool]):
    """All that a way would change; True when it shall be done, also against a rule."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(False)", "back"),
        Binding("enter,w", "write", "write"),
        Binding("exclamation_mark", "anyway", "do it anyway"),
        Binding("j,down,J", "walk('cursor_down')", "down"),
        Binding("k,up,K", "walk('cursor_up')", "up"),
        Binding("pagedown", "walk('page_down')", "page down"),
        Binding("pageup", "walk('page_up')", "page up"),
        Binding("ctrl+d", "walk('half_page_down')", "half page down"),
        Binding("ctrl+u", "walk('half_page_up')", "half page up"),
        Binding("home", "walk('to_top')", "top"),
        Binding("G,end", "walk('to_bottom')", "bottom"),
    ]

    def __init__(self, way: Way, desk: DeskScreen) -> None:
        super().__init__()
        self._way = way
        self._text = TextPane()
        self._lines = Hanging()
        self._gauges = [Gauge(_reading(effect), glyphs=desk.session.glyphs) for effect in _effects(way)]
        reveal = desk.memory.desired.reveal
        self._lines.lines = way_lines(way, desk.session.short, reveal=reveal, most=WHOLE)

    def compose(self) -> ComposeResult:
        with Vertical(id="preview") as box:
            box.border_title = Content(safe_line(self._way.remedy.says))
            box.border_subtitle = Content(own(f"{self._keys} · esc goes back"))
            with self._text:
                yield from self._gauges
                yield self._lines

    @property
    def _keys(self) -> str:
        if self._way.refused:
            return "! does it anyway"
        return "enter writes" if self._writable else "there is nothing to write"

    @property
    def _writable(self) -> bool:
        return self._way.result is not None and self._way.result.outcome is Outcome.APPLIED

    def on_mount(self) -> None:
        self._text.focus()

    def action_write(self) -> None:
        """Write it, if there is anything to write and nothing stands against it."""
        if self._writable:
            self.dismiss(True)
        elif not self._way.refused:
            self.dismiss(False)

    def action_anyway(self) -> None:
        """Do what a rule refuses."""
        if self._way.refused:
            self.dismiss(True)

    def action_walk(self, how: str) -> None:
        """Scroll."""
        getattr(self._text, how)()
