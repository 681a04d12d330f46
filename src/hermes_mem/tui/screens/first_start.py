"""The first start: what was found, what will not happen to it, and the colours. No wizard, no file to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from hermes_mem.model.store import Snapshot
from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.facts import Line, Role, say
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.themes import described
from hermes_mem.tui.widgets.bars import percentage

Answer = Literal["start", "demo", "quit"]

FOUND = 6
"""Stores that are named one by one."""


class FirstStart(ModalScreen[Answer]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss('start')", "start"),
        Binding("d", "dismiss('demo')", "demo data"),
        Binding("escape,q,ctrl+q", "dismiss('quit')", "quit"),
        Binding("right,tab,l,down,j", "theme(1)", "next theme"),
        Binding("left,shift+tab,h,up,k", "theme(-1)", "previous theme"),
    ]

    def __init__(self, snapshots: Sequence[Snapshot]) -> None:
        super().__init__()
        self._snapshots = snapshots

    def compose(self) -> ComposeResult:
        with Vertical(id="first-start") as box:
            box.border_title = Content("hermes-mem")
            box.border_subtitle = Content("first start")
            yield Static(id="first-start-text")

    def on_mount(self) -> None:
        self._show()

    def action_theme(self, steps: int) -> None:
        """Takes another theme, at once."""
        names = [name for name, _ in described(self.app.available_themes)]
        self.app.theme = names[(names.index(self.app.theme) + steps) % len(names)]
        self._show()

    def _show(self) -> None:
        self.query_one("#first-start-text", Static).update(paragraph(welcome(self._snapshots, self.app.theme)))


def welcome(snapshots: Sequence[Snapshot], theme: str) -> list[Line]:
    """What the first screen says."""
    return [
        say("Welcome. Nothing has been changed on disk.", Role.STRONG),
        (),
        say("Found", Role.STRONG),
        *_found(snapshots),
        (),
        say("Before you start", Role.STRONG),
        say("  This version looks and changes nothing. It takes no lock and writes no file of your agent."),
        say("  No network access. No model is called. Secrets are masked until you press *."),
        (),
        (
            ("Theme  ", Role.STRONG),
            ("‹ ", Role.KEY),
            (theme, Role.TEXT),
            (" ›", Role.KEY),
            ("   ← → tries others", Role.MUTED),
        ),
        (("Keys   ", Role.STRONG), ("arrows and j k both work; ? shows all", Role.TEXT)),
        (),
        (
            ("enter", Role.KEY),
            (" start    ", Role.TEXT),
            ("d", Role.KEY),
            (" try with demo data    ", Role.TEXT),
            ("esc", Role.KEY),
            (" quit", Role.TEXT),
        ),
    ]


def _found(snapshots: Sequence[Snapshot]) -> list[Line]:
    if not snapshots:
        return [
            say("  ! No agent memory was found in ~/.hermes, and HERMES_HOME points to none.", Role.WARNING),
            say("    If it lies elsewhere: hermes-mem tui --store PATH"),
        ]
    lines: list[Line] = [
        (
            ("  ✓ ", Role.INFO),
            (f"{safe_line(snapshot.home.name):<20} ", Role.TEXT),
            (safe_line(str(snapshot.home.path)), Role.MUTED),
            ("  " + ", ".join(_state(snapshot)), Role.TEXT),
        )
        for snapshot in snapshots[:FOUND]
    ]
    if len(snapshots) > FOUND:
        lines.append(say(f"    and {len(snapshots) - FOUND} more", Role.MUTED))
    return lines


def _state(snapshot: Snapshot) -> list[str]:
    return [
        f"{target.title} {target.state.value if target.state.broken else percentage(target.budget)[0]}"
        for target in snapshot.targets
    ]
