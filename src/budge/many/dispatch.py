"""Hands orders to a pool in batches, and its answers back as they come.

- As many orders go into a batch as take half a second, going by what orders took lately. The first ones go one by one.
  Towards the end batches get smaller, so that all workers end at about the same time; but not so small that to send
  one takes longer than to carry it out.
- Only a window is under way: two batches a worker, one to work on and one that waits. Neither a million orders nor
  their answers are ever held at once.
- Every order is answered once, whatever happens: one that comes back from a dead worker or from a batch that took too
  long is sent again, and a second answer to the same order is dropped.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from budge.many.batches import AIM
from budge.many.orders import Order
from budge.many.pool import Batch, Done, GivenBack, Lost, Pool
from budge.many.worker import Answer
from budge.model import Observer, Outcome

WINDOW = 2  # batches a worker
MOST_ORDERS = 1000  # of a batch
WAIT = 0.1  # seconds between two looks at whether to go on, and at how many workers there are
MOST_HELD = 10_000  # answers held back because one before them is missing


@dataclass
class Dispatcher:
    """Iterate over it for the number of each order with its outcome, in the order in which they come."""

    orders: Iterator[Order]
    pool: Pool
    observer: Observer = field(default_factory=Observer)  # `cancel` ends it soon
    most_ahead: int | None = None  # how far orders may be begun beyond the first that is not answered

    _waiting: dict[int, Order] = field(default_factory=dict)  # those read and not answered, the oldest first
    _ready: deque[int] = field(default_factory=deque)  # those of them that are in no batch
    _alone: deque[int] = field(default_factory=deque)  # likewise, but suspected of killing workers
    _batches: dict[int, list[int]] = field(default_factory=dict)  # what each batch under way still has to answer
    _read: int = 0
    _first: int = 0  # no order before this one is waiting
    _sent: int = 0
    _all_read: bool = False
    _cost: float | None = None  # seconds an order, lately

    def __iter__(self) -> Iterator[tuple[int, Outcome]]:
        while not self.observer.cancelled:
            self._fill()
            if not self._batches and not self._waiting:
                return
            event = self.pool.next(WAIT)
            if isinstance(event, Done):
                yield from self._answered(event)
            elif isinstance(event, GivenBack):
                self._take_back(event)
            elif isinstance(event, Lost):
                yield from self._lost(event)

    def _fill(self) -> None:
        """Send batches until the window is full."""
        while len(self._batches) < WINDOW * self.pool.slots:
            numbers = self._next_suspect() or self._next_numbers()
            if not numbers:
                return
            self._batches[self._sent] = numbers
            self.pool.submit(Batch(self._sent, tuple((number, self._waiting[number]) for number in numbers)))
            self._sent += 1

    def _next_suspect(self) -> list[int]:
        while self._alone:
            number = self._alone.popleft()
            if number in self._waiting:
                return [number]
        return []

    def _next_numbers(self) -> list[int]:
        """The orders of the next batch."""
        size, workers = self.pool.batch_orders or self._orders_in(AIM), self.pool.slots
        self._read_ahead(size * WINDOW * workers)
        if self.pool.batch_orders is None and (self._all_read or self._held_back):  # all there is: a share for everyone
            share = math.ceil(len(self._ready) / (WINDOW * workers))
            size = min(size, max(share, self._orders_in(self.pool.least_seconds)))
        numbers: list[int] = []
        while self._ready and len(numbers) < size:
            number = self._ready.popleft()
            if number in self._waiting:  # else it was given back, and answered after all
                numbers.append(number)
        return numbers

    def _orders_in(self, seconds: float) -> int:
        """How many orders take so long, going by what they took lately."""
        return 1 if self._cost is None else max(1, min(MOST_ORDERS, int(seconds / max(self._cost, 1e-6))))

    @property
    def _held_back(self) -> bool:
        """Whether so many answers wait for an earlier one that no more may be begun."""
        if self.most_ahead is None:
            return False
        while self._first < self._read and self._first not in self._waiting:
            self._first += 1
        return self._read - self._first >= self.most_ahead

    def _read_ahead(self, wanted: int) -> None:
        while len(self._ready) < wanted and not self._all_read and not self._held_back:
            order = next(self.orders, None)
            if order is None:
                self._all_read = True
            else:
                self._waiting[self._read] = order
                self._ready.append(self._read)
                self._read += 1

    def _answered(self, done: Done) -> Iterator[tuple[int, Outcome]]:
        asked = self._batches.pop(done.batch, [])
        if done.answers:
            mean = sum(answer.seconds for answer in done.answers) / len(done.answers)
            self._cost = mean if self._cost is None else (self._cost + mean) / 2
        yield from self._new(done.answers)
        self._ready.extendleft(reversed([number for number in asked if number in self._waiting]))

    def _new(self, answers: list[Answer]) -> Iterator[tuple[int, Outcome]]:
        for answer in answers:
            if self._waiting.pop(answer.number, None) is not None:
                yield answer.number, answer.outcome

    def _take_back(self, given: GivenBack) -> None:
        asked = self._batches.get(given.batch)
        if asked is not None:  # else it has ended meanwhile, and they were taken back then
            back = set(given.numbers)
            self._batches[given.batch] = [number for number in asked if number not in back]
            self._ready.extendleft(reversed([number for number in asked if number in back & self._waiting.keys()]))

    def _lost(self, lost: Lost) -> Iterator[tuple[int, Outcome]]:
        """Which of several orders it was, only sending each alone can show."""
        asked = [number for number in self._batches.pop(lost.batch, []) if number in self._waiting]
        if len(asked) > 1:
            self._alone.extend(asked)
        for number in asked if len(asked) == 1 else []:
            yield number, self._waiting.pop(number).failed("crash", lost.reason)


def numbered(orders: Iterator[Order], pool: Pool, observer: Observer | None = None) -> Iterator[tuple[int, Outcome]]:
    """The outcomes as they come, each with the number of its order."""
    return iter(Dispatcher(orders, pool, observer or Observer()))


def in_order(orders: Iterator[Order], pool: Pool, observer: Observer | None = None) -> Iterator[tuple[int, Outcome]]:
    """The outcomes in the order of the orders, each with its number."""
    held: dict[int, Outcome] = {}
    wanted = 0
    most = max(MOST_HELD, (WINDOW + 1) * pool.slots * (pool.batch_orders or 0))
    for number, outcome in Dispatcher(orders, pool, observer or Observer(), most):
        held[number] = outcome
        while wanted in held:
            yield wanted, held.pop(wanted)
            wanted += 1
