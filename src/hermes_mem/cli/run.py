"""One run of the command line: what it returns, and what is said when it fails."""

from __future__ import annotations

import os
from collections.abc import Sequence

import typer

from hermes_mem.cli import output
from hermes_mem.cli.registry import root
from hermes_mem.model.errors import HermesMemError, Usage

CLOSED_PIPE = 141
COMPLETION = "_HERMES_MEM_COMPLETE"


def run(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code; an error is said on stderr, with `--json` as JSON on stdout."""
    try:
        output.prepare()
        if os.environ.get(COMPLETION):
            _complete()
        code = _attempt(arguments)
        output.flush()
    except BrokenPipeError:
        code = CLOSED_PIPE
    except HermesMemError as problem:
        code = output.failure(problem, as_json=False)
    output.abandon()
    return code


def _complete() -> None:
    """Answer the shell and end the process. Raises Usage for variables that no shell sets."""
    try:
        root().main(prog_name="hermes-mem")
    except (KeyError, ValueError) as error:
        raise Usage(
            f"{COMPLETION} is set, but not the other variables of a completion.",
            f"Only the shell sets it; `unset {COMPLETION}`, and `hermes-mem --install-completion` sets it up.",
        ) from error


def _attempt(arguments: Sequence[str]) -> int:
    as_json = "--json" in _before_dashes(arguments)
    try:
        return _invoke(list(arguments))
    except typer.Exit as stop:
        return stop.exit_code
    except typer.Abort:
        return 130
    except typer.TyperException as problem:
        return output.failure(_as_usage(problem), as_json)
    except HermesMemError as problem:
        return output.failure(problem, as_json)
    except BrokenPipeError:
        raise
    except Exception as problem:  # noqa: BLE001  the last resort: whatever it is, a person gets one line and not a traceback
        return output.failure(_last_resort(problem), as_json)


def _last_resort(problem: Exception) -> HermesMemError:
    """What is said of an exception that nobody expected; typer prints the help by itself, and may have nowhere to."""
    if isinstance(problem, OSError) and problem.filename is None:
        return output.unwritten(problem)
    from hermes_mem.config.crash import report

    return report(problem)


def _invoke(arguments: list[str]) -> int:
    command = root()
    with command.make_context("hermes-mem", arguments) as context:
        return command.invoke(context) or 0


def _as_usage(problem: typer.TyperException) -> Usage:
    """What typer says about the arguments, as an error of ours with the place where help is."""
    context = getattr(problem, "ctx", None)
    command = context.command_path if context else "hermes-mem"
    return Usage(problem.format_message(), f"{command} --help shows how it is used.")


def _before_dashes(arguments: Sequence[str]) -> Sequence[str]:
    """The arguments before `--`, behind which nothing is an option."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments
