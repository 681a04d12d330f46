"""What the shell offers while a person types: profiles, targets, ids. Reading goes on only as far as it works."""

from __future__ import annotations

import typer

from hermes_mem.model.store import Snapshot


def profiles(ctx: typer.Context, incomplete: str) -> list[str]:
    """The profiles of the agent homes that are found, and `all`."""
    names = dict.fromkeys(store.home.profile for store in _stores(ctx, profile="all"))
    return [name for name in ("all", *names) if name.startswith(incomplete)]


def targets(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of the targets of the stores in question."""
    names = dict.fromkeys(target.name for store in _stores(ctx) for target in store.targets)
    return [name for name in names if name.startswith(incomplete)]


def projects(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of the projects that have a memory."""
    from hermes_mem.store.narrowing import projects_of

    return [name for name in dict.fromkeys(projects_of(_stores(ctx))) if name.startswith(incomplete)]


def categories(ctx: typer.Context, incomplete: str) -> list[str]:
    """The categories that entries of the stores in question can have."""
    from hermes_mem.store.narrowing import categories_of

    return [name for name in categories_of(_stores(ctx)) if name.startswith(incomplete)]


def skills(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of the skills of the stores in question."""
    from hermes_mem.cli import options, reading
    from hermes_mem.disk.environment import Environment
    from hermes_mem.skills.reading import read_skills

    try:
        homes = reading.homes(options.pick(options.Where, options.said(ctx)), narrows=True)
        shelves = [read_skills(home, Environment.here()) for home in homes]
    except Exception:  # noqa: BLE001  a shell must never see an error while it completes
        return []
    names = dict.fromkeys(skill.name for shelf in shelves for skill in shelf.skills)
    return [name for name in names if name.startswith(incomplete) and name.isprintable()]


def entry_ids(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The ids of the entries, each with the beginning of its text; typer reads that as markup, so it is escaped."""
    from rich.markup import escape

    from hermes_mem.cli import entries

    every = (placed for store in _stores(ctx) for placed in entries.placed(store))
    offered = {placed.entry.id: placed for placed in every if placed.entry.id.startswith(incomplete)}
    return [(id, escape(placed.line(reveal=False)[:60])) for id, placed in offered.items()]


def _stores(ctx: typer.Context, **instead: str) -> list[Snapshot]:
    """The stores that the options typed so far name; none when they cannot be read."""
    from hermes_mem.cli import options, reading

    try:
        return reading.asked(options.pick(options.Where, options.said(ctx) | instead))
    except Exception:  # noqa: BLE001  a shell must never see an error while it completes
        return []
