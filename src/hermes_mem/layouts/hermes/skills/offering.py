"""For which systems and surroundings Hermes offers a skill.

Follows hermes-agent 0.19.0 agent/skill_utils.py (`skill_matches_platform_list`, `skill_matches_environment`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

from hermes_mem.disk.environment import Environment

_PLATFORMS = {"macos": "darwin", "linux": "linux", "windows": "win32"}
_MOUNTED = ("kubepods", "containerd", "crio")
_GROUPED = ("docker", "podman", "/lxc/", *_MOUNTED)


def not_offered(
    platforms: Iterable[str], environments: Iterable[str], toolsets: Iterable[str], env: Environment
) -> str | None:
    """Why a skill of these tags is not offered on this machine, as a clause; None when it is."""
    platforms, environments = tuple(platforms), tuple(environments)
    if platforms and not any(_runs(platform, env) for platform in platforms):
        return f"it is for {' and '.join(platforms)} only"
    if environments and not any(_is_there(word, toolsets, env) for word in environments if word):
        return f"it is for {' and '.join(environments)} only"
    return None


def _runs(platform: str, env: Environment) -> bool:
    mapped = _PLATFORMS.get(platform, platform)
    in_termux = env.environ.get("TERMUX_VERSION") or "com.termux/files/usr" in env.environ.get("PREFIX", "")
    return sys.platform.startswith(mapped) or bool(in_termux and mapped in ("linux", "termux", "android"))


def _is_there(word: str, toolsets: Iterable[str], env: Environment) -> bool:
    """Whether a session would be in these surroundings; of a word that Hermes does not know it is assumed."""
    tests: Mapping[str, Callable[[], bool]] = {
        "kanban": lambda: bool(
            env.environ.get("HERMES_KANBAN_TASK") or env.environ.get("HERMES_KANBAN_BOARD") or "kanban" in toolsets
        ),
        "docker": lambda: bool(env.environ.get("KUBERNETES_SERVICE_HOST")) or _in_container(),
        "s6": lambda: os.path.isdir("/run/s6") or os.path.isdir("/package/admin/s6-overlay"),  # noqa: PTH112 - never raises
    }
    return tests[word]() if word in tests else True


@cache
def _in_container() -> bool:
    if os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv"):  # noqa: PTH110 - this never raises
        return True
    grouped, mounted = _told("/proc/1/cgroup"), _told("/proc/self/mountinfo")
    return any(mark in grouped for mark in _GROUPED) or any(mark in mounted for mark in _MOUNTED)


def _told(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "replace")
    except OSError:
        return ""
