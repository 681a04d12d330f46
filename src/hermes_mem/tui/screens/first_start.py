"""The first start: what was found, what will not happen to it, and the colours. No wizard, no file to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.facts import Line, Role, say, sentences
from hermes_mem.tui.screens.dialog import Dialog
from hermes_mem.tui.session import Session
from hermes_mem.tui.text import content
from hermes_mem.tui.themes import described
from hermes_mem.tui.widgets.bars import percentage
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.hanging import Hanging

Answer = Literal["start", "demo", "quit"]

FOUND = 6
"""Stores that are named one by one."""

KEYS: Line = (
    ("enter", Role.KEY),
    (" start · ", Role.TEXT),
    ("d", Role.KEY),
    (" demo data · ", Role.TEXT),
    ("esc", Role.KEY),
    (" quit", Role.TEXT),
)
"""In the border, which is seen however small the window is."""


class FirstStart(Dialog[Answer]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss('start')", "start"),
        Binding("d", "dismiss('demo')", "demo data"),
        Binding("escape,q,ctrl+q", "dismiss('quit')", "quit"),
        Binding("right,tab,l,down,j", "theme(1)", "next theme"),
        Binding("left,shift+tab,h,up,k", "theme(-1)", "previous theme"),
    ]

    def __init__(self, snapshots: Sequence[Snapshot], session: Session) -> None:
        super().__init__()
        self._snapshots = snapshots
        self._session = session

    def compose(self) -> ComposeResult:
        with Vertical(id="first-start") as box:
            box.border_title = Content("hermes-mem: first start")
            box.border_subtitle = content(tuple((own(words), role) for words, role in KEYS))
            yield Hanging(id="first-start-text")

    def on_mount(self) -> None:
        self._show()

    def action_theme(self, steps: int) -> None:
        """Takes another theme, at once."""
        names = [name for name, _ in described(self.app.available_themes)]
        self.app.theme = names[(names.index(self.app.theme) + steps) % len(names)]
        self._show()

    def _show(self) -> None:
        lines = welcome(self._snapshots, self.app.theme, self._session)
        self.query_one("#first-start-text", Hanging).lines = lines


def welcome(snapshots: Sequence[Snapshot], theme: str, session: Session) -> list[Line]:
    """What the first screen says."""
    return [
        say("Welcome. Nothing of your agents has been changed.", Role.STRONG),
        (),
        say("Found", Role.STRONG),
        *_found(snapshots, session),
        (),
        say("Before you start", Role.STRONG),
        say("  Looking writes nothing there. A change takes the agent's own lock; u"),
        say("  takes it back, also later. What lies there now is kept in the history."),
        say("  No network, no model is called. Secrets are masked until you press *."),
        (),
        (("Theme  ", Role.STRONG), (theme, Role.KEY), ("   left and right try others", Role.MUTED)),
        (("Keys   ", Role.STRONG), ("arrows and j k both work; ? shows all", Role.TEXT)),
    ]


def _found(snapshots: Sequence[Snapshot], session: Session) -> list[Line]:
    if not snapshots:
        looked_in = sentences(safe_line(session.looked_in()))
        return [
            (("  ! ", Role.WARNING), ("No agent memory was found.", Role.TEXT)),
            *((("    ", Role.TEXT), (own(sentence), Role.TEXT)) for sentence in looked_in),
            (("    ", Role.TEXT), ("If it lies elsewhere: hermes-mem tui --store PATH", Role.TEXT)),
        ]
    most = FOUND if len(snapshots) == FOUND else FOUND - 1
    lines = [_store(snapshot, session) for snapshot in snapshots[:most]]
    if len(snapshots) > most:
        lines.append(say(f"    and {len(snapshots) - most} more", Role.MUTED))
    return lines


def _store(snapshot: Snapshot, session: Session) -> Line:
    fullness = ", ".join(_state(target) for target in snapshot.prominent)
    where = safe_line(session.short(snapshot.home.path))
    broken = any(target.state.broken for target in snapshot.targets)
    return (
        ("  ! ", Role.WARNING) if broken else (f"  {session.glyphs.tick} ", Role.INFO),
        (f"{safe_line(snapshot.home.name)}  ", Role.TEXT),
        (fullness, Role.TEXT),
        (f"  {where}", Role.MUTED),
    )


def _state(target: Target) -> str:
    return f"{target.title} {target.state.value if target.state.broken else percentage(target.budget)[0]}"
