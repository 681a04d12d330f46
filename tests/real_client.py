"""The released hermes-agent in a virtual environment of its own, so that tests can ask it what it makes of a file.

The environment is made once and kept in the cache directory of the person who runs the tests. Where it cannot be made,
tests are skipped with the reason, except under CI, where that is a failure. HERMES_AGENT_PYTHON names the interpreter
of one that is there already.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

VERSION = "0.19.0"
KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR")

# Taken before any test moves HOME and the XDG directories to a place that does not outlive it.
_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hermes-mem-tests"
_GIVEN = os.environ.get("HERMES_AGENT_PYTHON")
_ENVIRON = dict(os.environ)

needs_client = pytest.mark.real_client


def run_client(script: str, payload: Any, home: Path, environ: dict[str, str] | None = None) -> Any:
    """Run `script` in the agent's interpreter with HERMES_HOME set to `home`; `payload` and the answer are JSON.

    The script finds the payload in `payload` and leaves what it found out in `answer`.
    """
    own = {name: os.environ[name] for name in KEPT if name in os.environ}
    done = subprocess.run(
        [python(), "-c", _AROUND.replace("SCRIPT", script)],
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
        env=own | {"HOME": str(home.parent), "HERMES_HOME": str(home)} | (environ or {}),
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.rpartition(_MARK)[2])


_MARK = "\x1eanswer\x1e"
_AROUND = f"""
import json, sys
payload = json.load(sys.stdin)
SCRIPT
sys.stdout.write({_MARK!r} + json.dumps(answer))
"""


def python() -> str:
    """The interpreter of the released agent. Skips the test, or fails it under CI, where there can be none."""
    if _GIVEN:
        return _GIVEN
    interpreter = _CACHE / f"hermes-agent-{VERSION}" / "bin" / "python"
    try:
        with _only_one(_CACHE / f"hermes-agent-{VERSION}.lock"):
            if not (interpreter.parent / "complete").exists():
                _install(interpreter)
    except (OSError, subprocess.CalledProcessError) as error:
        reason = f"hermes-agent {VERSION} cannot be installed: {getattr(error, 'stderr', '') or error}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return str(interpreter)


@contextmanager
def _only_one(lock: Path) -> Iterator[None]:
    """Parallel test processes wait here for the one that installs."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _install(interpreter: Path) -> None:
    environment = interpreter.parent.parent
    _quietly(sys.executable, "-m", "venv", "--clear", str(environment))
    _quietly(str(interpreter), "-m", "pip", "install", "--quiet", f"hermes-agent=={VERSION}")
    (interpreter.parent / "complete").touch()


def _quietly(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True, env=_ENVIRON)
