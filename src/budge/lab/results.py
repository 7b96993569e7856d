"""The results file: JSON lines. A run syncs each line to disk before it writes the next, so a killed run loses none.

A line describes a suite (its text and the pairs left out), a pattern database, or a result. A reader ignores an
incomplete last line; a writer removes it first. If the disk is full, a partly written line is removed.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from budge.lab.jobs import BenchJob
from budge.lab.record import Record
from budge.locks import lock
from budge.puzzles import BadInput


@dataclass(frozen=True)
class Results:
    """The contents of results files."""

    suites: dict[str, dict[str, Any]] = field(default_factory=dict)  # by name: text, left_out, short
    databases: list[dict[str, Any]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)  # files whose last line is incomplete

    def lacking(self, jobs: Iterable[BenchJob]) -> list[BenchJob]:
        """The jobs without a result."""
        done = {(record.suite, record.configuration, record.key) for record in self.records}
        return [job for job in jobs if (job.suite, job.configuration.name, job.key) not in done]


def read_results(paths: Iterable[str | Path]) -> Results:
    """Reads the files; raises `BadInput` with the line number if a line is not a result."""
    found = Results()
    for path in paths:
        if _endless(path):
            raise BadInput(f"{path}: a device; expected a file of results")
        try:
            data = Path(path).read_bytes()
        except OSError as problem:
            raise BadInput(f"{path}: {problem.strerror or problem}") from None
        *lines, last = data.split(b"\n")
        if last:
            found.torn.append(str(path))
        for number, line in enumerate(lines, 1):
            try:
                _add_line(json.loads(line), found)
            except (ValueError, TypeError, KeyError, RecursionError) as problem:
                what = problem if isinstance(problem, BadInput) else "not a line of a results file of budge bench"
                raise BadInput(f"{path}, line {number}: {what}") from None
        if not lines:
            raise BadInput(f"{path}: no results in it")
    return found


def _endless(path: str | Path) -> bool:
    """Whether the file is a character device, which may be endless, such as /dev/zero."""
    try:
        return stat.S_ISCHR(os.stat(path).st_mode)
    except OSError:
        return False


def _add_line(data: dict[str, Any], found: Results) -> None:
    if data["type"] == "suite":
        found.suites[data["name"]] = data
    elif data["type"] == "database":
        found.databases.append(data)
    elif data["type"] == "result":
        found.records.append(Record.from_json(data))
    else:
        raise BadInput(f"a line of type {data['type']!r}; expected suite, database or result")


class ResultsFile:
    """A results file opened for appending by this process alone."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.exists() and not self.path.is_file() and not self.path.is_dir():
            raise BadInput(f"{path}: not a file; results are appended to a regular file")
        self._file = open(self.path, "ab+")  # noqa: SIM115  (closed by `__exit__`)

    def __enter__(self) -> ResultsFile:
        if not lock(self._file.fileno()):
            self._file.close()
            raise BadInput(f"{self.path}: another run is writing to it")
        self._cut_torn_line()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    @property
    def empty(self) -> bool:
        return self._file.seek(0, os.SEEK_END) == 0

    def append(self, data: dict[str, Any]) -> None:
        """Appends a line and syncs it to disk. If it raises `OSError`, the file is unchanged."""
        self.write(data, sync=True)

    def write(self, data: dict[str, Any], *, sync: bool = False) -> None:
        """Appends a line. Readers see it on return; without `sync` it reaches the disk some seconds later."""
        self.write_text(json.dumps(data, separators=(",", ":")) + "\n", sync=sync)

    def write_text(self, lines: str, *, sync: bool = False) -> None:
        """Appends complete lines, all or none, also if it raises `OSError`."""
        data = lines.encode()
        before = self._file.seek(0, os.SEEK_END)
        try:
            while data:
                data = data[os.write(self._file.fileno(), data) :]
            if sync:
                os.fsync(self._file.fileno())
        except OSError as problem:
            os.ftruncate(self._file.fileno(), before)
            problem.filename = str(self.path)
            raise

    def _cut_torn_line(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if data[whole:].startswith(b"{"):  # other text is not ours
            os.ftruncate(self._file.fileno(), whole)
