"""Running code to which permissions apply: root, as in many containers, may read everything."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DROPPED = "-dac_override,-dac_read_search"

AROUND = """
import json, sys
from pathlib import Path
closed = Path(sys.argv[1])
try:
    list(closed.iterdir()) if closed.is_dir() else closed.open("rb")
except PermissionError:
    pass
else:
    sys.exit("the path is not closed")
SCRIPT
print(json.dumps(answer))
"""


def run_powerless(script: str, closed: Path, *arguments: str) -> Any:
    """What `script` leaves in `answer`, run by a user whom file modes stop; `closed` is a path that it may not read.

    The script finds `closed` and the arguments from `sys.argv[2]` on.
    """
    command = [sys.executable, "-c", AROUND.replace("SCRIPT", script), str(closed), *arguments]
    if os.geteuid() == 0:
        tool = shutil.which("setpriv")
        if tool is None:
            pytest.skip("root can read everything here, and there is no setpriv to give that up")
        command = [tool, f"--bounding-set={DROPPED}", "--", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
