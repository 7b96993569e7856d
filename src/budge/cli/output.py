"""Files that a command writes. `budge.cli.run` reports an `OSError` as one line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from budge.formats.source import is_file
from budge.puzzles import BadInput


def write_text(path: str, text: str, sources: Iterable[str]) -> None:
    """Write to a file, or to standard output for `-`."""
    if path == "-":
        click.echo(text, nl=False)
        return
    check_output(path, sources)
    with naming(path):
        Path(path).write_text(text, encoding="utf-8", errors="surrogateescape")


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Adds the file name to an `OSError` that lacks one."""
    try:
        yield
    except OSError as problem:
        problem.filename = problem.filename or path
        raise


class OutputFile:
    """A file that is flushed after every write."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115 (closed by `close`)

    def __enter__(self) -> OutputFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, text: str) -> None:
        with naming(self.path):
            self._file.write(text)
            self._file.flush()

    def close(self) -> None:
        with naming(self.path):  # `close` flushes and may fail again
            self._file.close()


def check_output(path: str, sources: Iterable[str]) -> None:
    """Raises `BadInput` if the file is one of the sources."""
    for source in sources:
        if source != "-" and is_file(source) and is_file(path) and os.path.samefile(path, source):
            raise BadInput(f"{path} is the puzzle itself and would be overwritten; choose another file")
