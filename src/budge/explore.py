"""The whole space that a position can reach: how many states at each distance, and which are the hardest."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from budge.engines.base import Task
from budge.engines.domains import DOMAINS
from budge.engines.machine import free_memory
from budge.engines.model import Limits, Observer
from budge.engines.search import native_run
from budge.puzzles import Puzzle

KEEP = 10  # hardest positions to hand out


@dataclass(frozen=True)
class Exploration:
    """States by distance from the source. If a limit cut it short, only complete distances are counted."""

    by_depth: list[int]
    hardest: list[Any]  # at most ten states of the greatest distance
    complete: bool
    stopped_by: str | None
    seconds: float
    peak_bytes: int

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
    limits = limits or Limits()
    task = Task(
        puzzle=puzzle,
        limits=Limits(limits.seconds, limits.nodes, limits.memory or free_memory()),
        observer=observer or Observer(),
        threads=threads,
    )
    began = time.perf_counter()
    found, hardest = DOMAINS[puzzle.kind].explore(puzzle, source, puzzle.own_metrics[0], KEEP, native_run(task))
    return Exploration(
        by_depth=found.by_depth,
        hardest=hardest,
        complete=found.stopped_by is None,
        stopped_by=found.stopped_by,
        seconds=time.perf_counter() - began,
        peak_bytes=found.peak_bytes,
    )
