"""Everything that stops a command, with the exit code a script sees and the way out a person needs."""

from __future__ import annotations

from typing import ClassVar


class HermesMemError(Exception):
    """A failure that is said to the person: `message` is one sentence, `hint` what they can do now.

    `code` is the stable word in the JSON error object; `exit_code` is the process's status.
    """

    code: ClassVar[str] = "internal"
    exit_code: ClassVar[int] = 70

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Usage(HermesMemError):
    """The command cannot be run as it was given."""

    code, exit_code = "usage", 2


class NotFound(HermesMemError):
    """Nothing of that name, id or path exists (any more)."""

    code, exit_code = "not-found", 3


class Refused(HermesMemError):
    """A rule stands against it."""

    code, exit_code = "refused", 4


class Busy(HermesMemError):
    """Another process holds what is needed."""

    code, exit_code = "busy", 5


class Unreadable(HermesMemError):
    """The operating system does not let us read (or write) it."""

    code, exit_code = "unreadable", 6


class Damaged(HermesMemError):
    """It can be read, but not understood."""

    code, exit_code = "damaged", 7


class Conflict(HermesMemError):
    """The file changed meanwhile."""

    code, exit_code = "conflict", 8
