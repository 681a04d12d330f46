"""One verb, told once: binding, key bar, palette line, help row, keymap id and docs table are all made from it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable
from typing import Any, ClassVar


class Command:
    """A verb of the screen. The class docstring is its help sentence.

    It works `at` a place: the desk for verbs that work everywhere, a view for its own. `keys` are Textual key names or
    single characters; the first is shown, unless `key_label` says how a pair is shown ("jk"). `label` is the word in
    the key bar; the palette has more room and shows `title`, where there is one. A command that `opens` a dialog has
    the keys after it wait for that.
    """

    id: str
    label: str
    title: str = ""
    keys: tuple[str, ...] = ()
    group: ClassVar[str]
    view: ClassVar[str | None] = None
    key_label: ClassVar[str | None] = None
    footer: ClassVar[bool] = False
    opens: ClassVar[bool] = False

    def unavailable(self, at: Any) -> str | None:  # noqa: ARG002
        """Why it cannot run now, as a sentence for the person; None when it can."""
        return None

    def run(self, at: Any) -> Awaitable[None] | None:
        """Do it; called only while `unavailable` gives None. What it gives back is awaited."""
        raise NotImplementedError

    @property
    def help(self) -> str:
        """The sentence for palette and help."""
        return inspect.cleandoc(type(self).__doc__ or "")
