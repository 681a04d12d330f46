"""What a person removed and others bring back is told, with when and why; what a person wants back is not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.health.check import Report, Sight
from hermes_mem.health.examining import CHECKS
from hermes_mem.health.returned import RETURNED
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate, Origin
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Add, Move, Operation, Outcome, Remove, Replace
from hermes_mem.model.store import Snapshot
from hermes_mem.store.mending import Mending, mend
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.restoring import restore
from hermes_mem.store.tombstones import RULE, marked, returned
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome, PiHome

PNPM, PORT, TEA = "User prefers pnpm over npm.", "The API listens on port 8080.", "Drinks tea in the morning."
ALL = [PNPM, PORT, TEA]


@pytest.fixture
def home(hermes_home: HermesHome, env: Environment) -> HermesHome:
    hermes_home.config("memory: {}\n").user(b"Kai")
    by_others(hermes_home, env, ALL)
    return hermes_home


def by_others(home: HermesHome, env: Environment, entries: list[str], name: str = "MEMORY") -> None:
    (home.path / f"memories/{name}.md").write_text("\n§\n".join(entries))
    assert observe([store(env)], env).problem is None


def store(env: Environment) -> Snapshot:
    return read(find_homes(env)[0], env)


def ids(env: Environment) -> dict[str, str]:
    return {entry.text: entry.id for target in store(env).targets for entry in target.entries}


def ordered(env: Environment, *operations: Operation, actor: str = "you", reason: str = "") -> int:
    order = Order(find_homes(env)[0], operations, actor, "a test", reason, allow=("shrink", "empty"))
    result = apply(order, env)
    assert result.outcome is Outcome.APPLIED
    return result.changes[0]


def removed(env: Environment, text: str, actor: str = "you", reason: str = "") -> int:
    return ordered(env, Remove(ids(env)[text]), actor=actor, reason=reason)


def told(env: Environment) -> list[Finding]:
    return returned(store(env), env)


def today() -> str:
    now = datetime.now().astimezone()
    return f"{now.day} {now:%b}"


def test_nothing_is_made_where_there_is_no_history(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n").memory(PNPM.encode())
    assert told(env) == []
    assert not state_dir(env).exists()


@pytest.mark.parametrize(("actor", "who"), [("you", "You"), ("script", "You"), ("agent", "An agent")])
def test_what_was_removed_and_is_back_is_told_with_when_and_why(
    home: HermesHome, env: Environment, actor: str, who: str
) -> None:
    removed(env, PORT, actor, "the API moved")
    assert told(env) == []
    by_others(home, env, [*ALL])
    [finding] = told(env)
    assert (finding.rule, finding.severity, finding.target) == (RULE, Severity.WARNING, "memory")
    assert finding.entry == ids(env)[PORT]
    assert finding.message == f"{who} removed this on {today()}: the API moved."
    assert finding.effect == f"Somebody else brought it back on {today()}."
    assert finding.fix == f"`hermes-mem memory remove {ids(env)[PORT]}` removes it again."


def test_what_others_removed_may_come_back(home: HermesHome, env: Environment) -> None:
    by_others(home, env, [PNPM, TEA])
    by_others(home, env, ALL)
    assert told(env) == []


def test_it_is_told_in_another_memory_of_the_same_home_and_reworded(home: HermesHome, env: Environment) -> None:
    removed(env, PNPM)
    removed(env, PORT, reason="wrong")
    age(env)
    by_others(home, env, ["Kai", PNPM], "USER")
    by_others(home, env, [TEA, "The API listens on port 8080, behind Caddy."])
    exactly, reworded = sorted(told(env), key=lambda finding: finding.target == "memory")
    assert (exactly.target, exactly.message) == ("user", f"You removed this on {today()}.")
    assert reworded.entry == ids(env)["The API listens on port 8080, behind Caddy."]
    assert reworded.message == f"You removed this on {today()}, then worded “{PORT}”: wrong."


def age(env: Environment) -> None:
    """Let everything so far have happened long enough ago that what goes and comes is no move."""
    with History.opened(state_dir(env)) as history, history.transaction() as cursor:
        cursor.execute("UPDATE changes SET time = strftime('%Y-%m-%dT%H:%M:%f+00:00', time, '-10 seconds')")


def test_facts_that_only_look_alike_are_not_told(home: HermesHome, env: Environment) -> None:
    removed(env, PORT)
    by_others(home, env, [PNPM, TEA, "The worker listens on port 9000.", "User prefers vim over emacs."])
    assert told(env) == []


def test_what_was_only_reworded_was_not_removed(home: HermesHome, env: Environment) -> None:
    ordered(env, Replace(ids(env)[PORT], "The API listens on port 9090."))
    by_others(home, env, ALL)
    assert told(env) == []
    ordered(env, Move(ids(env)[TEA], "user"))
    by_others(home, env, ["Kai", "Drinks tea in the morning, coffee never."], "USER")
    assert told(env) == []


def test_what_was_reworded_before_it_was_removed_is_known_by_every_wording(home: HermesHome, env: Environment) -> None:
    ordered(env, Replace(ids(env)[PORT], "The API listens on port 9090."))
    removed(env, "The API listens on port 9090.")
    by_others(home, env, ALL)
    [finding] = told(env)
    assert finding.message == f"You removed this on {today()}, then worded “The API listens on port 9090.”."


def test_what_is_brought_back_by_hand_is_wanted(home: HermesHome, env: Environment) -> None:
    number = removed(env, PORT)
    undo(find_homes(env)[0], env, actor="you")
    assert told(env) == []
    by_others(home, env, [PNPM, TEA])
    by_others(home, env, ALL)
    assert told(env) == []
    removed(env, PORT)
    ordered(env, Add("memory", PORT), actor="script")
    assert told(env) == []
    removed(env, PORT)
    assert restore(number, env, actor="you") is not None
    assert told(env) == []


def test_what_an_agent_adds_again_is_not_wanted_before_a_person_has_touched_it(
    home: HermesHome, env: Environment
) -> None:
    removed(env, PORT)
    ordered(env, Add("memory", PORT), actor="agent")
    [finding] = told(env)
    assert finding.effect.startswith("An agent brought it back")
    by_others(home, env, [PNPM, TEA, "The API listens on port 8081."])
    assert [one.entry for one in told(env)] == [ids(env)["The API listens on port 8081."]]
    ordered(env, Replace(ids(env)["The API listens on port 8081."], "The API listens on port 8082."))
    assert told(env) == []


def test_removing_it_again_is_the_remedy_after_which_it_is_quiet(home: HermesHome, env: Environment) -> None:
    removed(env, PORT)
    by_others(home, env, ALL)
    assert RETURNED in CHECKS
    [report] = [Report(one, finding, RETURNED.group) for one, finding in RETURNED.examine(sight(env))]
    [remedy] = RETURNED.remedies(report, sight(env))
    assert (remedy.id, remedy.rules, remedy.operations) == ("remove-again", (RULE,), (Remove(ids(env)[PORT]),))
    assert mend(Mending(report.home, remedy, "you"), env).outcome is Outcome.APPLIED
    assert PORT not in ids(env)
    assert told(env) == []
    by_others(home, env, ALL)
    assert len(told(env)) == 1
    others = Report(report.home, Finding("other.rule", Severity.INFO, "", ""), report.group)
    assert RETURNED.remedies(others, sight(env)) == []


def test_the_check_sees_what_nobody_has_looked_at_yet(home: HermesHome, env: Environment) -> None:
    removed(env, PORT)
    home.memory("\n§\n".join(ALL).encode())
    assert told(env) == []
    assert [finding.entry for _, finding in RETURNED.examine(sight(env))] == [ids(env)[PORT]]


def sight(env: Environment) -> Sight:
    return Sight([store(env)], env)


def test_what_is_shown_carries_it_on_its_entry(home: HermesHome, env: Environment) -> None:
    shown = store(env)
    assert marked(shown, env) is shown
    removed(env, PORT)
    by_others(home, env, ALL)
    found = {
        entry.text: [f.rule for f in entry.findings] for t in marked(store(env), env).targets for entry in t.entries
    }
    assert found == {PNPM: [], PORT: [RULE], TEA: [], "Kai": []}


def test_a_secret_in_the_reason_or_the_old_wording_is_masked(home: HermesHome, env: Environment) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    text = f"Token of CI: {secret}, valid until May."
    by_others(home, env, [*ALL, text])
    removed(env, text, reason=f"revoked {secret}")
    by_others(home, env, [*ALL, f"Token of CI: {secret}, valid until June, see 1Password."])
    [finding] = told(env)
    assert secret[:10] not in finding.message
    assert "revoked" in finding.message


def test_an_earlier_year_is_named_and_pi_is_called_by_its_name(pi_home: PiHome, env: Environment) -> None:
    dated = f"{PORT} <!-- created=2026-01-01, last=2026-01-01 -->"
    pi_home.memory(dated.encode())
    place = Place("pi", pi_home.path, "memory")
    path = pi_home.path / "pi-hermes-memory/MEMORY.md"
    there, gone = FileVersion(FileKind.FILE, dated.encode(), 0o600), FileVersion(FileKind.FILE, b"", 0o600)
    with History.opened(state_dir(env)) as history:
        for number, (actor, before, after) in enumerate(
            [("unknown", there, there), ("you", there, gone), ("pi", gone, there)]
        ):
            origin = Origin.CHANGE if number else Origin.FIRST
            about = About(actor, "pi", pi_home.path, "memory", "edited", origin=origin)
            now = datetime(2019 + number, 5, 12, 12, tzinfo=UTC)
            history.close(history.record(about, [FileChange(path, before, after, place=place)], now=now), Fate.DONE)
    [finding] = told(env)
    assert finding.message == "You removed this on 12 May 2020."
    assert finding.effect == "Pi brought it back on 12 May 2021."
