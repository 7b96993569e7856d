"""A pool of worker processes that are reused: reading a puzzle takes a millisecond, starting a process thirty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from budge.model import Limits, Observer
from budge.processes.child import Child, Emit, Ended

Function = Callable[[Any, Emit], None]


class WorkerPool:
    """Workers by turns busy and idle; called from the threads of a `JobQueue`."""

    def __init__(self) -> None:
        self._idle: list[Child] = []

    def run(self, function: Function, argument: Any, limits: Limits, observer: Observer) -> Iterator[Any]:
        """What `child.work` yields, by an idle worker or a fresh one."""
        idle, emitted = self._pop_idle(), False
        while True:
            worker = idle or Child(limits.memory)
            for event in worker.work(function, argument, observer, seconds=limits.seconds):
                if isinstance(event, Ended) and event.stopped_by == "crash" and idle and not emitted:
                    idle = None  # it may have died while idle: only a fresh one shows whether the job is to blame
                    break
                emitted = True
                yield event
            else:
                if worker.is_idle:
                    self._idle.append(worker)
                return

    def close(self) -> None:
        while (worker := self._pop_idle()) is not None:
            worker.close()

    def _pop_idle(self) -> Child | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None
