"""The file of `budge solve --output`: outcomes by key, appended as they come, so that another run can continue.

JSON lines are appended one by one. A Parquet file cannot be appended to: outcomes are written to `FILE.jsonl` next to
it, and at the end of a run, however it ends, DuckDB (`budge[lab]`) merges both into FILE.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from budge.cli import sokoban_solutions
from budge.cli.exits import Exit, exit_of
from budge.lab.results import ResultsFile
from budge.model import Outcome
from budge.puzzles import BadInput, Puzzle

# The columns of a Parquet file. A value without a fixed form (a cost may be a pair) is JSON text.
COLUMNS = """
    key, puzzle.kind AS kind, puzzle.name AS name, puzzle.level AS level, engine, heuristic, metric, quality, status,
    TRY_CAST(cost AS BIGINT) AS cost, TRY_CAST(lower_bound AS BIGINT) AS lower_bound, plan, costs::VARCHAR AS costs,
    reason, stopped_by, stats.expanded AS expanded, stats.generated AS generated, stats.seconds AS seconds,
    stats.cpu_seconds AS cpu_seconds, stats.peak_bytes AS peak_bytes,
    stats.first_plan_seconds AS first_plan_seconds
"""
TYPES = {
    **dict.fromkeys(("key", "engine", "heuristic", "metric", "quality", "status"), "VARCHAR"),
    **dict.fromkeys(("plan", "reason", "stopped_by"), "VARCHAR"),
    **dict.fromkeys(("cost", "lower_bound", "costs"), "JSON"),
    "puzzle": "STRUCT(kind VARCHAR, name VARCHAR, level BIGINT)",
    "stats": "STRUCT(expanded BIGINT, generated BIGINT, seconds DOUBLE, cpu_seconds DOUBLE, peak_bytes BIGINT, "
    "first_plan_seconds DOUBLE)",
}


class OutcomeText(Protocol):
    """How a file writes outcomes as complete lines, and reads back their keys and how they ended."""

    def check(self, puzzle: Puzzle) -> None:
        """Raises `BadInput` if the file cannot hold a plan for this puzzle."""

    def write(self, key: str, puzzle: Puzzle, outcome: Outcome) -> str: ...

    def read(self, path: str) -> Iterator[tuple[str, str, str | None]]: ...


class JsonLines:
    def check(self, puzzle: Puzzle) -> None:
        pass  # of every kind

    def write(self, key: str, puzzle: Puzzle, outcome: Outcome) -> str:
        return json.dumps({"key": key, **outcome.to_json()}, separators=(",", ":")) + "\n"

    def read(self, path: str) -> Iterator[tuple[str, str, str | None]]:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    data = json.loads(line)
                    yield data["key"], data["status"], data["stopped_by"]
                except (ValueError, KeyError, TypeError):
                    raise BadInput(
                        f"{path}, line {number}: not an outcome of budge solve; choose another file"
                    ) from None


class OutcomeFile:
    """A file of outcomes opened for appending, by this process alone."""

    def __init__(self, lines: ResultsFile, text: OutcomeText) -> None:
        self._lines, self._text = lines, text
        self._known: defaultdict[str, list[Exit]] = defaultdict(list)
        for found in text.read(str(lines.path)):
            self.learn(*found)

    def learn(self, key: str, status: str, stopped_by: str | None) -> None:
        try:
            self._known[key].append(exit_of(Outcome(status, stopped_by=stopped_by)))
        except ValueError as problem:
            raise BadInput(f"{self._lines.path}: {problem}") from None

    def take(self, key: str) -> Exit | None:
        """The exit code of a stored outcome, or None. Each outcome is taken once: a puzzle requested twice has two."""
        found = self._known.get(key)
        return found.pop() if found else None

    def check(self, puzzle: Puzzle) -> None:
        """Raises `BadInput` if the file cannot hold a plan for this puzzle."""
        self._text.check(puzzle)

    def add(self, key: str, puzzle: Puzzle, outcome: Outcome) -> None:
        """Append an outcome. Raises `OSError`, with the file unchanged."""
        text = self._text.write(key, puzzle, outcome)
        self._lines.write_text(text.lstrip("\n") if self._lines.empty else text)


@contextmanager
def open_outcomes(path: str) -> Iterator[OutcomeFile]:
    """Opens the file and reads its outcomes; raises `BadInput` if it has other content."""
    if path.endswith(".parquet"):
        with parquet(path) as file:
            yield file
    elif path.endswith((".jsonl", ".ndjson")):
        with ResultsFile(path) as lines:
            yield OutcomeFile(lines, JsonLines())
    elif path.endswith(sokoban_solutions.SUFFIXES):
        with ResultsFile(path) as lines:
            yield OutcomeFile(lines, sokoban_solutions.SolutionText())
    else:
        raise BadInput(f"{path}; expected a name that ends with .jsonl, .parquet or, for plans of Sokoban, .sok")


@contextmanager
def parquet(path: str) -> Iterator[OutcomeFile]:
    try:
        import duckdb
    except ImportError:
        raise BadInput(f"{path}: Parquet needs DuckDB; pip install 'budge[lab]'") from None
    pending = f"{path}.jsonl"
    with ResultsFile(pending) as lines:
        file = OutcomeFile(lines, JsonLines())
        if os.path.exists(path):
            for key, status, stopped_by in rows(duckdb, path):
                file.learn(key, status, stopped_by)
        try:
            yield file
        finally:  # also after Ctrl-C: the outcomes so far can be read
            merge(duckdb, path, pending)


def rows(duckdb: Any, path: str) -> list[tuple[str, str, str | None]]:
    try:
        found: list[tuple[str, str, str | None]] = (
            duckdb.connect().execute("SELECT key, status, stopped_by FROM read_parquet(?)", [path]).fetchall()
        )
    except duckdb.Error as problem:
        raise BadInput(f"{path}: not outcomes of budge solve; {str(problem).splitlines()[0]}") from None
    return found


def merge(duckdb: Any, path: str, pending: str) -> None:
    """Merge the pending outcomes into the file, and remove the pending file.

    A row that is in both was merged by a run that was killed before it removed the pending file: it is one row.
    """
    if not os.path.getsize(pending):
        os.unlink(pending)
        return
    connection = duckdb.connect()
    types = ", ".join(f"{name!r}: {kind!r}" for name, kind in TYPES.items())
    select = f"SELECT {COLUMNS} FROM read_json({quoted(pending)}, format='newline_delimited', columns={{{types}}})"
    if os.path.exists(path):
        select = f"SELECT * FROM read_parquet({quoted(path)}) UNION {select}"
    try:
        connection.execute(f"COPY ({select}) TO {quoted(path + '.tmp')} (FORMAT parquet)")
    except duckdb.Error as problem:
        Path(path + ".tmp").unlink(missing_ok=True)
        raise BadInput(f"{path}: {reason(problem)}; {pending} keeps what is done") from None
    os.replace(path + ".tmp", path)
    os.unlink(pending)


def reason(problem: Exception) -> str:
    """The message of an error of DuckDB, which may hold another one as JSON.

    >>> reason(OSError('IO Error: Async write failed: {"exception_message":"Could not write: No space", "errno":"28"}'))
    'Could not write: No space'
    """
    line = str(problem).splitlines()[0]
    with suppress(ValueError, KeyError):
        return str(json.loads(line[line.index("{") :])["exception_message"])
    return line


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
