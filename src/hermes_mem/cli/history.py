"""`hermes-mem history`: who changed what, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Literal, NamedTuple

import typer

from hermes_mem.cli import changed, complete, keeping, lost, output, reading, shapes
from hermes_mem.cli.cells import columns, cut
from hermes_mem.cli.changing import Changing, carry_out, tell_recovered
from hermes_mem.cli.options import How, Where, noun, takes
from hermes_mem.cli.undo import said, said_of
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history.records import Change, Fate
from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.file import FileVersion
from hermes_mem.model.store import Home
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe_line
from hermes_mem.store import looking_back, restoring
from hermes_mem.store.away import Elsewhere, elsewhere, relinked
from hermes_mem.store.differences import differences
from hermes_mem.store.reading import read
from hermes_mem.store.sifting import Sieve, sifted
from hermes_mem.store.undoing import taken_back

app = noun("Show who changed what, and when.")

LIMIT = 50
"""How many changes are listed when nobody says."""

Limit = Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="At most N changes.")]
Number = Annotated[int, typer.Argument(metavar="CHANGE", min=1, help="Its number in `history list`.")]

FileOption = Annotated[str | None, typer.Option("--file", metavar="PATH", help="Only this file of the change.")]
EntryOption = Annotated[
    str | None, typer.Option("--entry", metavar="ID", help="Only this entry, added at the end of its memory.")
]


RemovedOption = Annotated[
    bool, typer.Option("--removed", help="All that the change took away and is not there now, added at the end.")
]

Actor = Literal["you", "script", "agent", "hermes", "pi", "unknown"]


class Which(NamedTuple):
    """Which changes are listed."""

    actor: Annotated[Actor | None, typer.Option("--actor", help="Only changes by this one.")] = None
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="TARGET", help="Only of this memory.", autocompletion=complete.targets),
    ] = None
    text: Annotated[
        str | None,
        typer.Option(
            "--text",
            metavar="WORDS",
            help="Only where each word is in who, what, why, memory, store or entries; who:pi, target:user.",
        ),
    ] = None
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Only since then: 2026-01-31, 7d, 2w, yesterday.")
    ] = None

    @property
    def sieve(self) -> Sieve:
        """The same as the store floor takes it. Raises Usage for what is no date."""
        from datetime import UTC, datetime

        from hermes_mem.cli.moments import moment

        since = moment(self.since, datetime.now(UTC)) if self.since is not None else None
        return Sieve(self.actor, self.target, self.text, since)


@app.command("list")
@takes
def list_changes(where: Where, how: How, which: Which, limit: Limit = None) -> None:
    """List changes, newest first, with the number by which `undo` takes each."""
    env, sieve = Environment.here(), which.sieve
    try:
        homes = reading.homes(where)
    except NotFound:
        _tell_elsewhere(elsewhere(env, ()), how, nothing=True)
        raise
    names = {real_path(home.path): home.name for home in homes}
    every, others = _changes(homes, env), elsewhere(env, homes)
    gone = taken_back(every)
    wanted = sifted(every, sieve, env)
    most = limit or (None if how.json else LIMIT)
    stores = ((change, names.get(change.about.home) or _elsewhere(change, env)) for change in wanted[:most])
    rows = [_row(change, store, gone, how.reveal) for change, store in stores]
    if how.json:
        output.document(changes=rows, elsewhere=[_elsewhere_row(one) for one in others])
        return
    _print_rows(rows)
    if (left := len(wanted) - len(rows)) > 0:
        output.line(f"… {left:,} more; --limit N shows them")
    if not every:
        output.note(f"Nothing was changed {'there ' if others else ''}yet.")
    elif not wanted:
        output.note("No change is like that.")
    _tell_elsewhere(others, how, nothing=not every)


def _changes(homes: Sequence[Home], env: Environment) -> list[Change]:
    """With what others did last, where the history knows the stores: asking about one that it does not makes none."""
    if looking_back.changes(env, homes):
        reading.finish([read(home, env, scanned=False) for home in homes])
    return looking_back.changes(env, homes)


@app.command("show")
@takes
def show_change(number: Number, how: How) -> None:
    """Show a change whole: its files, and each entry as it was and as it became."""
    env = Environment.here()
    change = looking_back.change_with_files(number, env)
    home = looking_back.home_at(change.about.home, change.about.kind, env)
    row = _row(change, home.name, taken_back(looking_back.changes(env)), how.reveal)
    entries = differences(looking_back.effects(change.files, env))
    files = [(file.path, file.before, file.after) for file in change.files]
    if how.json:
        manner = changed.Manner(json=True, reveal=how.reveal, full=True)
        rows = [changed.difference_row(one, manner) for one in entries]
        output.document(change=row | {"files": [_file_row(*file) for file in files], "entries": rows})
        return
    _print_rows([row])
    for path, _, after in files:
        output.line(f"  {safe_line(str(path))}{'' if after else '  (removed)'}")
    for one in entries:
        output.line(f"  {title_of(one.target)}")
        for mark, version in (("-", one.was), ("+", one.now)):
            if version and not (mark == "-" and one.was == one.now):
                output.line(f"    {mark} {version.id}")
                changed.print_text(changed.masked(version.text, one.home.kind, how.reveal).text)


@app.command("restore")
@takes
def restore_change(
    number: Number,
    how: How,
    options: Changing,
    file: FileOption = None,
    entry: EntryOption = None,
    removed: RemovedOption = False,
) -> int:
    """Bring back what was before a change: its files, byte for byte, one of them, one entry, or all that it removed.

    What was written since goes with the files; `undo` brings that back. Entries are added at the end, by all rules.
    """
    env = Environment.here()
    if (file is not None) + (entry is not None) + removed > 1:
        raise Usage(
            "--file, --entry and --removed exclude each other.", "Entries are brought back to their own memory."
        )
    if removed:
        home, adds = restoring.taken_away(number, env)
        titles = ", ".join(map(title_of, dict.fromkeys(add.target for add in adds)))
        summary = f"brought back {len(adds)} to {titles} that change {number} took away"
        return carry_out(home, adds, summary, how, options)
    if entry is not None:
        home, add = restoring.entry_before(number, entry, env)
        summary = f"brought back 1 to {title_of(add.target)} from before change {number}"
        return carry_out(home, [add], summary, how, options)
    path = env.path(file) if file else None
    way = restoring.preview_restore(number, env, actor=options.actor, reason=options.reason, file=path)
    if options.dry_run:
        return said(way.about, way.files, how, options)
    tell_recovered(env)
    done = restoring.restore(number, env, actor=options.actor, reason=options.reason, file=path)
    return said_of(done, how, options) if done else said(way.about, (), how, options)


app.command("lost")(lost.lost)
app.command("size")(keeping.size)
app.command("prune")(keeping.prune)
app.command("relink")(keeping.relink)


def _elsewhere(change: Change, env: Environment) -> str:
    """The name of a store that was not asked for, and from which something was moved to one that was."""
    return looking_back.home_at(change.about.home, change.about.kind, env).name


def _tell_elsewhere(others: Iterable[Elsewhere], how: How, *, nothing: bool) -> None:
    """Which homes that were not asked for have changes: those that are away, and where nothing is listed, all."""
    for one in others:
        says = f"The history has {one.changes:,} change{'' if one.changes == 1 else 's'} of {one.home}"
        if how.json:
            continue
        if not one.there:
            output.note(safe_line(f"{says}, which is not there: {relinked(one.home)}"))
        elif nothing:
            output.note(safe_line(f"{says}: `--store {quote(str(one.home))}` lists them."))


def _elsewhere_row(one: Elsewhere) -> dict[str, Any]:
    return {"home": str(one.home), "changes": one.changes, "there": one.there}


def _row(change: Change, store: str, gone: Iterable[int], reveal: bool) -> dict[str, Any]:
    about = change.about
    return {
        "id": change.id,
        "store": store,
        "home": str(about.home),
        "time": shapes.utc(change.time),
        "actor": about.actor,
        "target": about.target,
        "summary": about.summary,
        "reason": changed.masked(about.reason, about.kind, reveal).text,
        "undone": change.id in gone,
        "origin": about.origin,
        "undoes": about.undoes,
        "state": change.fate,
    }


def _file_row(path: Path, before: FileVersion | None, after: FileVersion | None) -> dict[str, Any]:
    """A file with the hashes of what it was and became."""
    return {"path": str(path), "before": before and before.digest, "after": after and after.digest}


def _print_rows(rows: Sequence[dict[str, Any]]) -> None:
    """Number, time of here, actor, store, what was done, and what has become of it since.

    A store is told by its path as well where several have its name.
    """
    homes = {(row["store"], row["home"]) for row in rows}
    names = Counter(name for name, _ in homes)
    cells = []
    for row in rows:
        store = row["store"] if names[row["store"]] == 1 else f"{row['store']} at {row['home']}"
        cells.append((str(row["id"]), _here(row["time"]), row["actor"], safe_line(store), safe_line(_words(row))))
    for line in columns(cells, right=frozenset({0})):
        output.line(cut(line, output.width()))


def _here(time: str) -> str:
    from datetime import datetime

    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _words(row: dict[str, Any]) -> str:
    state = "" if row["state"] == Fate.DONE else f" ({row['state']})"
    undone = " (taken back)" if row["undone"] else ""
    reason = f": {row['reason']}" if row["reason"] else ""
    return f"{row['summary']}{reason}{state}{undone}"
