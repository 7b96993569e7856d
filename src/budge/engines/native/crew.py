"""The subtrees of an iteration of IDA*, searched by a team. core/search/crew.hpp says how they are cut and why that is
exact.

Members get batches of subtrees, dealt like cards in the order of the search, so that all of them begin with the first
subtrees: the search behind a goal is wasted. A batch takes 5% of the elapsed time, and at most half a second.
It holds more subtrees than fit into that time, judging by recent ones: some subtrees are a hundred times as large as
others, and a batch that ends early costs as much to send as any other. When time is up, a member returns the rest, cut
into smaller subtrees, for the other members. So no large subtree delays the end of an iteration, and a worker that dies
loses little work. Counts are kept by their position in the search until all earlier positions are known.
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
from budge.model import Limits, Observer, stop_reason
from budge.native import core
from budge.patterns import Store
from budge.processes import tuning
from budge.processes.child import Emit, Ended
from budge.processes.pool import Call, WorkersLost
from budge.puzzles import Puzzle

BATCHES_PER_SLOT = 2  # one that runs and one that waits
BATCH_SHARE = 0.05  # of the elapsed time, for a batch
MIN_BATCH_SECONDS, MAX_BATCH_SECONDS = 0.05, 0.5
LEADER_SECONDS = 0.005  # added to a batch for each worker, so that the leader keeps up with very many
MIN_SUBTREES_PER_BATCH = 2  # if fewer remain for each batch, the end may be near, and large subtrees should be cut
SUBTREE_SURPLUS = 4  # times the subtrees that a batch is expected to have time for
MAX_PATHS = 200  # subtrees of a batch
MAX_TRIES = 3  # for a batch that kills its workers each time

Position = tuple[int, ...]  # in the order of the search: positions below one follow it and precede its next sibling
Path = list[int]


@dataclass(frozen=True)
class SubtreeJob:
    """Subtrees, and everything that a member needs to know to search them."""

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
class SearchedPart:
    """The nodes counted in a subtree (generated, expanded), and the unsearched subtrees between two counts."""

    counts: list[tuple[int, int]]
    rest: list[Path]
    exceeding: int | None
    plan: Path | None


@dataclass(frozen=True)
class SubtreeReply:
    parts: list[SearchedPart | None]  # None for a subtree that was not begun
    seconds: float
    cpu_seconds: float


def search_subtrees(job: SubtreeJob, emit: Emit) -> None:
    """The job of a member. Its databases stay open from one batch to the next."""
    domain = DOMAINS[job.puzzle.kind]
    for pattern in domain.databases(job.puzzle, job.heuristic or "zero", job.options):
        Store().fetch(pattern)
    clock = time.thread_time if job.threads == 1 else time.process_time
    began, cpu = time.monotonic(), clock()
    task = Task(
        job.puzzle,
        heuristic=job.heuristic,
        limits=Limits(),
        observer=Observer(),
        threads=job.threads,
        options=job.options,
    )
    subtrees = core.SubtreeBatch(job.bound, job.wave, job.depth, job.seconds, job.paths)
    domain.search(task, "ida", job.weight, native_run(task, batch=subtrees))
    parts = [None if part is None else part_of(part) for part in subtrees.parts]
    emit(SubtreeReply(parts, time.monotonic() - began, clock() - cpu))


def part_of(part: core.Part) -> SearchedPart:
    return SearchedPart(part.counts, part.rest, part.exceeding, part.plan)


class Crew:
    """Leads the iterations of one search; the core calls `begin`, `wait` and `whole`."""

    def __init__(self, task: Task, weight: tuple[int, int]) -> None:
        assert task.team is not None
        self._task, self._team, self._weight = task, task.team, weight
        self._began = time.monotonic()
        self._sent = 0
        self.lost: str | None = None  # why the team cannot continue
        self.cpu_seconds = 0.0  # of the members

    def begin(self, bound: int, wave: int, depth: int, cut: core.Part) -> None:
        self._iteration = (bound, wave, depth)
        self._cost: float | None = None  # recent seconds per subtree
        self._open: list[tuple[Position, Path]] = []  # subtrees in no batch, in the order of the search
        self._away: dict[int, list[tuple[Position, Path]]] = {}  # subtrees by the number of their batch
        self._losses: dict[Position, int] = {}
        self._counts: list[tuple[Position, int, int]] = []  # heap of counts behind a subtree that is not searched yet
        self._settled = (0, 0)  # sum of all other counts
        self._so_far = (0, 0)  # sum of all counts
        self._exceeding: int | None = None
        self._goal: tuple[Position, Path] | None = None  # the first goal found so far
        self._take((), part_of(cut))

    def wait(self) -> tuple[bool, int, int]:
        """Send batches and wait briefly for a reply; whether the iteration is done, and the nodes counted."""
        try:
            self._send_batches()
            reply = self._team.next_reply(tuning.TEAM_WAIT_SECONDS) if self._away else None
        except WorkersLost as problem:  # the core stops when it next calls `tick`
            self.lost = str(problem)
            reply = None
            time.sleep(tuning.TEAM_WAIT_SECONDS)
        if reply is not None:
            self._receive(*reply)
        return self._done, *self._so_far

    def whole(self) -> core.Part:
        """The iteration, up to its first goal."""
        self._team.drop(self._away)
        last = self._goal and self._goal[0]
        generated, expanded = self._settled
        for position, more_generated, more_expanded in self._counts:
            if last is None or position <= last:
                generated, expanded = generated + more_generated, expanded + more_expanded
        return core.Part(generated, expanded, self._exceeding, self._goal and self._goal[1])

    @property
    def _first(self) -> Position | None:
        """The first position that is not searched yet."""
        positions = [position for batch in self._away.values() for position, _ in batch[:1]]
        return min(positions + [position for position, _ in self._open[:1]], default=None)

    @property
    def _done(self) -> bool:
        first = self._first
        return first is None or (self._goal is not None and first > self._goal[0])

    def _send_batches(self) -> None:
        slots = self._team.slots
        window = BATCHES_PER_SLOT * slots
        share = BATCH_SHARE * (time.monotonic() - self._began)
        while self._open and len(self._away) < window:
            near_end = len(self._open) < MIN_SUBTREES_PER_BATCH * window
            seconds = MIN_BATCH_SECONDS if near_end else min(max(share, MIN_BATCH_SECONDS), MAX_BATCH_SECONDS)
            seconds += LEADER_SECONDS * slots
            size = 1 if self._cost is None else max(1, min(MAX_PATHS, int(SUBTREE_SURPLUS * seconds / self._cost)))
            size = min(size, math.ceil(len(self._open) / window))
            dealt = slice(0, size * window, window)  # those between are for the other batches
            batch = self._open[dealt]
            del self._open[dealt]
            task = self._task
            about = (task.puzzle, task.heuristic, task.options, self._weight, task.threads)
            paths = [path for _, path in batch]
            self._team.submit(self._sent, Call(search_subtrees, SubtreeJob(*about, *self._iteration, seconds, paths)))
            self._away[self._sent] = batch
            self._sent += 1

    def _receive(self, number: int, events: list[Any]) -> None:
        batch = self._away.pop(number)
        ended: Ended = events[-1]
        if ended.stopped_by is not None:
            self._send_again(batch, ended)
            return
        reply: SubtreeReply = events[0]
        self.cpu_seconds += reply.cpu_seconds
        mean = max(1e-6, reply.seconds / sum(part is not None for part in reply.parts))
        self._cost = mean if self._cost is None else (self._cost + mean) / 2
        for (position, path), part in zip(batch, reply.parts, strict=True):
            if part is None:
                self._requeue(position, path)
            else:
                self._take(position, part)
        self._settle()

    def _send_again(self, batch: list[tuple[Position, Path]], ended: Ended) -> None:
        first = batch[0][0]
        self._losses[first] = self._losses.get(first, 0) + 1
        if self._losses[first] == MAX_TRIES:
            self.lost = ended.reason or stop_reason(ended.stopped_by)
        for position, path in batch:
            self._requeue(position, path)

    def _take(self, position: Position, part: SearchedPart) -> None:
        for number, (generated, expanded) in enumerate(part.counts):
            heapq.heappush(self._counts, ((*position, 2 * number), generated, expanded))
            self._so_far = (self._so_far[0] + generated, self._so_far[1] + expanded)
        for number, path in enumerate(part.rest):
            self._requeue((*position, 2 * number + 1), path)
        if part.exceeding is not None:
            self._exceeding = min(part.exceeding, self._exceeding or part.exceeding)
        goal = (*position, 2 * len(part.rest))
        if part.plan is not None and (self._goal is None or goal < self._goal[0]):
            self._goal = (goal, part.plan)
            self._open = [each for each in self._open if each[0] < goal]

    def _requeue(self, position: Position, path: Path) -> None:
        """Requeue a subtree unless it comes after a known goal."""
        if self._goal is None or position < self._goal[0]:
            bisect.insort(self._open, (position, path))

    def _settle(self) -> None:
        """Add up the counts before the first unsearched position: a long search has too many to keep them apart."""
        first = self._first
        generated, expanded = self._settled
        while self._goal is None and self._counts and (first is None or self._counts[0][0] < first):
            _, more_generated, more_expanded = heapq.heappop(self._counts)
            generated, expanded = generated + more_generated, expanded + more_expanded
        self._settled = (generated, expanded)
