"""Only a part of what was read: the entries of one project, or of one category."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from hermes_mem.model.entry import Entry
from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import PROJECT
from hermes_mem.model.text import safe_line
from hermes_mem.store.layouts import layout_of


def of_project(stores: Sequence[Snapshot], project: str) -> list[Snapshot]:
    """The memory of a project, and what other targets keep for it; stores without projects are left out.

    Raises Usage when none of them has projects at all, NotFound when none has this one.
    """
    homes = having_projects(store.home for store in stores)
    having = [store for store in stores if store.home in homes]
    found = _narrowed(having, lambda entry: entry.project == project, PROJECT + project)
    if not found:
        known = ", ".join(map(safe_line, dict.fromkeys(projects_of(having)))) or "none at all"
        raise NotFound(f"There is no project {project}.", f"There are: {known}.")
    return found


def having_projects(homes: Iterable[Home]) -> list[Home]:
    """Those of the stores that have a memory for each project. Raises Usage when none has."""
    found = [home for home in homes if layout_of(home.kind).HAS_PROJECTS]
    if not found:
        raise Usage(
            "--project names a project of Pi, and a store of Hermes has none.",
            "Leave --project out; `hermes-mem memory list` shows what the store has.",
        )
    return found


def of_category(stores: Sequence[Snapshot], category: str) -> list[Snapshot]:
    """The entries of a category. Raises Usage for one that no agent of these stores knows."""
    known = categories_of(stores)
    if not known:
        raise Usage("A store of Hermes keeps no categories.", "Leave --category out.")
    if category not in known:
        raise Usage(f"There is no category {category}.", f"There are: {', '.join(known)}.")
    return _narrowed(stores, lambda entry: entry.category == category)


def categories_of(stores: Iterable[Snapshot]) -> list[str]:
    """The categories that entries of these stores can have."""
    return list(dict.fromkeys(c for store in stores for c in layout_of(store.home.kind).CATEGORIES))


def _narrowed(stores: Iterable[Snapshot], wanted: Callable[[Entry], bool], whole: str = "") -> list[Snapshot]:
    """The stores that have such entries, with the targets that have them; the target `whole` is kept as it is.

    Budgets and findings of a target stay those of the whole file.
    """
    found = []
    for store in stores:
        targets = (
            target if target.name == whole else replace(target, entries=tuple(filter(wanted, target.entries)))
            for target in store.targets
        )
        if kept := tuple(target for target in targets if target.entries or target.name == whole):
            found.append(replace(store, targets=kept))
    return found


def projects_of(stores: Iterable[Snapshot]) -> Iterable[str]:
    """The names of all projects that have a memory, or an entry kept for them."""
    for store in stores:
        for target in store.targets:
            if target.name.startswith(PROJECT):
                yield target.name.removeprefix(PROJECT)
            yield from (entry.project for entry in target.entries if entry.project)
