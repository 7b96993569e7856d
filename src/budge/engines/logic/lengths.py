"""Lengths asked about at once, each of another worker: the least that has a plan wins, when all below it are refuted.

Lengths are given out from the lower bound upwards, one a worker. What is longer than a plan that has been found is
dropped. A module of jobs for this has `lengths(question, emit)`, which emits a `Lengths` or what makes it needless, and
`answer_length((question, length), emit)`, which emits what it has to say of that length alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from budge.engines.logic.base import NO_WAY, TICK, UNANSWERED, Exhausted, Found, Refuted
from budge.model import Limits, Observer
from budge.processes import tuning
from budge.processes.child import Ended, Silent, work
from budge.processes.pool import Call, Pool, WorkersLost
from budge.trace import BoundStats

MOST = 16  # lengths at once: few plans are so much longer than the lower bound, and formulas grow


@dataclass(frozen=True)
class Lengths:
    """A plan has `least` steps or a multiple of `stride` more, and a shortest one fewer than `positions`."""

    lower_bound: int
    stride: int
    positions: float = math.inf


def by_team(team: Pool, jobs: str, question: Any, limits: Limits, observer: Observer) -> Iterator[Any]:
    """The events of a search for the shortest plan; `question.conflicts` is what all lengths together may take."""
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
        while not ladder.settled and end.stopped_by is None:
            left = limits.after(time.monotonic() - began)
            for length in ladder.give_out(team.slots):
                argument = (replace(question, conflicts=ladder.conflicts), length)
                team.submit(length, Call(f"{jobs}:answer_length", argument, left, own_process=True))
            reply = team.next_reply(tuning.TEAM_WAIT_SECONDS)
            if reply is not None:
                yield from ladder.receive(*reply)
                team.drop(ladder.beyond_need())
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
    team.drop(ladder.away)
    yield replace(
        end, cpu_seconds=first.cpu_seconds + ladder.cpu_seconds, peak_bytes=max(first.peak_bytes, ladder.peak_bytes)
    )


class Ladder:
    """Which lengths are asked about, and what is known of them."""

    def __init__(self, lengths: Lengths, conflicts: int | None) -> None:
        self.lower = self._next = lengths.lower_bound
        self._stride = lengths.stride
        self._top = lengths.positions  # nothing as long as this is asked for: a plan is, or no plan can be
        self._found = self._exhausted = False
        self._refuted: set[int] = set()
        self._given_up: dict[int, Ended] = {}  # why, by length
        self.away: set[int] = set()
        self.conflicts = conflicts  # that are left
        self.cpu_seconds, self.peak_bytes = 0.0, 0

    @property
    def settled(self) -> bool:
        return self.lower >= self._top

    @property
    def end(self) -> Ended:
        """Nobody can say more, if the next length to be refuted was given up."""
        return self._given_up.get(self.lower, Ended())

    def give_out(self, slots: int) -> Iterator[int]:
        top = min([self._top, *self._given_up])
        while len(self.away) < min(slots, MOST) and self._next < top:
            self.away.add(self._next)
            yield self._next
            self._next += self._stride

    def receive(self, length: int, answer: list[Any]) -> Iterator[Any]:
        """What can be told of an answer."""
        self.away.remove(length)
        found = False
        for event in answer:
            match event:
                case Ended():
                    self.cpu_seconds += event.cpu_seconds
                    self.peak_bytes = max(self.peak_bytes, event.peak_bytes)
                    if event.stopped_by is not None:
                        self._given_up[length] = event
                case Found():
                    found = self._found = True
                    self._top = min(self._top, event.length)
                    yield event
                case Exhausted():
                    self._exhausted = True
                    self._top = min(self._top, length)
                case "nodes":
                    self._given_up[length] = Ended("nodes")
                    yield event
                case BoundStats():
                    if self.conflicts is not None:
                        self.conflicts = max(0, self.conflicts - event.conflicts)
                    yield event
        if not found and length not in self._given_up:
            self._refuted.add(length)
        yield from self._climb()

    def _climb(self) -> Iterator[Any]:
        """The lengths below `lower` are all refuted."""
        while not self.settled and self.lower in self._refuted:
            self.lower += self._stride
            yield Refuted(self.lower)
        if self.settled and not self._found:
            yield Exhausted() if self._exhausted else NO_WAY

    def beyond_need(self) -> set[int]:
        """Lengths that are still asked about though they no longer matter."""
        beyond = {length for length in self.away if length >= self._top}
        self.away -= beyond
        return beyond
