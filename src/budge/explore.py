"""All positions of a puzzle: the number of states at each distance, and the hardest ones."""

from __future__ import annotations

import time
from dataclasses import dataclass
from sys import getsizeof
from typing import Any

from budge.arguments import expect
from budge.engines.base import Refusal, Task
from budge.engines.domains import DOMAINS
from budge.engines.domains.base import Graph, GraphStopped
from budge.engines.native.search import native_run
from budge.machine import free_memory
from budge.model import Limits, Objective, Observer
from budge.names import listed
from budge.puzzles import BadInput, Puzzle

KEEP = 10  # hardest positions to return
MAX_NODES = 100_000  # of a graph
EXTRA_BYTES = 400  # of a position in tables and edges


@dataclass(frozen=True)
class Exploration:
    """States by distance from the source. If a limit cut it short, only complete distances are counted.

    >>> from budge.puzzles import Tiles
    >>> explore(Tiles.of(["1 2", "3 0"])).by_depth
    [1, 2, 2, 2, 2, 2, 1]
    """

    by_depth: list[int]
    hardest: list[Any]  # at most ten states of the greatest distance
    complete: bool
    stopped_by: str | None
    seconds: float
    peak_bytes: int
    optimum: int | None = None  # from the start to the nearest goal
    solutions: int | None = None  # optimal plans, as sequences of positions
    goal_states: int | None = None  # positions that meet the goal

    @property
    def states(self) -> int:
        """The number of states at all distances."""
        return sum(self.by_depth)

    @property
    def depth(self) -> int:
        """The greatest distance."""
        return len(self.by_depth) - 1


class Meter:
    """The limits of work in Python: `check` raises `GraphStopped` when one is exceeded."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.began = time.perf_counter()
        self.nodes = self.bytes = 0

    def left(self) -> Limits:
        """The remaining limits."""
        return self.limits.after(time.perf_counter() - self.began)

    def check(self, state: Any = None) -> None:
        """Counts a position, if one is given, and raises `GraphStopped` at a limit."""
        limits = self.limits
        if limits.seconds is not None and time.perf_counter() - self.began > limits.seconds:
            raise GraphStopped("seconds")
        if state is None:
            return
        self.nodes += 1
        self.bytes += EXTRA_BYTES + getsizeof(state) + sum(getsizeof(part) for part in state if isinstance(part, tuple))
        if limits.nodes is not None and self.nodes > limits.nodes:
            raise GraphStopped("nodes")
        if limits.memory is not None and self.bytes > limits.memory:
            raise GraphStopped("memory")


def explore(
    puzzle: Puzzle,
    *,
    source: str = "goal",
    metric: str | None = None,
    limits: Limits | None = None,
    observer: Observer | None = None,
    threads: int = 1,
) -> Exploration:
    """Counts positions breadth-first: from the goal, so that depth is the remaining distance, or from the start.

    >>> from budge.puzzles import Tiles
    >>> found = explore(Tiles.of(["1 2", "3 0"]))
    >>> found.states, found.depth
    (12, 6)
    """
    expect(puzzle, Puzzle, "a puzzle; load() gives a list of them")
    if source not in ("goal", "start"):
        raise BadInput(f"source {source!r}; expected goal or start")
    if threads > 1 and not DOMAINS[puzzle.kind].explores_on_threads:
        able = [kind for kind, domain in DOMAINS.items() if domain.explores_on_threads]
        raise Refusal(f"explore counts {puzzle.kind} on one thread; {listed(able)} can use {threads}")
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


def graph(
    puzzle: Puzzle, *, metric: str | None = None, max_positions: int = MAX_NODES, limits: Limits | None = None
) -> Graph:
    """All positions that the start can reach, and the moves between them.

    Raises `BadInput` if there are more than `max_positions`, and its subclass `GraphStopped` at a limit.

    >>> from budge.puzzles import Tiles
    >>> found = graph(Tiles.of(["1 2", "3 0"]))
    >>> len(found.states), len(found.edges)
    (12, 12)
    """
    counted = Objective(metric=metric).metric_of(puzzle)
    task = _task(puzzle, limits or Limits(nodes=1000 * max_positions))
    try:
        found = DOMAINS[puzzle.kind].graph(puzzle, counted, max_positions, native_run(task), Meter(task.limits).check)
    except GraphStopped:
        if limits is not None:
            raise
        found = None
    if found is None:
        raise BadInput(f"a graph has at most {max_positions:,} positions; this puzzle has more")
    return found


def _task(puzzle: Puzzle, limits: Limits, observer: Observer | None = None, threads: int = 1) -> Task:
    return Task(
        puzzle=puzzle,
        limits=Limits(limits.seconds, limits.nodes, limits.memory or free_memory()),
        observer=observer or Observer(),
        threads=threads,
    )
