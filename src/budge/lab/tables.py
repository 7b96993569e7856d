"""The tables of a report, as rows of text: coverage, times, nodes, instances, groups of instances."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from budge.lab.record import Record
from budge.lab.statistics import by_configuration, mean, share_of_a_core, summary
from budge.model import IN_A_WORD
from budge.puzzles import Cost

NO_VALUE = "–"


@dataclass(frozen=True)
class ReportTable:
    """Rows of text with a header; all columns but the first are numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str | None = None


def number(value: float, digits: int = 3) -> str:
    """
    >>> number(0.00372), number(1234567.0), number(12.0), number(math.nan)
    ('0.00372', '1,234,567', '12', '–')
    """
    if math.isnan(value):
        return NO_VALUE
    if math.isinf(value):
        return "∞"
    if value == 0 or abs(value) >= 10 ** (digits - 1) or value == int(value):
        return f"{value:,.0f}"
    if abs(value) < 1e-4:
        return f"{value:.1e}"
    return (
        f"{value:.{digits}g}"
        if abs(value) >= 1
        else f"{value:.{max(digits - 1 - math.floor(math.log10(abs(value))), 0)}f}"
    )


def megabytes(size: float) -> str:
    """
    >>> megabytes(1_500_000), megabytes(0)
    ('1.5', '–')
    """
    return number(size / 1e6) if size else NO_VALUE


def format_cost(cost: Cost | None) -> str:
    if cost is None:
        return NO_VALUE
    return f"{cost[0]} + {cost[1]}" if isinstance(cost, tuple) else str(cost)


def coverage(records: Sequence[Record]) -> ReportTable:
    head = ("configuration", "tasks", "answered", "optimal", "out of time", "out of memory", "other")
    rows = []
    for name, group in by_configuration(records).items():
        each = summary(group)
        counts = (each.tasks, each.answered, each.optimal, each.out_of_time, each.out_of_memory, each.other)
        rows.append((name, *map(str, counts)))
    return ReportTable("Coverage", head, tuple(rows))


def coverage_by_set(records: Sequence[Record]) -> ReportTable:
    sets = list(dict.fromkeys(record.set for record in records))
    rows = []
    for name, group in by_configuration(records).items():
        cells = []
        for each in sets:
            here = [record for record in group if record.set == each]
            cells.append(f"{sum(record.answered for record in here)}/{len(here)}" if here else NO_VALUE)
        rows.append((name, *cells))
    return ReportTable("Answered, by set of instances", ("configuration", *sets), tuple(rows))


def times(records: Sequence[Record]) -> ReportTable:
    head = ("configuration", "total", "mean", "deviation", "geometric mean", "PAR-2", "wall, total")
    rows = []
    for name, group in by_configuration(records).items():
        each = summary(group)
        values = (each.total, each.mean, each.deviation, each.geometric, each.par2, each.wall)
        rows.append((name, *map(number, values)))
    note = "CPU-seconds, children included, over the answered tasks; in PAR-2 no answer counts as twice the limit."
    return ReportTable("Time", head, tuple(rows), note)


def nodes(records: Sequence[Record]) -> ReportTable:
    head = ("configuration", "expanded, mean", "generated, mean", "memory, maximum MB")
    rows = []
    for name, group in by_configuration(records).items():
        each = summary(group)
        rows.append((name, number(each.expanded), number(each.generated), megabytes(each.peak_bytes)))
    note = (
        "Logic engines count decisions as expanded and propagations as generated. Memory is what the engine allocates."
    )
    return ReportTable("Nodes and memory", head, tuple(rows), note)


MEASURES: dict[str, tuple[str, Callable[[Record], str]]] = {
    "length": ("length", lambda record: format_cost(record.cost)),
    "seconds": ("CPU-seconds", lambda record: number(record.cpu_seconds)),
    "expanded": ("expanded", lambda record: f"{record.expanded:,}"),
    "generated": ("generated", lambda record: f"{record.generated:,}"),
    "bytes": ("MB", lambda record: megabytes(record.peak_bytes)),
}


def each_instance(records: Sequence[Record], measures: Sequence[str], title: str) -> ReportTable:
    """One row per instance: the best cost found, then every measure for every configuration."""
    configurations = list(by_configuration(records))
    single = [measure for measure in measures if measure != "cost"]
    head = ["instance", "cost"] if "cost" in measures else ["instance"]
    alone = len(single) == 1
    head += [name if alone else f"{name}: {MEASURES[measure][0]}" for measure in single for name in configurations]
    rows = []
    for instance in dict.fromkeys(record.instance for record in records):
        here = {record.configuration: record for record in records if record.instance == instance}
        row = [instance]
        if "cost" in measures:
            row.append(best(here.values()))
        for measure in single:
            for name in configurations:
                record = here.get(name)
                if record is None:
                    row.append(NO_VALUE)
                elif record.answered:
                    row.append(MEASURES[measure][1](record))
                else:
                    stop = IN_A_WORD.get(record.stopped_by or "", "stopped")
                    row.append(f"({stop}{share_of_a_core(record)})")
        rows.append(tuple(row))
    unit = f"In {MEASURES[single[0]][0]}. " if alone and single[0] in ("seconds", "bytes") else ""
    stopped = "In brackets: what stopped the task." if any(cell.startswith("(") for row in rows for cell in row) else ""
    return ReportTable(title, *transposed_if_wide(tuple(head), rows), (unit + stopped).strip() or None)


Row = tuple[str, ...]


def transposed_if_wide(head: Row, rows: Sequence[Row]) -> tuple[Row, tuple[Row, ...]]:
    """The table, transposed if it would be wider than long.

    >>> transposed_if_wide(("set", "x", "y", "z"), [("small", "1", "2", "3")])
    (('set', 'small'), (('x', '1'), ('y', '2'), ('z', '3')))
    """
    if len(head) > len(rows) + 2:
        head, *rows = zip(head, *rows, strict=True)
    return head, tuple(rows)


def best(records: Iterable[Record]) -> str:
    """The best cost that any of them found, or that there is no solution."""
    answered = [record for record in records if record.answered]
    if any(record.status == "unsolvable" for record in answered):
        return "no solution"
    return format_cost(min((record.cost for record in answered if record.cost is not None), default=None))


def groups(records: Sequence[Record], by: str, measure: str, title: str) -> ReportTable:
    """The mean of every configuration over instances of the same set, size or number of pieces."""
    names = list(by_configuration(records))
    values_of = sizes_at_common_length(records, measure) if measure in SIZES else effort_by_task(records, measure)
    values = list(dict.fromkeys(getattr(record, by) for record in records))
    if by != "set":
        values.sort(key=by_size)
    lines = []
    for value in values:
        here = [record for record in records if getattr(record, by) == value]
        cells = [str(value), str(len({(record.instance, record.metric) for record in here}))]
        for name in names:
            group = [record for record in here if record.configuration == name]
            found = [values_of[task] for record in group if (task := task_of(record)) in values_of]
            valid = len(found) if measure in SIZES else sum(record.answered for record in group)
            bound = ">" if found and valid < len(group) and measure not in SIZES else ""
            share = f" ({valid}/{len(group)})" if valid < len(group) else ""
            cells.append(f"{bound}{number(mean(found))}{share}" if group else NO_VALUE)
        lines.append(tuple(cells))
    head, rows = transposed_if_wide((GROUPED_BY[by], "instances", *names), lines)
    note = {
        "seconds": f"Mean CPU-seconds. {AT_LEAST}",
        "expanded": f"Mean expansions (logic engines: decisions). {AT_LEAST}",
        "building": f"Mean CPU-seconds before the solver starts, over all lengths. {AT_LEAST}",
        "solving": f"Mean CPU-seconds of the solver alone, over all lengths. {AT_LEAST}",
    }.get(measure, "Mean over the instances, each at the greatest length that all configurations reached.")
    return ReportTable(title, head, rows, note)


SIZES = ("variables", "clauses")  # of a formula; of a ground program atoms and rules
AT_LEAST = (
    "In brackets: how many were answered, if not all. The mean is then a lower bound, with the effort at the limit."
)
GROUPED_BY = {"pieces": "boxes", "size": "board", "set": "set"}


def by_size(value: object) -> tuple[int, ...]:
    """A key that sorts 5×4 before 10×3, and 9 before 10."""
    return tuple(map(int, re.findall(r"\d+", str(value))))


Task = tuple[str, str, str]


def task_of(record: Record) -> Task:
    return record.configuration, record.instance, record.metric


def bounds_of(record: Record) -> list[dict[str, Any]]:
    """The trace of the record for each plan length."""
    return (record.trace or {}).get("bounds") or []


def effort_by_task(records: Sequence[Record], measure: str) -> dict[Task, float]:
    """The value of a measure for each task that has one."""
    found = {}
    for record in records:
        if measure in ("seconds", "expanded"):
            found[task_of(record)] = record.cpu_seconds if measure == "seconds" else float(record.expanded)
            continue
        bounds = bounds_of(record)
        if bounds and all(bound.get("building") is not None for bound in bounds):
            building = float(sum(bound["building"] for bound in bounds))
            total = float(sum(bound["seconds"] for bound in bounds))
            found[task_of(record)] = building if measure == "building" else total - building
    return found


def sizes_at_common_length(records: Sequence[Record], measure: str) -> dict[Task, float]:
    """The formula sizes of each instance at the greatest plan length that every configuration reached: comparable."""
    instances: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        if bounds_of(record):
            instances.setdefault((record.instance, record.metric), []).append(record)
    found: dict[Task, float] = {}
    for group in instances.values():
        sizes = [{bound["bound"]: bound[measure] for bound in bounds_of(record)} for record in group]
        if common := set.intersection(*map(set, sizes)):
            found |= {task_of(record): float(size[max(common)]) for record, size in zip(group, sizes, strict=True)}
    return found
