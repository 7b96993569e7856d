"""The part of a suite that describes the study it repeats: tables and figures by number, and published values.

    [[numbers]]
    number = "Table 7.1"
    what = "time of a hundred 8-puzzles"

    [[published]]
    number = "Table 7.1"
    what = "A* with X-Y"
    configuration = "astar xy"
    mean = 0.0037

A row of the study's table that covers several configurations lists them in `by`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from budge.lab.toml import TomlTable
from budge.names import near

MEASURES = {  # by name, as text
    "total": "total seconds",
    "mean": "mean seconds",
    "deviation": "deviation",
    "seconds": "seconds",
    "expanded": "expanded",
    "generated": "generated",
    "cost": "length",
    "bytes": "bytes",
    "load": "seconds to read",
    "rate": "nodes expanded a second",
    "generated_rate": "nodes generated a second",
    "reduction": "% fewer expanded",
    "generated_reduction": "% fewer generated",
}
FIGURE = re.compile(r"[<>~] *\d+(\.\d+)?")
NONE = "none"  # instead of a value: the study had no answer


@dataclass(frozen=True)
class Numbered:
    """A table or figure of the study; `instead` says why it is not measured."""

    number: str
    what: str
    instead: str | None = None


@dataclass(frozen=True)
class Published:
    """Published values to compare with a configuration, a set, an instance or a partition."""

    what: str
    values: dict[str, float | str]  # by measure; text such as ">30" for a bound, "none" for no answer
    number: str | None = None  # of its table or figure
    tasks: int | None = None  # the number of tasks, if the figure depends on it
    configuration: str | None = None
    instances: str | None = None
    instance: str | None = None
    partition: str | None = None
    against: str | None = None  # the configuration that a reduction refers to
    unlike: bool = False  # our positions differ: figures that depend on them have no ratio
    unknown: str | None = None  # why we cannot compare it
    differs: str | None = None  # what differs between theirs and ours, and why


def read_numbered(table: TomlTable) -> Numbered:
    found = Numbered(
        number=table.get("number", str, ""),
        what=table.get("what", str, ""),
        instead=" ".join(table.get("instead", str, "").split()) or None,
    )
    table.done()
    if not found.number or not found.what:
        raise table.problem("a table or figure of the study needs number and what")
    return found


def read_published(table: TomlTable) -> Iterator[Published]:
    """One row, or one row for each element of `by`, which inherits the other keys."""
    rows = table.tables("by")
    common = _fields(table)
    shared = table.rest()
    _check(shared, table)
    if not rows:
        yield Published(values=shared, **common)
    for row in rows:
        own = {key: value for key, value in _fields(row).items() if value}
        values = row.rest()
        _check(values, row)
        yield Published(values={**values, **shared}, **{**common, **own})


def _fields(table: TomlTable) -> dict[str, Any]:
    names = ("number", "configuration", "instances", "instance", "partition", "against", "unknown", "differs")
    return {
        "what": table.get("what", str, ""),
        "tasks": table.get("tasks", int, 0) or None,
        "unlike": table.get("unlike", bool, False),
        **{name: table.get(name, str, "") or None for name in names},
    }


def _check(values: dict[str, float | str], table: TomlTable) -> None:
    for measure, value in values.items():
        if measure not in MEASURES:
            raise table.problem(f"unknown measure {measure!r}; {near(measure, MEASURES)}", measure)
        valid = value == NONE or FIGURE.fullmatch(value) if isinstance(value, str) else type(value) in (int, float)
        if not valid:
            raise table.problem(f"{measure} = {value!r}; expected a number, '>30', '<1', '~60' or 'none'", measure)
