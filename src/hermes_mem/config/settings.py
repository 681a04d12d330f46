"""Our own configuration, config.toml: what can be set, what is set, and where each value comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

from hermes_mem.config.places import config_file
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Absent, Unreadable, read_bytes
from hermes_mem.model import errors


class Key(NamedTuple):
    """A key that may be set. `choices` are the texts it takes, empty when it takes any.

    A `lenient` key keeps its default when its value is wrong, and says so: how things look never stops the start.
    """

    name: str
    kind: type
    default: object
    choices: tuple[str, ...] = ()
    lenient: bool = False


KEYS = (
    Key("default_store", str, None),
    Key("hermes.rules", str, "released", ("released", "late")),
    Key("history.keep", int, None),
    Key("ui.theme", str, None, lenient=True),
    Key("ui.glyphs", str, "unicode", ("unicode", "ascii"), lenient=True),
    Key("ui.mark_advances", bool, False, lenient=True),
    Key("ui.mouse", bool, True, lenient=True),
)
KEYMAP = "keys"
"""The table in which ids of commands are bound to keys."""


@dataclass(frozen=True, slots=True)
class Ui:
    """How the full screen looks and behaves. `theme` is None when the person has set none."""

    theme: str | None = None
    glyphs: Literal["unicode", "ascii"] = "unicode"
    mark_advances: bool = False
    mouse: bool = True


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in force.

    `history_keep` counts days. `keys` maps ids of commands to keys. `found` says whether `file` exists; `set_here` are
    the keys set in it. `complaints` are sentences about values that were ignored.
    """

    file: Path
    default_store: str | None = None
    hermes_rules: Literal["released", "late"] = "released"
    history_keep: int | None = None
    ui: Ui = Ui()
    keys: Mapping[str, str] = field(default_factory=dict)
    found: bool = False
    set_here: frozenset[str] = frozenset()
    complaints: tuple[str, ...] = ()


Row = TypedDict("Row", {"key": str, "value": object, "from": str})
"""A row of `config show`; `from` is "default" or the path of the file."""


def load(env: Environment) -> Settings:
    """The configuration of this person.

    Raises Usage for a file that is no TOML, a key that does not exist and a value that it cannot have, with file, line
    and what would be right; Unreadable for a file that cannot be read.
    """
    path = config_file(env)
    match read_bytes(path):
        case Absent():
            return Settings(path)
        case Unreadable(reason=reason, fix=fix):
            hint = f"Fix: {fix}" if fix else "HERMES_MEM_CONFIG can name another file."
            raise errors.Unreadable(f"{path} cannot be read ({reason}).", hint)
        case present:
            from hermes_mem.config.parsing import parse

            return parse(path, present.raw)


def config_show(settings: Settings) -> list[Row]:
    """Every key with its value and where that comes from; a command's key only where it is rebound."""
    values = {
        "default_store": settings.default_store,
        "hermes.rules": settings.hermes_rules,
        "history.keep": settings.history_keep,
        "ui.theme": settings.ui.theme,
        "ui.glyphs": settings.ui.glyphs,
        "ui.mark_advances": settings.ui.mark_advances,
        "ui.mouse": settings.ui.mouse,
        **{f"{KEYMAP}.{command}": key for command, key in settings.keys.items()},
    }
    return [{"key": key, "value": value, "from": _origin(settings, key)} for key, value in values.items()]


def _origin(settings: Settings, key: str) -> str:
    return str(settings.file) if key in settings.set_here else "default"
