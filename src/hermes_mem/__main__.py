"""The process: `python -m hermes_mem` and the `hermes-mem` command."""

from __future__ import annotations


def main() -> int:
    """Run the command line; the return value is the process's exit code."""
    raise NotImplementedError
