"""Finding Hermes homes where the agent and its launcher would look.

Follows hermes-agent 0.19.0 hermes_constants.py (`get_hermes_home`, `get_default_hermes_root`); HERMES_DATA_DIR_SUFFIX
came with later releases.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there, real_path
from hermes_mem.disk.rights import closed_directory, described, fix_command
from hermes_mem.layouts.base import ALL, Closed
from hermes_mem.layouts.hermes import profiles
from hermes_mem.layouts.hermes.paths import PROFILES, home_of, looks_like_home
from hermes_mem.layouts.hermes.profiles import DEFAULT
from hermes_mem.model.errors import NotFound, Unreadable
from hermes_mem.model.store import Home

KIND = "hermes"
SIGNS = "A Hermes home has memories/, config.yaml, .env or state.db in it."
NO_START = "What has that name is no directory: Hermes cannot start so."
NAMED = "Named with --profile."


def find(env: Environment, store: Path | None = None, profile: str | None = None) -> list[Home]:
    """Homes in the order of use: the one that the agent itself would take, the default one, the others by name.

    `store` means that home alone, `profile` another below the same root, "all" every one below it. Empty only when
    nothing was asked for and nothing is there. Raises NotFound, Unreadable.
    """
    active = _given(store, env) if store else _by_environment(env) or _by_default(env)
    if store and active and profile is None:
        return [active]
    root = _root(active.path, env) if active else _native(env)
    homes = _below(root, active)
    if profile is None or profile == ALL:
        return homes
    return [_pick(homes, profiles.canonical(profile), root)]


def recognises(path: Path) -> bool:
    """Whether a path names a home of this kind, or something in one, by what is in it."""
    return looks_like_home(home_of(path))


def looked_in(env: Environment) -> str:
    """Where a home was looked for, and that there is none, as a clause."""
    if told := env.value("HERMES_HOME"):
        return f"HERMES_HOME is {told}"
    return f"HERMES_HOME is not set, and {_native(env)} is no home"


def _given(store: Path, env: Environment) -> Home:
    """The home that --store names, recognised by what is in it."""
    path = env.path(store)
    path = home_of(real_path(path) if ".." in path.parts else path)
    if not _is_directory(path):
        raise NotFound(f"There is no directory {path}.", "Give the one that holds memories/, such as ~/.hermes.")
    if path.name == PROFILES and not looks_like_home(path):
        raise NotFound(f"{path} is no home of an agent.", f"It holds profiles: name one, such as {path}/NAME.")
    if not looks_like_home(path):
        raise NotFound(f"{path} is no home of an agent.", SIGNS)
    return Home(KIND, path, _profile_name(path, env), "Named with --store.", active=True)


def _is_directory(path: Path) -> bool:
    """Whether there is a directory. Raises Unreadable when it, or one on the way to it, may not be entered."""
    try:
        found = path.is_dir()
    except PermissionError:
        found = True
    except OSError:
        return False
    if found and not os.access(path, os.X_OK):
        closed = closed_directory(path) or path
        fix = fix_command(closed)
        hint = f"Fix: {fix}" if fix else "Run this as its owner; --store PATH names a home of your own."
        raise Unreadable(f"{closed} cannot be entered ({described(closed)}).", hint)
    return found


def _is_open(path: Path, why: str, env: Environment) -> bool:
    """As `_is_directory`. Raises Closed with the home that it would be."""
    try:
        return _is_directory(path)
    except Unreadable as error:
        raise _closed(error, path, why, env) from error


def _closed(error: Unreadable, path: Path, why: str, env: Environment) -> Closed:
    told = " ".join(filter(None, (why, error.message, error.hint)))
    return Closed(error.message, error.hint, Home(KIND, path, _profile_name(path, env), told, active=True))


def _by_environment(env: Environment) -> Home | None:
    """The home that HERMES_HOME names; the agent takes it word for word."""
    value = env.value("HERMES_HOME")
    if not value:
        return None
    path = env.cwd / value
    if not _is_open(path, "HERMES_HOME names it.", env):
        hint = "Hermes makes it at its next start; hermes-mem never does."
        if is_there(path):
            hint = NO_START
        elif value.startswith("~"):
            hint = "Hermes takes it word for word, ~ included."
        raise NotFound(f"HERMES_HOME is {value}, and there is no such directory.", hint)
    why = "HERMES_HOME names it."
    other = profiles.sticky(_root(path, env)).name
    if other and path.parent.name != PROFILES:
        why += f" The hermes launcher would follow active_profile to {other} instead."
    return Home(KIND, path, _profile_name(path, env), why, active=True)


def _by_default(env: Environment) -> Home | None:
    """The sticky profile, else the default home; None when there is no home at all."""
    root = _native(env)
    if not _is_open(root, "The default home.", env):
        if root.exists():
            raise _closed(Unreadable(f"{root} is no directory.", NO_START), root, "The default home.", env)
        return None
    choice = profiles.sticky(root)
    if choice.name:
        why = "active_profile names it; a program that starts Hermes without its launcher takes the default home."
        return Home(KIND, profiles.directory_of(root, choice.name), choice.name, why, active=True)
    why = "The default home; nothing names another."
    if choice.refused is not None:
        why = (
            f"The default home. active_profile names {choice.refused!r}, which is no profile here: the hermes launcher "
            "does not start until that is mended (hermes profile use default)."
        )
    return Home(KIND, root, DEFAULT, why, active=True)


def _native(env: Environment) -> Path:
    return env.user_home / f".hermes{env.value('HERMES_DATA_DIR_SUFFIX')}"


def _root(home: Path, env: Environment) -> Path:
    """The directory whose `profiles` belong together with `home`."""
    native = _native(env)
    if real_path(home).is_relative_to(real_path(native)):
        return native
    return home.parent.parent if home.parent.name == PROFILES else home


def _profile_name(home: Path, env: Environment) -> str:
    """As the agent infers it: the root is `default`; what is neither root nor profile is `custom`."""
    root, path = real_path(_root(home, env)), real_path(home)
    if path == root:
        return DEFAULT
    if path.parent == root / PROFILES:
        return path.name
    return f"custom@{path.name}" if profiles.exists(root, "custom") else "custom"


def _below(root: Path, active: Home | None) -> list[Home]:
    """Every home of a root, each once: a link to another of them is not told apart from it.

    A directory that only happens to hold `profiles` is no home itself.
    """
    found = {real_path(active.path): active} if active else {}
    if looks_like_home(root) and root.is_dir():
        found.setdefault(real_path(root), Home(KIND, root, DEFAULT, "The default home of this root."))
    try:
        names = profiles.named(root)
    except OSError as error:
        note = f"{root / PROFILES} cannot be listed: {error.strerror}."
        return [replace(home, why=f"{home.why} {note}") for home in found.values()]
    for path in sorted((profiles.directory_of(root, name) for name in names), key=Path.is_symlink):
        found.setdefault(real_path(path), Home(KIND, path, path.name, f"A profile below {root / PROFILES}."))
    return sorted(found.values(), key=lambda home: (not home.active, home.profile != DEFAULT, home.profile))


def _pick(homes: list[Home], name: str, root: Path) -> Home:
    if profiles.exists(root, name):
        return Home(KIND, profiles.directory_of(root, name), name, NAMED, active=True)
    for home in homes:
        if home.profile == name:
            return replace(home, why=NAMED, active=True)
    known = ", ".join(home.profile for home in homes)
    hint = f"Profiles here: {known}." if known else "There is no Hermes home there; --store PATH names one elsewhere."
    raise NotFound(f"There is no profile {name} below {root}.", hint)
