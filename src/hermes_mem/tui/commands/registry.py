"""Which command each key runs, with the person's own keys laid over the built-in ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.widgets.glyphs import own

NEEDED = "app.quit"
"""The command that always keeps a key, so that no keymap can trap anybody."""

MODIFIERS = {"ctrl", "shift", "alt"}

NAMES = {
    *("enter", "space", "tab", "escape", "backspace", "delete", "insert"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *(f"f{number}" for number in range(1, 25)),
}
"""Keys that are no character, by Textual's names."""

_SHOWN = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "f1": "F1",
}


class Registry:
    """All commands with their effective keys; `problems` are sentences about overrides that were not taken."""

    def __init__(self, commands: Iterable[Command], overrides: Mapping[str, str] | None = None) -> None:
        self.commands: tuple[Command, ...] = tuple(commands)
        self.problems: list[str] = []
        self._by_id = {command.id: command for command in self.commands}
        self._keys = {command.id: command.keys for command in self.commands}
        self._rebound: set[str] = set()
        for command_id, keys in (overrides or {}).items():
            self._rebind(command_id, _split(keys))

    def __getitem__(self, command_id: str) -> Command:
        return self._by_id[command_id]

    def keys(self, command: Command) -> tuple[str, ...]:
        """The effective keys, the shown one first."""
        return self._keys[command.id]

    def shown_key(self, command: Command) -> str:
        """How the key is written on the screen: `jk`, `space`, `esc`; empty without a key."""
        if command.key_label and command.id not in self._rebound:
            return command.key_label
        keys = self.keys(command)
        return show_key(keys[0]) if keys else ""

    def in_view(self, view: str) -> list[Command]:
        """Commands that can be given in this view: its own, and those that work everywhere."""
        return [command for command in self.commands if command.view in (view, None)]

    def _rebind(self, command_id: str, keys: tuple[str, ...]) -> None:
        if (reason := self._refusal(command_id, keys)) is not None:
            self.problems.append(reason)
            return
        self._keys[command_id] = keys
        self._rebound.add(command_id)

    def _refusal(self, command_id: str, keys: tuple[str, ...]) -> str | None:
        command = self._by_id.get(command_id)
        if command is None:
            near = get_close_matches(command_id, self._by_id, n=1)
            return f"[keys] {command_id}: no such command" + (f"; did you mean {near[0]}?" if near else ".")
        if unknown := next((key for key in keys if not is_key(key)), None):
            return f"[keys] {command_id} = {unknown}: no key has that name; it keeps {show_key(command.keys[0])}."
        if command_id == NEEDED and not keys:
            return f"[keys] {command_id} needs a key; it keeps {show_key(command.keys[0])}."
        for other in self.commands:
            if other is not command and _meet(other, command) and (shared := set(keys) & set(self._keys[other.id])):
                return f"[keys] {command_id} = {shared.pop()}: that key is {other.id} already; give that one another."
        return None


def _meet(one: Command, other: Command) -> bool:
    """Whether both can be given in the same view."""
    return one.view == other.view or one.view is None or other.view is None


def _split(keys: str) -> tuple[str, ...]:
    return tuple(part for piece in keys.split(",") if (part := piece.strip()))


def is_key(key: str) -> bool:
    """Whether a terminal can send it: a character, or a name like `f5`, with modifiers before it."""
    *modifiers, name = key.split("+") if len(key) > 1 else [key]
    return set(modifiers) <= MODIFIERS and (len(name) == 1 or name in NAMES)


def show_key(key: str) -> str:
    """A key name as people write it: `escape` as esc, `ctrl+up` as ctrl+↑."""
    *modifiers, name = key.split("+") if len(key) > 1 else [key]
    return "+".join([*modifiers, own(_SHOWN.get(name, name))])


def clashes(commands: Sequence[Command]) -> list[tuple[str, str, str]]:
    """Pairs of command ids that share a key in the same view, with the key: a test holds that there are none."""
    return [
        (one.id, other.id, key)
        for index, one in enumerate(commands)
        for other in commands[index + 1 :]
        if _meet(one, other)
        for key in set(one.keys) & set(other.keys)
    ]
