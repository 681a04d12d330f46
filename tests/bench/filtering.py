"""The filter against fzf on the same 10,000 names."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from statistics import median

from hermes_mem.model.fuzzy import Filter
from tests.bench.row import NotHere, Row, Sample

QUERIES = ["dts", "deploychk", "errors debug", "postgres", "e", "te", "checklist", "migr", "k8s", "memory con"]
ROUNDS = 9


def names(count: int) -> list[str]:
    """Invented names of skills, the same ones in every run."""
    data = json.loads((Path(__file__).parents[1] / "data" / "fuzzy.json").read_text("utf-8"))
    words = sorted({word for name in data["names"] if name.isascii() for word in name.split("-")})
    chance = random.Random(1)
    found: dict[str, None] = {}
    while len(found) < count:
        found["-".join(chance.sample(words, chance.randint(2, 4)))] = None
    return list(found)


class Race:
    """Every query afresh, on both sides; fzf with the start of its process, as textual.fuzzy users would run it."""

    def __init__(self) -> None:
        self.worst = ("", 0.0)

    def take(self) -> Iterator[Sample]:
        """One sample per query: the medians of its rounds."""
        if which("fzf") is None:
            raise NotHere("there is no fzf")
        texts = names(10_000)
        given = "\n".join(texts).encode()
        Filter(texts).search("warm")
        kept = Filter(texts)
        for query in QUERIES:
            ours, theirs = [], []
            for _ in range(ROUNDS):
                kept.search("\0")
                ours.append(timed_search(kept, query))
                theirs.append(timed_fzf(given, query))
            sample = (median(ours), median(theirs))
            self.worst = max(self.worst, (query, sample[0] / sample[1]), key=lambda pair: pair[1])
            yield sample

    def remark(self) -> str:
        """The query that came out worst."""
        return f"worst for “{self.worst[0]}”: {self.worst[1]:.2f}"


def timed_search(kept: Filter, query: str) -> float:
    """Seconds for one search by ours."""
    start = time.perf_counter()
    kept.search(query)
    return time.perf_counter() - start


def timed_fzf(given: bytes, query: str) -> float:
    """Seconds for one search by fzf, its start included."""
    start = time.perf_counter()
    subprocess.run(["fzf", "--filter", query], input=given, capture_output=True, check=False)
    return time.perf_counter() - start


RACE = Race()
ROWS = (Row("filter 10,000 names", "fzf --filter", 1, RACE.take, RACE.remark),)
