"""Compares published figures with ours as ratios: how many times better ours are.

If some of our tasks have no answer, our effort is a lower bound and the ratio an upper bound ("<"). If our positions
differ from the study's, only rates have a ratio. Reductions and load times never have one.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from budge.lab.record import Record
from budge.lab.statistics import mean, share_of_a_core
from budge.lab.study import MEASURES, NONE, Published
from budge.lab.tables import NO_VALUE, ReportTable, number

RATES = {"rate": "expanded", "generated_rate": "generated"}  # what they count
REDUCTIONS = {"reduction": "expanded", "generated_reduction": "generated"}
OTHER_POSITIONS = "other positions"
UNLIKE = "°"  # marks positions that are not those of the study
NOTE = (
    "The ratio says how many times better our figure is: less time, fewer nodes, more nodes per second. Our times are "
    "CPU-seconds on the machine above, theirs as printed. < and > mark bounds: a limit was reached, theirs or ours. "
    f"{UNLIKE}: positions of the same kind, because the study does not print its own; figures that depend on them have "
    "no ratio."
)


@dataclass(frozen=True)
class Compared:
    theirs: str
    here: str
    ratio: str = NO_VALUE


@dataclass(frozen=True)
class PublishedRow:
    """A published row, and the results to compare it with."""

    published: Published
    records: Sequence[Record]
    databases: Sequence[dict[str, Any]]

    @property
    def what(self) -> str:
        return f"{self.published.what} {UNLIKE}" if self.published.unlike else self.published.what

    @property
    def ours(self) -> str:
        each = self.published
        return each.configuration or (f"pdb:{each.partition}" if each.partition else NO_VALUE)

    @property
    def group(self) -> list[Record]:
        each = self.published
        return [
            record
            for record in self.records
            if record.configuration == each.configuration
            and each.instances in (None, record.set)
            and each.instance in (None, record.instance)
        ]

    def compare(self, measure: str) -> Compared:
        """Theirs, ours and the ratio of one measure."""
        value = self.published.values[measure]
        if value == NONE:
            return Compared(NONE, self._text(measure, self.group) if self.group else "not run")
        sign = value[0] if isinstance(value, str) and value[0] in "<>~" else ""
        published_value = float(value.lstrip("<>~ ")) if isinstance(value, str) else float(value)
        theirs = f"{sign}{published_value:,.10g}"
        if self.published.unknown:
            return Compared(theirs, self.published.unknown)
        group = self.group
        if measure == "load":
            ours = sum(each["read_seconds"] for each in self._used_databases) if self._used_databases else math.nan
            return Compared(theirs, number(ours))  # no ratio: ours comes from the system's cache
        if not group:
            return Compared(theirs, "not run")
        ours, bound = self._measured(measure, group)
        answered = sum(record.answered for record in group)
        here = self._text(measure, group)
        if measure == "total" and self.published.tasks not in (None, len(group)):
            return Compared(theirs, f"{here} for {len(group)}, theirs for {self.published.tasks}")
        if measure == "cost":
            return Compared(theirs, here, NO_VALUE if bound else _lengths(published_value, ours, group))
        if measure in REDUCTIONS or (self.published.unlike and measure not in RATES):
            return Compared(theirs, here)
        if measure in RATES:
            return Compared(theirs, here, _ratio(ours, published_value, ""))
        meaningless = bound and (sign == ">" or (not answered and published_value > ours))
        return Compared(
            theirs, here, NO_VALUE if meaningless else _ratio(published_value, ours, "<" if bound else sign)
        )

    def _text(self, measure: str, group: Sequence[Record]) -> str:
        """Our figure as text. If not all tasks were answered, it says how many were."""
        ours, bound = self._measured(measure, group)
        if not bound:
            return number(ours)
        if measure == "cost":
            return f"at least {number(ours)}"
        return f"{'' if math.isnan(ours) else '>'}{number(ours)} ({_unanswered(group)})"

    def headline(self) -> tuple[str, Compared]:
        """The first measure that has a ratio, or else the first measure."""
        found = {measure: self.compare(measure) for measure in self.published.values}
        with_ratio = [measure for measure, each in found.items() if each.ratio != NO_VALUE and measure != "cost"]
        measure = next(iter(with_ratio or found))
        return measure, found[measure]

    @property
    def _used_databases(self) -> list[dict[str, Any]]:
        return [each for each in self.databases if each["heuristic"] == f"pdb:{self.published.partition}"]

    def _measured(self, measure: str, group: Sequence[Record]) -> tuple[float, bool]:
        """Our value, and whether it is only a lower bound."""
        answered = [record for record in group if record.answered]
        bound = len(answered) < len(group)
        match measure:
            case "total":
                return sum(record.cpu_seconds for record in group), bound
            case "mean" | "seconds":
                return mean([record.cpu_seconds for record in group]), bound
            case "expanded" | "generated":
                return mean([getattr(record, measure) for record in group]), bound
            case "bytes":
                return float(max(record.peak_bytes for record in group)), bound
            case "deviation":
                times = [record.cpu_seconds for record in group]
                return (math.nan if bound or len(times) < 2 else statistics.stdev(times)), bound
            case "rate" | "generated_rate":
                nodes = sum(getattr(record, RATES[measure]) for record in group)
                return nodes / sum(record.cpu_seconds for record in group), False
            case "reduction" | "generated_reduction":
                return self._reduction(answered, REDUCTIONS[measure]), bound
        costs = [record.lower_bound if bound else record.cost for record in group]
        return mean([cost if isinstance(cost, int) else math.nan for cost in costs]), bound

    def _reduction(self, answered: Sequence[Record], counted: str) -> float:
        """Percentage of nodes saved, over the instances that both configurations have answered."""
        before = {
            record.instance: getattr(record, counted)
            for record in self.records
            if record.configuration == self.published.against and record.answered
        }
        both = [record for record in answered if record.instance in before]
        if not both:
            return math.nan
        spent = sum(getattr(record, counted) for record in both) / sum(before[record.instance] for record in both)
        return float(round(100 * (1 - spent), 1))


def _unanswered(group: Sequence[Record]) -> str:
    """How many tasks of a group were answered; for a single task, that it has no answer."""
    [first, *others] = group
    if others:
        return f"{sum(record.answered for record in group)} of {len(group)} answered"
    if first.stopped_by == "seconds" and first.limit_seconds is not None:
        return f"no answer in {first.limit_seconds:g} s{share_of_a_core(first)}"
    return "no answer"


def _lengths(theirs: float, ours: float, group: Sequence[Record]) -> str:
    """Compares a published length with ours; a proven length of ours explains the difference."""
    if ours == theirs:
        return "same"
    if not all(record.status == "optimal" for record in group):
        return "differs"
    return "a shorter plan exists" if ours < theirs else "no plan is as short"


def _ratio(better: float, worse: float, sign: str) -> str:
    if math.isnan(better) or math.isnan(worse) or not worse:
        return NO_VALUE
    return f"{sign}{number(better / worse)}"


def overview_table(rows: Sequence[PublishedRow]) -> ReportTable:
    """One measure of every published row that we can compare: the first table of a study's section."""
    head = ("what", "in", "here by", "measure", "published", "here", "ratio", "what differs")
    lines = []
    for each in rows:
        if not each.published.unknown:
            measure, found = each.headline()
            place = each.published.number or NO_VALUE
            differs = each.published.differs or (OTHER_POSITIONS if each.published.unlike else NO_VALUE)
            compared = (MEASURES[measure], found.theirs, found.here, found.ratio)
            lines.append((each.what, place, each.ours, *compared, differs))
    unknown = sum(each.published.unknown is not None for each in rows)
    more = f" Rows that we cannot compare follow below, by their number: {unknown}." if unknown else ""
    return ReportTable("What the study has · what we have · what differs", head, tuple(lines), NOTE + more)


def study_table(rows: Sequence[PublishedRow], title: str) -> ReportTable:
    """One table of the study with all of its measures."""
    measures = list(dict.fromkeys(measure for each in rows for measure in each.published.values))
    head = ["", "here by"]
    for measure in measures:
        head += [f"{MEASURES[measure]}: published", "here", "ratio"]
    lines = []
    for each in rows:
        line = [each.what, each.ours]
        for measure in measures:
            found = each.compare(measure) if measure in each.published.values else Compared(NO_VALUE, NO_VALUE)
            line += [found.theirs, found.here, found.ratio]
        lines.append(tuple(line))
    kept = [column for column in range(len(head)) if column < 2 or any(line[column] != NO_VALUE for line in lines)]
    return ReportTable(
        title, tuple(head[column] for column in kept), tuple(tuple(line[column] for column in kept) for line in lines)
    )
