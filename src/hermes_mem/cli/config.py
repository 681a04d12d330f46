"""`hermes-mem config`: our own configuration, which we read and never write."""

from __future__ import annotations

from collections.abc import Mapping

from hermes_mem.cli import output
from hermes_mem.cli.cells import columns
from hermes_mem.cli.options import How, noun, takes
from hermes_mem.config.places import cache_dir, config_file, state_dir
from hermes_mem.config.settings import Settings, config_show, load
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.text import safe_line

app = noun("Show our own configuration, and where each value comes from.")


@app.command("path")
@takes
def show_path(how: How) -> None:
    """Print where the configuration file is looked for, whether it exists or not."""
    env = Environment.here()
    path = config_file(env)
    if how.json:
        places = {"state": str(state_dir(env)), "cache": str(cache_dir(env))}
        output.document(config=str(path), exists=is_there(path), **places)
        return
    output.line(safe_line(str(path)))
    if not is_there(path):
        output.note("There is no such file; every value is the default.")


@app.command("show")
@takes
def show_values(how: How) -> None:
    """Show every value in force and where it comes from."""
    env = Environment.here()
    settings = load(env)
    values = config_show(settings)
    complaints = [
        *settings.complaints,
        *_no_store(settings, env),
        *_no_theme(settings, env),
        *_unbound(settings.keys),
    ]
    if how.json:
        output.document(values=values, complaints=complaints)
    else:
        for line in columns([(v["key"], _shown(v["value"]), f"from {v['from']}") for v in values]):
            output.line(safe_line(line))
    for complaint in complaints:
        output.note(safe_line(complaint))


def _no_store(settings: Settings, env: Environment) -> list[str]:
    """That no store is meant by `default_store`; none is looked for where it is not set."""
    if settings.default_store is None:
        return []
    from hermes_mem.store.reading import find_homes, is_called

    try:
        homes = find_homes(env)
    except HermesMemError as error:
        return [f"default_store: no store was found. {error.message}"]
    if any(is_called(home, settings.default_store, env) for home in homes):
        return []
    names = ", ".join(home.name for home in homes) or "none"
    return [f"default_store = {settings.default_store}: there is no such store. There are: {names}."]


def _no_theme(settings: Settings, env: Environment) -> list[str]:
    """That there is no theme of that name; themes are loaded only where one is set."""
    if settings.ui.theme is None:
        return []
    from textual.theme import BUILTIN_THEMES

    from hermes_mem.tui import themes

    loaded = themes.load(config_file(env).parent / "themes")
    if settings.ui.theme in {*BUILTIN_THEMES, *(theme.name for theme in loaded.themes)}:
        return []
    ours = ", ".join(theme.name for theme in loaded.themes)
    return [*loaded.problems, f"[ui] theme = {settings.ui.theme}: there is no such theme. There are: {ours}."]


def _unbound(keys: Mapping[str, str]) -> list[str]:
    """What the full screen says of keys that it does not take; it is loaded only where there are any keys."""
    if not keys:
        return []
    from hermes_mem.tui.app import COMMANDS
    from hermes_mem.tui.commands.registry import Registry

    return Registry(COMMANDS, keys).problems


def _shown(value: object) -> str:
    """The value as it would be written in TOML; a dash for one that is not set."""
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else safe_line(str(value))
