"""Where our own files lie: the XDG directories on every system, each of them movable by a variable."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.environment import Environment

NAME = "hermes-mem"


def config_file(env: Environment) -> Path:
    """The person's configuration, which we never write: HERMES_MEM_CONFIG, else config.toml in the XDG directory."""
    if chosen := env.value("HERMES_MEM_CONFIG"):
        return env.path(chosen)
    return _xdg(env, "XDG_CONFIG_HOME", ".config") / "config.toml"


def state_dir(env: Environment) -> Path:
    """What we remember, and later the history: HERMES_MEM_STATE, else the XDG state directory."""
    if chosen := env.value("HERMES_MEM_STATE"):
        return env.path(chosen)
    return _xdg(env, "XDG_STATE_HOME", ".local/state")


def cache_dir(env: Environment) -> Path:
    """What can be computed again."""
    return _xdg(env, "XDG_CACHE_HOME", ".cache")


def _xdg(env: Environment, variable: str, default: str) -> Path:
    """The base directory specification ignores a relative value."""
    chosen = Path(env.value(variable))
    return (chosen if chosen.is_absolute() else env.user_home / default) / NAME
