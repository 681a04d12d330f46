"""The six views of the desk."""

from __future__ import annotations

VIEWS = {
    "memory": "Memory",
    "skills": "Skills",
    "sessions": "Sessions",
    "review": "Review",
    "health": "Health",
    "history": "History",
}
"""The views in the order of their number keys, with their titles."""

COMING = frozenset(VIEWS) - {"memory", "health", "history"}
"""Those whose turn has not come yet: their tabs are dim, and they say so."""
