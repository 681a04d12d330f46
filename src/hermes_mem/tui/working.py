"""Work in threads: all of it belongs to the desk, which alone hears when it breaks and says so.

Textual 8.2.8 tells nobody but the owner of a worker that it broke; of one that a pane owns, the person would hear
nothing. What a worker has found it posts, or hands to `call_later`, so that it is shown by the widget's own task:
`call_from_thread` runs in a context that knows nothing of the application's alphabet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from hermes_mem.model.errors import HermesMemError

T = TypeVar("T")


def work(desk: Screen[Any], act: Callable[[], T], group: str, *, exclusive: bool = False) -> Worker[T]:
    """Begin this in a thread of its own; `exclusive` cancels what the group is still doing."""
    return desk.run_worker(act, thread=True, group=group, exclusive=exclusive, exit_on_error=False)


async def done(desk: Screen[Any], act: Callable[[], T], group: str) -> T:
    """What this comes to, once it is done in a thread of its own.

    Raises the HermesMemError that it raises, and WorkerFailed for a fault, which the desk has said by then.
    """
    return raised(await work(desk, lambda: outcome(act), group).wait())


def raised(found: T | HermesMemError) -> T:
    """What was found. Raises the error that was found instead."""
    if isinstance(found, HermesMemError):
        raise found
    return found


def outcome(act: Callable[[], T]) -> T | HermesMemError:
    """What this comes to, or the error of ours that it raises: a person is told of it, so it is no fault to log."""
    try:
        return act()
    except HermesMemError as error:
        return error
