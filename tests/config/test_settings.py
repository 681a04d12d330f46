"""Our own configuration: where it is, what it may hold, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_mem.config.places import cache_dir, config_file, state_dir
from hermes_mem.config.settings import KEYS, Settings, Ui, config_show, load
from hermes_mem.config.toml import flat, line_of
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Unreadable, Usage
from tests.powerless import run_powerless

FULL = """
default_store = "hermes:work"

[hermes]
rules = "late"

[history]
keep = 90

[ui]
theme = "papyrus"
glyphs = "ascii"
mark_advances = true
mouse = false

[keys]
"memory.remove" = "x"
tui.quit = "ctrl+q"
"""


def bare(**environ: str) -> Environment:
    return Environment(environ, Path("/home/me"), Path("/work"))


def written(env: Environment, text: str | bytes) -> Path:
    """The configuration file with that content."""
    path = config_file(env)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("environ", "config", "state", "cache"),
    [
        (
            {},
            "/home/me/.config/hermes-mem/config.toml",
            "/home/me/.local/state/hermes-mem",
            "/home/me/.cache/hermes-mem",
        ),
        (
            {"XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k"},
            "/c/hermes-mem/config.toml",
            "/s/hermes-mem",
            "/k/hermes-mem",
        ),
        (
            {"XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": " "},
            "/home/me/.config/hermes-mem/config.toml",
            "/home/me/.local/state/hermes-mem",
            "/home/me/.cache/hermes-mem",
        ),
        (
            {"HERMES_MEM_CONFIG": "~/mine.toml", "HERMES_MEM_STATE": "state", "XDG_STATE_HOME": "/s"},
            "/home/me/mine.toml",
            "/work/state",
            "/home/me/.cache/hermes-mem",
        ),
    ],
)
def test_where_our_own_files_are(environ: dict[str, str], config: str, state: str, cache: str) -> None:
    env = bare(**environ)
    assert (config_file(env), state_dir(env), cache_dir(env)) == (Path(config), Path(state), Path(cache))


def test_without_a_file_everything_is_default(env: Environment) -> None:
    settings = load(env)
    assert settings == Settings(config_file(env))
    assert {row["key"]: row["from"] for row in config_show(settings)} == {key.name: "default" for key in KEYS}


def test_every_key_can_be_set(env: Environment) -> None:
    path = written(env, FULL)
    settings = load(env)
    assert (settings.default_store, settings.hermes_rules) == ("hermes:work", "late")
    assert settings.history_keep == 90
    assert settings.ui == Ui("papyrus", "ascii", mark_advances=True, mouse=False)
    assert settings.keys == {"memory.remove": "x", "tui.quit": "ctrl+q"}
    assert (settings.found, settings.complaints) == (True, ())
    rows = config_show(settings)
    assert {row["from"] for row in rows} == {str(path)}
    assert [row["key"] for row in rows] == [*(key.name for key in KEYS), "keys.memory.remove", "keys.tui.quit"]


def test_the_defaults_of_the_table_are_those_in_force(env: Environment) -> None:
    """KEYS tells a person the defaults; the values come from elsewhere."""
    assert {row["key"]: row["value"] for row in config_show(load(env))} == {key.name: key.default for key in KEYS}


def test_show_tells_set_from_default(env: Environment) -> None:
    path = written(env, "[ui]\nmouse = true\n")
    rows = {row["key"]: row["from"] for row in config_show(load(env))}
    assert rows["ui.mouse"] == str(path)
    assert rows["ui.theme"] == "default"


@pytest.mark.parametrize(
    ("text", "line", "nearest"),
    [
        ("[ui]\nmuose = true\n", 2, "ui.mouse"),
        ("\n\ndefault_stor = 'x'\n", 3, "default_store"),
        ("[hermes]\nrules = 'late'\nrule = 'late'\n", 3, "hermes.rules"),
        ("ui.them = 'x'\n", 1, "ui.theme"),
        ("ui = {mouse = true, glyph = 'ascii'}\n", 1, "ui.glyphs"),
        ("[iu]\ntheme = 'x'\n", 2, "ui.theme"),
        ("[hermess]\n", 1, "hermes.rules"),
        ("# a = 1\n[ui]\n# them = 1\n\ntheme = 'a'\n[ui.deep]\nx = 1\n", 7, "ui.theme"),
    ],
)
def test_an_unknown_key_is_named_with_its_line_and_the_nearest(
    env: Environment, text: str, line: int, nearest: str
) -> None:
    path = written(env, text)
    with pytest.raises(Usage) as caught:
        load(env)
    assert caught.value.message.startswith(f"{path}, line {line}: there is no key ")
    assert caught.value.hint == f"The nearest known key is {nearest}."


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = \n", 1), ("[ui]\nmouse = yes\n", 2), ("a\n", 1), ("[ui]\n[ui]\n", 2), ("a = 1\na = 2\n", 2)],
)
def test_what_is_no_toml_is_named_with_its_line(env: Environment, text: str, line: int) -> None:
    path = written(env, text)
    with pytest.raises(Usage) as caught:
        load(env)
    assert str(path) in caught.value.message
    assert f"line {line}" in caught.value.message


def test_bytes_that_are_no_utf8(env: Environment) -> None:
    path = written(env, b"default_store = 'caf\xe9'\n")
    with pytest.raises(Usage, match="no valid TOML"):
        load(env)
    assert path.exists()


@pytest.mark.parametrize("text", [f"x = {'[' * 9000}\n", f"[{'.'.join('a' * 9000)}]\nb = 1\n", f"x = {'9' * 9000}\n"])
def test_what_no_reader_takes_is_no_fault_of_ours(env: Environment, text: str) -> None:
    """Nested deeper than Python goes, and a number with more digits than it reads."""
    written(env, text)
    with pytest.raises(Usage, match="no valid TOML"):
        load(env)


@pytest.mark.parametrize("text", ["ui = 3\n", "[[ui]]\nmouse = true\n"])
def test_a_table_in_another_shape_is_told_how_it_is_written(env: Environment, text: str) -> None:
    written(env, text)
    with pytest.raises(Usage, match="ui is a table") as caught:
        load(env)
    assert caught.value.hint == "Its keys stand below a line [ui]."


@pytest.mark.parametrize("text", ["[hermes]\nrules = 'newest'\n", "[hermes]\nrules = true\n", "default_store = 3\n"])
def test_a_value_that_decides_something_must_be_right(env: Environment, text: str) -> None:
    written(env, text)
    with pytest.raises(Usage) as caught:
        load(env)
    assert f"line {text.count(chr(10))}: " in caught.value.message
    assert "takes" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "text", ["[ui]\nglyphs = 'fancy'\n", "[ui]\ntheme = 3\n", "[ui]\nmouse = 1\n", "[keys]\n'memory.remove' = 3\n"]
)
def test_how_things_look_never_stops_the_start(env: Environment, text: str) -> None:
    path = written(env, text)
    settings = load(env)
    [complaint] = settings.complaints
    assert complaint.startswith(f"{path}, line 2: ")
    assert (settings.ui, settings.keys) == (Ui(), {})


def test_tables_with_nothing_in_them(env: Environment) -> None:
    written(env, "[ui]\n[keys]\n[hermes]\n")
    assert load(env).complaints == ()


def test_a_file_that_cannot_be_read_says_so(env: Environment) -> None:
    config_file(env).mkdir(parents=True)
    with pytest.raises(Unreadable, match="a directory has its name"):
        load(env)


def test_a_closed_file_says_whose_it_is(env: Environment) -> None:
    closed = written(env, FULL)
    closed.chmod(0)
    script = """
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError
try:
    load(Environment({"HERMES_MEM_CONFIG": str(closed)}, closed.parent, closed.parent))
except HermesMemError as error:
    answer = [error.code, error.message, error.hint]
"""
    code, message, hint = run_powerless(script, closed)
    assert code == "unreadable"
    assert "mode 0000" in message
    assert hint == f"Fix: chmod u+r {closed}"


def test_the_line_of_a_key_however_it_is_spelled() -> None:
    assert dict(flat({"ui": {"mouse": True}, "x": {}})) == {"ui.mouse": True, "x": {}}
    assert line_of("[ui]\nx = 1\n['ui'.\"deep\"]\ny.z = 2\n", "ui.deep.y.z") == 4
