"""Who stands in the way when the operating system says no, and the command that helps."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from pwd import getpwuid
from shlex import quote


def obstacle(path: Path) -> Path:
    """The first directory on the way to `path` that we may not enter, else the path itself."""
    return next((directory for directory in reversed(path.parents) if not os.access(directory, os.X_OK)), path)


def described(path: Path) -> str:
    """Owner and mode of what exists at `path`: `owner root, mode 0600`."""
    status = path.stat()
    return f"owner {owner_name(status.st_uid)}, mode {stat.S_IMODE(status.st_mode):04o}"


def fix_command(path: Path) -> str:
    """The command that would let this user read what exists at `path`: the owner's part when it is another's."""
    status = path.stat()
    if status.st_uid != os.geteuid():
        return f"sudo chown $USER {quote(str(path))}"
    return f"chmod {'u+rx' if stat.S_ISDIR(status.st_mode) else 'u+r'} {quote(str(path))}"


def owner_name(uid: int) -> str:
    """The login name of a user id, the number when it has none."""
    try:
        return getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
