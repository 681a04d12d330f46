"""The gauge widget: its forms, its colours and its text."""

from __future__ import annotations

from dataclasses import replace

from textual.color import Color

from hermes_mem.model.budget import Budget, Unit
from hermes_mem.tui.widgets.bars import Reading
from hermes_mem.tui.widgets.gauge import Form, Gauge
from tests.tui.widgets.hosts import Host, shown

MEMORY = Reading("MEMORY", Budget(1812, 2200, Unit.CODEPOINTS, "test"), 23)


async def test_a_gauge_takes_three_lines_and_one_more_with_a_map() -> None:
    gauge = Gauge(MEMORY)
    host = Host(gauge)
    async with host.run_test(size=(23, 8)) as pilot:
        await pilot.pause()
        assert shown(host).splitlines() == [
            "MEMORY              82%",
            "███████████████████────",
            "1,812/2,200 chars · 23",
        ]
        gauge.reading = replace(MEMORY, sizes=(900, 906), current=1)
        await pilot.pause()
        assert gauge.size.height == 4
        assert shown(host).splitlines()[-1] == "▓▓▓▓▓▓▓▓▓██████████────"


async def test_a_bare_gauge_leaves_the_label_to_a_title() -> None:
    host = Host(Gauge(MEMORY, form=Form.BARE))
    async with host.run_test(size=(23, 8)) as pilot:
        await pilot.pause()
        assert shown(host).splitlines() == ["███████████████████────", "1,812/2,200 chars · 23"]


async def test_a_line_has_bar_and_number_side_by_side() -> None:
    host = Host(Gauge(MEMORY, form=Form.LINE))
    async with host.run_test(size=(46, 4)) as pilot:
        await pilot.pause()
        assert shown(host) == "██████████████████▏───  1,812/2,200 chars · 23"


async def test_without_a_reading_there_is_nothing() -> None:
    host = Host(Gauge())
    async with host.run_test(size=(23, 4)) as pilot:
        await pilot.pause()
        assert shown(host) == ""


async def test_a_label_is_text_and_harmless() -> None:
    host = Host(Gauge(replace(MEMORY, label="[b]x\x1b]0;")))
    async with host.run_test(size=(23, 4)) as pilot:
        await pilot.pause()
        assert shown(host).splitlines()[0] == "[b]x␛]0;            82%"


async def test_the_bar_has_the_colour_of_its_level() -> None:
    gauge = Gauge(MEMORY)
    host = Host(gauge)
    async with host.run_test(size=(23, 4)) as pilot:
        seen = []
        for used in (700, 1812, 2190):
            gauge.reading = replace(MEMORY, budget=Budget(used, 2200, Unit.CODEPOINTS, "test"))
            await pilot.pause()
            style = gauge.render_line(1)._segments[0].style
            assert style is not None
            assert style.color is not None
            seen.append(Color.from_rich_color(style.color).hex)
        named = [host.theme_variables[f"text-{name}"] for name in ("success", "warning", "error")]
        assert seen == [Color.parse(name).hex for name in named]
