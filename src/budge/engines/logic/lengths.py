"""Decides several plan lengths at once, each on a worker. The search ends when all lengths below a plan's are refuted.

Lengths are assigned from the lower bound upwards, one per worker. When a plan is found, lengths that are not shorter
are cancelled. A module of jobs has `lengths(question, emit)`, which emits a `Lengths` or a final event, and
`answer_length((question, length), emit)`, which emits the events of one length.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from budge.engines.logic.base import NO_WAY, TICK, UNANSWERED, Exhausted, PlanFound, Refuted
from budge.model import Limits, Observer
from budge.processes import tuning
from budge.processes.child import Ended, Silent, work
from budge.processes.pool import Call, Pool, WorkersLost
from budge.trace import BoundStats

MAX_LENGTHS = 16  # in progress: an optimum is rarely much larger than the lower bound, and longer formulas cost more


@dataclass(frozen=True)
class Lengths:
    """A plan has `lower_bound` steps plus a multiple of `stride`; a shortest plan has fewer than `positions` steps."""

    lower_bound: int
    stride: int
    positions: float = math.inf


def by_team(team: Pool, jobs: str, question: Any, limits: Limits, observer: Observer) -> Iterator[Any]:
    """The events of a search for a shortest plan; all lengths share the budget `question.conflicts`."""
    began, lengths, first = time.monotonic(), None, UNANSWERED
    for event in work(f"{jobs}:lengths", question, limits, observer, tick=TICK):
        if isinstance(event, Lengths):
            lengths = event
        elif isinstance(event, Ended):
            first = event
        else:
            yield event
    if lengths is None or first.stopped_by is not None:
        yield first
        return
    ladder = Ladder(lengths, question.conflicts)
    end = Ended()
    try:
        yield Refuted(lengths.lower_bound)
        reported = time.monotonic()
        while not ladder.done and end.stopped_by is None:
            left = limits.after(time.monotonic() - began)
            for length in ladder.assign(team.slots):
                argument = (replace(question, conflicts=ladder.conflicts), length)
                team.submit(length, Call(f"{jobs}:answer_length", argument, left, own_process=True))
            reply = team.next_reply(tuning.TEAM_WAIT_SECONDS)
            if reply is not None:
                yield from ladder.receive(*reply)
                team.drop(ladder.cancel_longer())
                end = ladder.end
            elif time.monotonic() > reported + TICK:
                yield Silent()
                reported = time.monotonic()
            if observer.cancelled:
                end = Ended("cancel")
            elif limits.seconds is not None and time.monotonic() - began > limits.seconds + tuning.ARRIVAL_SECONDS:
                end = Ended("seconds")
    except KeyboardInterrupt:
        end = Ended("interrupt")
    except WorkersLost as problem:
        end = Ended("workers", reason=str(problem))
    team.drop(ladder.running)
    yield replace(
        end, cpu_seconds=first.cpu_seconds + ladder.cpu_seconds, peak_bytes=max(first.peak_bytes, ladder.peak_bytes)
    )


class Ladder:
    """The lengths in progress, and what is known about each."""

    def __init__(self, lengths: Lengths, conflicts: int | None) -> None:
        self.lower = self._next = lengths.lower_bound
        self._stride = lengths.stride
        self._top = lengths.positions  # only shorter lengths matter: a plan has this length, or none can be this long
        self._found = self._exhausted = False
        self._refuted: set[int] = set()
        self._abandoned: dict[int, Ended] = {}  # the reason, by length
        self.running: set[int] = set()
        self.conflicts = conflicts  # remaining budget
        self.cpu_seconds, self.peak_bytes = 0.0, 0

    @property
    def done(self) -> bool:
        return self.lower >= self._top

    @property
    def end(self) -> Ended:
        """Why the search must stop: the length at the lower bound was abandoned. An empty `Ended` if it was not."""
        return self._abandoned.get(self.lower, Ended())

    def assign(self, slots: int) -> Iterator[int]:
        top = min([self._top, *self._abandoned])
        while len(self.running) < min(slots, MAX_LENGTHS) and self._next < top:
            self.running.add(self._next)
            yield self._next
            self._next += self._stride

    def receive(self, length: int, answer: list[Any]) -> Iterator[Any]:
        """Records the events of one length and yields those that concern the whole search."""
        self.running.remove(length)
        found = False
        for event in answer:
            match event:
                case Ended():
                    self.cpu_seconds += event.cpu_seconds
                    self.peak_bytes = max(self.peak_bytes, event.peak_bytes)
                    if event.stopped_by is not None:
                        self._abandoned[length] = event
                case PlanFound():
                    found = self._found = True
                    self._top = min(self._top, event.length)
                    yield event
                case Exhausted():
                    self._exhausted = True
                    self._top = min(self._top, length)
                case "nodes":
                    self._abandoned[length] = Ended("nodes")
                    yield event
                case BoundStats():
                    if self.conflicts is not None:
                        self.conflicts = max(0, self.conflicts - max(1, event.conflicts))
                    yield event
        if not found and length not in self._abandoned:
            self._refuted.add(length)
        yield from self._climb()

    def _climb(self) -> Iterator[Any]:
        """Raises `lower` past refuted lengths."""
        while not self.done and self.lower in self._refuted:
            self.lower += self._stride
            yield Refuted(self.lower)
        if self.done and not self._found:
            yield Exhausted() if self._exhausted else NO_WAY

    def cancel_longer(self) -> set[int]:
        """Removes and returns the running lengths that no longer matter."""
        beyond = {length for length in self.running if length >= self._top}
        self.running -= beyond
        return beyond
