"""Output on a terminal: numbers and sizes as text, columns, drawings side by side, a status line."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TextIO

import click

from budge.model import Progress
from budge.wording import amount, bare, seconds_in_words, size_in_words

INDENT = "  "
MAX_MESSAGE = 600  # characters of a message; of a longer one both ends are shown


def complain(message: object) -> None:
    """Prints one line on stderr; if that fails, the exit code still reports the error."""
    line = printable(" ".join(str(message).split()))
    if len(line) > MAX_MESSAGE:
        line = f"{line[: MAX_MESSAGE // 2]} … {line[-MAX_MESSAGE // 2 :]}"
    with suppress(OSError):
        click.echo(f"budge: {line}", err=True)


def message_of(problem: BaseException) -> str:
    """The message of an exception; of a system error without its number.

    >>> message_of(FileNotFoundError(2, "No such file or directory", "a.txt"))
    'a.txt: No such file or directory'
    """
    if not isinstance(problem, OSError):
        return str(problem)
    where = "cannot write" if problem.filename is None else problem.filename or "a file without a name"
    return f"{where}: {problem.strerror or problem}"


def printable(text: str) -> str:
    """The text without control characters, with which a file could manipulate a terminal."""
    return "".join(char if char.isprintable() else "�" for char in text)


def width() -> int:
    return max(40, min(shutil.get_terminal_size().columns, 120))


def short_count(number: float) -> str:
    """
    >>> short_count(950), short_count(1_234_567)
    ('950', '1.23 M')
    """
    for unit in ("", " k", " M", " G"):
        if number < 999.5:
            return f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:.3g} T"


def optimum_in_words(optimum: Mapping[str, int] | None) -> str:
    """
    >>> optimum_in_words({"moves": 81, "steps": 116}), optimum_in_words(None)
    ('81 moves, 116 steps', 'no solution')
    """
    return "no solution" if optimum is None else ", ".join(amount(cost, metric) for metric, cost in optimum.items())


def facts(pairs: Iterable[tuple[str, str]], label_width: int = 11, colours: Mapping[str, str] | None = None) -> str:
    """Labelled lines, each wrapped in its column. Labels with a colour are bold, the others dim.

    >>> print(click.unstyle(facts([("plan", "UL"), ("engine", "astar")])))
      plan         UL
      engine       astar
    """
    lines = []
    for label, text in pairs:
        head = INDENT + label.ljust(label_width + 2)
        room = width() - label_width - 4
        wrapped = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
        colour = (colours or {}).get(label)
        styled = click.style(head, fg=colour, bold=True) if colour else click.style(head, dim=True)
        lines.append(styled + wrapped[0])
        lines += [" " * len(head) + line for line in wrapped[1:]]
    return "\n".join(lines)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned columns; the last column wraps.

    >>> print(columns([("a", "first"), ("bc", "second")]))
      a   first
      bc  second
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines = []
    for *cells, last in rows:
        head = INDENT + "".join(cell.ljust(wide + 2) for cell, wide in zip(cells, widths, strict=True))
        wrapped = textwrap.wrap(last, max(30, width() - len(head))) or [""]
        lines += [head + wrapped[0], *(" " * len(head) + line for line in wrapped[1:])]
    return "\n".join(line.rstrip() for line in lines)


def side_by_side(drawings: Sequence[str]) -> str:
    """Drawings side by side, as many in a row as fit the terminal.

    >>> print(side_by_side(["1 2\\n3 ·", "2 1\\n· 3"]))
      1 2    2 1
      3 ·    · 3
    """
    blocks = [drawing.split("\n") for drawing in drawings]
    wide = max(len(line) for block in blocks for line in block) + 4
    per_row = max(1, (width() - len(INDENT)) // wide)
    rows = []
    for first in range(0, len(blocks), per_row):
        row = blocks[first : first + per_row]
        tall = max(map(len, row))
        filled = [block + [""] * (tall - len(block)) for block in row]
        rows.append(
            "\n".join(
                (INDENT + "".join(line.ljust(wide) for line in lines)).rstrip() for lines in zip(*filled, strict=True)
            )
        )
    return "\n\n".join(rows)


def is_terminal(stream: TextIO) -> bool:
    """Whether the stream is a terminal that can overwrite its output."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class StatusLine:
    """The state of a search on one line of stderr, erased at the end. Shows nothing if stderr is not a terminal."""

    def __init__(self) -> None:
        self.visible = is_terminal(sys.stderr)
        self.shown = False

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.clear()

    def clear(self) -> None:
        if self.shown:
            self.shown = False
            self.write([])

    def show(self, progress: Progress) -> None:
        self.shown = True
        rate = progress.generated / progress.seconds if progress.seconds else 0
        if progress.preparing is not None:
            bar = ("█" * round(24 * progress.share)).ljust(24, "░")
            self.write([progress.preparing, f"{bar} {progress.share:4.0%}", seconds_in_words(progress.seconds)])
            return
        parts = [
            *([progress.stage] if progress.stage is not None else []),
            f"at least {bare(progress.lower_bound)}",
            *([f"best {bare(progress.best_cost)}"] if progress.best_cost is not None else []),
            f"{short_count(progress.generated)} nodes",
            f"{short_count(rate)}/s",
            *([size_in_words(progress.bytes)] if progress.bytes else []),
            seconds_in_words(progress.seconds),
        ]
        self.write(parts)

    def say(self, words: str) -> None:
        if self.visible:
            self.shown = True
            self.write([words])

    def write(self, parts: list[str]) -> None:
        with suppress(OSError):  # continue if the terminal has been closed
            sys.stderr.write("\r\x1b[K" + " · ".join(parts)[: shutil.get_terminal_size().columns - 1])
            sys.stderr.flush()
