"""What we remember between two starts: ui.json in the state directory. Nothing here is fatal."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from json import dumps, loads
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, read_bytes

FILE = "ui.json"


@dataclass(frozen=True, slots=True)
class Remembered:
    """The choices a person made on the screen; None where they made none."""

    theme: str | None = None
    layout: str | None = None
    view: str | None = None
    store: str | None = None
    welcomed: bool = False


def load(env: Environment) -> Remembered:
    """What was saved last; the defaults where that is missing, damaged or of another release."""
    reading = read_bytes(state_dir(env) / FILE)
    return _understood(reading.raw) if isinstance(reading, Present) else Remembered()


def _understood(raw: bytes) -> Remembered:
    try:
        saved = loads(raw)
    except (ValueError, RecursionError):
        return Remembered()
    if not isinstance(saved, dict):
        return Remembered()
    defaults = asdict(Remembered())
    return Remembered(**{name: saved[name] for name, default in defaults.items() if _fits(saved.get(name), default)})


def _fits(value: Any, default: object) -> bool:
    return isinstance(value, bool if isinstance(default, bool) else str)


def save(env: Environment, remembered: Remembered) -> str | None:
    """Replace what is remembered, whole or not at all. Returns why it could not be saved, None when it was."""
    directory = state_dir(env)
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        _replace(directory / FILE, dumps(asdict(remembered), indent=2).encode())
    except OSError as error:
        return f"{directory / FILE} cannot be written: {error.strerror}."
    return None


def _replace(path: Path, content: bytes) -> None:
    """By a file of our own beside it, readable for this user only."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(content)
            file.flush()
            temporary.replace(path)
        except BaseException:
            temporary.unlink()
            raise
