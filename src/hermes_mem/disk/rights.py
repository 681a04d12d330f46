"""Who stands in the way when the operating system says no, and the command that helps."""

from __future__ import annotations

import os
import stat
from grp import getgrgid
from pathlib import Path
from pwd import getpwuid
from shlex import quote


def closed_directory(path: Path) -> Path | None:
    """The first directory on the way to `path` that we may not enter, None when there is none.

    Symbolic links are followed as far as we may look: what is closed can lie elsewhere.
    """
    way = Path(os.path.realpath(path)).parents
    return next((directory for directory in reversed(way) if not os.access(directory, os.X_OK)), None)


def closed_to_listing(directory: Path) -> bool:
    """Whether there is such a directory, as far as we may look, and we may not see what is in it."""
    return os.path.isdir(directory) and not os.access(directory, os.R_OK | os.X_OK)  # noqa: PTH112 - this never raises


def described(path: Path) -> str:
    """Owner and mode of what lies at `path`, `owner root, mode 0600`, or why not even those can be had."""
    try:
        status = path.stat()
    except OSError as error:
        return error.strerror or "it does not say why"
    return f"owner {owner_name(status.st_uid)}, mode {stat.S_IMODE(status.st_mode):04o}"


def fix_command(path: Path) -> str | None:
    """The command that would let this user read what lies at `path`; None where it is not theirs to be opened.

    What another user left in a directory of one's own may be taken over, and nothing else of theirs.
    """
    try:
        status, around = path.stat(), path.parent.stat()
    except OSError:
        return None
    if status.st_uid == os.geteuid():
        return f"chmod {'u+rx' if stat.S_ISDIR(status.st_mode) else 'u+r'} {quote(str(path))}"
    return f"sudo chown $USER {quote(str(path))}" if around.st_uid == os.geteuid() else None


def owner_name(uid: int) -> str:
    """The login name of a user id, the number when it has none."""
    try:
        return getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def others_who_may(right: int, path: Path) -> str | None:
    """Who else has this right, 4 to read or 2 to write, to what lies at a real path: "everyone", "the group staff".

    None for nobody, as where they may not enter a directory on the way. A group that is called as the owner is taken
    for their own. Raises OSError.
    """
    status, around = path.stat(), [directory.stat() for directory in path.parents]
    if status.st_mode & right and all(above.st_mode & stat.S_IXOTH for above in around):
        return "everyone"
    way = all(above.st_mode & (stat.S_IXGRP if above.st_gid == status.st_gid else stat.S_IXOTH) for above in around)
    group = group_name(status.st_gid)
    if status.st_mode & right << 3 and way and group != owner_name(status.st_uid):
        return f"the group {group}"
    return None


def group_name(gid: int) -> str:
    """The name of a group, the number when it has none."""
    try:
        return getgrgid(gid).gr_name
    except KeyError:
        return str(gid)
