"""How the history lies in SQLite."""

from __future__ import annotations

FILE = "history.sqlite"
"""Its name in the state directory."""

VERSION = 2
"""Kept in `user_version`; a database of a newer one is only read."""

FIRST = """
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    home BLOB NOT NULL,
    target TEXT NOT NULL,
    summary TEXT NOT NULL,
    reason TEXT NOT NULL,
    origin TEXT NOT NULL,
    undoes INTEGER REFERENCES changes (id),
    token TEXT NOT NULL,
    state TEXT NOT NULL
);
CREATE INDEX changes_of_home ON changes (home, id);
CREATE INDEX open_changes ON changes (id) WHERE state = 'open';
CREATE TABLE files (
    change INTEGER NOT NULL REFERENCES changes (id),
    position INTEGER NOT NULL,
    path BLOB NOT NULL,
    temporary TEXT NOT NULL,
    lock BLOB, lock_key BLOB, copy BLOB,
    kind TEXT, home BLOB, target TEXT,
    before_kind TEXT, before_hash TEXT, before_mode INTEGER, before_uid INTEGER, before_gid INTEGER,
    after_kind TEXT, after_hash TEXT, after_mode INTEGER, after_uid INTEGER, after_gid INTEGER,
    in_place INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (change, position)
) WITHOUT ROWID;
CREATE INDEX files_of_home ON files (home, change);
CREATE INDEX files_of_path ON files (path, change);
CREATE TABLE blobs (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;
"""
"""The tables of version 1.

A number that was given to a change never comes back, not even after a prune: people have noted it.
"""

LINEAGE = """
CREATE TABLE lineage (
    id INTEGER PRIMARY KEY,
    line INTEGER NOT NULL,
    kind TEXT NOT NULL, home BLOB NOT NULL, target TEXT NOT NULL,
    spelled TEXT NOT NULL,
    since INTEGER NOT NULL, until INTEGER,
    how TEXT NOT NULL
);
CREATE INDEX lineage_of_place ON lineage (home, target, until);
CREATE INDEX lineage_of_line ON lineage (line);
CREATE TABLE traced (change INTEGER NOT NULL);
CREATE TABLE acknowledged (
    home BLOB NOT NULL,
    fingerprint TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (home, fingerprint)
) WITHOUT ROWID;
CREATE TABLE pruned (before TEXT NOT NULL);
"""
"""What version 2 has beside.

`lineage` is worked out of the changes up to the one in `traced`, and can be thrown away. What lies beside a file from
before a moment in `pruned` is no history any more: a person has let go of it.
"""

STEPS = (FIRST, LINEAGE)
"""What makes each version out of the one before it."""
