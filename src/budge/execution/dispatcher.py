"""Sends jobs to a pool in batches and yields their outcomes as they come.

- A batch holds as many jobs as recent ones completed in half a second. The first jobs go one by one. Towards the end
  batches get smaller, so that all workers end at about the same time, but not so small that sending them dominates.
- Only a window of jobs is in progress: two batches per slot, one that runs and one that waits. Neither a million jobs
  nor their outcomes are ever in memory at once.
- Every job has exactly one result. A job that comes back from a dead worker or from a batch that took too long is sent
  again, and a second result of the same job is dropped.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from budge.execution import tuning
from budge.execution.jobs import Batch, Bundle, GivenBack, JobResult, SolveJob
from budge.model import Observer
from budge.processes.child import Ended
from budge.processes.pool import Pool


@dataclass
class Dispatcher:
    """Iterating yields the results in order of completion."""

    jobs: Iterator[SolveJob]
    pool: Pool
    observer: Observer = field(default_factory=Observer)  # `cancel` ends the iteration soon
    max_ahead: int | None = None  # how many jobs may be read after the first one without a result

    _waiting: dict[int, SolveJob] = field(default_factory=dict)  # read jobs without a result, the oldest first
    _ready: deque[int] = field(default_factory=deque)  # waiting jobs that are in no batch
    _suspects: deque[int] = field(default_factory=deque)  # jobs that may have killed workers; each is sent alone
    _batches: dict[int, list[int]] = field(default_factory=dict)  # the jobs of each batch in progress
    _read: int = 0
    _first: int = 0  # no job before this one is waiting
    _sent: int = 0
    _all_read: bool = False
    _cost: float | None = None  # recent seconds per job

    def __iter__(self) -> Iterator[JobResult]:
        while not self.observer.cancelled:
            self._fill()
            if not self._batches and not self._waiting:
                return
            found = self.pool.next(tuning.WAIT_SECONDS)
            if found is None:
                continue
            batch, event = found
            if isinstance(event, Bundle):
                yield from self._new(event.unpacked())
            elif isinstance(event, list):
                yield from self._new(event)
            elif isinstance(event, GivenBack):
                self._take_back(batch, event)
            elif isinstance(event, Ended):
                yield from self._end(batch, event)

    def _fill(self) -> None:
        """Send batches until the window is full."""
        while len(self._batches) < tuning.TASKS_PER_SLOT * self.pool.slots:
            numbers = self._next_suspect() or self._next_numbers()
            if not numbers:
                return
            self._batches[self._sent] = numbers
            self.pool.submit(self._sent, Batch(tuple((number, self._waiting[number]) for number in numbers)))
            self._sent += 1

    def _next_suspect(self) -> list[int]:
        while self._suspects:
            number = self._suspects.popleft()
            if number in self._waiting:
                return [number]
        return []

    def _next_numbers(self) -> list[int]:
        """The jobs of the next batch; a measured job is alone."""
        size, slots = self.pool.batch_jobs or self._jobs_in(tuning.BATCH_SECONDS), self.pool.slots
        self._read_ahead(size * tuning.TASKS_PER_SLOT * slots)
        if self.pool.batch_jobs is None and (self._all_read or self._held_back):  # the last jobs: a share for each slot
            share = math.ceil(len(self._ready) / (tuning.TASKS_PER_SLOT * slots))
            size = min(size, max(share, self._jobs_in(self.pool.min_batch_seconds)))
        numbers: list[int] = []
        while self._ready and len(numbers) < size:
            number = self._ready.popleft()
            if number not in self._waiting:  # it was given back and has got a result since
                continue
            numbers.append(number)
            if self._waiting[number].measured:
                break
        return numbers

    def _jobs_in(self, seconds: float) -> int:
        """Estimates from recent jobs how many jobs take this long."""
        return 1 if self._cost is None else max(1, min(tuning.MAX_BATCH_JOBS, int(seconds / max(self._cost, 1e-6))))

    @property
    def _held_back(self) -> bool:
        """Whether `max_ahead` jobs were read since the first job without a result."""
        if self.max_ahead is None:
            return False
        while self._first < self._read and self._first not in self._waiting:
            self._first += 1
        return self._read - self._first >= self.max_ahead

    def _read_ahead(self, wanted: int) -> None:
        while len(self._ready) < wanted and not self._all_read and not self._held_back:
            job = next(self.jobs, None)
            if job is None:
                self._all_read = True
            else:
                self._waiting[self._read] = job
                self._ready.append(self._read)
                self._read += 1

    def _new(self, results: list[JobResult]) -> Iterator[JobResult]:
        mean = sum(result.seconds for result in results) / len(results)
        self._cost = mean if self._cost is None else (self._cost + mean) / 2
        for result in results:
            if self._waiting.pop(result.number, None) is not None:
                yield result

    def _take_back(self, batch: int, given: GivenBack) -> None:
        numbers = self._batches.get(batch)
        if numbers is not None:  # otherwise the batch has ended, and its jobs are ready already
            back = set(given.numbers)
            self._batches[batch] = [number for number in numbers if number not in back]
            self._ready.extendleft(reversed([number for number in numbers if number in back & self._waiting.keys()]))

    def _end(self, batch: int, ended: Ended) -> Iterator[JobResult]:
        """Jobs of the batch without a result are sent again. If the batch killed its workers, each is sent alone to
        find the cause; a job that was alone ends as a crash."""
        numbers = [number for number in self._batches.pop(batch, []) if number in self._waiting]
        if ended.stopped_by is None:
            self._ready.extendleft(reversed(numbers))
        elif len(numbers) > 1:
            self._suspects.extend(numbers)
        else:
            for number in numbers:
                reason = ended.reason or "its worker died"
                yield JobResult(number, self._waiting.pop(number).stopped("crash", reason), 0.0)


def as_found(jobs: Iterator[SolveJob], pool: Pool, observer: Observer | None = None) -> Iterator[JobResult]:
    """The results in order of completion."""
    return iter(Dispatcher(jobs, pool, observer or Observer()))


def in_order(jobs: Iterator[SolveJob], pool: Pool, observer: Observer | None = None) -> Iterator[JobResult]:
    """The results in the order of the jobs."""
    held: dict[int, JobResult] = {}
    wanted = 0
    window = (tuning.TASKS_PER_SLOT + 1) * pool.slots * (pool.batch_jobs or 0)
    max_ahead = max(tuning.MAX_HELD_OUTCOMES, window)
    for result in Dispatcher(jobs, pool, observer or Observer(), max_ahead):
        held[result.number] = result
        while wanted in held:
            yield held.pop(wanted)
            wanted += 1
