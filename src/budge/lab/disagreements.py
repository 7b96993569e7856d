"""Finds contradictions between results, and failed jobs: the "unexplained" chapter of a report.

All engines that prove the optimum of a puzzle must agree, no plan may cost less than a proven lower bound, and no plan
may exist if an engine proved that there is none. A contradiction means that an engine is wrong and that its other
results cannot be trusted, so it is an error, not a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from budge.lab.record import Record
from budge.model import as_pair
from budge.puzzles import Cost


@dataclass(frozen=True)
class Finding:
    """Something unexplained about an instance; an error if it proves that an engine is wrong."""

    suite: str
    instance: str
    what: str
    who: tuple[str, ...]
    error: bool = True


def findings(records: Sequence[Record]) -> list[Finding]:
    """Everything unexplained, errors first."""
    puzzles: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        puzzles.setdefault((record.puzzle, record.metric), []).append(record)
    found = [finding for group in puzzles.values() for finding in [*contradictions(group), *failures(group)]]
    return sorted(found, key=lambda finding: not finding.error)


def contradictions(group: Sequence[Record]) -> list[Finding]:
    """Contradictions between the results of one puzzle in one metric."""
    suite, instance = group[0].suite, group[0].instance
    found = []
    optima: dict[Cost, list[str]] = {}
    for record in group:
        if record.status == "optimal" and record.cost is not None:
            optima.setdefault(record.cost, []).append(record.configuration)
    if len(optima) > 1:
        claims = "; ".join(f"{cost} by {', '.join(names)}" for cost, names in sorted(optima.items(), key=str))
        names = tuple(name for names in optima.values() for name in names)
        found.append(Finding(suite, instance, f"different optimal costs: {claims}", names))
    bounded = [record for record in group if record.status != "unsolvable"]
    if bounded:
        high = max(bounded, key=lambda record: as_pair(record.lower_bound))
        for record in group:
            if record.cost is not None and as_pair(record.cost) < as_pair(high.lower_bound) and len(optima) < 2:
                what = f"a plan of {record.cost}, but a proof that {high.lower_bound} are needed"
                found.append(Finding(suite, instance, what, (record.configuration, high.configuration)))
    solved = [record.configuration for record in group if record.cost is not None]
    denied = [record.configuration for record in group if record.status == "unsolvable"]
    if solved and denied:
        what = f"solved, and proven unsolvable by {', '.join(denied)}"
        found.append(Finding(suite, instance, what, (*solved, *denied)))
    for record in group:
        if record.optimum is not None and record.status == "optimal" and record.cost != record.optimum:
            what = f"the optimum is known to be {record.optimum}, not {record.cost}"
            found.append(Finding(suite, instance, what, (record.configuration,)))
        if record.solvable is not None and record.answered and record.solvable == (record.status == "unsolvable"):
            what = f"known to be {'solvable' if record.solvable else 'unsolvable'}"
            found.append(Finding(suite, instance, what, (record.configuration,)))
    return found


def failures(group: Sequence[Record]) -> list[Finding]:
    """Plans that the referee rejected, crashes, and unexpected refusals."""
    words = {"referee": "the plan breaks the rules", "crash": "crashed", "refusal": "refused"}
    return [
        Finding(
            record.suite,
            record.instance,
            f"{words[record.stopped_by]}: {record.reason}",
            (record.configuration,),
            error=record.stopped_by == "referee",
        )
        for record in group
        if record.stopped_by in words
    ]
