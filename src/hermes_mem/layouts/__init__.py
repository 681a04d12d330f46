"""The kinds of stores. Only the packages below know an agent's paths, delimiters, limits and locks."""

from __future__ import annotations

from hermes_mem.layouts import hermes
from hermes_mem.layouts.base import Layout

LAYOUTS: dict[str, Layout] = {hermes.KIND: hermes}
