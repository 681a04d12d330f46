"""Hearing that something may have changed in directories: from the system, else by looking again and again."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from threading import Event

DEBOUNCE, QUIET = 200, 20
"""Milliseconds: a burst of changes is one as long as it goes on, up to the first; it is over after the second."""

LOOK = 1000
"""Milliseconds after which is looked in any case: an event may be lost, and not every file system has them."""

POLL = 100
"""Milliseconds between two looks at every file where the system does not tell."""

REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.rclone", "afs", "ceph", "virtiofs"})
"""File systems on which others write without this machine hearing of it."""

Identities = dict[Path, tuple[int, int]]


def changes(directories: Callable[[], Collection[Path]], stop: Event) -> Iterator[None]:
    """Yields when something may have changed in one of the directories, until `stop` is set.

    They are asked for anew each time: one may come, go, or be another one of the same name. What is below them is not
    watched. Who consumes this decides whether anything is new.
    """
    polling = False
    while not stop.is_set():
        watched = _identities(directories())
        if not watched:
            stop.wait(LOOK / 1000)
            yield
            continue
        try:
            for _ in _events(watched, stop, polling=polling or any(map(_is_remote, watched))):
                yield
                if _identities(directories()) != watched:
                    break
        except (OSError, RuntimeError):
            if polling and _identities(directories()) == watched:
                raise
            polling = True  # No watches are left, or there is nothing of the kind here.


def _events(watched: Collection[Path], stop: Event, *, polling: bool) -> Iterator[object]:
    from watchfiles import watch

    return watch(
        *watched,
        watch_filter=None,
        debounce=DEBOUNCE,
        step=QUIET,
        stop_event=stop,
        rust_timeout=LOOK,
        yield_on_timeout=True,
        force_polling=polling or None,
        poll_delay_ms=POLL,
        recursive=False,
    )


def _identities(directories: Collection[Path]) -> Identities:
    """Which of the directories are there, and which they are."""
    found: Identities = {}
    for directory in directories:
        try:
            status = directory.stat()
        except OSError:
            continue
        found[directory] = (status.st_dev, status.st_ino)
    return found


def _is_remote(directory: Path) -> bool:
    """Whether a directory lies on a file system of another machine; only Linux tells."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines()]
    except OSError:
        return False
    real = Path(os.path.realpath(directory))
    above = [(Path(place), kind) for place, kind in mounts if real.is_relative_to(place)]
    return max(above, key=lambda mount: len(mount[0].parts), default=(real, ""))[1] in REMOTE
