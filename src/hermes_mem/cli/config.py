"""`hermes-mem config`: our own configuration, which we read and never write."""

from __future__ import annotations

from collections.abc import Mapping

from hermes_mem.cli import output
from hermes_mem.cli.cells import columns
from hermes_mem.cli.options import How, noun, takes
from hermes_mem.config.places import cache_dir, config_file, state_dir
from hermes_mem.config.settings import config_show, load
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there
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
    settings = load(Environment.here())
    values = config_show(settings)
    complaints = [*settings.complaints, *_unbound(settings.keys)]
    if how.json:
        output.document(values=values, complaints=complaints)
    else:
        for line in columns([(v["key"], _shown(v["value"]), f"from {v['from']}") for v in values]):
            output.line(safe_line(line))
    for complaint in complaints:
        output.note(safe_line(complaint))


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
