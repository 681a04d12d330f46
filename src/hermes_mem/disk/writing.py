"""Putting files in place so that a crash leaves the old one or the new one."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hermes_mem.model.file import FileKind, FileVersion


def version_at(path: Path) -> FileVersion | None:
    """What lies at the path itself, a link as a link; None when nothing does. Raises OSError."""
    try:
        status = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    owner = (status.st_uid, status.st_gid)
    if stat.S_ISLNK(status.st_mode):
        return FileVersion(FileKind.LINK, os.fsencode(path.readlink()), None, owner)
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISDIR(status.st_mode):
        return FileVersion(FileKind.DIRECTORY, b"", mode, owner)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        return FileVersion(FileKind.FILE, file.read(), mode, owner)


def stage(version: FileVersion, temporary: Path, like: Path) -> None:
    """Write a file or link under a name of its own, durably, with its mode, and with owner and attributes of `like`.

    A leftover of that name is replaced: nobody else uses it. Raises OSError, and then leaves nothing behind.
    """
    temporary.unlink(missing_ok=True)
    try:
        if version.kind is FileKind.LINK:
            temporary.symlink_to(os.fsdecode(version.raw))
            return
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
            file.write(version.raw)
            file.flush()
            _dress(file.fileno(), version, like)
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def put(temporary: Path, path: Path) -> None:
    """Give the staged file its real name, at once. Raises OSError; EBUSY means that a mount is bound there."""
    temporary.replace(path)
    sync_directory(path.parent)


def keep(path: Path, copy: Path) -> None:
    """Give a file a second name, so that it stays when another takes its place; a copy where there are no such names.

    A copy that is there already is left as it is. Raises OSError.
    """
    try:
        os.link(path, copy, follow_symlinks=False)
    except FileExistsError:
        return
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS):
            raise
        if (version := version_at(path)) is not None:
            stage(version, copy, path)
    sync_directory(copy.parent)


@contextmanager
def watched(path: Path) -> Iterator[Callable[[], bytes | None]]:
    """Hold the file that lies here now; what is given says its bytes, also after another file has taken its name.

    None where none was there, or no file. Raises OSError.
    """
    if (descriptor := _opened(path)) is None:
        yield lambda: None
        return
    with os.fdopen(descriptor, "rb") as file:
        yield file.read


def _opened(path: Path) -> int | None:
    """The regular file that lies here; None where none does. Raises OSError."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ELOOP, errno.ENXIO):
            raise
        return None
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    return None


def overwrite(path: Path, raw: bytes, mode: int | None = None) -> None:
    """Write into the file itself: the only way where a mount is bound to its name. Not atomic. Raises OSError."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "wb") as file:
        if mode is not None and mode != stat.S_IMODE(os.fstat(file.fileno()).st_mode):
            os.fchmod(file.fileno(), mode)
        file.truncate(0)
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())


def take_away(path: Path) -> None:
    """Remove a file, a link, or an empty directory; nothing happens when it is gone already. Raises OSError."""
    try:
        if stat.S_ISDIR(path.lstat().st_mode):
            path.rmdir()
        else:
            path.unlink()
    except FileNotFoundError:
        return
    sync_directory(path.parent)


def make_directory(path: Path, mode: int) -> None:
    """Make a directory with exactly this mode, unless it is there. Raises OSError."""
    path.mkdir(mode=0o700, exist_ok=True)
    path.chmod(mode)
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Make the names in a directory durable, where the file system can do that."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def _dress(descriptor: int, version: FileVersion, like: Path) -> None:
    """Owner before mode, since a change of owner takes set-user-id bits away; attributes as far as they are allowed."""
    if version.owner and version.owner != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):
            os.fchown(descriptor, *version.owner)
    if version.mode is not None:
        os.fchmod(descriptor, version.mode)
    if hasattr(os, "listxattr") and like.exists():
        for name in os.listxattr(like):
            with suppress(OSError):
                os.setxattr(descriptor, name, os.getxattr(like, name))
