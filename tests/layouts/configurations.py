"""Configurations as people write them, rightly and wrongly: config.yaml of the home, and the administrator's."""

from __future__ import annotations

from typing import NamedTuple


class Configuration(NamedTuple):
    """`profile` and `managed` are the texts of the two files, None where there is none."""

    profile: str | bytes | None
    managed: str | None = None
    environ: dict[str, str] = {}  # noqa: RUF012  never changed


def limits(memory: str, user: str = "1375") -> str:
    """A config.yaml with these two limits, as YAML spells them."""
    return f"memory:\n  memory_char_limit: {memory}\n  user_char_limit: {user}\n"


def memory(lines: str) -> str:
    """A config.yaml with one line below `memory`."""
    return f"memory:\n  {lines}\n"


CONFIGURATIONS = {
    "none": Configuration(None),
    "empty": Configuration(""),
    "only a comment": Configuration("# nothing\n"),
    "other keys": Configuration("model: some/model\nskills:\n  write_approval: true\n"),
    "whole numbers": Configuration(limits("3500", "2200")),
    "one limit": Configuration(memory("user_char_limit: 700")),
    "quoted number": Configuration(limits("'3000'")),
    "quoted with blanks": Configuration(limits("' 3000 '")),
    "underscores": Configuration(limits("3_000")),
    "quoted underscores": Configuration(limits("'3_000'")),
    "octal": Configuration(limits("04000")),
    "hexadecimal": Configuration(limits("0x800")),
    "sexagesimal": Configuration(limits("1:40")),
    "fraction": Configuration(limits("2200.9")),
    "small fraction": Configuration(limits("0.5")),
    "exponent": Configuration(limits("2.5e+3")),
    "exponent that YAML takes for text": Configuration(limits("2e3")),
    "infinite": Configuration(limits(".inf")),
    "infinite, then whole": Configuration(limits(".inf", "700")),
    "infinite, then true": Configuration(limits(".inf", "true")),
    "not a number": Configuration(limits(".nan")),
    "true": Configuration(limits("true")),
    "off": Configuration(limits("off")),
    "null": Configuration(limits("null")),
    "nothing after the colon": Configuration(limits("")),
    "list": Configuration(limits("[2200]")),
    "mapping": Configuration(limits("{a: 1}")),
    "date": Configuration(limits("2026-01-01")),
    "negative": Configuration(limits("-5")),
    "zero": Configuration(limits("0", "0")),
    "huge": Configuration(limits("99999999999999999999")),
    "as many digits as Python writes out": Configuration(limits("9" * 4300)),
    "words": Configuration(limits("lots")),
    "first good, second bad": Configuration(limits("3500", "lots")),
    "first bad, second good": Configuration(limits("lots", "3500")),
    "memory switched off": Configuration(memory("memory_enabled: false")),
    "user switched off": Configuration(memory("user_profile_enabled: no")),
    "both switched off": Configuration("memory: {memory_enabled: off, user_profile_enabled: 0}\n"),
    "switch in words": Configuration(memory("memory_enabled: 'off'")),
    "switch empty text": Configuration(memory("memory_enabled: ''")),
    "switch null": Configuration(memory("memory_enabled: null")),
    "switch list": Configuration(memory("memory_enabled: []")),
    "switch y": Configuration(memory("memory_enabled: n")),
    "interval in words": Configuration(memory("nudge_interval: often")),
    "interval null": Configuration(memory("nudge_interval:")),
    "interval text number": Configuration(memory("nudge_interval: '7'")),
    "memory null": Configuration("memory:\n"),
    "memory empty list": Configuration("memory: []\n"),
    "memory list": Configuration("memory:\n  - memory_char_limit: 3000\n"),
    "memory text": Configuration("memory: lots\n"),
    "memory false": Configuration("memory: false\n"),
    "twice the same key": Configuration("memory:\n  memory_char_limit: 100\n  memory_char_limit: 300\n"),
    "twice the section": Configuration("memory: {memory_char_limit: 100}\nmemory: {user_char_limit: 300}\n"),
    "anchors": Configuration("x: &x {memory_char_limit: 300}\nmemory:\n  <<: *x\n  user_char_limit: 50\n"),
    "tab": Configuration("memory:\n\tmemory_char_limit: 300\n"),
    "unclosed": Configuration("memory: {memory_char_limit: 300\n"),
    "two documents": Configuration("memory: {memory_char_limit: 300}\n---\nmemory: {}\n"),
    "root list": Configuration("- memory\n"),
    "root text": Configuration("memory\n"),
    "root number": Configuration("7\n"),
    "root false": Configuration("false\n"),
    "nested too deeply": Configuration("x: " + "[" * 2000 + "\n"),
    "itself as a limit": Configuration("memory: &itself\n  memory_char_limit: *itself\n"),
    "unknown tag": Configuration("memory: !!python/object:os.system {}\n"),
    "bad bool tag": Configuration("x: !!bool maybe\n"),
    "bad int tag": Configuration("memory: {memory_char_limit: !!int lots}\n"),
    "impossible date": Configuration("x: 2026-99-99\n"),
    "unhashable key": Configuration("? [a]\n: 1\n"),
    "control character": Configuration("memory: {memory_char_limit: 300}\nx: '\x01'\n"),
    "not UTF-8": Configuration(b"memory: {memory_char_limit: 300}\n# caf\xe9\n"),
    "BOM": Configuration("\ufeffmemory: {memory_char_limit: 300}\n"),
    "CRLF": Configuration("memory:\r\n  memory_char_limit: 300\r\n"),
    "lone CR": Configuration("memory:\r  memory_char_limit: 300\r"),
    "variable": Configuration(limits("${ROOM}"), environ={"ROOM": "3000"}),
    "variable not set": Configuration(limits("${ROOM}")),
    "variable for a switch": Configuration(memory("memory_enabled: ${ON}"), environ={"ON": ""}),
    "variable for the section": Configuration("memory: ${ROOM}\n", environ={"ROOM": "3000"}),
    "agent text": Configuration(f"agent: fast\n{limits('300')}"),
    "agent list": Configuration(f"agent: [1]\n{limits('300')}"),
    "agent false": Configuration(f"agent: false\n{limits('300')}"),
    "agent text and turns": Configuration(f"agent: fast\nmax_turns: 5\n{limits('300')}"),
    "turns": Configuration(f"max_turns: 5\n{limits('300')}"),
    "managed alone": Configuration(None, limits("400", "50")),
    "managed wins": Configuration(limits("3500", "2200"), memory("memory_char_limit: 400")),
    "managed adds": Configuration(memory("user_char_limit: 700"), memory("memory_char_limit: 400")),
    "managed switches off": Configuration(memory("memory_enabled: true"), memory("memory_enabled: false")),
    "managed null": Configuration(limits("300"), "memory:\n"),
    "managed null limit": Configuration(limits("300"), limits("null")),
    "managed text": Configuration(limits("300"), "memory: x\n"),
    "managed mends a list": Configuration("memory: [1]\n", limits("300")),
    "managed mends a list in full": Configuration(
        "memory: [1]\n", "memory: {memory_enabled: true, memory_char_limit: 300}\n"
    ),
    "managed broken": Configuration(limits("300"), "memory: {\n"),
    "managed list": Configuration(limits("300"), "- 1\n"),
    "managed variable": Configuration(limits("300"), limits("${ROOM}"), {"ROOM": "500"}),
    "profile broken, managed good": Configuration("memory: {\n", limits("300")),
}
