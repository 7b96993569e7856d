"""Published figures beside ours, and how many times better ours are.

A ratio is only given where it means something. Where not all of ours were answered, what they had used by then is the
least that they take, and the ratio a bound. Where ours are other positions than the study's, what depends on them has
none; rates and reductions do not.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from budge.lab.record import Record
from budge.lab.statistics import mean
from budge.lab.study import MEASURES, NONE, Published
from budge.lab.tables import NOTHING, Table, number

OTHER = "°"  # marks positions that are not the study's
NOTE = (
    "The ratio says how many times better ours is: less time, fewer nodes, more nodes a second. Ours are CPU-seconds "
    "on the machine above, theirs as printed. < and > mark bounds: a limit was reached, theirs or ours. "
    f"{OTHER}: positions of the same kind, not the study's own, which it does not print; what depends on them has no "
    "ratio."
)


@dataclass(frozen=True)
class Compared:
    theirs: str
    here: str
    ratio: str = NOTHING


@dataclass(frozen=True)
class Beside:
    """A published row and the results that it is set beside."""

    published: Published
    records: Sequence[Record]
    databases: Sequence[dict[str, Any]]

    @property
    def what(self) -> str:
        return f"{self.published.what} {OTHER}" if self.published.unlike else self.published.what

    @property
    def ours(self) -> str:
        each = self.published
        return each.configuration or (f"pdb:{each.partition}" if each.partition else NOTHING)

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
            return Compared(NONE, self._told(measure, self.group) if self.group else "not run")
        sign = value[0] if isinstance(value, str) and value[0] in "<>~" else ""
        stated = float(value.lstrip("<>~ ")) if isinstance(value, str) else float(value)
        theirs = f"{sign}{stated:,.10g}"
        if self.published.unknown:
            return Compared(theirs, self.published.unknown)
        group = self.group
        if measure == "load":
            ours = sum(each["load_seconds"] for each in self._opened) if self._opened else math.nan
            return Compared(theirs, number(ours), _ratio(stated, ours, sign))
        if not group:
            return Compared(theirs, "not run")
        ours, bound = self._measured(measure, group)
        answered = sum(record.answered for record in group)
        here = self._told(measure, group)
        if measure == "total" and self.published.tasks not in (None, len(group)):
            return Compared(theirs, f"{here} for {len(group)}, theirs for {self.published.tasks}")
        if measure == "cost":
            return Compared(theirs, here, NOTHING if bound else _lengths(stated, ours, group))
        if measure == "reduction" or (self.published.unlike and measure != "rate"):
            return Compared(theirs, here)
        if measure == "rate":
            return Compared(theirs, here, _ratio(ours, stated, ""))
        says_nothing = bound and (sign == ">" or (not answered and stated > ours))
        return Compared(theirs, here, NOTHING if says_nothing else _ratio(stated, ours, "<" if bound else sign))

    def _told(self, measure: str, group: Sequence[Record]) -> str:
        """Ours in words, with what is to be known of it where not all were answered."""
        ours, bound = self._measured(measure, group)
        if not bound:
            return number(ours)
        if measure == "cost":
            return f"at least {number(ours)}"
        return f"{'' if math.isnan(ours) else '>'}{number(ours)} ({_unanswered(group)})"

    def at_a_glance(self) -> tuple[str, Compared]:
        """The first measure that has a ratio, or else the first."""
        found = {measure: self.compare(measure) for measure in self.published.values}
        telling = [measure for measure, each in found.items() if each.ratio != NOTHING and measure != "cost"]
        measure = next(iter(telling or found))
        return measure, found[measure]

    @property
    def _opened(self) -> list[dict[str, Any]]:
        return [each for each in self.databases if each["heuristic"] == f"pdb:{self.published.partition}"]

    def _measured(self, measure: str, group: Sequence[Record]) -> tuple[float, bool]:
        """Ours, and whether it is but the least that it can be."""
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
            case "rate":
                return sum(record.expanded for record in group) / sum(record.cpu_seconds for record in group), False
            case "reduction":
                return self._reduction(answered), bound
        costs = [record.lower_bound if bound else record.cost for record in group]
        return mean([cost if isinstance(cost, int) else math.nan for cost in costs]), bound

    def _reduction(self, answered: Sequence[Record]) -> float:
        """Per cent of nodes saved, over what both have answered."""
        before = {
            record.instance: record.expanded
            for record in self.records
            if record.configuration == self.published.against and record.answered
        }
        both = [record for record in answered if record.instance in before]
        if not both:
            return math.nan
        spent = sum(record.expanded for record in both) / sum(before[record.instance] for record in both)
        return round(100 * (1 - spent), 1)


def _unanswered(group: Sequence[Record]) -> str:
    """What is said of tasks that were not all answered; of a single one, why."""
    [first, *others] = group
    if others:
        return f"{sum(record.answered for record in group)} of {len(group)} answered"
    if first.stopped_by == "seconds" and first.limit_seconds is not None:
        return f"no answer in {first.limit_seconds:g} s"
    return "no answer"


def _lengths(theirs: float, ours: float, group: Sequence[Record]) -> str:
    """How a published length stands to ours; where ours is proven, that explains the difference."""
    if ours == theirs:
        return "same"
    if not all(record.status == "optimal" for record in group):
        return "differs"
    return "a shorter plan exists" if ours < theirs else "no plan is as short"


def _ratio(better: float, worse: float, sign: str) -> str:
    if math.isnan(better) or math.isnan(worse) or not worse:
        return NOTHING
    return f"{sign}{number(better / worse)}"


def in_one_table(rows: Sequence[Beside]) -> Table:
    """Every published row that has something of ours beside it, by one measure: a study's section begins with it."""
    head = ("what", "in", "here by", "measure", "published", "here", "ratio")
    lines = []
    for each in rows:
        if not each.published.unknown:
            measure, found = each.at_a_glance()
            place = each.published.number or NOTHING
            lines.append((each.what, place, each.ours, MEASURES[measure], found.theirs, found.here, found.ratio))
    unknown = sum(each.published.unknown is not None for each in rows)
    more = f" Rows with nothing of ours beside them stand below, by their number: {unknown}." if unknown else ""
    return Table("Published · here · ratio", head, tuple(lines), NOTE + more)


def as_printed(rows: Sequence[Beside], title: str) -> Table:
    """The rows of one table of the study, with all of its measures side by side."""
    measures = list(dict.fromkeys(measure for each in rows for measure in each.published.values))
    head = ["", "here by"]
    for measure in measures:
        head += [f"{MEASURES[measure]}: published", "here", "ratio"]
    lines = []
    for each in rows:
        line = [each.what, each.ours]
        for measure in measures:
            found = each.compare(measure) if measure in each.published.values else Compared(NOTHING, NOTHING)
            line += [found.theirs, found.here, found.ratio]
        lines.append(tuple(line))
    kept = [column for column in range(len(head)) if column < 2 or any(line[column] != NOTHING for line in lines)]
    return Table(
        title, tuple(head[column] for column in kept), tuple(tuple(line[column] for column in kept) for line in lines)
    )
