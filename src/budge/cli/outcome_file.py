"""The file of `budge solve --output`: outcomes by key, added as they come, so that a second run goes on from there.

As JSON lines, each is in the file when the next is begun. A Parquet file cannot be added to: outcomes are written to
`FILE.jsonl` beside it, whatever happens, and FILE is made of both at the end of a run (by DuckDB, `budge[lab]`).
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from budge.cli.exits import Exit, exit_of
from budge.lab.results import ResultsFile
from budge.model import Outcome
from budge.puzzles import BadInput

# The columns of a Parquet file. What has no fixed form (a cost may be a pair) is JSON text.
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


class OutcomeFile:
    """JSON lines open to be added to, by this process alone."""

    def __init__(self, lines: ResultsFile) -> None:
        self._lines = lines
        self._known: defaultdict[str, list[Exit]] = defaultdict(list)

    def learn(self, key: str, status: str, stopped_by: str | None) -> None:
        self._known[key].append(exit_of(Outcome(status, stopped_by=stopped_by)))

    def take(self, key: str) -> Exit | None:
        """How it ended, if it is there. Each is taken once: a puzzle that is asked for twice is there twice."""
        found = self._known.get(key)
        return found.pop() if found else None

    def add(self, key: str, outcome: Outcome) -> None:
        """Raises `OSError`, with the file as it was before."""
        self._lines.write({"key": key, **outcome.to_json()})


@contextmanager
def open_outcomes(path: str) -> Iterator[OutcomeFile]:
    """The file with what is in it known; raises `BadInput` where it is none."""
    if path.endswith(".parquet"):
        with parquet(path) as file:
            yield file
    elif path.endswith((".jsonl", ".ndjson")):
        with ResultsFile(path) as lines:
            file = OutcomeFile(lines)
            read_lines(path, file)
            yield file
    else:
        raise BadInput(f"{path}; expected a name that ends with .jsonl or .parquet")


def read_lines(path: str, file: OutcomeFile) -> None:
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                data = json.loads(line)
                file.learn(data["key"], data["status"], data["stopped_by"])
            except (ValueError, KeyError, TypeError):
                raise BadInput(f"{path}, line {number}: not an outcome of budge solve; choose another file") from None


@contextmanager
def parquet(path: str) -> Iterator[OutcomeFile]:
    try:
        import duckdb
    except ImportError:
        raise BadInput(f"{path}: Parquet needs DuckDB; pip install 'budge[lab]'") from None
    beside = f"{path}.jsonl"
    with ResultsFile(beside) as lines:
        file = OutcomeFile(lines)
        read_lines(beside, file)
        if os.path.exists(path):
            for key, status, stopped_by in rows(duckdb, path):
                file.learn(key, status, stopped_by)
        try:
            yield file
        finally:  # also after Ctrl-C: what is done can be looked at
            merge(duckdb, path, beside)


def rows(duckdb: Any, path: str) -> list[tuple[str, str, str | None]]:
    try:
        found: list[tuple[str, str, str | None]] = (
            duckdb.connect().execute("SELECT key, status, stopped_by FROM read_parquet(?)", [path]).fetchall()
        )
    except duckdb.Error as problem:
        raise BadInput(f"{path}: not outcomes of budge solve; {str(problem).splitlines()[0]}") from None
    return found


def merge(duckdb: Any, path: str, beside: str) -> None:
    """Make the file of what it held and what lies beside it, which then is cleared away.

    A row that is in both was merged by a run that was killed before it could clear away: it is one row.
    """
    if not os.path.getsize(beside):
        os.unlink(beside)
        return
    connection = duckdb.connect()
    types = ", ".join(f"{name!r}: {kind!r}" for name, kind in TYPES.items())
    select = f"SELECT {COLUMNS} FROM read_json({quoted(beside)}, format='newline_delimited', columns={{{types}}})"
    if os.path.exists(path):
        select = f"SELECT * FROM read_parquet({quoted(path)}) UNION {select}"
    try:
        connection.execute(f"COPY ({select}) TO {quoted(path + '.tmp')} (FORMAT parquet)")
    except duckdb.Error as problem:
        Path(path + ".tmp").unlink(missing_ok=True)
        raise BadInput(f"{path}: {str(problem).splitlines()[0]}; {beside} keeps what is done") from None
    os.replace(path + ".tmp", path)
    os.unlink(beside)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
