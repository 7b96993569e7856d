"""The jobs of a suite on the workers of a cluster, each in a process of its own there."""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Iterator

from budge.cluster import remote
from budge.cluster.connection import Connection
from budge.engines.team import LostCall
from budge.lab.executor import Executor
from budge.lab.jobs import Job
from budge.lab.record import Record, Used, record_of

WINDOW = 2  # jobs a worker: one that runs and one that waits
WAIT = 0.2  # seconds between two looks at whether to go on


class ClusterExecutor(Executor):
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: deque[tuple[int, Job]] = deque()
        self._submitted = 0
        self._cancelled = False

    def submit(self, job: Job) -> None:
        self._waiting.append((self._submitted, job))
        self._submitted += 1

    def results(self) -> Iterator[Record]:
        running: dict[int, Job] = {}
        while (self._waiting or running) and not self._cancelled:
            while self._waiting and len(running) < WINDOW * self._connection.slots:
                number, job = self._waiting.popleft()
                self._connection.submit(number, remote.run_job, pickle.dumps(job))
                running[number] = job
            heard = self._connection.next(WAIT)
            if isinstance(heard, tuple):
                number, result = heard
                job = running.pop(number)
                yield crashed(job, result.reason) if isinstance(result, LostCall) else pickle.loads(result)

    def cancel(self) -> None:
        self._cancelled = True

    def close(self) -> None:
        self._connection.close()


def crashed(job: Job, reason: str) -> Record:
    """The record of a job whose workers died, each time."""
    return record_of(job, job.spec.limits.memory, time.time(), None, Used(0.0, 0.0, 0, "crash", reason))
