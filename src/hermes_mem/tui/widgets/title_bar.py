"""The first line: the program, the store in sight, and when it was read."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hermes_mem.model.text import safe, safe_line
from hermes_mem.tui.text import spread


@dataclass(frozen=True, slots=True)
class Where:
    """What the title says: path of the store in sight, its project or else its profile, and a word on the right."""

    path: str = ""
    profile: str = ""
    note: str = ""
    project: str | None = None


class TitleBar(Widget):
    where: reactive[Where] = reactive(Where())

    def render(self) -> Content:
        project = self.where.project
        kind, name = ("project", project) if project else ("profile", self.where.profile)
        parts: list[Content | str | tuple[str, str]] = [(" hermes-mem ", "bold reverse $text-primary"), " "]
        if self.where.path and self.size.width >= 60:
            parts += [f" {safe(self.where.path)}", (f"  {kind} ", "$text-muted")]
        if name:
            parts.append((safe_line(name), "bold"))
        return spread(Content.assemble(*parts), Content.styled(f"{self.where.note} ", "$text-muted"), self.size.width)
