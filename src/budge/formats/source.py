"""From what a person names to puzzles: a file, `-`, a name from the library, or the puzzle itself as text.

They are tried in that order. Input is bounded before it is read and checked before it is parsed, so that no file, of
whatever size or content, does more than raise one clear `BadInput`.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import BinaryIO

from budge import library
from budge.formats.lines import opening, shown
from budge.formats.registry import OWN, format_of, text_format
from budge.formats.rush_hour import BOARD
from budge.puzzles import BadInput, Puzzle

MAX_BYTES = 100_000_000
MAX_LINES = 10_000_000
LIMIT = f"the limit of {MAX_BYTES // 1_000_000} MB"
INLINE = "puzzle text"
NOTHING = re.compile(r"$^")
NAME_LIKE = re.compile(r"[^\s,:;={\[]*[A-Za-z][^\s,:;={\[]*")


def read_source(source: str | Path, goal: str | None = None) -> list[Puzzle]:
    """All puzzles of a source, with `goal` in place of their own where given.

    >>> [puzzle] = read_source("1 2 3/4 5 6/7 0 8", goal="blank-first")
    >>> puzzle.goal
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    """
    puzzles = _read(source)
    return puzzles if goal is None else [with_goal(puzzle, goal) for puzzle in puzzles]


def with_goal(puzzle: Puzzle, goal: str) -> Puzzle:
    """The same puzzle with another goal, in the notation of its kind."""
    return text_format(puzzle.kind).with_goal(puzzle, goal.strip())


def is_file(source: str | Path) -> bool:
    """Whether the source names a file (text that can name none is not an error here)."""
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def read_file(path: str | Path) -> str:
    """The text of a file of at most 100 MB; raises `BadInput` if it is larger, unreadable or not text."""
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MAX_BYTES:
                raise BadInput(f"{path}: {status.st_size:,} bytes, above {LIMIT}")
            return _text(file, str(path))
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None


def read_stdin() -> str:
    """The text on standard input, under the same conditions."""
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    return _text(sys.stdin.buffer, "standard input")


def _read(source: str | Path) -> list[Puzzle]:
    if source == "-":
        return read_text(read_stdin(), "standard input")
    if not str(source).strip():
        raise BadInput("an empty source; expected a file, -, a name from the library, or a puzzle as text")
    if isinstance(source, Path) or is_file(source):
        return read_text(read_file(source), str(source))
    if entries := library.find(source):
        return [library_puzzle(entry) for entry in entries]
    if NAME_LIKE.fullmatch(source) and not BOARD.fullmatch(source):
        close = get_close_matches(source, library.names(), n=1)
        hint = f"did you mean {close[0]}?" if close else "`budge list library` shows the names"
        raise BadInput(f"no such file or library puzzle: {source[:80]}; {hint}")
    return read_text(source, INLINE)


def library_puzzle(entry: library.Entry) -> Puzzle:
    """An entry of the library as a puzzle that bears its name."""
    [puzzle] = read_text(f"name: {entry.name}\n{entry.text}", f"library puzzle {entry.name}")
    return puzzle


def read_text(text: str, where: str) -> list[Puzzle]:
    """All puzzles of a text, never taken for the name of a file; `where` begins the message of a mistake."""
    if not text or text.isspace():
        raise BadInput(f"{where}: empty; expected a puzzle")
    if text.count("\n") > MAX_LINES:
        raise BadInput(f"{where}: more than {MAX_LINES:,} lines")
    format = format_of(text, where)
    if format is None:
        begins = shown(opening(text, skip=NOTHING).rstrip())
        if where == INLINE:
            raise BadInput(f"{begins} is no file, no library puzzle, and no puzzle as text")
        known = ", ".join(format.name for format in OWN)
        raise BadInput(f"{where}: {begins} begins no puzzle in a known format ({known})")
    return format.read(text, where)


def _text(file: BinaryIO, where: str) -> str:
    """What the file holds, decoded; a byte-order mark is dropped and every line end becomes a newline."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(f"{where}: above {LIMIT}")
    if b"\0" in data:
        raise BadInput(f"{where}: a binary file; expected a puzzle as text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise BadInput(f"{where}, line {line}: not UTF-8 text; expected a puzzle as text") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
