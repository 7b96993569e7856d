"""The subtrees of an iteration of IDA*, searched by a team: core/search/crew.hpp says what is cut, and why it is exact.

Members get batches of subtrees, dealt like cards in the order of the search, so that all begin with what comes first:
what lies behind a goal is searched in vain. A batch takes a twentieth of the time that the search has taken so far, and
half a second at most. More subtrees go into it than take that, by what they took lately: some are a hundred times as
large as others, and a batch that ends early costs as much to send as any other. When time is up, a member hands back
what is left, cut smaller, and others take it. So nobody waits for long at the end for a large subtree, and what dies
with a worker is little. What was counted is kept by its place in the search until all that comes before it is known.
"""

from __future__ import annotations

import bisect
import heapq
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from budge.engines.base import Task
from budge.engines.domains import DOMAINS
from budge.engines.native.search import native_run
from budge.engines.team import LostCall, WorkersLost
from budge.model import Limits, Observer
from budge.native import core
from budge.patterns import Store, Terms
from budge.puzzles import Puzzle

WINDOW = 2  # batches a worker: one to work on and one that waits
SHARE = 0.05  # of the time that the search has taken, for a batch
SHORTEST, LONGEST = 0.05, 0.5  # seconds for a batch
CLIENT = 0.005  # seconds for a batch beside that, a worker: what the leader of very many can keep up with
FEW = 2  # subtrees for each batch under way: the end may be near, and what is large is to be cut
SPARE = 4  # times the subtrees that a batch is expected to have time for
MOST_PATHS = 200  # of a batch
TRIES = 3  # for a batch that takes several workers with it each time
WAIT = 0.05  # seconds between two looks at limits and observer

Place = tuple[int, ...]  # in the order of the search: places below one follow it, and come before its next sibling
Path = list[int]


@dataclass(frozen=True)
class Batch:
    """Subtrees, and all that a member needs to know to search them."""

    puzzle: Puzzle
    heuristic: str | None
    options: Mapping[str, Any]
    weight: tuple[int, int]
    threads: int
    bound: int
    wave: int
    depth: int
    seconds: float
    paths: list[Path]


@dataclass(frozen=True)
class Part:
    """What was counted in a subtree (generated, expanded), and what is left of it between two counts."""

    counts: list[tuple[int, int]]
    rest: list[Path]
    exceeding: int | None
    plan: Path | None


@dataclass(frozen=True)
class Answer:
    parts: list[Part | None]  # None for a subtree that was not begun
    seconds: float
    cpu_seconds: float


def search_subtrees(batch: Batch, observer: Observer) -> Answer:
    """What a member does: searches in its own process, where databases stay open from one batch to the next."""
    domain = DOMAINS[batch.puzzle.kind]
    for pattern in domain.databases(batch.puzzle, batch.heuristic or "zero", batch.options):
        Store().fetch(pattern, Terms(watch=lambda building: not observer.cancelled))
    clock = time.thread_time if batch.threads == 1 else time.process_time
    began, cpu = time.monotonic(), clock()
    task = Task(
        batch.puzzle,
        heuristic=batch.heuristic,
        limits=Limits(),
        observer=observer,
        threads=batch.threads,
        options=batch.options,
    )
    subtrees = core.SubtreeBatch(batch.bound, batch.wave, batch.depth, batch.seconds, batch.paths)
    domain.search(task, "ida", batch.weight, native_run(task, batch=subtrees))
    parts = [None if part is None else part_of(part) for part in subtrees.parts]
    return Answer(parts, time.monotonic() - began, clock() - cpu)


def part_of(part: core.Part) -> Part:
    return Part(part.counts, part.rest, part.exceeding, part.plan)


class Crew:
    """Leads the iterations of one search; the core calls `begin`, `wait` and `whole`."""

    def __init__(self, task: Task, weight: tuple[int, int]) -> None:
        assert task.team is not None
        self._task, self._team, self._weight = task, task.team, weight
        self._began = time.monotonic()
        self._sent = 0
        self.lost: str | None = None  # why there is nobody any more
        self.cpu_seconds = 0.0  # of the members

    def begin(self, bound: int, wave: int, depth: int, cut: core.Part) -> None:
        self._aim = (bound, wave, depth)
        self._cost: float | None = None  # seconds a subtree, lately
        self._open: list[tuple[Place, Path]] = []  # in order
        self._away: dict[int, list[tuple[Place, Path]]] = {}  # by the number of the batch
        self._losses: dict[Place, int] = {}
        self._counts: list[tuple[Place, int, int]] = []  # a heap of those that something before is still awaited of
        self._settled = (0, 0)  # the sum of all others
        self._so_far = (0, 0)  # the sum of all
        self._exceeding: int | None = None
        self._goal: tuple[Place, Path] | None = None  # the first one so far
        self._take((), part_of(cut))

    def wait(self) -> tuple[bool, int, int]:
        """Give out work and wait for an answer, a moment; whether all is done, and what was counted."""
        try:
            self._give_out()
            heard = self._team.next(WAIT) if self._away else None
        except WorkersLost as problem:  # the core is told when it looks at the clock
            self.lost = str(problem)
            heard = None
            time.sleep(WAIT)
        if heard is not None:
            self._receive(*heard)
        return self._done, *self._so_far

    def whole(self) -> core.Part:
        """The iteration, up to its first goal."""
        self._team.drop(self._away)
        last = self._goal and self._goal[0]
        generated, expanded = self._settled
        for place, more_generated, more_expanded in self._counts:
            if last is None or place <= last:
                generated, expanded = generated + more_generated, expanded + more_expanded
        return core.Part(generated, expanded, self._exceeding, self._goal and self._goal[1])

    @property
    def _first(self) -> Place | None:
        """The first place that something is still awaited of."""
        places = [place for batch in self._away.values() for place, _ in batch[:1]]
        return min(places + [place for place, _ in self._open[:1]], default=None)

    @property
    def _done(self) -> bool:
        first = self._first
        return first is None or (self._goal is not None and first > self._goal[0])

    def _give_out(self) -> None:
        workers = self._team.slots
        window = WINDOW * workers
        share = SHARE * (time.monotonic() - self._began)
        while self._open and len(self._away) < window:
            few = len(self._open) < FEW * window
            seconds = (SHORTEST if few else min(max(share, SHORTEST), LONGEST)) + CLIENT * workers
            size = 1 if self._cost is None else max(1, min(MOST_PATHS, int(SPARE * seconds / self._cost)))
            size = min(size, math.ceil(len(self._open) / window))
            dealt = slice(0, size * window, window)  # those between are for the others
            batch = self._open[dealt]
            del self._open[dealt]
            task = self._task
            about = (task.puzzle, task.heuristic, task.options, self._weight, task.threads)
            paths = [path for _, path in batch]
            self._team.submit(self._sent, search_subtrees, Batch(*about, *self._aim, seconds, paths))
            self._away[self._sent] = batch
            self._sent += 1

    def _receive(self, number: int, answer: Answer | LostCall) -> None:
        batch = self._away.pop(number)
        if isinstance(answer, LostCall):
            self._send_again(batch, answer)
            return
        self.cpu_seconds += answer.cpu_seconds
        mean = max(1e-6, answer.seconds / sum(part is not None for part in answer.parts))
        self._cost = mean if self._cost is None else (self._cost + mean) / 2
        for (place, path), part in zip(batch, answer.parts, strict=True):
            if part is None:
                self._leave(place, path)
            else:
                self._take(place, part)
        self._settle()

    def _send_again(self, batch: list[tuple[Place, Path]], lost: LostCall) -> None:
        first = batch[0][0]
        self._losses[first] = self._losses.get(first, 0) + 1
        if self._losses[first] == TRIES:
            self.lost = lost.reason
        for place, path in batch:
            self._leave(place, path)

    def _take(self, place: Place, part: Part) -> None:
        for number, (generated, expanded) in enumerate(part.counts):
            heapq.heappush(self._counts, ((*place, 2 * number), generated, expanded))
            self._so_far = (self._so_far[0] + generated, self._so_far[1] + expanded)
        for number, path in enumerate(part.rest):
            self._leave((*place, 2 * number + 1), path)
        if part.exceeding is not None:
            self._exceeding = min(part.exceeding, self._exceeding or part.exceeding)
        goal = (*place, 2 * len(part.rest))
        if part.plan is not None and (self._goal is None or goal < self._goal[0]):
            self._goal = (goal, part.plan)
            self._open = [each for each in self._open if each[0] < goal]

    def _leave(self, place: Place, path: Path) -> None:
        """For others; what comes after a goal is for nobody."""
        if self._goal is None or place < self._goal[0]:
            bisect.insort(self._open, (place, path))

    def _settle(self) -> None:
        """Add up what nothing is awaited before: long searches have more counts than anyone would keep."""
        first = self._first
        generated, expanded = self._settled
        while self._goal is None and self._counts and (first is None or self._counts[0][0] < first):
            _, more_generated, more_expanded = heapq.heappop(self._counts)
            generated, expanded = generated + more_generated, expanded + more_expanded
        self._settled = (generated, expanded)
