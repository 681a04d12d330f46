"""What a failure says beside its text, as options of the verb that adds one."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import typer

from hermes_mem.cli import complete
from hermes_mem.cli.texts import value_of

PANEL = "Options of a failure (Pi only)"


def _part(*names: str, **details: Any) -> Any:
    return typer.Option(*names, rich_help_panel=PANEL, **details)


class Parts(NamedTuple):
    """What an entry about a failure says beside its text."""

    category: Annotated[
        str | None,
        _part(
            "--category",
            metavar="NAME",
            help="Of which kind it is: failure, unless said.",
            parser=str.lower,
            autocompletion=complete.categories,
        ),
    ] = None
    failed: Annotated[str | None, _part("--failed", metavar="TEXT", help="Why it failed.")] = None
    tool_state: Annotated[str | None, _part("--tool-state", metavar="TEXT", help="How the tool stood then.")] = None
    corrected_to: Annotated[str | None, _part("--corrected-to", metavar="TEXT", help="What is right instead.")] = None

    def given(self) -> dict[str, str | None]:
        """The parts by name. Raises Usage for one that is empty or not UTF-8."""
        options = ((name, f"--{name.replace('_', '-')}", value) for name, value in self._asdict().items())
        return {name: None if value is None else value_of(flag, value) for name, flag, value in options}
