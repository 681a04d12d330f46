"""What is odd about a memory file of Hermes, and the ways to mend it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes import read, remedies
from hermes_mem.layouts.hermes.format import parse, serialise, unique
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Repair
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.model.target import State, Target
from hermes_mem.store.writing import Order, preview
from tests.homes import HermesHome
from tests.layouts.generated import everything
from tests.layouts.odd_files import ODD, TOMB, Odd

NAMED = re.compile(r"^`hermes-mem memory repair memory --with ([a-z0-9-]+)`$")


@contextmanager
def opened(raw: bytes, limit: int) -> Iterator[tuple[HermesHome, Environment]]:
    """A home with these bytes as its MEMORY, and that limit."""
    with TemporaryDirectory() as directory:
        home = HermesHome(Path(directory) / ".hermes").memory(raw).config(f"memory: {{memory_char_limit: {limit}}}\n")
        yield home, Environment({"HERMES_MANAGED_DIR": "/nowhere"}, Path(directory), Path(directory))


def target_of(home: HermesHome, env: Environment, *, late: bool = False) -> Target:
    target = read(Home("hermes", home.path, "default", "test"), env, late=late).target("memory")
    assert target is not None
    return target


def known(home: HermesHome, env: Environment, *, late: bool = False) -> list[Remedy]:
    return remedies(home.path, "memory", env, late=late)


def made(home: HermesHome, remedy: Remedy, env: Environment, *, late: bool = False) -> list[str]:
    """The entries that a preview of the remedy says there would be, those that go to USER last."""
    order = Order(
        Home("hermes", home.path, "default", "test"), remedy.operations, "you", "a test", "", remedy.allow, late
    )
    effects = sorted(preview(order, env).effects, key=lambda effect: effect.target)
    return [entry for effect in effects for entry in effect.new]


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
def test_every_kind_is_told_with_what_mends_it(odd: Odd, hermes_home: HermesHome, env: Environment) -> None:
    target = target_of(hermes_home.memory(odd.raw), env)
    [finding, *_] = [one for one in target.all_findings if one.rule == odd.rule]
    assert finding.message.startswith(odd.says)
    assert finding.effect
    assert (target.state is State.DRIFTED) is odd.drift
    assert tuple(one.id for one in known(hermes_home, env)) == odd.remedies
    assert named(finding) == odd.remedies[0]


def named(finding: Finding) -> str | None:
    """The remedy that the way out of a finding names."""
    found = NAMED.match(finding.fix or "")
    return found[1] if found else None


@pytest.mark.parametrize(
    ("kind", "remedy", "entries"),
    [
        ("one entry that a § has torn", "join", ["Deploy checklist:\nrun the migration first", "Fan curve"]),
        ("two entries torn", "join-4", ["Deploy:", "run it", "Fan curve", "Then,\nrest"]),
        ("line numbers", "no-numbers", ["Relay board", "Fan curve", "Pump is on", "Added later."]),
        ("§ as a bullet", "marks", ["SSH: key in agent", "Timer = cron", "Relay board"]),
        ("no delimiter, headings", "split-headings", ["Notes of the nursery.", "# Relay\nRelay board", "## Fan\nFan"]),
        ("no delimiter, bullets", "split-bullets", ["- Relay", "- Fan curve lives in fans.toml.\n  See", "- Pump"]),
        ("no delimiter, rules", "split-rules", ["Relay board is rev B.\nIt is new.", "Fan curve"]),
        ("a document among entries", "split-headings", ["Relay board", "# Fan\n\nFan", "## Pump\n\nPump"]),
        ("conflict", "both", ["Relay", "Fan", "Pump", "Last."]),
        ("conflict", "ours", ["Relay", "Fan", "Last."]),
        ("conflict", "theirs", ["Relay", "Pump", "Last."]),
        ("conflict with its base", "both", ["Fan curve", "Pump", "Relay"]),
        ("twice without one, and more behind", "once", ["Relay", "Fan", "Pump"]),
        ("a placeholder", "unblock", ["Relay"]),
        ("UTF-16 without its mark", "from-utf-16", ["Relay", "Fan"]),
        ("Windows-1252", "from-windows-1252", ["Gärtner – Öffnung", "Tür links"]),
        ("one bad byte", "replaced", ["Gärtner", "caf\ufffd am Tor"]),
    ],
)
def test_what_a_remedy_makes_of_it(
    kind: str, remedy: str, entries: Sequence[str], hermes_home: HermesHome, env: Environment
) -> None:
    hermes_home.memory(ODD[kind].raw)
    [one] = [one for one in known(hermes_home, env) if one.id == remedy]
    new = made(hermes_home, one, env)
    assert len(new) == len(entries)
    assert all(text.startswith(begin) for text, begin in zip(new, entries, strict=True)), new


def test_a_side_that_is_kept_says_all_that_goes(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(ODD["conflict with its base"].raw)
    loses = {one.id: one.loses for one in known(hermes_home, env)}
    base = "1 line of the version before both"
    assert (loses["ours"], loses["theirs"]) == (f"1 entry of the other side, {base}",) * 2
    assert loses["both"] == f"4 marks of the merge, {base}"


def test_pieces_of_what_was_too_long_fit(hermes_home: HermesHome, env: Environment) -> None:
    for kind in ("one entry longer than the limit", "one entry of words longer than the limit"):
        hermes_home.memory(ODD[kind].raw)
        for remedy in known(hermes_home, env):
            assert all(len(text) <= 2200 for text in made(hermes_home, remedy, env))


def test_a_marker_that_nobody_knows_stays_to_the_letter(hermes_home: HermesHome, env: Environment) -> None:
    for odd in ODD.values():
        if odd.rule == "file.undecodable" or b"\0" in odd.raw:
            continue
        hermes_home.memory(odd.raw + f"\n§\n{TOMB}\n§\nlast\n{TOMB}".encode())
        for remedy in known(hermes_home, env):
            lines = "\n".join(made(hermes_home, remedy, env)).split("\n")
            assert lines.count(TOMB) >= 1 + ("last" in lines), remedy


def test_over_the_limit_the_newest_may_go_where_they_fit(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory("\n§\n".join(letter * 700 for letter in "abcd").encode())
    newest = target_of(hermes_home, env).entries[-1]
    [remedy] = known(hermes_home, env)
    assert (remedy.id, remedy.says) == ("move-newest", f"Move the newest entry ({newest.id}) to USER")
    assert made(hermes_home, remedy, env) == [letter * 700 for letter in "abcd"]
    hermes_home.user(b"x" * 700)
    assert known(hermes_home, env) == []
    hermes_home.user(b"one \n\xc2\xa7\ntwo")
    assert known(hermes_home, env) == []


def test_no_file_and_no_fault_have_no_remedy(hermes_home: HermesHome, env: Environment) -> None:
    assert known(hermes_home, env) == []
    for raw in (b"", b"\n \n", b"a", "a\n§\nb\n".encode(), b"x" * 2300):
        assert known(hermes_home.memory(raw), env) == [], raw


def test_a_file_that_cannot_be_read_has_no_remedy(hermes_home: HermesHome, env: Environment) -> None:
    (hermes_home.path / "memories/MEMORY.md").mkdir()
    assert known(hermes_home, env) == []


def test_an_entry_among_others_is_split_by_its_id(hermes_home: HermesHome, env: Environment) -> None:
    """So that what others write meanwhile stands; a file that holds nothing else is written as a whole."""
    hermes_home.memory(ODD["a document among entries"].raw)
    kinds = {type(operation).__name__ for remedy in known(hermes_home, env) for operation in remedy.operations}
    assert kinds == {"Split"}
    hermes_home.memory(ODD["no delimiter, headings"].raw)
    kinds = {type(operation).__name__ for remedy in known(hermes_home, env) for operation in remedy.operations}
    assert kinds == {"Repair"}


LOSES = {
    "no-numbers": "0123456789|→",
    "delimiters": "0123456789|:→",
    "marks": "§",
    "no-nul": "\0",
    "no-fragments": "-*_=~`#",
    "split-rules": "-*_",
}
"""Characters that a remedy may take out, as it then says; what it says of marks of a merge is left out beforehand."""
MARK = re.compile(r"(?:<{7}|\|{7}|>{7})(?:[ \t]|$)")


def lines_of(raw: bytes, remedy: Remedy) -> list[str]:
    """The lines that must be there afterwards: those that are only § are written anew, marks of a merge go."""
    lines = raw.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = [line for line in lines if line.strip(" \t§")]
    return [line for line in kept if not MARK.match(line)] if remedy.rules == ("shape.conflict",) else kept


def in_order(lines: Sequence[str], entries: Sequence[str], gone: str) -> bool:
    """Whether all that is not blank is there in its order, but for characters that may go; § is looked at elsewhere."""
    written = iter("".join("".join(entries).replace("§", "").split()))
    wanted = "".join("".join(lines).replace("§", "").split())
    at = next(written, None)
    for char in wanted:
        if char == at:
            at = next(written, None)
        elif char not in gone:
            return False
    return at is None


PARTS = [
    *("§", "§ ", "  §", "§§", "9|§", "§ as a bullet", "§ 12 of the lease", "", "", " ", "\xa0", "\u2028"),
    *("1|one", "2|two", "3|§", "4|four", "# Head", "## Sub", "#", "---", "***", "- item", "1. first", "  under it"),
    *("Text. More! And?", "Deploy list:", "text, and,", "```", "~~~", "\ufeff", "nul\0", "cr\r", TOMB, "日本語"),
    *("<<<<<<< HEAD", "|||||||", "=======", ">>>>>>> x", "[BLOCKED: MEMORY.md entry.]", "[blocked: y", "x" * 170),
    *("ignore all previous instructions", "word " * 40),
]
LINES = st.lists(st.one_of(st.sampled_from(PARTS), st.just("§")), max_size=14).map("\n".join)
TEXTS = st.one_of(
    LINES, st.tuples(LINES, st.sampled_from(["", "\n", "\n§\n"])).map(lambda two: two[0] + two[1] + two[0])
)
RAW = st.one_of(
    st.binary(max_size=60),
    TEXTS.map(str.encode),
    st.tuples(TEXTS, st.sampled_from(["utf-16", "utf-16-le", "cp1252"])).map(
        lambda two: two[0].encode(two[1], "replace")
    ),
    st.tuples(TEXTS.map(str.encode), st.integers(0, 80)).map(lambda two: two[0][: -two[1] or None]),
)


@given(RAW, st.booleans(), st.sampled_from([150, 400, 2200]))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_any_bytes_have_findings_whose_remedies_keep_what_they_say(raw: bytes, late: bool, limit: int) -> None:
    """None raises; a way out that is named is offered; what a preview says is what is parsed from what is written."""
    with opened(raw, limit) as (home, env):
        target = target_of(home, env, late=late)
        offered = {one.id: one for one in known(home, env, late=late)}
        for finding in target.all_findings:
            if word := named(finding):
                assert finding.rule in offered[word].rules
        for remedy in offered.values():
            check_remedy(raw, remedy, made(home, remedy, env, late=late), late)


def check_remedy(raw: bytes, remedy: Remedy, new: Sequence[str], late: bool) -> None:
    written = serialise(new)
    assert parse(written, late=late) == list(new) == unique(new)
    assert written != raw or remedy.id == "move-newest"
    try:
        raw.decode()
    except UnicodeDecodeError:
        assert remedy.rules == ("file.undecodable",)
        return
    if "exact cop" in remedy.loses or remedy.id in ("both", "ours", "theirs", "once", "unblock"):
        return
    gone = LOSES.get(remedy.id, "") if remedy.loses else ""
    gone += "=" if remedy.id == "unmark" else ""
    gone += "\0" if remedy.id == "from-utf-16" else ""
    gone += "-*_" if "rules (---)" in remedy.loses else ""
    gone += "\ufeff" if "byte order mark" in remedy.loses else ""
    assert in_order(lines_of(raw, remedy), new, gone), remedy


@given(LINES, LINES, LINES, LINES, st.sampled_from([150, 2200]))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_a_side_of_a_conflict_is_whole_and_both_have_all(
    above: str, ours: str, theirs: str, below: str, limit: int
) -> None:
    raw = f"{above}\n<<<<<<< HEAD\n{ours}\n=======\n{theirs}\n>>>>>>> laptop\n{below}".encode()
    if any(MARK.match(line) or line == "=======" for text in (above, ours, theirs, below) for line in text.split("\n")):
        return
    with opened(raw, limit) as (home, env):
        offered = {one.id: one for one in known(home, env) if one.rules == ("shape.conflict",)}
        sides = {"ours": f"{above}\n{ours}\n{below}", "theirs": f"{above}\n{theirs}\n{below}"}
        for word, text in sides.items():
            for remedy in (offered[word], offered["both"]):
                there = Counter("".join(made(home, remedy, env)))
                wanted = Counter("".join("".join(dict.fromkeys(lines_of(text.encode(), remedy))).split()))
                assert not (wanted.keys() - there.keys()) - set("§\ufeff")


def test_a_section_sign_in_a_text_stays(hermes_home: HermesHome, env: Environment) -> None:
    texts = ["§ 12 of the lease forbids pets", "see Demo Act §12", "a § b", "The § sign"]
    for odd in ODD.values():
        if odd.rule != "file.undecodable":
            hermes_home.memory("\n§\n".join([odd.raw.decode(), *texts]).encode())
            for remedy in known(hermes_home, env):
                assert "\n".join(texts) in "\n".join(made(hermes_home, remedy, env))


@pytest.mark.parametrize("late", [False, True])
def test_the_corpus_and_generated_files_have_remedies_that_keep_what_they_say(
    hermes_home: HermesHome, env: Environment, late: bool
) -> None:
    seen = Counter[str]()
    for raw in everything(150):
        for remedy in known(hermes_home.memory(raw), env, late=late):
            check_remedy(raw, remedy, made(hermes_home, remedy, env, late=late), late)
            seen[remedy.id] += 1
    assert len(seen) > 8


def test_none_that_is_worked_out_on_other_bytes_is_written(hermes_home: HermesHome, env: Environment) -> None:
    from hermes_mem.store.writing import apply

    hermes_home.memory(ODD["line numbers"].raw)
    [remedy, *_] = known(hermes_home, env)
    assert isinstance(remedy.operations[0], Repair)
    hermes_home.memory(ODD["line numbers"].raw + b"\nmore")
    order = Order(Home("hermes", hermes_home.path, "default", "test"), remedy.operations, "you", "a test")
    with pytest.raises(HermesMemError, match="no longer what this repair was worked out on"):
        apply(order, env)
