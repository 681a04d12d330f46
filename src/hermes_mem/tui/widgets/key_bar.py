"""The last line: the keys that matter here, the same words as in help and palette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from hermes_mem.tui.text import spread


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key and its word; dim when the command cannot run now."""

    command: str
    key: str
    label: str
    dim: bool = False


PINNED = 2
"""Hints at the right edge that are always there: how to find everything else."""


class KeyBar(Widget):
    hints: reactive[Sequence[KeyHint]] = reactive(())

    def render(self) -> Content:
        hints, pinned = self.hints[:-PINNED], self.hints[-PINNED:]
        right = Content.assemble(*(part for hint in pinned for part in ("  ", _hint(hint))), " ")
        left = Content(" ")
        for hint in hints:
            item = Content.assemble(_hint(hint), "  ")
            if left.cell_length + item.cell_length + right.cell_length > self.size.width:
                break
            left = left.append(item)
        return spread(left, right, self.size.width)


def _hint(hint: KeyHint) -> Content:
    styles = ("$text-muted", "$text-muted") if hint.dim else ("bold $text-primary", "")
    item = Content.assemble((hint.key, styles[0]), " ", (hint.label, styles[1]))
    return item.stylize(Style.from_meta({"@click": f"screen.command('{hint.command}')"}))
