"""What the Memory view has to say to the desk; apart, so that the desk is up before the view is even loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from textual.message import Message

from hermes_mem.model.entry import Entry
from hermes_mem.model.plan import Operation
from hermes_mem.model.store import Home

if TYPE_CHECKING:
    from hermes_mem.tui.drafts import About


class SightChanged(Message):
    """Another memory is in sight, or what can be done in it has changed."""


COMMAND = "the command"


@dataclass
class CopyWanted(Message):
    """The person wants this text on the clipboard; `entries` says how many it holds, 0 for `what` else it is."""

    text: str
    entries: int
    what: str = COMMAND


@dataclass
class BoardChosen(Message):
    """The person chose the board, or the single list: worth remembering."""

    board: bool


class Task(Enum):
    """What the editor is opened for."""

    NEW = "new"
    EDIT = "edit"
    JOIN = "join"
    SPLIT = "split"


@dataclass
class EditWanted(Message):
    """The person wants to write: about these entries, or a new one; with `outside`, in an editor of their own."""

    task: Task
    entries: Sequence[Entry]
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A text that the person wrote: what for, and what the draft is about that is kept until it is done.

    `base` is the text that it replaces, None when it replaces no single one; `known` are the texts of the target that
    the person could see.
    """

    wanted: EditWanted
    draft: About
    text: str
    target: str
    base: str | None
    known: frozenset[str]


@dataclass
class ChangeWanted(Message):
    """The person wants this done to the store; `summary` is what the history will call it."""

    home: Home
    operations: Sequence[Operation]
    summary: str
    written: Written | None = None


@dataclass
class MoveWanted(Message):
    """The person wants these entries somewhere else, and will say where."""

    entries: Sequence[Entry]
