"""The process: `python -m hermes_mem` and the `hermes-mem` command."""

from __future__ import annotations

import gc
import sys

from hermes_mem import __version__


def main() -> int:
    """Run the command line of this process; the return value is its exit code.

    A command is over before it has made garbage worth looking for: without the collector, and without its last pass
    over every object, `memory list` takes a sixth less. The full screen switches it on again.
    """
    gc.disable()
    try:
        return answer(sys.argv[1:])
    finally:
        gc.freeze()


def answer(arguments: list[str]) -> int:
    """Run the command line with these arguments and return the exit code.

    The version is answered before anything else is imported, and Windows before anything asks for `fcntl`.
    """
    if arguments == ["--version"]:
        try:
            print(f"hermes-mem {__version__}", flush=True)
        except OSError:
            pass  # the whole command line knows what to say then
        else:
            return 0
    if sys.platform == "win32":
        print("hermes-mem: Windows is not supported yet; it runs on Linux, on macOS and in WSL.", file=sys.stderr)
        return 2
    try:
        if arguments in ([], ["tui"]):
            from hermes_mem.cli.screen import open_alone

            if (code := open_alone()) is not None:
                return code
        from hermes_mem.cli.run import run

        return run(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
