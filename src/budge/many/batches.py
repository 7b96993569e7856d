"""Batches of orders, carried out one after another in a child process of this machine with hard limits.

A batch should take half a second, so that neither sending it nor waiting for it counts. Nobody knows beforehand how
long a puzzle takes, though. So when the time is up, the orders that are not begun are given back for others to take,
and the batch ends with the order at hand, however long that takes. The child that is left does the next batch.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType

from budge.many.orders import Order, has_children, modules
from budge.many.worker import Answer, BatchJob, Bundle, Numbered, Prepared, Preparing
from budge.model import REASONS, Observer, Stats
from budge.processes.child import Child, Ended

AIM = 0.5  # seconds that a batch should take
TRIES = 3  # for an order whose child dies
GRACE = 2.0  # seconds that an engine may take to notice that its time is up, before it is killed
SPARE = 256 << 20  # bytes of a process beside what its engine counts
TICK = 0.1  # seconds between two looks at the clock while a child is silent
IDLE = 5.0  # seconds that a child is kept for another batch


class BatchRunner:
    """Carries out batches, one at a time."""

    def __init__(self) -> None:
        self._child = Child(None)
        self._for: tuple[object, ...] = ()  # what the child was started for

    def __enter__(self) -> BatchRunner:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._child.close()

    def run(
        self,
        orders: Sequence[Numbered],
        memory: int,
        observer: Observer,
        give_back: Callable[[list[int]], None] = lambda numbers: None,
    ) -> list[Bundle]:
        """The answers to the orders of a batch. Those that have none were given back, or are left for another batch.

        `memory` is for an order that has no limit of its own.
        """
        bundles: list[Bundle] = []
        left = deque(orders)
        until, crashes = time.monotonic() + AIM, 0
        while left and not observer.cancelled and (not bundles or crashes or time.monotonic() < until):
            order = left[0][1]
            watch = OrderObserver(observer, order)
            ended = Ended("crash")
            bundled = len(left) > 1 and not crashes
            child = self._child_for(order, memory)
            job = BatchJob(list(left), max(0.0, until - time.monotonic()), (child.memory or memory) - SPARE, bundled)
            for event in child.work(performer(order), job, watch, tick=TICK):
                if isinstance(event, Bundle):
                    bundles.append(event)
                    crashes = 0
                    answered = set(event.numbers)
                    left = deque(numbered for numbered in left if numbered[0] not in answered)
                    watch.begin(left[0][1] if left else None)
                elif isinstance(event, Preparing):
                    watch.begin(None)
                elif isinstance(event, Prepared):
                    watch.begin(left[0][1] if left else None)
                elif isinstance(event, Ended):
                    ended = event
                if len(left) > 1 and time.monotonic() >= until:
                    head = left.popleft()
                    give_back([number for number, _ in left])
                    left = deque([head])
            if not left or observer.cancelled or ended.stopped_by is None:
                continue
            if ended.stopped_by == "crash" and (crashes := crashes + 1) < TRIES:
                continue
            bundles.append(Bundle.of([failed(*left.popleft(), ended, watch.seconds)]))
            crashes = 0
        return bundles

    def _child_for(self, order: Order, memory: int) -> Child:
        """The child that is there, if it was started for the same; what is free may have changed meanwhile."""
        imports = modules(order.spec)
        wanted = (performer(order), order.spec.limits.memory, *imports)
        if not self._child.is_idle or self._for != wanted:
            self._child.close()
            hard = (order.spec.limits.memory or memory) + SPARE
            self._child, self._for = Child(hard, imports=imports, max_idle_seconds=IDLE), wanted
        return self._child


def performer(order: Order) -> str:
    """What the child is to call; named, so that only the child imports it."""
    return f"budge.many.{'logic_worker' if has_children(order.spec) else 'worker'}:perform"


def failed(number: int, order: Order, ended: Ended, seconds: float) -> Answer:
    """The answer to an order that was killed, or that killed its child each time."""
    stopped_by = "seconds" if ended.stopped_by == "cancel" else ended.stopped_by or "crash"
    reason = REASONS.get(stopped_by) or f"{ended.reason or 'the process ended without an outcome'}, {TRIES} times"
    outcome = order.failed(stopped_by, reason)
    most = seconds * order.spec.threads  # what the child used, it may have used for others before
    stats = Stats(seconds=seconds, cpu_seconds=min(ended.cpu_seconds, most), peak_bytes=ended.peak_bytes)
    return Answer(number, replace(outcome, stats=stats), seconds)


class OrderObserver(Observer):
    """Ends a child when its batch is no longer wanted, or when the order at hand has had its time."""

    def __init__(self, batch: Observer, order: Order) -> None:
        super().__init__()
        self._batch = batch
        self.begin(order)

    def begin(self, order: Order | None) -> None:
        """The time of an order begins; None: no order's time runs."""
        limit = order.spec.limits.seconds if order else None
        self._began = time.monotonic()
        self._deadline = None if limit is None else self._began + limit + GRACE

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def cancelled(self) -> bool:
        return self._batch.cancelled or (self._deadline is not None and time.monotonic() >= self._deadline)
