"""The desk at which people curate the memory of their AI agents."""

__version__ = "0.1.0"
