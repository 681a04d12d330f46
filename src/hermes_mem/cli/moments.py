"""A moment as a person types it: 2026-01-31, 2026-01-31T12:00, 7d, 2w, today, yesterday."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from hermes_mem.model.errors import Usage

HINT = "As 2026-01-31, 2026-01-31T12:00, 7d, 2w, 12h, today or yesterday."

UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}

DAYS = {"today": 0, "yesterday": 1}

_AGO = re.compile(r"([0-9]{1,6})([hdw])")


def moment(text: str, now: datetime) -> datetime:
    """The moment, of this machine's time zone where it names none; a day means its beginning. Raises Usage."""
    word = text.strip().lower()
    try:
        if word in DAYS:
            return datetime.combine(now.astimezone() - timedelta(days=DAYS[word]), time()).astimezone()
        if ago := _AGO.fullmatch(word):
            return now.astimezone() - int(ago[1]) * UNITS[ago[2]]
        return datetime.fromisoformat(text.strip()).astimezone()
    except (ValueError, OverflowError) as error:
        raise Usage(f"{text} is no date.", HINT) from error
