"""The one list: rows drawn line by line, at a cost that does not depend on how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic

from rich.style import Style as RichStyle
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

from hermes_mem.tui.widgets.glyphs import UNICODE, Glyphs
from hermes_mem.tui.widgets.list_message import ListMessage
from hermes_mem.tui.widgets.painter import Painter, RenderRow, RowState
from hermes_mem.tui.widgets.parts import laid_over
from hermes_mem.tui.widgets.pointer import Pointer
from hermes_mem.tui.widgets.selection import R, Selection


class VirtualList(ScrollView, Generic[R], can_focus=True, inherit_bindings=False):
    """Every list of the application: a cursor, marks, a range, a filter's result, over any sequence of rows.

    Keys are bound by the screen, which calls the methods below. The gutter on the left says by a sign, never by
    colour alone, where the cursor is and what is marked.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"virtual-list--cursor", "virtual-list--cursor-blurred"}
    DEFAULT_CSS = """
    VirtualList {
        overflow: hidden auto;
        scrollbar-size-vertical: 1;
        & > .virtual-list--cursor {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: $block-cursor-text-style;
        }
        & > .virtual-list--cursor-blurred {
            background: $block-cursor-blurred-background;
            color: $block-cursor-blurred-foreground;
            text-style: $block-cursor-blurred-text-style;
        }
    }
    """
    ALLOW_SELECT = False

    class Moved(ListMessage):
        """Another row is under the cursor; `row` is None when the list has become empty."""

        def __init__(self, control: VirtualList[Any], row: Any, index: int) -> None:
            super().__init__(control)
            self.row = row
            self.index = index

    class Marked(ListMessage):
        """Other rows are marked, or in the range."""

        @property
        def keys(self) -> frozenset[str]:
            """Of the rows that are marked now."""
            return self.control.marked

    class Chosen(ListMessage):
        """The person asked for what is behind the row under the cursor."""

        def __init__(self, control: VirtualList[Any], row: Any) -> None:
            super().__init__(control)
            self.row = row

    def __init__(
        self,
        render_row: RenderRow[R],
        *,
        row_height: int = 1,
        markable: bool = True,
        stops: Callable[[R], bool] | None = None,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`markable` is False where marks make no sense; the gutter is then one cell instead of two.

        `stops` says at which rows the cursor stops, where there are others, such as headings.
        """
        super().__init__(id=id, classes=classes)
        self.row_height = row_height
        self.markable = markable
        self._painter = Painter(render_row, row_height, markable, glyphs)
        self._empty = Content()
        self._drawn_empty: tuple[int, list[Strip]] | None = None
        self._selection: Selection[R] = Selection(stops)
        self._styles_of: dict[tuple[str, ...], RichStyle] = {}
        self._pointer = Pointer(self)

    # What is shown

    @property
    def rows(self) -> Sequence[R]:
        """What was given to `set_rows`."""
        return self._selection.rows

    def set_rows(self, rows: Sequence[R], *, cursor_key: str | None = None) -> None:
        """Show these rows. The cursor goes to `cursor_key`, else stays with its row, else keeps its place."""
        before = self.cursor_row
        self._selection.replace(rows, cursor_key)
        self.virtual_size = Size(0, len(rows) * self.row_height)
        self.redraw()
        self._reveal()
        if self.cursor_row is not before:
            self._post_moved()

    @property
    def empty(self) -> Content:
        """What is shown when there are no rows: why, and what to press; or that rows are being read."""
        return self._empty

    @empty.setter
    def empty(self, content: Content) -> None:
        self._empty = content
        self._drawn_empty = None
        self.refresh()

    def redraw(self) -> None:
        """Draw every visible row anew: after something changed that `render_row` looks at beside the row."""
        self._painter.forget()
        self.refresh()

    # The cursor

    @property
    def cursor(self) -> int:
        """Index of the row under the cursor; 0 in an empty list."""
        return self._selection.cursor

    @property
    def cursor_row(self) -> R | None:
        """The row under the cursor, None in an empty list."""
        return self._selection.row

    @property
    def page(self) -> int:
        """How many rows fit, less one that stays in sight when a page is turned."""
        return max(1, self.scrollable_content_region.height // self.row_height - 1)

    def move_to(self, index: int) -> None:
        """Put the cursor on the row nearest to `index`."""
        self._go(self._selection.move, index)

    def move_by(self, rows: int) -> None:
        """Move the cursor down by so many rows, up when negative."""
        self._go(self._selection.move, self.cursor + rows, self._ahead(rows))

    def move_to_key(self, key: str) -> bool:
        """Put the cursor on the row with this key; False when no row has it."""
        index = next((index for index, row in enumerate(self.rows) if row.key == key), None)
        if index is not None:
            self.move_to(index)
        return index is not None

    def cursor_down(self) -> None:
        """One row down."""
        self.move_by(1)

    def cursor_up(self) -> None:
        """One row up."""
        self.move_by(-1)

    def page_down(self) -> None:
        """One page down."""
        self.move_by(self.page)

    def page_up(self) -> None:
        """One page up."""
        self.move_by(-self.page)

    def half_page_down(self) -> None:
        """Half a page down."""
        self.move_by(max(1, self.page // 2))

    def half_page_up(self) -> None:
        """Half a page up."""
        self.move_by(-max(1, self.page // 2))

    def to_top(self) -> None:
        """To the first row."""
        self.move_to(0)

    def to_bottom(self) -> None:
        """To the last row."""
        self.move_to(len(self.rows) - 1)

    def choose(self) -> None:
        """Ask for what is behind the row under the cursor."""
        if self.cursor_row is not None:
            self.post_message(self.Chosen(self, self.cursor_row))

    # Marks

    @property
    def marked(self) -> frozenset[str]:
        """Keys of the rows that are shown and marked, those of the range included."""
        return self._selection.marked

    @property
    def marked_rows(self) -> list[R]:
        """The marked rows in the order of the list."""
        return self._selection.marked_rows

    @property
    def chosen(self) -> list[R]:
        """What a verb is about: the marked rows, else the row under the cursor."""
        return self._selection.chosen

    @property
    def ranging(self) -> bool:
        """Whether a range is being drawn; `end_range` turns it into marks."""
        return self._selection.ranging

    def toggle_mark(self) -> None:
        """Mark the row under the cursor, or take its mark away; a range that is being drawn ends instead."""
        if not self.markable:
            return
        if self.ranging:
            self.end_range()
            return
        self._selection.toggle()
        self._refresh_rows(self.cursor, self.cursor)
        self.post_message(self.Marked(self))

    def mark_all(self) -> None:
        """Mark every row that is shown."""
        self._mark(self._selection.mark_all)

    def clear_marks(self) -> None:
        """Take every mark away."""
        self._mark(self._selection.clear)

    def take_over(self, others: Iterable[VirtualList[R]], keys: frozenset[str]) -> None:
        """Have the marks of other lists on these keys instead of its own, and the cursor where theirs is."""
        self._selection.take_over([other._selection for other in others], keys)
        self.redraw()
        self._reveal()

    def start_range(self) -> None:
        """Begin a range that grows with every move; `end_range` ends it."""
        self._mark(self._selection.start_range)

    def end_range(self) -> None:
        """Turn the range into marks."""
        self._mark(self._selection.end_range)

    def extend(self, rows: int) -> None:
        """Move by so many rows and draw a range on the way; the next plain move ends it."""
        self.extend_to(self.cursor + rows, self._ahead(rows))

    def extend_to(self, index: int, ahead: int = 0) -> None:
        """Move to the row nearest to `index` and draw a range on the way, with `ahead` rows in sight beyond it."""
        if self.markable:
            self._go(self._selection.extend, index, ahead)
        else:
            self.move_to(index)

    # The mouse

    def focus_on_click(self) -> bool:
        """Notes whether the list had the focus already."""
        self._pointer.had_focus = self.has_focus
        return super().focus_on_click()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Puts the cursor under the pointer."""
        self._pointer.down(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Draws a range while the button is held."""
        self._pointer.move(event)

    def on_mouse_up(self) -> None:
        """Ends a range, or chooses the row."""
        self._pointer.up()

    # Drawing

    def render_line(self, y: int) -> Strip:
        """The strip `y` lines below the upper edge; draws a row only when it comes into sight or has changed."""
        width = self.scrollable_content_region.width
        if not self.rows:
            return self._empty_line(y, width)
        index, part = divmod(y + self.scroll_offset.y, self.row_height)
        if index >= len(self.rows):
            return Strip.blank(width, self._style())
        return self._painter.strips(self.rows[index], width, self._state(index), self._style)[part]

    def on_resize(self) -> None:
        """Keeps the cursor in sight."""
        self._reveal()

    def notify_style_update(self) -> None:
        """Forgets everything drawn in the old colours."""
        self._styles_of.clear()
        self._painter.forget()
        self._drawn_empty = None
        super().notify_style_update()

    def _empty_line(self, y: int, width: int) -> Strip:
        drawn = self._drawn_empty
        if drawn is None or drawn[0] != width:
            drawn = (width, Visual.to_strips(self, self._empty, max(1, width - 2), None, self.visual_style))
            self._drawn_empty = drawn
        strip = drawn[1][y] if y < len(drawn[1]) else Strip([])
        margin = Strip.blank(1, self._style())
        return Strip.join([margin, strip]).adjust_cell_length(width, self._style())

    def _state(self, index: int) -> RowState:
        return RowState(
            index=index,
            cursor=index == self.cursor,
            marked=self._selection.is_marked(self.rows[index].key),
            in_range=index in self._selection.extent,
            focused=self.has_focus,
        )

    def _style(self, *parts: str) -> RichStyle:
        """The styles of these parts laid on one another; `cursor` and `cursor-blurred` come from the style sheet."""
        if parts not in self._styles_of:
            style = self.visual_style
            for part in parts:
                style = style + self._cursor_style(part) if part.startswith("cursor") else laid_over(style, part)
            self._styles_of[parts] = style.rich_style
        return self._styles_of[parts]

    def _cursor_style(self, part: str) -> Style:
        """Textual 8.2.8 loses `reverse` in a visual style, and without colours the cursor has nothing else."""
        name = f"virtual-list--{part}"
        reverse = bool(self.get_component_styles(name).text_style.reverse)
        return self.get_visual_style(name) + Style(reverse=reverse or None)

    # What a change asks for

    def _go(self, move: Callable[[int], None], index: int, ahead: int = 0) -> None:
        before, ranging = self.cursor, self.ranging
        move(index)
        if ranging and not self.ranging:
            self.refresh()
        if before != self.cursor:
            self._show_move(before, ahead)

    def _show_move(self, before: int, ahead: int) -> None:
        if self.ranging:
            self._refresh_rows(min(before, self.cursor), max(before, self.cursor))
            self.post_message(self.Marked(self))
        else:
            self._refresh_rows(before, before)
            self._refresh_rows(self.cursor, self.cursor)
        self._reveal(ahead)
        self._post_moved()

    def _ahead(self, rows: int) -> int:
        """How many rows to show beyond the cursor when a single step leaves the view.

        A person sees what comes next, and of many steps only a few repaint the whole list: over SSH a step costs less
        than 1 KB on average instead of the whole list each time.
        """
        return self.page // 3 if abs(rows) == 1 else 0

    def _mark(self, change: Callable[[], None]) -> None:
        if self.markable:
            change()
            self.refresh()
            self.post_message(self.Marked(self))

    def _post_moved(self) -> None:
        self.post_message(self.Moved(self, self.cursor_row, self.cursor))

    def _refresh_rows(self, first: int, last: int) -> None:
        """Ask for a repaint of these rows alone."""
        top = first * self.row_height - self.scroll_offset.y
        height = (last - first + 1) * self.row_height
        self.refresh(Region(0, top, self.size.width, height))

    def _reveal(self, ahead: int = 0) -> None:
        """Have the cursor's row in sight, or its beginning; if it takes scrolling, then with so many rows beyond it."""
        height = self.scrollable_content_region.height
        if height <= 0:
            return
        top, first = self.cursor * self.row_height, self.scroll_offset.y
        last = top + min(self.row_height, height) - height
        if self._selection.headed and height >= 2 * self.row_height:
            top -= self.row_height
        if top < first:
            self.scroll_to(y=top - ahead * self.row_height, animate=False, force=True)
        elif first < last:
            self.scroll_to(y=last + ahead * self.row_height, animate=False, force=True)
