"""The `ckpt-tui` command: parse, hand over, print errors as one sentence, exit with a code."""

import errno
import gc
import os
import sys
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Final

import click

from ckpt_tui.core.display import plain
from ckpt_tui.errors import CkptError
from ckpt_tui.version import __version__

_INTERRUPTED: Final = 130
_BUG: Final = 70
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_BETWEEN_SWEEPS: Final = 10_000

# A command's module is imported when the command is asked for.
_COMMANDS: Final = {
    "edit": "Write and reorder checkpoints beside a recorded trace.",
    "score": "Score traces under their task's checklist.",
    "save": "Seal the working copy as the next version.",
    "log": "List the sealed versions of a task.",
    "show": "Print a checklist: the working copy, or a sealed version.",
    "lint": "Say what makes a checklist grade other than meant.",
    "test": "Put a checklist to the test: control runs, and runs changed on purpose.",
    "trace": "Look into a recording: the claims of its report.",
    "schema": "Print the JSON Schema of the checklist file.",
}


class _Commands(click.Group):
    """Finds a command's module by its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(f"ckpt_tui.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command for one that is not there."""
        name = args[0]
        if name in _COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        near = get_close_matches(name, _COMMANDS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_COMMANDS)}"
        raise click.UsageError(f"no command {name!r}: {hint}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-C",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Work in this folder instead of the current one.",
)
@click.version_option(__version__, prog_name="ckpt-tui", message="%(prog)s %(version)s")
@click.pass_context
def ckpt_tui(context: click.Context, folder: Path) -> None:
    """Graded checkpoints for long-horizon agent tasks, written beside recorded traces."""
    context.obj = folder
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command line and leave the process."""
    # Recordings and frames make small values by the thousand, nearly all without cycles: looking
    # for some after every 700 of them costs a fifth of the time.
    gc.set_threshold(_BETWEEN_SWEEPS)
    _open_closed_streams()
    _spell_out()
    sys.exit(_finished(run(sys.argv[1:])))


def run(arguments: list[str]) -> int:
    """Run one command; the exit code."""
    try:
        code = ckpt_tui.main(arguments, prog_name="ckpt-tui", standalone_mode=False)
    except click.ClickException as error:
        return _refused(error.format_message(), error.exit_code)
    except CkptError as error:
        return _refused(str(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _refused("interrupted", _INTERRUPTED)
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has seen enough, which click and rich answer with SystemExit.
        return 0
    except Exception as error:
        if os.environ.get("CKPT_TUI_DEBUG"):
            raise
        return _failed(error)
    return code if isinstance(code, int) else 0


def _open_closed_streams() -> None:
    """Give a stream that the caller closed the place where nothing is read and all is lost.

    Python has None for such a stream, and the next file opened would get its descriptor.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _spell_out() -> None:
    """Have the streams write by its number what their encoding has no character for."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _finished(code: int) -> int:
    """Write what is left; the exit code, another one where output was lost."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            # Nobody takes it any more: Python's own flush at exit shall find nothing.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            if stream is sys.stdout and not isinstance(error, BrokenPipeError) and not code:
                code = _unwritten(error)
    return code


def _failed(error: Exception) -> int:
    # An error about a file carries the file's name, one about an open stream has none.
    if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
        return _unwritten(error)
    notes: list[str] = getattr(error, "__notes__", [])
    told = [f"a fault of this program: {type(error).__name__}: {error}.", *notes]
    return _refused(f"{' '.join(told)} CKPT_TUI_DEBUG=1 shows where", _BUG)


def _unwritten(error: OSError) -> int:
    return _refused(f"the output could not be written: {error.strerror}", CkptError.exit_code)


def _refused(message: str, code: int) -> int:
    with suppress(OSError):
        print(f"ckpt-tui: {plain(message)}", file=sys.stderr)  # noqa: T201
    return code
