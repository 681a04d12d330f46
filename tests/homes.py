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
        put(self.path / name, raw)
        return self

    def profile(self, name: str) -> HermesHome:
        """The home of a profile below this one, made if need be."""
        return HermesHome(self.path / "profiles" / name)


class PiHome:
    """A home of pi-hermes-memory on disk; every method that writes returns it, so that they chain."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "pi-hermes-memory").mkdir(parents=True, exist_ok=True)

    def memory(self, raw: bytes) -> PiHome:
        """Put bytes into MEMORY.md."""
        return self.file("pi-hermes-memory/MEMORY.md", raw)

    def user(self, raw: bytes) -> PiHome:
        """Put bytes into USER.md."""
        return self.file("pi-hermes-memory/USER.md", raw)

    def failures(self, raw: bytes) -> PiHome:
        """Put bytes into failures.md."""
        return self.file("pi-hermes-memory/failures.md", raw)

    def standing(self, raw: bytes) -> PiHome:
        """Put bytes into STANDING.md."""
        return self.file("pi-hermes-memory/STANDING.md", raw)

    def project(self, name: str, raw: bytes) -> PiHome:
        """Put bytes into the MEMORY.md of a project."""
        return self.file(f"projects-memory/{name}/MEMORY.md", raw)

    def config(self, text: str) -> PiHome:
        """Write hermes-memory-config.json."""
        return self.file("hermes-memory-config.json", text.encode())

    def file(self, name: str, raw: bytes) -> PiHome:
        """Put bytes anywhere in the home."""
        put(self.path / name, raw)
        return self


def put(path: Path, raw: bytes) -> None:
    """Put bytes into a file, its directory made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
