"""The second line: the views with their number keys, and how much waits in each."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from hermes_mem.tui.views import COMING, VIEWS


class TabBar(Widget):
    view: reactive[str] = reactive("memory")
    counts: reactive[dict[str, int]] = reactive(dict)

    def render(self) -> Content:
        """All views by name; on a narrow screen the others by number alone."""
        tabs = self._tabs(short=False)
        return tabs if tabs.cell_length <= self.size.width else self._tabs(short=True)

    def _tabs(self, *, short: bool) -> Content:
        tabs = [self._tab(number, view, short=short) for number, view in enumerate(VIEWS, 1)]
        return Content.assemble(" ", Content("   ").join(tabs))

    def _tab(self, number: int, view: str, *, short: bool) -> Content:
        here = view == self.view
        name = f" {VIEWS[view]}" if here or not short else ""
        tab = Content.assemble((str(number), "bold $text-primary" if here else "$text-muted"), name)
        tab = tab.stylize("bold underline" if here else "$text-muted" if view in COMING else "", 2)
        if count := self.counts.get(view, 0):
            tab = tab.append(Content.styled(f" {count:,}", "bold $text-warning"))
        return tab.stylize(Style.from_meta({"@click": f"screen.command('view.{view}')"}))
