"""`hermes-mem history size|prune|relink`: the history as a whole."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from hermes_mem.cli import output, shapes
from hermes_mem.cli.changing import DryRun, Yes, asked
from hermes_mem.cli.options import How, takes
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Refused, Usage
from hermes_mem.model.plan import Outcome
from hermes_mem.model.text import safe_line
from hermes_mem.store import keeping, looking_back
from hermes_mem.store.reading import Choice, find_homes

Keep = Annotated[int | None, typer.Option("--keep", metavar="DAYS", min=0, help="Keep the last DAYS days.")]
Before = Annotated[str | None, typer.Option("--before", metavar="DATE", help="Remove what is older: 2026-01-31.")]
Old = Annotated[str, typer.Argument(metavar="OLD", help="Where the home lay.")]
New = Annotated[str, typer.Argument(metavar="NEW", help="Where it lies now.")]


@takes
def size(how: How) -> None:
    """Show where the history lies, and how large it is."""
    env = Environment.here()
    path, in_all = looking_back.size(env)
    held = keeping.amount(env)
    if how.json:
        output.document(path=str(path), bytes=in_all, changes=held.changes, blobs=held.blobs)
    else:
        counts = f"{held.changes:,} changes · {held.blobs:,} versions of files"
        output.line(f"{safe_line(str(path))}  {in_all:,} bytes · {counts}")


@takes
def prune(how: How, keep: Keep = None, before: Before = None, dry_run: DryRun = False, yes: Yes = False) -> None:
    """Remove old changes for good, with the versions of files that only they know.

    Without --keep and --before, `[history] keep` of the configuration says how many days are kept.
    """
    env = Environment.here()
    limit = _limit(keep, before, env)
    gone = keeping.older(limit, env)
    counts = f"{gone.changes:,} changes and {gone.blobs:,} versions of files from before {limit.astimezone():%Y-%m-%d}"
    if gone.changes and not dry_run:
        if not yes and (how.json or not asked([f"This removes {counts} for good. They cannot be restored any more."])):
            raise Refused(f"Nothing was removed: {counts} would be.", "`--yes` answers the question.")
        gone = keeping.prune(limit, env)
    if how.json:
        outcome = Outcome.APPLIED if gone.changes else Outcome.UNCHANGED
        output.document(outcome=outcome, dry_run=dry_run, before=shapes.utc(limit), **gone._asdict())
    elif not gone.changes:
        output.line("Nothing to remove: no change is that old.")
    else:
        output.line(f"{'Plan, nothing removed:' if dry_run else 'Removed'} {counts}.")


@takes
def relink(old: Old, new: New, how: How, dry_run: DryRun = False) -> None:
    """Tell the history that a home was moved, so that `undo` and `restore` find it again."""
    env = Environment.here()
    [home] = find_homes(env, Choice(store=env.path(new)))
    count = keeping.relink(env.path(old), home, env, dry_run=dry_run)
    if how.json:
        output.document(outcome=Outcome.APPLIED, dry_run=dry_run, changes=count, old=old, new=str(home.path))
    else:
        lead = "Plan, nothing written: " if dry_run else ""
        output.line(safe_line(f"{lead}{count:,} changes of {old} are now those of {home.path}."))


def _limit(keep: int | None, before: str | None, env: Environment) -> datetime:
    """The moment before which all goes. Raises Usage when nobody says, or both do."""
    if before is not None:
        if keep is not None:
            raise Usage("--keep and --before exclude each other.", "Say one of them.")
        try:
            return datetime.fromisoformat(before).astimezone()
        except (ValueError, OverflowError) as error:
            raise Usage(f"{before} is no date.", "As 2026-01-31, or 2026-01-31T12:00.") from error
    days = keep if keep is not None else load(env).history_keep
    if days is None:
        raise Usage("How much is to be kept?", "Say --keep DAYS or --before DATE, or set keep in [history].")
    try:
        return datetime.now(UTC) - timedelta(days=days)
    except OverflowError as error:
        raise Usage(f"{days:,} days are longer than there is time.", "Say fewer.") from error
