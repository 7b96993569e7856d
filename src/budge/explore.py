"""The whole space that a position can reach: how many states at each distance, and which are the hardest."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from budge.engines.base import Task
from budge.engines.domains import DOMAINS
from budge.engines.domains.base import Graph
from budge.engines.native.search import native_run
from budge.machine import free_memory
from budge.model import Limits, Objective, Observer
from budge.puzzles import BadInput, Puzzle

KEEP = 10  # hardest positions to hand out
MOST_NODES = 100_000  # of a graph


@dataclass(frozen=True)
class Exploration:
    """States by distance from the source. If a limit cut it short, only complete distances are counted."""

    by_depth: list[int]
    hardest: list[Any]  # at most ten states of the greatest distance
    complete: bool
    stopped_by: str | None
    seconds: float
    peak_bytes: int
    optimum: int | None = None  # from the start to the nearest goal
    solutions: int | None = None  # plans of that length; where positions that look alike count once
    goal_states: int | None = None  # positions that meet the goal

    @property
    def states(self) -> int:
        return sum(self.by_depth)

    @property
    def depth(self) -> int:
        return len(self.by_depth) - 1


def explore(
    puzzle: Puzzle,
    *,
    source: str = "goal",
    metric: str | None = None,
    limits: Limits | None = None,
    observer: Observer | None = None,
    threads: int = 1,
) -> Exploration:
    """Breadth-first from the goal (so that depth is the distance still to go) or from the start.

    >>> from budge.puzzles import Tiles
    >>> found = explore(Tiles.of(["1 2", "3 0"]))
    >>> found.states, found.depth
    (12, 6)
    """
    task = _task(puzzle, limits or Limits(), observer, threads)
    began = time.perf_counter()
    counted = Objective(metric=metric).metric_of(puzzle)
    found = DOMAINS[puzzle.kind].explore(puzzle, source, counted, KEEP, native_run(task))
    return Exploration(
        by_depth=found.by_depth,
        hardest=found.hardest,
        complete=found.stopped_by is None,
        stopped_by=found.stopped_by,
        seconds=time.perf_counter() - began,
        peak_bytes=found.peak_bytes,
        optimum=found.optimum,
        solutions=found.solutions,
        goal_states=found.goal_states,
    )


def graph(puzzle: Puzzle, *, metric: str | None = None, most: int = MOST_NODES, limits: Limits | None = None) -> Graph:
    """All positions that the start can reach, and which are one move apart; raises `BadInput` if they are too many.

    >>> from budge.puzzles import Tiles
    >>> found = graph(Tiles.of(["1 2", "3 0"]))
    >>> len(found.states), len(found.edges)
    (12, 12)
    """
    counted = Objective(metric=metric).metric_of(puzzle)
    task = _task(puzzle, limits or Limits(nodes=1000 * most))
    found = DOMAINS[puzzle.kind].graph(puzzle, counted, most, native_run(task))
    if found is None:
        raise BadInput(f"a graph is made of at most {most:,} positions; here are more, or a limit came first")
    return found


def _task(puzzle: Puzzle, limits: Limits, observer: Observer | None = None, threads: int = 1) -> Task:
    return Task(
        puzzle=puzzle,
        limits=Limits(limits.seconds, limits.nodes, limits.memory or free_memory()),
        observer=observer or Observer(),
        threads=threads,
    )
