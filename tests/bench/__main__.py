"""`python -m tests.bench [words]`: every row, or those with one of the words in their name."""

from __future__ import annotations

import sys

from tests.bench import alerting, changing, filtering, lists, skills, starting
from tests.bench.row import NotHere, Row, measure

ROWS: tuple[Row, ...] = (*starting.ROWS, *lists.ROWS, *filtering.ROWS, *changing.ROWS, *alerting.ROWS, *skills.ROWS)


def main(words: list[str]) -> int:
    """Print the table; 1 when a row came out above what it may cost."""
    rows = [row for row in ROWS if not words or any(word in row.name for word in words)]
    wide = max((len(row.name) for row in rows), default=0)
    above = False
    for row in rows:
        try:
            result = measure(row)
        except NotHere as reason:
            print(f"{row.name:{wide}}  not measured: {reason}")
            continue
        above |= result.ratio > row.at_most
        verdict = "ok" if result.ratio <= row.at_most else "ABOVE"
        print(
            f"{row.name:{wide}}  {result.ratio:6.2f} of at most {row.at_most:<4} {verdict:5} "
            f"{result.ours * 1000:8.2f} ms against {result.yardstick * 1000:8.2f} ms: {row.yardstick}"
            f"{'; ' * bool(row.remark())}{row.remark()}",
            flush=True,
        )
    return int(above)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
