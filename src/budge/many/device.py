"""Batches for a GPU, carried out in this process, which alone has the device and keeps its databases.

Small boards share every pass of a search and go in thousands; large ones have the device to themselves, one after
another. What turns out not to be for a GPU is solved here as well, by whatever engine is for it.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, islice

from budge.api import prepare, run
from budge.device import choose_device, named_device
from budge.engines.base import Prepared, Refusal, Task
from budge.engines.domains.tiles import plans_hold
from budge.engines.gpu import Gpu
from budge.engines.registry import GPU
from budge.gpu.device import device_count, use_device
from budge.many.batches import AIM
from budge.many.orders import Order
from budge.many.pool import Batch, Done, Event, Events, LocalPool, Pool
from budge.many.worker import Answer, Numbered, outcome_of
from budge.model import Observer, Outcome, PuzzleName, Stats
from budge.puzzles import BadInput, Plan
from budge.spec import SolveSpec

BATCH = 10_000  # orders: a GPU has enough to do, and answers come several times a second
THOUSANDS = 5000  # small boards that are worth the seconds in which a GPU gets ready


class DevicePool(LocalPool):
    """One batch at a time on each GPU of this machine."""

    batch_orders = BATCH

    def __init__(self, events: Events | None = None) -> None:
        self._devices = count()
        self._large = set[int]()  # orders for the device alone
        super().__init__(device_count(), run_on_device, events)

    def submit(self, batch: Batch) -> None:
        self._large.update(number for number, order in batch.orders if GPU.pass_of(order.puzzle) is None)
        GPU.expect(len(self._large))
        super().submit(batch)

    def _serve(self) -> None:
        with use_device(next(self._devices)):
            super()._serve()


class AutoPool(Pool):
    """The GPU for the boards that it is faster at, processes of this machine for all else."""

    def __init__(self, jobs: int | None = None) -> None:
        self._events: Events = queue.SimpleQueue()
        self._local = LocalPool(jobs, events=self._events)
        self._device: DevicePool | None = None
        self._halves: dict[int, list[Answer] | None] = {}  # of batches for both: what the first to end has answered

    @property
    def slots(self) -> int:
        return self._local.slots + (self._device.slots if self._device else 0)

    def submit(self, batch: Batch) -> None:
        local: list[Numbered] = []
        there: list[Numbered] = []
        for number, order in batch.orders:
            on_gpu = choose_device(order.puzzle, order.spec) == "gpu"
            (there if on_gpu else local).append((number, order))
        if local and there:
            self._halves[batch.number] = None
        if local:
            self._local.submit(Batch(batch.number, tuple(local)))
        if there:
            self._device = self._device or DevicePool(self._events)
            self._device.submit(Batch(batch.number, tuple(there)))

    def next(self, seconds: float) -> Event | None:
        event = self._local.next(seconds)
        if not isinstance(event, Done) or event.batch not in self._halves:
            return event
        other = self._halves[event.batch]
        if other is None:
            self._halves[event.batch] = event.answers
            return None
        del self._halves[event.batch]
        return Done(event.batch, other + event.answers)

    def close(self) -> None:
        self._local.close()
        if self._device:
            self._device.close()


def settled(orders: Iterator[Order], spec: SolveSpec) -> tuple[Iterator[Order], SolveSpec]:
    """The orders and their spec, changed to `device="gpu"` if they are boards by the thousand that a GPU solves faster.

    Reads ahead only if that is undecided.
    """
    if named_device(spec) is not None:
        return orders, spec

    def on_gpu(order: Order) -> bool:
        return choose_device(order.puzzle, spec, in_bulk=True) == "gpu"

    head = list(islice(orders, 1))
    if head and on_gpu(head[0]):
        head += islice(orders, THOUSANDS - 1)
        if len(head) == THOUSANDS and all(map(on_gpu, head)):
            there = replace(spec, device="gpu")
            return (Order(o.puzzle, there) if on_gpu(o) else o for o in chain(head, orders)), there
    return chain(head, orders), spec


def run_on_device(
    orders: Sequence[Numbered], memory: int, observer: Observer, give_back: Callable[[list[int]], None]
) -> list[Answer]:
    """As `BatchRunner.run`: the answers to the orders of a batch, those given back left out."""
    until = time.monotonic() + AIM
    answers: list[Answer] = []
    alone: list[tuple[Numbered, Prepared]] = []
    for group in groups(orders):
        shares = GPU.pass_of(group[0][1].puzzle) is not None
        try:
            # What is true of one that shares passes with others is true of all of them.
            first = group[0][1]
            task = prepare(first.puzzle, first.spec.with_memory(memory), observer)
        except (BadInput, Refusal) as problem:
            answers += [Answer(number, order.failed("refusal", str(problem)), 0.0) for number, order in group]
            continue
        if shares and task.engine is GPU:
            answers += solved_together(group, task)
        else:
            alone += [(each, replace(task, puzzle=each[1].puzzle)) for each in group]
    for at, ((number, order), task) in enumerate(alone):
        if answers and (observer.cancelled or time.monotonic() >= until):
            give_back([number for (number, _), _ in alone[at:]])
            break
        began = time.monotonic()
        outcome = outcome_of(order, partial(run, task))
        answers.append(Answer(number, outcome, time.monotonic() - began))
    return answers


def groups(orders: Sequence[Numbered]) -> Iterator[list[Numbered]]:
    """Orders that share the passes of a search; each of the others by itself."""
    together: dict[Hashable, list[Numbered]] = {}
    for each in orders:
        shared = GPU.pass_of(each[1].puzzle)
        together.setdefault(each[0] if shared is None else (shared, id(each[1].spec)), []).append(each)
    yield from together.values()


def solved_together(orders: Sequence[Numbered], task: Prepared) -> list[Answer]:
    """Answers to orders that share passes, plans replayed by the core. Where there is none, or it does not hold, `run`
    says what is to be said."""
    began = time.monotonic()
    puzzles = [order.puzzle for _, order in orders]
    together = GPU.solve_all(task, puzzles)
    plans, bounds = together.plans, together.bounds
    held = plans_hold(puzzles, [plan or "" for plan in plans])
    seconds = (time.monotonic() - began) / len(orders)
    first, rest = (
        Stats(expanded, generated, seconds, seconds)
        for expanded, generated in ((together.run.expanded, together.run.generated), (0, 0))
    )
    answers = []
    for at, (number, order) in enumerate(orders):
        plan, puzzle = plans[at], order.puzzle
        if plan is not None and held[at] and len(plan) == bounds[at]:
            moves = Plan(tuple(plan))
            outcome = Outcome(
                "optimal",
                plan=moves,
                cost=len(plan),
                lower_bound=bounds[at],
                stats=rest if at else first,
                puzzle=PuzzleName(puzzle.kind, puzzle.name),
                engine=GPU.name,
                heuristic=task.heuristic,
                metric=task.metric,
                quality=task.objective.quality,
                costs=puzzle.costs(moves),
            )
        else:
            known = replace(task, puzzle=puzzle, engine=Known(together.outcome(at)), holds_quick_plan=False)
            outcome = replace(outcome_of(order, partial(run, known)), stats=rest if at else first)
        answers.append(Answer(number, outcome, seconds))
    return answers


class Known(Gpu):
    """The GPU when it has solved a puzzle together with others."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome

    def solve(self, task: Task) -> Outcome:
        return self.outcome
