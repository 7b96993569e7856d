"""The command line. Each command is one file, imported only when it is called, so that budge starts quickly."""

from __future__ import annotations

import errno
import os
import signal
import sys
import warnings
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper

import click

from budge.puzzles import BadInput

COMMANDS = (
    *("solve", "check", "info", "explore", "show", "play", "convert", "export", "generate"),
    *("certify", "patterns", "bench", "report", "web", "list", "doctor", "completion"),
)


PLAIN = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


class Commands(click.Group):
    """The commands by name; the module of that name defines each as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"budge.cli.commands.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {close[0]}?" if close else f"commands are {', '.join(COMMANDS)}"
            ctx.fail(f"no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click would write an empty line, also into a log
            raise click.Abort from None


def version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"budge {version('budge')}")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "color": False if PLAIN else None},
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=version, help="Show the version.")
def budge() -> None:
    """Solve puzzles whose pieces move, optimally, and prove that no shorter solution exists.

    A SOURCE is a file, - for standard input, a name from the library, or the puzzle itself as text. A puzzle of your
    own class is FILE.py:NAME or MODULE:NAME.

    \b
    Examples:
      budge solve "1 2 3/4 5 6/7 0 8"   a puzzle as text, rows between slashes
      budge solve eight/hardest-1       a puzzle from the library
      budge solve puzzles.txt --json    every puzzle of a file, as JSON lines
      budge solve pancakes.py:stack     a puzzle in Python
      budge list                        engines, heuristics, formats, library
    """


def main() -> None:
    """The program. An error in the input gives one line on stderr and exit code 33, never a traceback."""
    from budge.interrupts import listen

    listen()
    open_streams()
    warnings.showwarning = warn
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # printing θ must not fail on an ASCII terminal
    code = run()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the work is done: Ctrl-C may now end the process at once
    sys.exit(code)


def warn(message: Warning | str, *where: object, **more: object) -> None:
    """Prints a warning as one line, without the place in the code that raised it."""
    from budge.cli.terminal import complain

    complain(message)


def open_streams() -> None:
    """Opens closed standard streams on the null device, so that no other file gets their descriptors.

    What is written to a closed stdout would be lost, so it is opened for reading only: writing then fails.
    """
    for number, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_RDWR)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # the lowest free descriptor, which is this one
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def run() -> int:
    from budge.api import EngineError
    from budge.cli.exits import BY_LIMIT, Exit
    from budge.cli.terminal import complain, message_of
    from budge.engines.base import Refusal
    from budge.patterns import BuildStopped

    try:
        code: int = budge.main(prog_name="budge", standalone_mode=False)  # every command returns one
        sys.stdout.flush()
        return code
    except click.ClickException as problem:
        with suppress(OSError):
            problem.show()
        return problem.exit_code
    except (KeyboardInterrupt, click.Abort):
        with suppress(OSError):
            click.echo(err=True, nl=sys.stderr.isatty())  # later output starts on a new line, below the ^C
        return Exit.INTERRUPTED
    except (BadInput, Refusal) as problem:
        complain(problem)
        return Exit.BAD_INPUT
    except BuildStopped as stopped:
        complain(f"stopped by {stopped.reason}; the unfinished database is removed")
        return BY_LIMIT.get(stopped.reason, Exit.NO_PLAN)
    except EngineError as problem:
        complain(problem)
        return Exit.ENGINE_WRONG
    except MemoryError:
        complain("out of memory")
        return Exit.OUT_OF_MEMORY
    except BrokenPipeError:  # the reader, such as `head`, closed the pipe
        _drop_stdout()
        return 1
    except OSError as problem:
        _drop_stdout()
        complain("standard output is closed" if problem.errno == errno.EBADF else message_of(problem))
        return Exit.BAD_INPUT


def _drop_stdout() -> None:
    """Discards unwritten output, so that the interpreter does not fail when it flushes stdout at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
