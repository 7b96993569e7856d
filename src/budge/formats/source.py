"""Resolves a source to puzzles: a file, `-`, a name from the library, or the puzzle itself as text.

They are tried in that order; folders are skipped. A file is read and checked part by part, on demand: it takes constant
memory whatever its size, and an error raises one `BadInput`.
"""

from __future__ import annotations

import os
import re
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from difflib import get_close_matches
from functools import partial
from itertools import chain
from pathlib import Path

from budge import library
from budge.arguments import expect
from budge.formats import own_puzzles
from budge.formats.base import Draft, itself
from budge.formats.lines import opening, shown
from budge.formats.parts import LIMIT, MAX_BYTES, Text, decoded
from budge.formats.registry import OWN, format_of, text_format
from budge.formats.rush_hour import BOARD
from budge.formats.tiles_list import is_digits
from budge.puzzles import BadInput, Puzzle

INLINE = "puzzle text"
NOTHING = re.compile(r"$^")
NAME_LIKE = re.compile(r"[^\s,:;={\[]*[A-Za-z][^\s,:;={\[]*")


def read_source(source: str | Path, goal: str | None = None, *, files: bool = True) -> list[Puzzle]:
    """All puzzles of a source, with `goal` instead of their own if given; without `files`, of a name or a text only.

    >>> [puzzle] = read_source("1 2 3/4 5 6/7 0 8", goal="blank-first")
    >>> puzzle.goal
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    """
    return [draft() for draft in drafts(source, goal, files=files)]


def one_puzzle(source: Puzzle | str | Path, files: bool = True) -> Puzzle:
    """A puzzle, or the only one of a source."""
    expect(
        source, (Puzzle, str, Path), "one puzzle, or its file, name or text; load() gives a list, Tiles.of reads rows"
    )
    if isinstance(source, Puzzle):
        return source
    found = read_source(source, files=files)
    if len(found) != 1:
        raise BadInput(f"{source} holds {len(found)} puzzles; load() them and choose one")
    return found[0]


def drafts(
    source: str | Path,
    goal: str | None = None,
    seconds: float | None = None,
    *,
    files: bool = True,
    programs: bool = False,
) -> Iterator[Draft]:
    """`read_source`, lazily: a file is read on demand, and a puzzle is built only when its draft is called.

    With `seconds`, a named pipe that stays silent for longer raises `BadInput`. With `programs`, a source may name a
    puzzle in a program, which then runs.

    >>> from itertools import islice
    >>> second = next(islice(drafts("1 2/3 0\\n\\n1 2 3/4 5 0"), 1, 2))
    >>> second().size
    '3×2'
    """
    program = own_puzzles.program_of(source) if programs and isinstance(source, str) and not is_file(source) else None
    if program and own_puzzles.exists(program):
        found = drafts_of(own_puzzles.in_program(str(source)))
    else:
        try:
            found = _drafts(source, seconds) if files else _drafts_without_files(source)
            if program:
                found = drafts_of([draft() for draft in found])
        except BadInput as problem:
            raise BadInput(f"there is no module {program}; {problem}" if program else str(problem)) from None
    return found if goal is None else (partial(_with_goal, draft, goal) for draft in found)


def _with_goal(draft: Draft, goal: str) -> Puzzle:
    return with_goal(draft(), goal)


def with_goal(puzzle: Puzzle, goal: str) -> Puzzle:
    """The same puzzle with another goal, in the notation of its kind."""
    return text_format(puzzle.kind).with_goal(puzzle, goal.strip())


def is_file(source: str | Path) -> bool:
    """Whether the source names a file; False for folders and for text that is not a valid path."""
    try:
        return Path(source).exists() and not Path(source).is_dir()
    except (OSError, ValueError):
        return False


def read_file(path: str | Path) -> str:
    """The text of a file of at most 100 MB; raises `BadInput` if it is larger, unreadable or not text."""
    return "".join(_parts_of_file(path))


def read_stdin() -> str:
    """The text on standard input; raises `BadInput` as `read_file` does."""
    return "".join(_parts_of_stdin())


def is_stream(source: str) -> bool:
    """Whether the source can be read only once: standard input, a pipe or a device."""
    return source == "-" or (is_file(source) and not Path(source).is_file())


class NamedPipe:
    """A named pipe, which is read until its writers close it; raises `BadInput` after some seconds without data."""

    def __init__(self, path: str | Path, seconds: float) -> None:
        self._path, self._seconds = path, seconds
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # would otherwise wait for a writer

    def read(self, size: int = -1) -> bytes:
        if not select.select([self._descriptor], [], [], self._seconds)[0]:
            raise BadInput(f"{self._path}: a pipe without data for {self._seconds:g} s")
        return os.read(self._descriptor, size)

    def close(self) -> None:
        os.close(self._descriptor)


def _parts_of_file(path: str | Path, seconds: float | None = None) -> Iterator[str]:
    if seconds is not None and Path(path).is_fifo():
        with closing(NamedPipe(path, seconds)) as pipe:
            yield from decoded(pipe, str(path))
        return
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MAX_BYTES:
                raise BadInput(f"{path}: {status.st_size:,} bytes, above {LIMIT}")
            yield from decoded(file, str(path))
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None


def _parts_of_stdin() -> Iterator[str]:
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    yield from decoded(sys.stdin.buffer, "standard input")


def _drafts(source: str | Path, seconds: float | None) -> Iterator[Draft]:
    if source == "-":
        return _drafts_of(Text(_parts_of_stdin()), "standard input")
    if not str(source).strip():
        raise BadInput("an empty source; expected a file, -, a name from the library, or a puzzle as text")
    if isinstance(source, Path) or is_file(source):
        if Path(source).suffix == ".py":
            raise BadInput(f"{source} is a program; name a puzzle in it, as in {source}:NAME")
        return _drafts_of(Text(_parts_of_file(source, seconds)), str(source))
    if entries := library.find(source):
        return (partial(library_puzzle, entry) for entry in entries)
    if own := own_puzzles.registered(source):
        return drafts_of(own)
    if is_folder(source):
        raise BadInput(f"{source}: Is a directory")
    if NAME_LIKE.fullmatch(source) and not BOARD.fullmatch(source) and not is_digits(source):
        raise BadInput(f"no such file or library puzzle: {source[:80]}; {_hint(source)}")
    return _drafts_of(Text.of(source), INLINE)


def _drafts_without_files(source: str | Path) -> Iterator[Draft]:
    """The puzzles of a name from the library or of a text: for text of strangers, which could name any file."""
    if isinstance(source, Path):
        raise BadInput("a path, but files=False accepts only a name from the library or a puzzle as text")
    if not source.strip():
        raise BadInput("an empty source; expected a name from the library, or a puzzle as text")
    if entries := library.find(source):
        return (partial(library_puzzle, entry) for entry in entries)
    if own := own_puzzles.registered(source):
        return drafts_of(own)
    return _drafts_of(Text.of(source), INLINE)


def drafts_of(puzzles: list[Puzzle]) -> Iterator[Draft]:
    return (partial(itself, puzzle) for puzzle in puzzles)


def is_folder(source: str) -> bool:
    try:
        return Path(source).is_dir()
    except (OSError, ValueError):
        return False


def _hint(source: str) -> str:
    """Suggests similar names from the library and from the same folder."""
    close = get_close_matches(source, [*library.names(), *library.short_names(), *own_puzzles.registered_names()], n=1)
    folder, _, name = source.rpartition("/")
    try:
        files = sorted(entry.name for entry in os.scandir(folder or ".") if entry.is_file())
    except (OSError, ValueError):
        files = []
    close += [f"{folder}/{file}" if folder else file for file in get_close_matches(name, files, n=1)]
    return f"did you mean {' or '.join(close)}?" if close else "`budge list library` shows the names"


def library_puzzle(entry: library.Entry) -> Puzzle:
    """An entry of the library as a puzzle with its name."""
    [puzzle] = read_text(f"name: {entry.name}\n{entry.text}", f"library puzzle {entry.name}")
    return puzzle


def read_text(text: str, where: str) -> list[Puzzle]:
    """All puzzles of a text, which is never a file name; `where` begins error messages."""
    return [draft() for draft in _drafts_of(Text.of(text), where)]


def _drafts_of(text: Text, where: str) -> Iterator[Draft]:
    if text.is_empty:
        raise BadInput(f"{where}: empty; expected a puzzle")
    text = text.unquoted()
    format = format_of(text.head, where)
    if format is None:
        begins = opening(text.head, skip=NOTHING).rstrip()
        if not begins:
            raise BadInput(f"{where}: only comments; expected a puzzle")
        begins = shown(begins)
        if where == INLINE:
            raise BadInput(f"{begins} is not a file, a library puzzle or a puzzle as text")
        known = ", ".join(format.name for format in OWN)
        raise BadInput(f"{where}: {begins} is not the beginning of a puzzle in a known format ({known})")
    found = format.drafts(text, where)
    first = next(found, None)
    if first is None:
        raise BadInput(f"{where}: it contains no puzzle")
    return chain([first], found)
