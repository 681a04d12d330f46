"""A text that the keys of movement scroll."""

from __future__ import annotations

from textual.containers import VerticalScroll


class TextPane(VerticalScroll):
    """Scrolls at once, by whole lines."""

    def scroll_by(self, lines: int) -> None:
        """Scroll by so many lines, up when negative."""
        self.scroll_relative(y=lines, animate=False)

    def cursor_down(self) -> None:
        """One line down."""
        self.scroll_by(1)

    def cursor_up(self) -> None:
        """One line up."""
        self.scroll_by(-1)

    def page_down(self) -> None:
        """One page down."""
        self.scroll_by(self._page)

    def page_up(self) -> None:
        """One page up."""
        self.scroll_by(-self._page)

    def half_page_down(self) -> None:
        """Half a page down."""
        self.scroll_by(max(1, self._page // 2))

    def half_page_up(self) -> None:
        """Half a page up."""
        self.scroll_by(-max(1, self._page // 2))

    def to_top(self) -> None:
        """To the first line."""
        self.scroll_home(animate=False)

    def to_bottom(self) -> None:
        """To the last line."""
        self.scroll_end(animate=False)

    @property
    def _page(self) -> int:
        return max(1, self.size.height - 1)
