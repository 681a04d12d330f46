"""The process: `python -m hermes_mem` and the `hermes-mem` command."""

from __future__ import annotations

import sys

from hermes_mem import __version__


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the return value is the process's exit code.

    The version is answered before anything else is imported, and Windows before anything asks for `fcntl`.
    """
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        print(f"hermes-mem {__version__}")
        return 0
    if sys.platform == "win32":
        print("hermes-mem: Windows is not supported yet; it runs on Linux, on macOS and in WSL.", file=sys.stderr)
        return 2
    try:
        from hermes_mem.cli.run import run  # noqa: PLC0415

        return run(given)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
