"""What is known about a puzzle without solving it."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from budge import library
from budge.engines.all_plans import optimal_plans
from budge.engines.base import Task
from budge.engines.domains import DOMAINS
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import engines, refusal
from budge.formats.source import library_puzzle, one_puzzle, with_goal
from budge.model import Limits, Objective
from budge.puzzles import Puzzle
from budge.puzzles.space import Space
from budge.wording import exact_or_about

LARGEST = 10**18  # most readers of JSON lose digits of larger numbers
COUNTED_NODES, COUNTED_BYTES = 200_000, 100_000_000  # limits of counting plans: less than a second


def info(
    puzzle: Puzzle | str | Path, *, goal: str | None = None, metric: str | None = None, files: bool = True
) -> dict[str, Any]:
    """What `budge info --json` prints: size, solvability, state space, heuristic values, which engines can solve the
    puzzle and why others cannot, and for Sokoban the difficulty and dead squares.

    >>> facts = info("eight/hardest-1")
    >>> facts["optimum"], facts["heuristics"]["manhattan"], facts["space"]["reachable"]
    ({'moves': 31}, 21, 181440)
    """
    found = one_puzzle(puzzle, files)
    found = found if goal is None else with_goal(found, goal)
    domain = DOMAINS[found.kind]
    grade, lost = domain.difficulty(found), domain.explain(found, found.initial)
    position = {"position": lost.to_json()} if lost else {}
    objective = Objective(metric=metric)
    count = {"solutions": count_of_plans(found, objective)}
    return {**facts_about(found, objective), **count, "difficulty": grade and grade.to_json(), **position}


def facts_about(puzzle: Puzzle, objective: Objective) -> dict[str, Any]:
    """`info` without what needs a search: the number of optimal plans, difficulty and lost positions."""
    entry = known(puzzle)
    return {
        "puzzle": {"kind": puzzle.kind, "name": puzzle.name},
        **about(puzzle, objective),
        "space": space_as_json(puzzle.space()),
        "optimum": entry.optimum if entry else None,
        "source": entry.source if entry else None,
    }


def known(puzzle: Puzzle) -> library.Entry | None:
    """The library's entry for a puzzle that was taken from it unchanged."""
    entries = library.find(puzzle.name) if puzzle.name else ()
    return entries[0] if len(entries) == 1 and library_puzzle(entries[0]) == puzzle else None


def count_of_plans(puzzle: Puzzle, objective: Objective) -> int | str | None:
    """The number of optimal plans, if the library knows the optimum and counting takes a moment.

    >>> from budge.formats.source import one_puzzle
    >>> count_of_plans(one_puzzle("klotski"), Objective(metric="slides"))
    4096
    """
    entry, metric = known(puzzle), objective.metric_of(puzzle)
    optimum = (entry.optimum or {}).get(metric) if entry else None
    if not isinstance(optimum, int) or DOMAINS[puzzle.kind].why_uncountable(puzzle, metric):
        return None
    limits = Limits(nodes=COUNTED_NODES, memory=COUNTED_BYTES)
    count = optimal_plans(Task(puzzle, replace(objective, metric=metric), limits=limits), optimum, 0).count
    return None if count is None else count if count < LARGEST else exact_or_about(count)


def space_as_json(found: Space | None) -> dict[str, int | str | None] | None:
    """The counts; those too large for a JSON number as text, `about 1.0·10^400`."""
    if found is None:
        return None
    return {key: count if count < LARGEST else exact_or_about(count) for key, count in asdict(found).items()}


def about(puzzle: Puzzle, objective: Objective) -> dict[str, Any]:
    """Plain data: size, a known reason why it has no solution, heuristic values, and why engines refuse it.

    >>> from budge.puzzles import Tiles
    >>> facts = about(Tiles.of(["1 2 3", "4 0 6", "7 5 8"]), Objective())
    >>> facts["solvable"], facts["heuristics"]["manhattan"], facts["auto"]
    (True, 2, 'astar')
    """
    metric = objective.metric_of(puzzle)
    domain = DOMAINS[puzzle.kind]
    reason = puzzle.why_unsolvable() or domain.why_unsolvable(puzzle)
    return {
        "size": puzzle.size,
        "pieces": puzzle.pieces,
        "solvable": reason is None,
        "reason": reason,
        "metric": metric,
        "heuristics": {name: domain.evaluate(puzzle, name, metric) for name in estimates(puzzle)},
        "auto": domain.choose(puzzle, objective),
        "engines": {engine.name: refusal(engine, puzzle, objective) for engine in engines().values()},
    }


def estimates(puzzle: Puzzle) -> list[str]:
    """The heuristics that apply and take no time, and the default heuristic, which may be a pattern database that is
    built."""
    domain = DOMAINS[puzzle.kind]
    apply = [name for name, heuristic in HEURISTICS.items() if heuristic.refuses(puzzle) is None]
    quick = [name for name in apply if not domain.is_costly(name, puzzle)]
    return list(dict.fromkeys([*quick, domain.default_heuristic(puzzle)]))
