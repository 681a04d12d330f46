"""What a person types into the filter: words of a text, and what its entry is about."""

from __future__ import annotations

from dataclasses import dataclass

from hermes_mem.model.entry import Entry

CATEGORY, PROJECT = "category:", "project:"


@dataclass(frozen=True, slots=True)
class Asked:
    """A query taken apart: `words` are for the texts; a category and a project begin with one of those named."""

    words: str
    categories: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()

    def admits(self, entry: Entry) -> bool:
        """Whether the entry is about what was asked for."""
        return _begins(entry.category, self.categories) and _begins(entry.project, self.projects)


def asked(query: str) -> Asked:
    """The query taken apart; a word that is being typed and has nothing behind its colon asks for nothing yet."""
    terms = query.split()
    kinds = {kind: tuple(_named(terms, kind)) for kind in (CATEGORY, PROJECT)}
    words = (term for term in terms if not term.lower().startswith((CATEGORY, PROJECT)))
    return Asked(" ".join(words), kinds[CATEGORY], kinds[PROJECT])


def _named(terms: list[str], kind: str) -> list[str]:
    names = (term[len(kind) :].casefold() for term in terms if term.lower().startswith(kind))
    return [name for name in names if name]


def _begins(value: str | None, names: tuple[str, ...]) -> bool:
    return not names or any((value or "").casefold().startswith(name) for name in names)
