"""What stands in an entry that an agent acts on, that must not be shown, or that was not meant so."""

from __future__ import annotations

from hermes_mem.guards.rule import SCAN_LIMIT, Rule
from hermes_mem.guards.scanning import hermes_blocks, rules, scan, without_secrets

__all__ = ["SCAN_LIMIT", "Rule", "hermes_blocks", "rules", "scan", "without_secrets"]
