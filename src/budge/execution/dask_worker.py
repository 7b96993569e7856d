"""What the workers of a Dask cluster run: every task in a child process, so that limits are hard and a crash does not
harm the worker.

A task stops itself as soon as Dask takes it off the worker: the run was cancelled, its client is gone, or the worker is
closing.
"""

from __future__ import annotations

import pickle
import threading
from typing import Any

from distributed import Status, get_worker
from distributed import Worker as DaskWorker

from budge.execution.jobs import GivenBack
from budge.execution.worker import Worker
from budge.machine import free_memory
from budge.model import Observer
from budge.processes.pool import Call

of_thread = threading.local()  # `worker`: a thread of a Dask worker runs one task after another and reuses it


def run_task(packed: bytes, number: int, topic: str) -> bytes:
    """Run a task and return its events. Jobs given back are sent at once, so that other workers can run them."""
    dask_worker, events = get_worker(), list[Any]()

    def emit(event: Any) -> None:
        if isinstance(event, GivenBack):
            dask_worker.log_event(topic, pickle.dumps((number, event)))
        else:
            events.append(event)

    if not hasattr(of_thread, "worker"):
        of_thread.worker = Worker()
    task = pickle.loads(packed)
    if isinstance(task, Call):
        task = task.within(free_memory())
    ended = of_thread.worker.run(task, memory_share(dask_worker), TaskObserver(), emit)
    return pickle.dumps([*events, ended])


def memory_share(worker: DaskWorker) -> int:
    """A thread's share of the worker's memory, for tasks without a memory limit."""
    limit: Any = getattr(worker.memory_manager, "memory_limit", None)
    return min(free_memory(), limit or free_memory()) // max(1, worker.state.nthreads)


class TaskObserver(Observer):
    """Cancelled when the task of this thread is no longer wanted."""

    def __init__(self) -> None:
        super().__init__()
        self._worker = get_worker()
        self._key = self._worker.get_current_task()

    @property
    def cancelled(self) -> bool:
        task = self._worker.state.tasks.get(self._key)
        wanted = task is not None and task.state in ("executing", "long-running")
        return not wanted or self._worker.status not in (Status.running, Status.paused)
