"""How orders are cut into batches and answered once each, shown with workers that only pretend."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pytest

from budge import Tiles
from budge.many import dispatch
from budge.many.batches import AIM
from budge.many.dispatch import MOST_ORDERS, WINDOW, in_order, numbered
from budge.many.orders import Order
from budge.many.pool import Batch, Done, Event, GivenBack, Lost, Pool
from budge.many.worker import Answer, Numbered
from budge.model import Outcome
from budge.spec import SolveSpec

ORDER = Order(Tiles.of(["1 2", "3 0"]), SolveSpec())


def answers(orders: tuple[Numbered, ...], seconds: float = 0.001) -> list[Answer]:
    return [Answer(number, Outcome("stopped", reason=str(number)), seconds) for number, _ in orders]


class Pretended(Pool):
    """Answers batches in turn, by a rule."""

    def __init__(self, rule: Callable[[Batch], list[Event]], workers: int = 2) -> None:
        self.rule, self.workers = rule, workers
        self.sizes: list[int] = []
        self.most = 0
        self.batches: deque[Batch] = deque()
        self.events: deque[Event] = deque()

    @property
    def slots(self) -> int:
        return self.workers

    def submit(self, batch: Batch) -> None:
        self.sizes.append(len(batch.orders))
        self.batches.append(batch)
        self.most = max(self.most, len(self.batches))

    def next(self, seconds: float) -> Event | None:
        if not self.events:
            self.events.extend(self.rule(self.batches.popleft()))
        return self.events.popleft()

    def close(self) -> None:
        pass


def run(pool: Pool, orders: int) -> list[int]:
    found = list(numbered(iter([ORDER] * orders), pool))
    assert all(outcome.reason == str(number) or outcome.stopped_by == "crash" for number, outcome in found)
    return [number for number, _ in found]


@pytest.mark.parametrize("seconds", [1e-9, 0.001, 0.02, 3.0])
def test_a_batch_takes_half_a_second(seconds: float) -> None:
    pool = Pretended(lambda batch: [Done(batch.number, answers(batch.orders, seconds))])
    assert sorted(run(pool, 10_000)) == list(range(10_000))
    assert pool.sizes[0] == 1
    assert max(pool.sizes) == min(MOST_ORDERS, max(1, int(AIM / seconds)))
    assert pool.most <= WINDOW * pool.slots


def test_batches_get_smaller_towards_the_end_so_that_all_workers_end_together() -> None:
    pool = Pretended(lambda batch: [Done(batch.number, answers(batch.orders))], workers=10)
    run(pool, 5000)
    least = pool.least_seconds / 0.001
    assert pool.sizes[-1] <= least
    assert min(pool.sizes[WINDOW * 10 : -1]) >= 0.9 * least, "but not so small that sending them counts"


def test_workers_that_join_get_work() -> None:
    def rule(batch: Batch) -> list[Event]:
        pool.workers = 5
        return [Done(batch.number, answers(batch.orders, 1.0))]

    pool = Pretended(rule, workers=1)
    run(pool, 100)
    assert pool.most == WINDOW * 5


def test_what_a_batch_did_not_come_to_is_sent_again() -> None:
    pool = Pretended(lambda batch: [Done(batch.number, answers(batch.orders[:1]))])
    assert sorted(run(pool, 300)) == list(range(300))


def test_what_is_given_back_is_sent_again_and_answered_once() -> None:
    def rule(batch: Batch) -> list[Event]:
        rest = [number for number, _ in batch.orders[1:]]
        late = answers(batch.orders[:2])  # the second was given back, and is answered all the same
        return [GivenBack(batch.number, rest), Done(batch.number, late)]

    assert sorted(run(Pretended(rule), 300)) == list(range(300))


def test_of_a_batch_that_kills_workers_only_the_culprit_is_a_crash() -> None:
    def rule(batch: Batch) -> list[Event]:
        if any(number == 77 for number, _ in batch.orders):
            return [Lost(batch.number, "its worker died each time")]
        return [Done(batch.number, answers(batch.orders))]

    found = dict(numbered(iter([ORDER] * 200), Pretended(rule)))
    assert len(found) == 200
    assert [number for number, outcome in found.items() if outcome.stopped_by == "crash"] == [77]


def test_while_the_first_is_awaited_a_bounded_number_of_others_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory stays bounded: not all of the others are solved while the first one is."""
    monkeypatch.setattr(dispatch, "MOST_HELD", 500)
    kept: list[Batch] = []
    others = 0

    def rule(batch: Batch) -> list[Event]:
        nonlocal others
        if batch.orders[0][0] == 0 and pool.batches:
            kept.append(batch)
            return rule(pool.batches.popleft())
        others += len(batch.orders)
        last = [] if pool.batches else [Done(each.number, answers(each.orders)) for each in kept]
        return [Done(batch.number, answers(batch.orders)), *last]

    pool = Pretended(rule)
    outcomes = in_order(iter([ORDER] * 5000), pool)
    assert next(outcomes)[0] == 0
    assert 100 < others <= 500
    assert [number for number, _ in outcomes] == list(range(1, 5000))
