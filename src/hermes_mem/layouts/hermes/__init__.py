"""Homes of Hermes Agent."""

from __future__ import annotations

from hermes_mem.layouts.hermes.contents import count
from hermes_mem.layouts.hermes.homes import KIND, find
from hermes_mem.layouts.hermes.prompt import blocks
from hermes_mem.layouts.hermes.reading import read

__all__ = ["KIND", "blocks", "count", "find", "read"]
