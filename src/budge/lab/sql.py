"""SQL over results, with DuckDB: tables `results`, `databases` and `bounds` (from traces of logic engines)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budge.lab.results import Results
from budge.puzzles import BadInput

if TYPE_CHECKING:
    import duckdb

INTEGER, NUMBER, TEXT = "BIGINT", "DOUBLE", "VARCHAR"
COLUMNS = {
    "results": {
        **dict.fromkeys(
            ("suite", "instance", "puzzle", "set", "kind", "size", "configuration", "engine", "heuristic"), TEXT
        ),
        **dict.fromkeys(
            ("metric", "quality", "status", "stopped_by", "reason", "plan", "options", "settings", "key"), TEXT
        ),
        **dict.fromkeys(("cost", "lower_bound", "optimum", "pieces", "threads", "seed"), INTEGER),
        **dict.fromkeys(("expanded", "generated", "peak_bytes", "process_bytes"), INTEGER),
        **dict.fromkeys(("cpu_seconds", "seconds", "limit_seconds", "began", "load"), NUMBER),
        **dict.fromkeys(("limit_nodes", "limit_memory"), INTEGER),
        **dict.fromkeys(("cpu", "system"), TEXT),
    },
    "databases": {
        **dict.fromkeys(("suite", "heuristic", "key", "title"), TEXT),
        **dict.fromkeys(("load_seconds", "read_seconds", "build_seconds", "mean"), NUMBER),
        "bytes": INTEGER,
    },
    "bounds": {
        **dict.fromkeys(("suite", "instance", "configuration"), TEXT),
        **dict.fromkeys(("bound", "variables", "clauses", "decisions", "conflicts", "propagations"), INTEGER),
        "kept": INTEGER,
        "satisfiable": "BOOLEAN",
        "seconds": NUMBER,
    },
}


def query(results: Results, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The columns and rows of a query; raises `BadInput` with DuckDB's message if it is invalid."""
    try:
        import duckdb
    except ImportError:
        raise BadInput("SQL needs DuckDB: pip install 'budge[lab]'") from None
    with duckdb.connect() as connection:
        connection.execute("SET autoinstall_known_extensions = false")
        _fill(connection, results)
        connection.execute("SET enable_external_access = false")
        try:
            sql.encode()
            found = connection.execute(sql)
            if found is None:  # the query is empty or only a comment
                raise BadInput("SQL: no query; expected one such as SELECT instance, cost FROM results")
            return [column[0] for column in found.description or ()], found.fetchall()
        except UnicodeEncodeError:
            raise BadInput("SQL: the query is not UTF-8 text") from None
        except duckdb.Error as problem:
            raise BadInput(f"SQL: {' '.join(str(problem).split())}") from None


def _fill(connection: duckdb.DuckDBPyConnection, results: Results) -> None:
    rows: dict[str, Sequence[dict[str, Any]]] = {
        "results": [
            {
                **asdict(record),
                **{key: _first(getattr(record, key)) for key in ("cost", "lower_bound", "optimum")},
                "options": json.dumps(record.options),
                "settings": json.dumps(record.settings),
                "cpu": record.machine.get("cpu"),
                "system": record.machine.get("system"),
            }
            for record in results.records
        ],
        "databases": results.databases,
        "bounds": [
            {"suite": record.suite, "instance": record.instance, "configuration": record.configuration, "kept": None}
            | bound
            for record in results.records
            for bound in (record.trace or {}).get("bounds", [])
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        for table, columns in COLUMNS.items():
            listed = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
            connection.execute(f"CREATE TABLE {table} ({listed})")
            if not rows[table]:
                continue
            path = Path(folder, f"{table}.json")  # DuckDB reads a file much faster than single rows
            path.write_text("\n".join(json.dumps({name: row[name] for name in columns}) for row in rows[table]))
            shape = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
            connection.execute(
                f"INSERT INTO {table} SELECT * FROM read_json(?, format = 'newline_delimited', columns = {{{shape}}})",
                [str(path)],
            )


def _first(cost: Any) -> Any:
    """The first part of a cost of two parts."""
    return cost[0] if isinstance(cost, tuple) else cost
