"""The default profile of the demo: a believable home, well used, with little to worry about."""

from __future__ import annotations

CONFIG = """\
memory:
  memory_enabled: true
  user_profile_enabled: true
  memory_char_limit: 2200
  user_char_limit: 1375
  write_approval: true
  nudge_interval: 10
skills:
  write_approval: true
"""

MEMORY = (
    "The monorepo `harbor` is built with turborepo: packages in packages/*, apps in apps/*.",
    "CI needs `pnpm install --frozen-lockfile`; a plain install fails there with an outdated lockfile.",
    "Postgres listens on port 55432 on this machine; 5432 belongs to another service.",
    "Migrations run with `make migrate` and are append-only: one file per change, never edit an applied one.",
    "The staging database is postgres://tide:NOT-A-REAL-PASSWORD@db.example.net/tide, reset every night.",
    "Docker images need --platform=linux/amd64 on the laptop; the runners have no arm64 image.",
    "Feature flags live in packages/flags/src/index.ts; one without an owner line goes in the weekly clean-up.",
    "The e2e suite is flaky when the runner's clock drifts by more than 30 s: rerun once before looking further.",
    "コミットメッセージは英語で書く。日本語のドキュメントは docs/ja にある。",
    "Release tags are cut on Tuesdays [freeze from Thursday noon]; hotfixes branch from the tag, not from main.",
    "Deploy order:\n1. worker\n2. api\n3. web\nRolling back goes the other way round.",
    "Tide tables come from the harmonic constants in data/harmonics.toml; never round them to two digits.",
    "Tasks of the harbor monorepo are run with `pnpm turbo`, since it is a turborepo.",
    "Check in with the release calendar before a merge after 16:00.",
    "Error bodies follow RFC 9457 (problem+json); the client turns `type` into a message.",
    "ruff formats Python on commit; do not format by hand. TypeScript is left to the editor's own formatter.",
    "The search index is rebuilt with `make index`, about 4 minutes; the site stays up meanwhile.",
    "Logs of the last 14 days are in /srv/demo/logs, older ones in the archive bucket.",
    "SQL in packages/db is generated from schema.prisma; edit the schema, then run `pnpm db:generate`.",
)

USER = (
    "Prefers the command first and the explanation after it; long answers begin with a summary.",
    "Works in Europe/Lisbon, 08:30-17:00; no deploys after 16:00.",
    "Likes dark themes and a monospace font with ligatures off.",
    "Reads English and German; answer in the language of the question 🙂",
    "Wants a one-line reason for every new dependency, and its licence.",
    "Standing rule: never push to main, always open a pull request.",
    "Tests come in the same commit as the change, and a failing one is shown before it is fixed.",
    "Metric units, dates as 2026-11-30.",
    "Signs commit messages with 👩‍💻 when an agent wrote the code.",
)
