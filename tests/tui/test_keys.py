"""Every key of every command, at both sizes: what a person sees after pressing it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.tui.app import COMMANDS
from hermes_mem.tui.screens.editor import Editor
from hermes_mem.tui.screens.help import Help
from hermes_mem.tui.screens.mending import Preview
from hermes_mem.tui.screens.picker import Picker
from hermes_mem.tui.views import VIEWS
from tests.homes import HermesHome
from tests.tui.desk import SIZES, Desk, joined, opened, session


@dataclass
class Case:
    """After `before`, pressing any key of the command makes `holds` true, which it was not."""

    holds: Callable[[Desk], bool]
    before: list[str] = field(default_factory=list)


def at_row(row: int) -> Callable[[Desk], bool]:
    return lambda desk: desk.cursor == row


def marked(*rows: int) -> Callable[[Desk], bool]:
    return lambda desk: desk.marked == list(rows)


def in_target(name: str) -> Callable[[Desk], bool]:
    return lambda desk: (here := desk.screen.memory.here) is not None and here.target.name == name


def in_view(view: str) -> Callable[[Desk], bool]:
    return lambda desk: desk.screen.view == view


def first_line(start: str) -> Callable[[Desk], bool]:
    return lambda desk: desk.rows[0].startswith(start)


def said(words: str) -> Callable[[Desk], bool]:
    return lambda desk: words in desk.text


def focused(widget: str) -> Callable[[Desk], bool]:
    return lambda desk: desk.app.focused is not None and desk.app.focused.id == widget


def detail_scrolled(desk: Desk) -> bool:
    return desk.screen.query_one("#detail").scroll_offset.y > 0


CASES = {
    "list.down": Case(at_row(1)),
    "list.up": Case(at_row(0), ["j"]),
    "list.page-down": Case(lambda desk: desk.cursor >= 5),
    "list.page-up": Case(lambda desk: desk.cursor <= 39 - 5, ["G"]),
    "list.half-page-down": Case(lambda desk: desk.cursor >= 2),
    "list.half-page-up": Case(lambda desk: desk.cursor <= 39 - 2, ["G"]),
    "list.top": Case(at_row(0), ["G"]),
    "list.bottom": Case(at_row(39)),
    "list.mark": Case(marked(0)),
    "list.range": Case(lambda desk: desk.screen.memory.current_list.ranging),
    "list.extend-down": Case(marked(0, 1)),
    "list.extend-up": Case(marked(0, 1), ["j"]),
    "list.mark-all": Case(marked(*range(40))),
    "list.clear-marks": Case(marked(), ["space"]),
    "list.filter": Case(focused("query")),
    "list.sort": Case(first_line("Fact number 7")),
    "list.only": Case(said("flagged")),
    "entry.open": Case(lambda desk: desk.screen.memory.zoomed),
    "entry.copy": Case(said("Copied 1 entry")),
    "memory.board": Case(lambda desk: desk.screen.memory.board),
    "detail.down": Case(detail_scrolled, ["G", "home", "z"]),
    "detail.up": Case(lambda desk: not detail_scrolled(desk), ["G", "home", "z", "J"]),
    "entry.remove": Case(said("Removed 1 from MEMORY")),
    "entry.edit": Case(lambda desk: isinstance(desk.app.screen, Editor)),
    "entry.edit-outside": Case(said("No editor is named")),
    "entry.new": Case(lambda desk: isinstance(desk.app.screen, Editor)),
    "entry.split": Case(lambda desk: isinstance(desk.app.screen, Editor)),
    "entry.join": Case(lambda desk: isinstance(desk.app.screen, Editor), ["space", "j", "space"]),
    "entry.move": Case(lambda desk: isinstance(desk.app.screen, Picker)),
    "entry.up": Case(first_line("Fact number 1"), ["j"]),
    "entry.down": Case(first_line("Fact number 1")),
    "entry.right": Case(said("Moved 1 from MEMORY to USER"), ["b"]),
    "entry.left": Case(said("USER would be empty"), ["b", "tab"]),
    "change.restore": Case(lambda desk: isinstance(desk.app.screen, Picker), ["d", "6"]),
    "change.copy": Case(said("Copied the change"), ["d", "6"]),
    "history.filter": Case(focused("changes-query"), ["d", "6"]),
    "history.who": Case(said("History · by you"), ["d", "6"]),
    "finding.mend": Case(lambda desk: isinstance(desk.app.screen, (Picker, Preview)), ["5"]),
    "finding.acknowledge": Case(said("It is quiet until it changes"), ["5"]),
    "finding.go": Case(in_target("memory"), ["]", "5"]),
    "finding.open": Case(lambda desk: desk.screen.query_one("#health").has_class("-zoom"), ["5"]),
    "health.filter": Case(focused("health-query"), ["5"]),
    "health.only": Case(said("Health · need you"), ["5"]),
    "health.copy": Case(said("Copied the report"), ["5"]),
    "memory.repair": Case(said("Nothing to change")),
    "app.undo": Case(said("Took back: removed 1 from MEMORY"), ["d"]),
    "app.redo": Case(said("Did again: removed 1 from MEMORY"), ["d", "u"]),
    "app.redact": Case(said("No text was refused for a secret")),
    "app.keep-anyway": Case(said("Removed 1 from USER"), ["]", "d"]),
    "target.next": Case(in_target("user")),
    "target.previous": Case(in_target("user")),
    **{f"view.{view}": Case(in_view(view)) for view in VIEWS if view != "memory"},
    "view.memory": Case(in_view("memory"), ["6"]),
    "app.commands": Case(lambda desk: isinstance(desk.app.screen, Picker)),
    "store.choose": Case(lambda desk: isinstance(desk.app.screen, Picker)),
    "app.help": Case(lambda desk: isinstance(desk.app.screen, Help)),
    "store.reload": Case(said("Read again")),
    "app.reveal": Case(said("Secrets are shown until you press * again")),
    "pane.next": Case(focused("detail")),
    "pane.previous": Case(lambda desk: not focused("entries")(desk)),
    "app.back": Case(lambda desk: not desk.screen.memory.zoomed, ["z"]),
    "app.copy-selection": Case(said("Nothing is selected")),
    "app.quit": Case(lambda desk: not desk.app.is_running),
}
WITHOUT_KEY = {"app.theme", "health.deep"}
OF_THE_TERMINAL = {"app.suspend"}
"""Only a real terminal can be suspended: seen in the tmux run."""

PRESSES = [(command.id, key) for command in COMMANDS for key in command.keys if command.id not in OF_THE_TERMINAL]


def test_the_table_holds_every_command() -> None:
    assert {command.id for command in COMMANDS} == {*CASES, *WITHOUT_KEY, *OF_THE_TERMINAL}


@pytest.fixture
def full_home(hermes_home: HermesHome) -> HermesHome:
    """Forty facts, the seventh the longest by far, so that lists and texts scroll; and one preference.

    The memory of a profile beside it is not as its agent writes it.
    """
    hermes_home.profile("work").memory(b"one\n\n\xc2\xa7\ntwo")
    facts = [f"Fact number {n} of the list" + " and more of it" * 200 * (n == 7) for n in range(40)]
    facts[0] = "The first fact\n" + "\n".join(f"line {n}" for n in range(60))
    return (
        hermes_home.memory(joined(facts))
        .user(joined(["Prefers short answers"]))
        .config("memory:\n  memory_char_limit: 9000\n")
    )


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
@pytest.mark.parametrize(("command", "key"), PRESSES)
async def test_key(command: str, key: str, size: tuple[int, int], full_home: HermesHome, env: Environment) -> None:
    case = CASES[command]
    async with opened(session(env), *case.before, size=size) as desk:
        assert not case.holds(desk)
        await desk.press(_textual(key))
        assert case.holds(desk)


def _textual(key: str) -> str:
    """The name under which a simulated key press is known."""
    return {"/": "slash", ":": "colon", "?": "question_mark", "*": "asterisk", "[": "left_square_bracket"}.get(
        key, {"]": "right_square_bracket"}.get(key, key)
    )
