"""From the bytes of config.toml to settings, strictly: with file, line and the nearest known key."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from tomllib import loads
from typing import Any

from hermes_mem.config.settings import KEYMAP, KEYS, Key, Settings, Ui
from hermes_mem.config.toml import flat, line_of
from hermes_mem.model.errors import Usage

KINDS = {str: "a text", bool: "true or false", int: "a number from 0"}

_BY_NAME = {key.name: key for key in KEYS}
_TABLES = {KEYMAP} | {key.name.rpartition(".")[0] for key in KEYS}


def parse(path: Path, raw: bytes) -> Settings:
    """The settings in a file. Raises Usage, except for how things look, which is only complained about."""
    try:
        text = raw.decode()
        document = dict(flat(loads(text)))
    except (ValueError, RecursionError) as error:
        raise Usage(f"{path} is no valid TOML: {error}.", "Mend that line, or move the file away.") from error
    good, complaints = {}, []
    for name, value in document.items():
        if value == {} and name in _TABLES:
            continue
        key = _key(name) or _unknown(path, text, name)
        problem = _problem(key, value)
        if problem is None:
            good[name] = value
            continue
        sentence = f"{path}, line {line_of(text, name)}: {problem}"
        if not key.lenient:
            raise Usage(sentence, f"Leave it out for the default{f', {key.default}' if key.default else ''}.")
        complaints.append(sentence)
    return _settings(path, good, tuple(complaints))


def _key(name: str) -> Key | None:
    """The key of that name; every command may be bound, and whether it exists is for the screen to say."""
    if name.startswith(f"{KEYMAP}."):
        return Key(name, str, None, lenient=True)
    return _BY_NAME.get(name)


def _unknown(path: Path, text: str, name: str) -> Key:
    place = f"{path}, line {line_of(text, name)}"
    if name in _TABLES:
        raise Usage(f"{place}: {name} is a table, not a key.", f"Its keys stand below a line [{name}].")
    nearest = get_close_matches(name, _BY_NAME, n=1, cutoff=0)[0]
    raise Usage(f"{place}: there is no key {name}.", f"The nearest known key is {nearest}.")


def _problem(key: Key, value: Any) -> str | None:
    if type(value) is not key.kind:
        return f"{key.name} takes {KINDS[key.kind]}, not {value!r}."
    if type(value) is int and value < 0:
        return f"{key.name} takes {KINDS[int]}, not {value}."
    if key.choices and value not in key.choices:
        return f"{key.name} takes {' or '.join(key.choices)}, not {value!r}."
    return None


def _settings(path: Path, values: dict[str, Any], complaints: tuple[str, ...]) -> Settings:
    tables: dict[str, dict[str, Any]] = {"": {}, "hermes": {}, "history": {}, "ui": {}, KEYMAP: {}}
    for name, value in values.items():
        table, _, rest = name.partition(".") if "." in name else ("", "", name)
        tables[table][rest] = value
    return Settings(
        file=path,
        default_store=tables[""].get("default_store"),
        hermes_rules=tables["hermes"].get("rules", "released"),
        history_keep=tables["history"].get("keep"),
        ui=Ui(**tables["ui"]),
        keys=tables[KEYMAP],
        found=True,
        set_here=frozenset(values),
        complaints=complaints,
    )
