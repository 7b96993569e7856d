"""The tables of a report, as rows of text: coverage, times, nodes, instances, and published figures beside ours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from budge.lab.record import Record
from budge.lab.statistics import by_configuration, mean, summary
from budge.lab.suite import Published
from budge.model import IN_A_WORD
from budge.puzzles import Cost

NOTHING = "–"


@dataclass(frozen=True)
class Table:
    """Rows of text under a head; all columns but the first are numbers."""

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
        return NOTHING
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
    return number(size / 1e6) if size else NOTHING


def costed(cost: Cost | None) -> str:
    if cost is None:
        return NOTHING
    return f"{cost[0]} + {cost[1]}" if isinstance(cost, tuple) else str(cost)


def coverage(records: Sequence[Record]) -> Table:
    head = ("configuration", "tasks", "answered", "optimal", "out of time", "out of memory", "other")
    rows = []
    for name, group in by_configuration(records).items():
        each = summary(group)
        counts = (each.tasks, each.answered, each.optimal, each.out_of_time, each.out_of_memory, each.other)
        rows.append((name, *map(str, counts)))
    return Table("Coverage", head, tuple(rows))


def coverage_by_set(records: Sequence[Record]) -> Table:
    sets = list(dict.fromkeys(record.set for record in records))
    rows = []
    for name, group in by_configuration(records).items():
        cells = []
        for each in sets:
            here = [record for record in group if record.set == each]
            cells.append(f"{sum(record.answered for record in here)}/{len(here)}" if here else NOTHING)
        rows.append((name, *cells))
    return Table("Answered, by set of instances", ("configuration", *sets), tuple(rows))


def times(records: Sequence[Record]) -> Table:
    head = ("configuration", "total", "mean", "deviation", "geometric mean", "PAR-2", "wall, total")
    rows = []
    for name, group in by_configuration(records).items():
        each = summary(group)
        values = (each.total, each.mean, each.deviation, each.geometric, each.par2, each.wall)
        rows.append((name, *map(number, values)))
    note = "CPU-seconds, children included, over what was answered; in PAR-2 no answer counts as twice the limit."
    return Table("Time", head, tuple(rows), note)


def nodes(records: Sequence[Record]) -> Table:
    head = ("configuration", "expanded, mean", "generated, mean", "memory, most MB")
    rows = []
    for name, group in by_configuration(records).items():
        each = summary(group)
        rows.append((name, number(each.expanded), number(each.generated), megabytes(each.peak_bytes)))
    note = (
        "Logic engines count decisions as expanded and propagations as generated. Memory is what the engine allocates."
    )
    return Table("Nodes and memory", head, tuple(rows), note)


MEASURES: dict[str, tuple[str, Callable[[Record], str]]] = {
    "cost": ("cost", lambda record: costed(record.cost)),
    "seconds": ("CPU-seconds", lambda record: number(record.cpu_seconds)),
    "expanded": ("expanded", lambda record: f"{record.expanded:,}"),
    "generated": ("generated", lambda record: f"{record.generated:,}"),
    "bytes": ("MB", lambda record: megabytes(record.peak_bytes)),
}


def each_instance(records: Sequence[Record], measures: Sequence[str], title: str) -> Table:
    """One row an instance: its optimum, then every measure for every configuration."""
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
            proven = [record for record in here.values() if record.answered]
            best = proven[0] if proven else None
            row.append(NOTHING if best is None else "no solution" if best.status == "unsolvable" else costed(best.cost))
        for measure in single:
            for name in configurations:
                record = here.get(name)
                if record is None:
                    row.append(NOTHING)
                elif record.answered:
                    row.append(MEASURES[measure][1](record))
                else:
                    row.append(f"({IN_A_WORD.get(record.stopped_by or '', 'stopped')})")
        rows.append(tuple(row))
    unit = f"In {MEASURES[single[0]][0]}. " if alone and single[0] in ("seconds", "bytes") else ""
    stopped = "In brackets: what stopped it." if any(cell.startswith("(") for row in rows for cell in row) else ""
    return Table(title, tuple(head), tuple(rows), (unit + stopped).strip() or None)


def beside_published(
    published: Sequence[Published], records: Sequence[Record], databases: Sequence[dict[str, Any]], source: str | None
) -> Table:
    """What others measured, what is measured here, and how many times less ours is."""
    rows = []
    for each in published:
        group = [
            record
            for record in records
            if record.configuration == each.configuration
            and each.instances in (None, record.set)
            and each.instance in (None, record.instance)
        ]
        for measure, value in each.values.items():
            ours = measured(measure, group, [d for d in databases if d["heuristic"] == f"pdb:{each.partition}"])
            stated = float(value.lstrip("<>~ ")) if isinstance(value, str) else float(value)
            sign = value[0] if isinstance(value, str) and value[0] in "<>~" else ""
            unlike = measure == "total" and each.tasks not in (None, len(group))
            ratio = NOTHING if unlike or not ours or math.isnan(ours) else f"{sign}{number(stated / ours)}"
            unanswered = sum(not record.answered for record in group)
            shown = NOTHING if math.isnan(ours) else number(ours)
            if group and unlike:
                shown += f" for {len(group)}, theirs for {each.tasks}"
            if group and unanswered:
                shown += f" ({len(group) - unanswered} of {len(group)} answered)"
            rows.append(
                (
                    each.what,
                    each.configuration or f"pdb:{each.partition}",
                    measure,
                    sign + f"{stated:,.10g}",
                    shown,
                    ratio,
                )
            )
    note = "The ratio is theirs by ours. Times of ours are CPU-seconds on the machine above, theirs as printed."
    head = ("published", "ours", "measure", "theirs", "measured", "ratio")
    return Table(
        f"Beside the published figures ({source})" if source else "Beside the published figures",
        head,
        tuple(rows),
        note,
    )


def measured(measure: str, group: Sequence[Record], databases: Sequence[dict[str, Any]]) -> float:
    if measure == "load":
        return sum(database["load_seconds"] for database in databases) if databases else math.nan
    answered = [record for record in group if record.answered]
    if not answered:
        return math.nan
    each = summary(group)
    if measure == "cost":
        return mean([record.cost if isinstance(record.cost, int) else math.nan for record in answered])
    return {
        "total": each.total,
        "mean": each.mean,
        "seconds": each.mean,
        "deviation": each.deviation,
        "expanded": each.expanded,
        "generated": each.generated,
        "bytes": float(each.peak_bytes),
    }[measure]
