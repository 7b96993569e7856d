"""The slow and certain way: breadth-first search in plain Python, by the referee's rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from budge.puzzles import Puzzle


def by_distance(
    puzzle: Puzzle, sources: list[Any] | None = None, metric: str | None = None
) -> Iterator[tuple[Any, int]]:
    """Every state that the sources (the start) can reach, the near ones first, with how many moves away it is."""
    found = dict.fromkeys([puzzle.initial] if sources is None else sources, 0)
    counted = () if metric is None else (metric,)
    for state in (queue := list(found)):
        yield state, found[state]
        for move in puzzle.moves(state, *counted):
            after = puzzle.apply(state, move)
            if after not in found:
                found[after] = found[state] + 1
                queue.append(after)


def shortest(puzzle: Puzzle, metric: str | None = None) -> int | None:
    """The length of a shortest plan; None if there is none."""
    return next((distance for state, distance in by_distance(puzzle, metric=metric) if puzzle.is_goal(state)), None)
