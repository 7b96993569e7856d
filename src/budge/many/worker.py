"""What a child process does with a batch: one puzzle after another."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType

from budge.api import EngineError, RefereeError, prepare, run
from budge.engines.base import Refusal
from budge.many.orders import Order
from budge.model import Outcome
from budge.patterns import Store
from budge.processes.child import Emit
from budge.puzzles import BadInput
from budge.spec import SolveSpec

BUNDLE = 0.03  # seconds that an answer may wait for others to be sent with it

Numbered = tuple[int, Order]  # an order, and its place among all


@dataclass(frozen=True)
class Answer:
    number: int
    outcome: Outcome
    seconds: float  # that it took, all in all


@dataclass(frozen=True)
class Bundle:
    """Answers on their way: pickled once, however many processes they pass through."""

    numbers: list[int]
    packed: bytes

    @staticmethod
    def of(answers: list[Answer]) -> Bundle:
        return Bundle([answer.number for answer in answers], pickle.dumps(answers))


def unpacked(bundles: list[Bundle]) -> list[Answer]:
    return [answer for bundle in bundles for answer in pickle.loads(bundle.packed)]


@dataclass(frozen=True)
class Preparing:
    """The order at hand waits for a database of its heuristic, which its own time is not spent on."""


@dataclass(frozen=True)
class Prepared:
    """The database is there."""


@dataclass(frozen=True)
class BatchJob:
    """A batch as its child is told of it."""

    orders: Sequence[Numbered]
    seconds: float  # after which no other order is begun
    memory: int  # for an order that has no limit of its own
    bundled: bool  # whether answers are sent some at a time; one by one, it is known which order the child died of


def perform(job: BatchJob, emit: Emit) -> None:
    """Solve until all are done or time is up; at least one. Emits bundles of answers."""
    until = time.monotonic() + job.seconds
    given = spec = None
    with Outbox(emit, job.bundled) as outbox:
        for number, order in job.orders:
            began = time.monotonic()
            if spec is None or order.spec is not given:  # the orders of a batch usually share one
                given, spec = order.spec, order.spec.for_child(job.memory)
            outcome = solved(order, spec, outbox)
            now = time.monotonic()
            outbox.add(Answer(number, outcome, now - began))
            if now >= until:
                return


class Outbox:
    """Answers on their way out. To send one takes as long as a small puzzle does, to send twenty hardly longer."""

    def __init__(self, emit: Emit, bundled: bool) -> None:
        self._emit = emit
        self._answers: list[Answer] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._sender = threading.Thread(target=self._send_now_and_then, daemon=True) if bundled else None

    def __enter__(self) -> Outbox:
        if self._sender is not None:
            self._sender.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ended.set()
        if self._sender is not None:
            self._sender.join()
        self._send()

    def add(self, answer: Answer) -> None:
        with self._lock:
            self._answers.append(answer)
        if self._sender is None:
            self._send()

    def say(self, event: object) -> None:
        """After the answers so far."""
        self._send()
        with self._lock:
            self._emit(event)

    def _send(self) -> None:
        with self._lock:
            if self._answers:
                self._emit(Bundle.of(self._answers))
                self._answers = []

    def _send_now_and_then(self) -> None:
        while not self._ended.wait(BUNDLE):
            self._send()


def solved(order: Order, spec: SolveSpec, outbox: Outbox) -> Outcome:
    """The outcome; an engine that refuses or fails has one, too."""

    def work() -> Outcome:
        task = prepare(order.puzzle, spec)
        for pattern in task.databases:
            if pattern not in Store():
                outbox.say(Preparing())
                Store().fetch(pattern)  # whoever comes first builds it, the others of this machine wait
                outbox.say(Prepared())
        return run(task)

    return outcome_of(order, work)


def outcome_of(order: Order, work: Callable[[], Outcome]) -> Outcome:
    """What the work on an order returns, or what went wrong with it."""
    try:
        return work()
    except RefereeError as problem:
        return order.failed("referee", str(problem))
    except EngineError as problem:
        return order.failed("crash", str(problem))
    except (BadInput, Refusal) as problem:
        return order.failed("refusal", str(problem))
