"""The text of a skill as Pi reads it and as its memory does, and where the two differ."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.layouts.pi.skills import heads
from hermes_mem.layouts.pi.skills.heads import Head, head_of, moment, revived
from hermes_mem.layouts.pi.skills.spelling import called, read_text, slug


def front(*lines: str, body: str = "Do it.", end: str = "\n") -> bytes:
    return end.join(["---", *lines, "---", body]).encode()


def rules(head: Head) -> list[str]:
    return [note.rule for note in head.notes]


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Ünïcode Skill", "n-code-skill"),
        ("日本語", ""),
        ("--a--b--", "a-b"),
        ("foo_bar", "foo-bar"),
        ("C++", "c"),
        ("x" * 80, "x" * 64),
        ("a" * 63 + " b", "a" * 63 + "-"),
    ],
)
def test_a_directory_is_made_of_a_name_as_pi_makes_it(name: str, made: str) -> None:
    assert slug(name) == made


def test_an_id_has_the_project_in_it() -> None:
    assert (called("x"), called("x", "my shop")) == ("global:x", "project:my shop:x")


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ('description: "a: \\"b\\" \\u00e9"', "description", 'a: "b" é'),
        ("description: a: b", "description", "a: b"),
        ("description: 'single'", "description", "'single'"),
        ("description: >", "description", ">"),
        ('description: "half', "description", '"half'),
        ('description: "a" and "b"', "description", '"a" and "b"'),
        ("  spaced :\u00a0 x \ufeff", "spaced", "x"),
    ],
)
def test_the_memory_splits_lines_and_knows_no_yaml(line: str, key: str, value: str) -> None:
    assert read_text(f"---\n{line}\n---\nbody").values == {key: value}


def test_of_a_key_that_comes_twice_the_last_counts_and_lines_without_one_are_passed_over() -> None:
    assert read_text("---\na: 1\n: 2\nnothing\na: 3\n---\n").values == {"a": "3"}


@pytest.mark.parametrize(
    "text",
    ["---\na: 1\n---", "---\r\na: 1\r\n---\r\nb", "\ufeff---\na: 1\n---\nb", "--- \na: 1\n---\nb", "---\n---\nb", "b"],
)
def test_without_exact_fences_all_of_it_is_the_body(text: str) -> None:
    found = read_text(text)
    assert (found.fenced, found.values, found.body) == (False, {}, text.strip("\ufeff"))


def test_the_first_closing_fence_counts() -> None:
    found = read_text("---\na: 1\n---\nb\n---\nc\n")
    assert (found.values, found.body) == ({"a": "1"}, "b\n---\nc")


def test_what_the_memory_itself_writes_is_read_alike() -> None:
    head = head_of(
        front(
            'name: "deploy"',
            'description: "Ship \\"it\\": safely"',
            "version: 3",
            'created: "2026-01-02"',
            'updated: "2026-03-04"',
            'display_name: "Deploy!"',
        )
    )
    assert head == Head("deploy", 'Ship "it": safely', ("Deploy!",), "2026-01-02", "2026-03-04")


@pytest.mark.parametrize(
    ("raw", "description", "why"),
    [
        (front("name: x", "description: Y", end="\r\n"), "Y", "Lines end as on Windows"),
        (b"\xef\xbb\xbf" + front("name: x", "description: Y"), "Y", "byte order mark"),
        (b"---\nname: x\ndescription: Y\n---", "Y", "No line end follows"),
        (b"\n---\nname: x\ndescription: Y\n---\n", "Y", "before the opening"),
        (front("name: x", "description: >", "  folded", "  lines"), "folded lines", "“>” for the description"),
        (front("name: x", "description: 'quoted'"), "quoted", "“'quoted'” for the description"),
        (front("name: x", "description: Y # why"), "Y", "“Y # why” for the description"),
        (front("name: 'x'", "description: Y"), "Y", "“'x'” for the name"),
    ],
)
def test_where_the_memory_reads_something_else_that_is_said(raw: bytes, description: str, why: str) -> None:
    head = head_of(raw)
    assert (head.name, head.description, head.unlisted) == ("x", description, None)
    [note] = [note for note in head.notes if note.rule == "skill.pi-reads-differently"]
    assert why in note.message


def test_what_is_quoted_of_a_value_shows_no_secret() -> None:
    head = head_of(front("name: x", "description: 'password=hunter2hunter2 for ghp_" + "a1B2" * 9 + "'"))
    [note] = head.notes
    assert "a1B2" not in note.message


@pytest.mark.parametrize(
    ("raw", "rule", "name", "description"),
    [
        (front("name: x", "description: a: b"), "skill.yaml", "x", "a: b"),
        (front("name: x", "description: [a", "tags: y"), "skill.yaml", "x", "[a"),
        (front('name: "x"', 'description: "a"', 'name: "y"'), "skill.yaml", "y", "a"),
        (front("description: |", "  a:", "  a:", "tags: []"), "", "", "a:\na:"),
        (b"Only text.\n", "skill.no-front-matter", "", ""),
        (front("name: x", "description:"), "skill.no-description", "x", ""),
        (front("name: x", 'description: "  "'), "skill.no-description", "x", ""),
        (front("name: x", "description: 12"), "skill.no-description", "x", ""),
        (front("name: [a, b]", "description: ok [really]"), "", "", "ok [really]"),
        (front("- a", "- b"), "skill.yaml", "", ""),
    ],
)
def test_what_pi_does_not_take_is_said(raw: bytes, rule: str, name: str, description: str) -> None:
    head = head_of(raw)
    assert (head.name, head.description) == (name, description)
    assert (head.unlisted is None) is (rule == "")
    assert not rule or rule in rules(head)


def test_a_description_is_measured_as_javascript_does() -> None:
    assert rules(head_of(front(f'description: "{"😀" * 512}"'))) == []
    [note] = head_of(front(f'description: "{"😀" * 513}"')).notes
    assert (note.rule, "1,026 units" in note.message) == ("skill.description-long", True)


def test_what_is_no_utf8_is_read_on_as_pi_does() -> None:
    head = head_of(front('description: "caf\\"').replace(b'\\"', b'\xe9"'))
    assert (head.description, rules(head)[0]) == ("caf\ufffd", "skill.undecodable")


def test_tags_are_words_by_which_it_is_found() -> None:
    raw = front("description: x", "tags: [one, two]", "keywords: three, one", "metadata:", "  tags: [four]")
    assert head_of(raw).words == ("one", "two", "three", "four")


def test_a_skill_that_the_model_is_not_told_of() -> None:
    assert head_of(front("description: x", "disable-model-invocation: true")).hidden
    assert not head_of(front("description: x", "disable-model-invocation: 'true'")).hidden


def test_repetitions_of_repetitions_are_no_work() -> None:
    bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    bomb += [f"{b}: &{b} [{', '.join(f'*{a}' for _ in range(9))}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    head = head_of(front(*bomb, "description: *i"))
    assert head.unlisted
    assert "skill.yaml" in rules(head)


@pytest.mark.parametrize(
    "raw", [b"", b"---", b"---\n\0: \0\n---\n", b"\xff\xfe" + "---\n".encode("utf-16-le"), b"\r" * 9]
)
def test_nothing_is_raised_for_any_bytes(raw: bytes) -> None:
    assert head_of(raw).unlisted


def test_a_day_and_a_time_are_understood_and_nothing_else() -> None:
    assert str(moment("2026-11-29")) == "2026-11-29 00:00:00+00:00"
    assert str(moment("2026-11-29T12:00:00+02:00")) == "2026-11-29 10:00:00+00:00"
    assert [moment(text) for text in ("", "yesterday", "2026-13-01", "0001-01-01T00:00:00+14:00")] == [None] * 4


def test_a_head_comes_back_from_the_cache_as_it_was_or_not_at_all() -> None:
    head = head_of(front("name: x", "description: 'y'", "tags: [a]", end="\r\n"))
    kept = json.loads(json.dumps(head))
    assert revived(kept) == head
    assert head.notes
    spoiled: list[object] = [None, [], "x", {}, [*kept[:-1], [["rule"]]], [1, *kept[1:]], [*kept[:6], "yes", kept[7]]]
    assert [revived(one) for one in spoiled] == [None] * len(spoiled)


VALUES = st.text(st.sampled_from("aé \"\\:#'>|&*!%@`-[]{},?\n\t\x85\x1b日😀"), max_size=12)


@given(VALUES, VALUES, st.integers(0, 10**6))
def test_what_the_memory_writes_needs_no_yaml_to_be_read(name: str, description: str, version: int) -> None:
    """Its own writer spells strings as JSON does; the short way must find what the long one finds."""
    said = {"name": name, "description": description, "version": version, "display_name": description}
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in said.items()]
    raw = front(*lines)
    short = head_of(raw)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heads, "_as_written", lambda block: None)
        assert head_of(raw) == short


@given(st.binary(max_size=60) | st.builds(lambda x: front(*x), st.lists(VALUES, max_size=4)))
def test_nothing_is_raised_and_a_head_survives_the_cache(raw: bytes) -> None:
    head = head_of(raw)
    assert revived(json.loads(json.dumps(head))) == head
    assert (head.unlisted is None) is bool(head.description and "skill.yaml" not in rules(head))
