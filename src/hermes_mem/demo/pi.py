"""The Pi home of the demo: what another agent of the same person has gathered, with failures, rules and projects."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from hermes_mem.layouts.pi.format import serialise
from hermes_mem.layouts.pi.metadata import encoded

GLOBAL, PROJECTS = "pi-hermes-memory", "projects-memory"

CONFIG = {
    "memoryMode": "legacy-inject",
    "memoryCharLimit": 2600,
    "userCharLimit": 1600,
    "memoryOverflowStrategy": "reject",
    "failureInjectionMaxAgeDays": 60,
}

Dated = tuple[str, str, str]
"""A text, the day it was made and the day it was last changed."""

MEMORY: Sequence[Dated] = (
    ("The laptop runs Fedora 44; the shell is fish.", "2026-03-14", "2026-08-02"),
    (
        "Monorepo `harbor`: packages in packages/*, apps in apps/*; tasks run with `pnpm turbo`.",
        "2026-04-01",
        "2026-11-09",
    ),
    ("ripgrep is installed as rg; the system grep lacks -P.", "2026-04-20", "2026-04-20"),
    ("日本語のドキュメントは docs/ja にある。", "2026-05-02", "2026-05-02"),
    ("Deploy order:\n- worker\n- api\n- web", "2026-06-11", "2026-10-30"),
    ("The package registry answers slowly before 09:00; a time-out there is no failure.", "2026-07-07", "2026-07-07"),
    ("Postgres listens on port 55432 [not 5432] on this machine.", "2026-07-30", "2026-11-21"),
    ("Screenshots for the docs are taken at 1280x800 in the light theme.", "2026-09-18", "2026-09-18"),
)

BY_HAND = "Written by hand, so it has no dates: the VPN is needed for the staging hosts."

USER: Sequence[Dated] = (
    ("Prefers the command first and the explanation after it.", "2026-03-14", "2026-03-14"),
    ("Wants tests before refactors 🙂", "2026-05-19", "2026-09-01"),
    ("Metric units, dates as 2026-11-30.", "2026-06-02", "2026-06-02"),
    ("Reads English and German; answer in the language of the question.", "2026-10-12", "2026-10-12"),
)

FAILURES: Sequence[tuple[str, str, str | None]] = (
    (
        "[failure] Kept the session token in localStorage — Failed: any script on the page reads it"
        " — Corrected to: an httpOnly cookie",
        "2026-08-14",
        "harbor",
    ),
    ("[correction] Use pnpm, not npm — Corrected to: pnpm", "2026-09-03", None),
    (
        "[tool-quirk] `pnpm install` in CI needs --frozen-lockfile — Tool state: pnpm 9 on the runners",
        "2026-10-08",
        "harbor",
    ),
    ("[insight] The e2e suite fails when the runner's clock drifts by more than 30 s", "2026-10-21", None),
    ("[convention] Error bodies follow RFC 9457", "2026-11-05", "harbor"),
    ("[preference] No deploys after 16:00", "2026-11-17", None),
    ("[correction] run the migrations by hand — Failed: User corrected the agent", "2026-11-24", "tide-api"),
)

STANDING = """\
# Rules that hold everywhere

- Never push to main; open a pull request.
- Run the tests before you say that something works.

# Set for the trip in December
- Keep answers short: the connection is slow.
"""

HARBOR: Sequence[Dated] = (
    ("The checkout service owns the cart table.", "2026-06-30", "2026-06-30"),
    ("Deploy with `make deploy-harbor`; it waits for the worker.", "2026-07-12", "2026-11-02"),
    ("Feature flags live in packages/flags/src/index.ts.", "2026-09-09", "2026-09-09"),
)

TIDE_API: Sequence[Dated] = (
    ("Tide tables come from data/harmonics.toml; never round them to two digits.", "2026-05-28", "2026-05-28"),
    ("The sensor feed is polled every 90 s; more often is answered with 429.", "2026-08-19", "2026-10-01"),
)

RECOVERY = ".MEMORY.md.recovery-1795972488062-7e8f9edb-9696-4135-86c2-66e87b284c1d"
"""What the agent's last write displaced: the memory without its last entry."""


def files() -> Iterator[tuple[str, bytes]]:
    """Path below the home and content of each file."""
    memory = [*map(_dated, MEMORY), BY_HAND]
    yield "hermes-memory-config.json", json.dumps(CONFIG, indent=2).encode()
    yield f"{GLOBAL}/MEMORY.md", serialise(memory)
    yield f"{GLOBAL}/{RECOVERY}", serialise(memory[:-1])
    yield f"{GLOBAL}/USER.md", serialise([*map(_dated, USER)])
    yield f"{GLOBAL}/failures.md", serialise([_scoped(*failure) for failure in FAILURES])
    yield f"{GLOBAL}/STANDING.md", STANDING.encode()
    yield f"{PROJECTS}/harbor/MEMORY.md", serialise([*map(_dated, HARBOR)])
    yield f"{PROJECTS}/tide-api/MEMORY.md", serialise([*map(_dated, TIDE_API)])


def _dated(entry: Dated) -> str:
    return encoded(*entry)


def _scoped(text: str, day: str, project: str | None) -> str:
    return encoded(text, day, day, project)
