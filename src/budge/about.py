"""What is known about a puzzle without solving it."""

from __future__ import annotations

from typing import Any

from budge.engines.domains import DOMAINS
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import engines, refusal
from budge.model import Objective
from budge.puzzles import Puzzle


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
    """The heuristics that apply, and the default heuristic, which may be a pattern database that is built."""
    names = [name for name, heuristic in HEURISTICS.items() if heuristic.refuses(puzzle) is None]
    return list(dict.fromkeys([*names, DOMAINS[puzzle.kind].default_heuristic(puzzle)]))
