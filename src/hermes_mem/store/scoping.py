"""An entry about one project, where the agent keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hermes_mem.model.errors import Usage
from hermes_mem.model.store import Home
from hermes_mem.model.target import title_of
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.narrowing import having_projects


class Scope(NamedTuple):
    """A target, and the project that is written behind a new entry there."""

    target: str
    project: str | None = None


def scope_of(target: str, project: str | None, homes: Iterable[Home]) -> Scope:
    """Where an entry goes that was asked for in this target and about this project.

    Raises Usage when no store has projects, when the target has no entries about one, and for what names none.
    """
    if project is None:
        return Scope(target)
    kinds = {home.kind for home in having_projects(homes)}
    if "/" in project or project in (".", ".."):
        raise Usage(f"{project} is not the name of a project.", "A project is called as its directory.")
    found = (layout_of(kind).of_project(target, project) for kind in kinds)
    scope = next(filter(None, found), None)
    if scope is None:
        hint = "Leave --project out; memory and failures take it."
        raise Usage(f"An entry of {title_of(target)} is about no project.", hint)
    return Scope(*scope)
