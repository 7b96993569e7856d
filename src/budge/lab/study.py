"""What a suite says of the study that it repeats: its tables and figures by number, and what was published in them.

    [[numbers]]
    number = "Table 7.1"
    what = "time of a hundred 8-puzzles"

    [[published]]
    number = "Table 7.1"
    what = "A* with X-Y"
    configuration = "astar xy"
    mean = 0.0037

A row of the study's table that several configurations share gives them one by one, in a list `by`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from budge.lab.toml import Table
from budge.names import near

MEASURES = {  # by name, in words
    "total": "total seconds",
    "mean": "mean seconds",
    "deviation": "deviation",
    "seconds": "seconds",
    "expanded": "expanded",
    "generated": "generated",
    "cost": "length",
    "bytes": "bytes",
    "load": "seconds to load",
    "rate": "nodes a second",
    "reduction": "% fewer nodes",
}
FIGURE = re.compile(r"[<>~] *\d+(\.\d+)?")
NONE = "none"  # in place of a figure: the study had no answer


@dataclass(frozen=True)
class Numbered:
    """A table or figure of the study. What is not measured here says so `instead`."""

    number: str
    what: str
    instead: str | None = None


@dataclass(frozen=True)
class Published:
    """What others measured, for a configuration, a set, an instance or a partition of ours."""

    what: str
    values: dict[str, float | str]  # by measure; text such as ">30" where no more is known, "none" for no answer
    number: str | None = None  # of the table or figure it stands in
    tasks: int | None = None  # so many, where that matters
    configuration: str | None = None
    instances: str | None = None
    instance: str | None = None
    partition: str | None = None
    against: str | None = None  # the configuration that a reduction is counted from
    unlike: bool = False  # ours are other positions, of the same kind: what depends on them has no ratio
    unknown: str | None = None  # why there is nothing of ours to set beside it


def read_numbered(table: Table) -> Numbered:
    found = Numbered(
        number=table.get("number", str, ""),
        what=table.get("what", str, ""),
        instead=" ".join(table.get("instead", str, "").split()) or None,
    )
    table.done()
    if not found.number or not found.what:
        raise table.problem("a table or figure of the study has a number, and what it shows")
    return found


def read_published(table: Table) -> Iterator[Published]:
    """One, or one for each of the list `by`, which inherits what stands around it."""
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


def _fields(table: Table) -> dict[str, Any]:
    words = ("number", "configuration", "instances", "instance", "partition", "against", "unknown")
    return {
        "what": table.get("what", str, ""),
        "tasks": table.get("tasks", int, 0) or None,
        "unlike": table.get("unlike", bool, False),
        **{word: table.get(word, str, "") or None for word in words},
    }


def _check(values: dict[str, float | str], table: Table) -> None:
    for measure, value in values.items():
        if measure not in MEASURES:
            raise table.problem(f"unknown measure {measure!r}; {near(measure, MEASURES)}", measure)
        told = value == NONE or FIGURE.fullmatch(value) if isinstance(value, str) else type(value) in (int, float)
        if not told:
            raise table.problem(f"{measure} = {value!r}; expected a number, '>30', '<1', '~60' or 'none'", measure)
