"""What a child process does with a batch: it solves one puzzle after another and emits the results.

Sending one result takes as long as solving a small puzzle, and sending twenty at once takes hardly longer. So results
are bundled and sent every 30 ms.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import TracebackType

from budge.api import EngineError, RefereeError, prepare, run
from budge.engines.base import Prepared, Refusal
from budge.engines.domains import DOMAINS
from budge.engines.registry import OWN
from budge.execution import tuning
from budge.execution.jobs import Bundle, JobResult, NumberedJob, SolveJob
from budge.interrupts import Hold
from budge.model import Observer, Outcome
from budge.patterns import Store
from budge.processes.child import Emit, fork_server_here
from budge.puzzles import BadInput
from budge.spec import SolveSpec


@dataclass(frozen=True)
class BatchJob:
    """A batch as it is sent to the child."""

    jobs: Sequence[NumberedJob]
    seconds: float  # no further job starts after this time
    memory: int  # for jobs without a memory limit of their own
    bundled: bool  # whether results are sent together; if not, the parent knows which job crashed the child


@dataclass(frozen=True)
class BuildingDatabases:
    """An event: the current job waits for pattern databases; the wait does not count against its time limit."""


@dataclass(frozen=True)
class DatabasesBuilt:
    """An event: the databases are ready, and the clock of the current job starts."""


def run_batch(batch: BatchJob, emit: Emit) -> None:
    """Solve the first job, and further ones until the time is up. Emits bundles of results."""
    if any(job.has_children for _, job in batch.jobs):
        fork_server_here()
    until = time.monotonic() + batch.seconds
    preparation: Preparation | None = None
    with Outbox(emit, bundled=batch.bundled) as outbox, Hold():
        for number, job in batch.jobs:
            began = time.monotonic()
            if preparation is None or job.spec is not preparation.given:  # the jobs of a batch usually share one spec
                preparation = Preparation(job.spec, job.spec.for_child(batch.memory))
            try:
                outcome = outcome_of(job, partial(solve_job, job, preparation, outbox))
            except FreshProcessNeeded:
                return
            now = time.monotonic()
            outbox.add(JobResult(number, outcome, now - began))
            if now >= until:
                return


def solve_job(job: SolveJob, preparation: Preparation, outbox: Outbox) -> Outcome:
    """Solve a job after building the databases that it lacks."""
    task = preparation.of(job)
    missing = [pattern for pattern in task.databases if pattern not in Store()]
    if missing:
        outbox.send(BuildingDatabases())
        for pattern in missing:
            Store().fetch(pattern)  # one process builds it, and the others on this machine wait
        outbox.send(DatabasesBuilt())
        if job.measured:
            raise FreshProcessNeeded
    return run(task)


@dataclass
class Preparation:
    """Prepares the jobs of one spec. Preparing takes as long as solving a small board, so alike boards share it."""

    given: SolveSpec
    spec: SolveSpec  # with the limits of this process
    tasks: dict[Hashable, Prepared] = field(default_factory=dict)

    def of(self, job: SolveJob) -> Prepared:
        """The task of a job."""
        observer = Observer(trace=job.trace)
        if job.task is not None:
            return replace(job.task, limits=self.spec.limits, all_free_memory=False, observer=observer)
        key = DOMAINS[job.puzzle.kind].prepared_alike(job.puzzle)
        if key is None:
            return prepare(job.puzzle, self.spec, observer)
        if (known := self.tasks.get(key)) is not None:
            return replace(known, puzzle=job.puzzle, observer=observer)
        task = prepare(job.puzzle, self.spec, observer)
        if task.engine.name in OWN and not job.puzzle.why_unsolvable():  # engines of others may look at the start
            self.tasks[key] = task
        return task


class FreshProcessNeeded(Exception):
    """A measured job must not run in a process that has built databases."""


class Outbox:
    """Sends results to the parent process."""

    def __init__(self, emit: Emit, *, bundled: bool) -> None:
        self._emit = emit
        self._results: list[JobResult] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._sender = threading.Thread(target=self._send_regularly, daemon=True) if bundled else None

    def __enter__(self) -> Outbox:
        if self._sender is not None:
            self._sender.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closed.set()
        if self._sender is not None:
            self._sender.join()
        self._send_results()

    def add(self, result: JobResult) -> None:
        with self._lock:
            self._results.append(result)
        if self._sender is None:
            self._send_results()

    def send(self, event: object) -> None:
        """Send an event after all earlier results."""
        self._send_results()
        with self._lock:
            self._emit(event)

    def _send_results(self) -> None:
        with self._lock:
            if self._results:
                self._emit(Bundle.of(self._results))
                self._results = []

    def _send_regularly(self) -> None:
        while not self._closed.wait(tuning.BUNDLE_SECONDS):
            self._send_results()


def outcome_of(job: SolveJob, solve: Callable[[], Outcome]) -> Outcome:
    """The outcome that `solve` returns, or a `stopped` outcome if it raises an error."""
    try:
        return solve()
    except RefereeError as problem:
        return job.stopped("referee", str(problem))
    except EngineError as problem:
        return job.stopped("crash", str(problem))
    except (BadInput, Refusal) as problem:
        return job.stopped("refusal", str(problem))
