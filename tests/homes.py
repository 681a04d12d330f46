"""Building agents' homes for tests."""

from __future__ import annotations

from pathlib import Path


class HermesHome:
    """A Hermes home on disk; every method that writes returns it, so that they chain."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "memories").mkdir(parents=True, exist_ok=True)

    def memory(self, raw: bytes) -> HermesHome:
        """Put bytes into MEMORY.md."""
        return self.file("memories/MEMORY.md", raw)

    def user(self, raw: bytes) -> HermesHome:
        """Put bytes into USER.md."""
        return self.file("memories/USER.md", raw)

    def config(self, text: str) -> HermesHome:
        """Write config.yaml."""
        return self.file("config.yaml", text.encode())

    def file(self, name: str, raw: bytes) -> HermesHome:
        """Put bytes anywhere in the home."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        return self

    def profile(self, name: str) -> HermesHome:
        """The home of a profile below this one, made if need be."""
        return HermesHome(self.path / "profiles" / name)
