"""Changes of memory: applied in a worker, told on the flash line, taken back, repeated, kept against a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message
from textual.widget import Widget

from hermes_mem.model.errors import HermesMemError, NotFound
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Outcome, Result
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.memory.messages import ChangeWanted
from hermes_mem.tui.working import work

if TYPE_CHECKING:
    from hermes_mem.history.records import Change
    from hermes_mem.model.store import Home
    from hermes_mem.store.writing import Order
    from hermes_mem.tui.screens.desk import DeskScreen


BESIDE = ("move.left-behind", "mirror-behind", "pi.comes-back", "entry.same", "move.same")
"""Rules whose findings are told of a change that was made."""


class Changes(Widget):
    """Has no face of its own; it owns what was last refused, and speaks through the desk."""

    DEFAULT_CSS = "Changes { display: none; }"

    @dataclass
    class Made(Message):
        """A plan came back: done, unchanged or refused."""

        wanted: ChangeWanted
        order: Order
        result: Result

    @dataclass
    class TakenBack(Message):
        """An undo or a redo is done; `summary` is what the history calls it."""

        summary: str

    @dataclass
    class Restored(Message):
        """What was before a change is there again; `summary` is None when it was so already."""

        summary: str | None

    @dataclass
    class Failed(Message):
        """It could not even be tried, or somebody else was in the way."""

        error: HermesMemError
        wanted: ChangeWanted | None

    def __init__(self, desk: DeskScreen) -> None:
        super().__init__(id="changes")
        self._desk = desk
        self.refused: tuple[ChangeWanted, Order] | None = None
        self._has_secret = False

    def apply(self, wanted: ChangeWanted, order: Order) -> None:
        """Do it, unless something stands against it."""
        self.refused = None
        self._work(lambda: self.Made(wanted, order, self._desk.session.apply(order)), wanted)

    def keep_anyway(self) -> None:
        """Do what was refused last, against the rules; a file outside of the home is trusted from then on."""
        from hermes_mem.store.refusing import OUTSIDE

        if self.refused:
            wanted, order = self.refused
            if OUTSIDE in order.allow:
                self._work(lambda: self.Made(wanted, order, self._desk.session.trust_and_apply(order)), wanted)
            else:
                self.apply(wanted, order)

    @property
    def secret_refused(self) -> bool:
        """Whether a text that was written was refused for a secret in it."""
        return bool(self.refused and self.refused[0].written and self._has_secret)

    def redact(self) -> None:
        """Open the refused text again, without its secrets, to be written when the person has seen it."""
        from hermes_mem.store.redacting import redacted

        if self.refused and (written := self.refused[0].written):
            self._desk.drafts[written.draft] = redacted(written.text, self.refused[1].home.kind)
            self._desk.post_message(written.wanted)

    def undo(self) -> None:
        """Take the newest change of the store in sight back, where all are in sight of any."""
        self._in_sight(self._desk.session.undo, self._desk.session.undo_newest)

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._in_sight(self._desk.session.redo, self._desk.session.redo_newest)

    def undo_change(self, change: Change) -> None:
        """Take one change back, of whatever store."""
        self._work(lambda: self.TakenBack(self._desk.session.undo_change(change)))

    def restore(self, change: Change) -> None:
        """Put the files of a change back to what they were before it."""
        self._work(lambda: self.Restored(self._desk.session.restore(change)))

    def bring_back(self, change: Change, entry: str) -> None:
        """Put one entry back that was there before a change."""
        self._work(lambda: self._brought(change, entry))

    def _brought(self, change: Change, entry: str) -> Made:
        from hermes_mem.store.writing import Order

        home, operation = self._desk.session.entry_before(change, entry)
        wanted = ChangeWanted(home, [operation], f"brought back 1 to {title_of(operation.target)}")
        order = Order(home, wanted.operations, "you", wanted.summary)
        return self.Made(wanted, order, self._desk.session.apply(order))

    def _in_sight(self, act: Callable[[Home], str], of_any: Callable[[Sequence[Home]], str]) -> None:
        here, homes = self._desk.memory.here, [store.home for store in self._desk.snapshots]
        if self._desk.in_sight.of_all_stores and homes:
            self._work(lambda: self.TakenBack(of_any(homes)))
        elif here:
            self._work(lambda: self.TakenBack(act(here.home)))

    def _work(self, act: Callable[[], Message], wanted: ChangeWanted | None = None) -> None:
        def tried() -> None:
            try:
                message = act()
            except HermesMemError as error:
                message = self.Failed(error, wanted)
            self.post_message(message)

        if wanted and wanted.written:
            self._desk.drafts.under_way.add(wanted.written.draft)
        work(self._desk, tried, "write")

    @on(ChangeWanted)
    def take(self, event: ChangeWanted) -> None:
        """Takes an order from the desk."""
        from hermes_mem.store.writing import Order

        event.stop()
        late = self._desk.session.settings.hermes_rules == "late"
        self.apply(event, Order(event.home, event.operations, "you", event.summary, late=late))

    @on(Made)
    def tell(self, event: Made) -> None:
        """Says what became of it."""
        event.stop()
        self._desk.drafts.under_way.clear()
        match event.result.outcome:
            case Outcome.REFUSED:
                self._tell_refusal(event)
            case Outcome.UNCHANGED:
                self._drop_draft(event.wanted)
                self._desk.say("Nothing to change: that is there already.")
            case _:
                self._drop_draft(event.wanted)
                self._desk.changed(told(event.order, event.result), hint="u undo")
                self._tell_beside(event)

    def _tell_beside(self, made: Made) -> None:
        """Says what a move left behind, and what the agent keeps elsewhere that did not follow."""
        beside = [finding for finding in made.result.findings if finding.rule in BESIDE]
        if beside:
            effect = beside[0].effect or ""
            said = f"{_begun(made.order.summary)}. {safe(beside[0].message)} {safe(effect)}"
            self._desk.say(said, Role.WARNING, hint="u undo")

    def _drop_draft(self, wanted: ChangeWanted) -> None:
        if wanted.written:
            self._desk.drafts.pop(wanted.written.draft, None)

    def _tell_refusal(self, made: Made) -> None:
        from hermes_mem.store.refusing import OUTSIDE

        against = [finding for finding in made.result.findings if finding.severity is Severity.BLOCKING]
        allowed = {*made.order.allow, *(finding.rule for finding in against)}
        self.refused = (made.wanted, replace(made.order, allow=allowed))
        self._has_secret = any(finding.secret for finding in against)
        more = f" And {len(against) - 1} more." if len(against) > 1 else ""
        key = "! trust that file and do it" if OUTSIDE in allowed else "! do it anyway"
        if self.secret_refused:
            key = "X redact · ! do it anyway"
        kept = "Draft kept: " if made.wanted.written else ""
        self._desk.say(kept + safe(against[0].message) + more, Role.WARNING, hint=key)

    @on(TakenBack)
    def tell_taken_back(self, event: TakenBack) -> None:
        """Says what was taken back."""
        event.stop()
        self._desk.changed(f"{event.summary[:1].upper()}{safe(event.summary[1:])}.", hint="U redo")

    @on(Restored)
    def tell_restored(self, event: Restored) -> None:
        """Says that what was before is there again."""
        event.stop()
        if event.summary is None:
            self._desk.say("Nothing to restore: the files are as they were before that change.")
        else:
            self._desk.changed(f"{event.summary[:1].upper()}{safe(event.summary[1:])}.", hint="u undo")

    @on(Failed)
    def tell_failure(self, event: Failed) -> None:
        """Says what was in the way, and shows what is there now."""
        event.stop()
        self._desk.drafts.under_way.clear()
        self._desk.read_stores()
        written = event.wanted.written if event.wanted else None
        if isinstance(event.error, NotFound) and event.wanted and written and written.base is not None:
            from hermes_mem.tui.screens.contested import settle

            self._desk.ask(settle(self._desk, event.wanted, written))
            return
        hint = f" {event.error.hint}" if event.error.hint else ""
        self._desk.say(safe(event.error.message + hint), Role.ERROR)


def told(order: Order, result: Result) -> str:
    """`Removed 2 from MEMORY: 1,812 → 1,748 / 2,200.`"""
    named = len(result.effects) > 1
    budgets = ", ".join(
        f"{title_of(effect.target) + ' ' if named else ''}"
        f"{effect.before.used:,} → {effect.after.used:,} / {effect.after.limit:,}"
        for effect in result.effects
    )
    return f"{_begun(order.summary)}: {budgets}."


def _begun(summary: str) -> str:
    """As the beginning of a sentence."""
    return summary[:1].upper() + summary[1:]
