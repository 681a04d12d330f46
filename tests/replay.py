"""A made-up life of one memory file in 200 versions, with the truth of which entry became which.

What happened is what happens in public repositories of memories: entries are added at the end, reworded where they
stand, moved, removed; a careless rewrite loses most of them, and somebody brings an earlier version back. The facts and
what became of their wording were written by hand, before anything was tuned on them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

DELIMITER = "\n§\n"

STEPS = 200

FEWEST, MOST = 4, 40
"""Entries of one version."""

HELD_APART = 3
"""Every third step is only reported, and nothing is tuned on it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry in one version of the file; `line` is the same number through all its wordings."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Version:
    """The file at one moment, and what brought it about: "added", "removed", "reworded", "moved", "mixed",
    "clobbered", "returned"; the first one is "begun".
    """

    what: str
    entries: tuple[Kept, ...]

    @property
    def raw(self) -> bytes:
        """The bytes of the file."""
        return DELIMITER.join(entry.text for entry in self.entries).encode()


@dataclass(frozen=True, slots=True)
class Step:
    """From one version to the next."""

    number: int
    before: Version
    after: Version

    @property
    def held_apart(self) -> bool:
        """Whether it is only reported."""
        return self.number % HELD_APART == 0

    @property
    def reworded(self) -> set[tuple[int, int]]:
        """The positions before and after of each entry that is still there with another text."""
        after = {entry.line: (place, entry.text) for place, entry in enumerate(self.after.entries)}
        return {
            (place, after[entry.line][0])
            for place, entry in enumerate(self.before.entries)
            if entry.line in after and after[entry.line][1] != entry.text
        }

    @property
    def same(self) -> set[tuple[int, int]]:
        """The positions before and after of each entry that is still there with the same text."""
        after = {entry.line: (place, entry.text) for place, entry in enumerate(self.after.entries)}
        return {
            (place, after[entry.line][0])
            for place, entry in enumerate(self.before.entries)
            if entry.line in after and after[entry.line][1] == entry.text
        }


def versions() -> list[Version]:
    """The first version and `STEPS` more, always the same; each has other bytes than the one before it."""
    return list(_lived(random.Random(20260112)))


def steps() -> list[Step]:
    """What happened between each version and the next."""
    lived = versions()
    return [Step(number, *pair) for number, pair in enumerate(pairwise(lived), 1)]


def _lived(luck: random.Random) -> Iterator[Version]:
    writer = _Writer(luck)
    past = [Version("begun", tuple(writer.new() for _ in range(12)))]
    yield past[-1]
    while len(past) <= STEPS:
        what = luck.choices(list(_ACTS), [weight for weight, _ in _ACTS.values()])[0]
        entries = _ACTS[what][1](writer, past)
        if FEWEST <= len(entries) <= MOST and entries != past[-1].entries and _differ(entries):
            past.append(Version(what, entries))
            yield past[-1]


def _differ(entries: tuple[Kept, ...]) -> bool:
    """An agent keeps no text twice."""
    return len({entry.text for entry in entries}) == len(entries)


class _Writer:
    """Who makes up entries and their rewordings."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self._line = 0
        self._unused = [list(wordings) for wordings in luck.sample(FACTS, len(FACTS))]
        self._next: dict[int, list[str]] = {}

    def new(self) -> Kept:
        self._line += 1
        first, *later = self._unused.pop() if self._unused and self.luck.random() < 0.5 else self._of_many()
        self._next[self._line] = later
        return Kept(self._line, first)

    def reworded(self, entry: Kept) -> Kept:
        later = self._next[entry.line]
        return Kept(entry.line, later.pop(0) if later else self._touched(entry.text))

    def _of_many(self) -> list[str]:
        """One of those facts of which there are many alike, and which are no rewordings of one another."""
        return [self.luck.choice(ALIKE).format(**{name: self.luck.choice(words) for name, words in WORDS.items()})]

    def _touched(self, text: str) -> str:
        """A small change, as an agent makes it when it brings a fact up to date."""
        words = text.removesuffix(".").split()
        match self.luck.randrange(4):
            case 0:
                return f"{text.removesuffix('.')}, {self.luck.choice(CLAUSES)}."
            case 1 if len(words) > 8:
                del words[self.luck.randrange(2, len(words) - 2)]
            case 2:
                return f"{self.luck.choice(OPENINGS)} {text[:1].lower()}{text[1:]}"
            case _:
                words[self.luck.randrange(1, len(words))] = self.luck.choice(WORDS["host"])
        return f"{' '.join(words)}."


def _added(writer: _Writer, past: list[Version]) -> tuple[Kept, ...]:
    return (*past[-1].entries, *(writer.new() for _ in range(writer.luck.choice((1, 1, 1, 2, 4)))))


def _removed(writer: _Writer, past: list[Version]) -> tuple[Kept, ...]:
    gone = set(writer.luck.sample(past[-1].entries, writer.luck.choice((1, 1, 2))))
    return tuple(entry for entry in past[-1].entries if entry not in gone)


def _reworded(writer: _Writer, past: list[Version]) -> tuple[Kept, ...]:
    chosen = set(writer.luck.sample(past[-1].entries, min(len(past[-1].entries), writer.luck.choice((1, 1, 1, 2, 5)))))
    return tuple(writer.reworded(entry) if entry in chosen else entry for entry in past[-1].entries)


def _moved(writer: _Writer, past: list[Version]) -> tuple[Kept, ...]:
    entries = list(past[-1].entries)
    entries.insert(writer.luck.randrange(len(entries)), entries.pop(writer.luck.randrange(len(entries))))
    return tuple(entries)


def _mixed(writer: _Writer, past: list[Version]) -> tuple[Kept, ...]:
    """What an agent does when it tidies up: a bit of everything at once."""
    now = past[-1]
    for act in writer.luck.sample((_added, _removed, _reworded, _moved), 3):
        now = Version("mixed", act(writer, [now]))
    return now.entries


def _clobbered(writer: _Writer, past: list[Version]) -> tuple[Kept, ...]:
    """A stale session writes what it knew, or a rewrite keeps a few."""
    if len(past) > 6 and writer.luck.random() < 0.5:
        return (*past[-writer.luck.randrange(3, 6)].entries, writer.new())
    entries = past[-1].entries
    few = set(writer.luck.sample(range(len(entries)), max(FEWEST, len(entries) // 6)))
    return tuple(entry for place, entry in enumerate(entries) if place in few)


def _returned(writer: _Writer, past: list[Version]) -> tuple[Kept, ...]:
    return writer.luck.choice(past[-20:]).entries


_ACTS = {
    "added": (34, _added),
    "reworded": (26, _reworded),
    "removed": (10, _removed),
    "moved": (8, _moved),
    "mixed": (12, _mixed),
    "clobbered": (4, _clobbered),
    "returned": (6, _returned),
}

FACTS = (
    (
        "User prefers tabs over spaces in Go and spaces everywhere else.",
        "Indentation: tabs in Go, spaces in all other languages.",
        "Indent with tabs in Go; two spaces in YAML, four elsewhere.",
    ),
    (
        "The staging database runs Postgres 14 on port 5433.",
        "Staging database: Postgres 16, port 5433 (upgraded from 14).",
    ),
    (
        "Never push to main directly; open a pull request and wait for CI.",
        "Pushing to main is forbidden: always a pull request, merged after CI is green.",
    ),
    ("Works from Lisbon, so mornings UTC are fine.", "Lives in Lisbon (UTC+0); prefers meetings in the morning."),
    (
        "The deploy script needs AWS_PROFILE=prod or it silently deploys to dev.",
        "Set AWS_PROFILE=prod before ./deploy.sh, otherwise it deploys to dev without a word.",
    ),
    ("Dislikes long summaries at the end of an answer.", "Keep answers short, no summary at the end."),
    (
        "pytest must be run with -p no:cacheprovider on the CI image.",
        "On the CI image pytest needs -p no:cacheprovider.",
    ),
    (
        "Docker builds fail on the laptop unless BuildKit is disabled.",
        "Disable BuildKit on the laptop (DOCKER_BUILDKIT=0), else Docker builds fail.",
        "BuildKit works again on the laptop since Docker 27; DOCKER_BUILDKIT=0 is no longer needed.",
    ),
    ("The accounting export is due on the third of each month.", "Accounting export: due monthly, on the 3rd."),
    ("Speaks German and English; code comments in English only.", "Code comments in English; chat may be German."),
    (
        "Uses fish as login shell, so `export FOO=bar` in snippets has to be `set -x FOO bar`.",
        "Login shell is fish: give snippets with `set -x`, not `export`.",
    ),
    ("The API rate limit of the vendor is 600 requests a minute.", "Vendor API allows 300 requests a minute, not 600."),
    (
        "Project aurora: migrations are written by hand, alembic autogenerate is off.",
        "aurora has hand-written migrations only; never run alembic --autogenerate there.",
    ),
    ("Node is managed with fnm, version in .nvmrc.", "fnm manages Node; the version is in .nvmrc, currently 22."),
    ("Has a dog named Pixel and walks him at noon.", "Not reachable at noon (walks Pixel, the dog)."),
    ("Use uv instead of pip in every Python project.", "Python projects: uv, never pip or poetry."),
    ("重要: 本番のバックアップは毎日三時に走る。", "本番のバックアップは毎日四時に走る (三時から変更)。"),
    ("Prüfungen laufen nachts auf dem Rechner im Keller.", "Die Prüfungen laufen jede Nacht auf dem Kellerrechner."),
    (
        "Release notes are collected in CHANGELOG.md under Unreleased.\nOne line each, newest first.",
        "CHANGELOG.md, section Unreleased: one line for each change, newest first.",
    ),
    ("The office VPN drops every 8 hours; reconnect with `vpn up`.", "VPN of the office drops after 8 h: `vpn up`."),
    ("Prefers British spelling in documents.", "Documents: British spelling, Oxford comma."),
    (
        "The monorepo uses Bazel; `make` targets are only wrappers.",
        "Build with Bazel in the monorepo, make only wraps.",
    ),
    ("Secrets live in 1Password, vault Engineering.", "All secrets: 1Password, vault Engineering (op read op://…)."),
    ("Test data of customers must be anonymised before it leaves the VPC.", "Customer data never leaves the VPC raw."),
    ("Reviews are done by Mira on Tuesdays.", "Mira reviews on Tuesdays and Fridays."),
    (
        "Grafana dashboards are provisioned from git, edits in the UI are lost.",
        "Never edit Grafana in its UI: git wins.",
    ),
)

ALIKE = (
    "Port {port} of {host} belongs to {service}.",
    "{service} logs to /var/log/{host}/{port}.log.",
    "Restart {service} on {host} with `systemctl restart {service}@{port}`.",
    "The token of {service} expires after {port} minutes.",
    "{host} was rebuilt; its {service} listens on {port} now.",
)
"""Facts of one mould, which differ in the names alone."""

WORDS = {
    "port": ("5432", "6379", "8080", "8443", "9000", "9090", "9200"),
    "host": ("atlas", "boreas", "ceres", "dione", "europa", "fenrir", "gaia"),
    "service": ("postgres", "redis", "grafana", "gitea", "minio", "caddy", "loki"),
}

CLAUSES = ("since the move to the new cluster", "as of last week", "except on Fridays", "confirmed twice")

OPENINGS = ("Remember:", "Note that", "Correction:", "Still true:")
