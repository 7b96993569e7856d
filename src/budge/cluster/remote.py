"""What the workers of a cluster run. Work is done in child processes, so limits are hard and a worker stays well.

A call ends by itself as soon as Dask has taken its task off the worker: the run was cancelled, its client is gone, or
the worker is closing.
"""

from __future__ import annotations

import pickle
import threading
from dataclasses import dataclass
from typing import Any

from distributed import Status, Worker, get_worker

from budge.api import prepare
from budge.lab.executor import in_child
from budge.lab.jobs import Job
from budge.machine import free_memory
from budge.many.batches import BatchRunner
from budge.model import Observer
from budge.patterns import Store, Terms

mine = threading.local()  # `runner`: a thread of a worker carries out one batch after another


def run_orders(packed: bytes, topic: str) -> bytes:
    """Carry out a batch: its answers."""
    batch = pickle.loads(packed)
    worker, observer = get_worker(), TaskObserver()

    def give_back(numbers: list[int]) -> None:
        worker.log_event(topic, {"batch": batch.number, "numbers": numbers})

    if not hasattr(mine, "runner"):
        mine.runner = BatchRunner()
    return pickle.dumps(mine.runner.run(batch.orders, memory(worker), observer, give_back))


def run_call(packed: bytes) -> bytes:
    """Call a function that an engine wants called: what it returns, or a `Failure`."""
    call, argument = pickle.loads(packed)
    try:
        answer = call(argument, TaskObserver())
    except Exception as problem:  # as text: not every exception can be pickled
        answer = Failure(f"{type(problem).__name__}: {problem}".removesuffix(": "))
    return pickle.dumps(answer)


def run_job(packed: bytes) -> bytes:
    """Do a job of a suite: its record."""
    job: Job = pickle.loads(packed)
    worker, observer = get_worker(), TaskObserver()
    for pattern in prepare(job.instance.puzzle, job.spec).databases:
        Store().fetch(pattern, Terms(watch=lambda building: not observer.cancelled))
    return pickle.dumps(in_child(job, memory(worker), observer))


def memory(worker: Worker) -> int:
    """For a call without a limit: its share of what the worker may use."""
    limit: Any = getattr(worker.memory_manager, "memory_limit", None)
    return min(free_memory(), limit or free_memory()) // max(1, worker.state.nthreads)


@dataclass(frozen=True)
class Failure:
    """What a call raised, in words."""

    reason: str


class TaskObserver(Observer):
    """Cancelled when the task that runs in this thread is no longer wanted."""

    def __init__(self) -> None:
        super().__init__()
        self._worker = get_worker()
        self._key = self._worker.get_current_task()

    @property
    def cancelled(self) -> bool:
        task = self._worker.state.tasks.get(self._key)
        wanted = task is not None and task.state in ("executing", "long-running")
        return not wanted or self._worker.status not in (Status.running, Status.paused)
