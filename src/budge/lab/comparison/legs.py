"""Sokoban cut into sub-problems, as the model-checking study suggests: a bounded query for each target in turn.

Targets come in the order of a packing plan, so that a filled target blocks none of the others. The first leg ends when
the first target holds a box, the second when the first two do, and so on. Each leg is as short as possible, but the
whole plan may not be, and a leg may end in a deadlock. A suite measures what the method gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from budge.encodings.sat import Encoding
from budge.engines.domains import DOMAINS
from budge.engines.logic.base import PlanFound
from budge.engines.logic.sat import SatQuestion
from budge.engines.logic.sat_strategies import OutOfConflicts, Search
from budge.processes.child import Emit
from budge.puzzles.sokoban import Sokoban
from budge.studies.sat.sokoban_clauses import SokobanStudyEncoding


def answer(question: SatQuestion, emit: Emit) -> None:
    """The job of a child process: concatenates the plans of all legs."""
    level = cast(Sokoban, question.puzzle)
    order, state, path, length = packing_order(level), level.initial, list[int](), 0
    for count in range(1, len(order) + 1):
        here = level.starting_at(state)
        leg = Leg(replace(question, puzzle=here), order[:count], emit)
        try:
            found = leg.shortest()
        except OutOfConflicts:
            emit("nodes")
            return
        assert isinstance(found.path, list)
        state = here.state_after(DOMAINS[here.kind].plan(found.path, here, "moves").moves)
        path, length = path + found.path, length + found.length
        question = replace(question, conflicts=leg.budget)
    emit(PlanFound(path, length))


class Leg(Search):
    """From the current position until some of the targets hold a box, by one formula that grows."""

    def __init__(self, question: SatQuestion, wanted: Sequence[int], emit: Emit) -> None:
        self.wanted = wanted
        super().__init__(question, emit)
        self.lower_bound, self.proves = 0, False

    def encode(self, horizon: int | None = None, *, detours: bool = False) -> Encoding:
        level = cast(Sokoban, self.question.puzzle)
        return SokobanStudyEncoding(level, horizon=horizon, extras=self.question.study, wanted=self.wanted)

    def shortest(self) -> PlanFound:
        emit, found = self.emit, list[PlanFound]()
        self.emit = lambda event: found.append(event) if isinstance(event, PlanFound) else emit(event)
        self.incremental()
        return found[0]


def packing_order(level: Sokoban) -> list[int]:
    """The order in which targets can be filled: the reverse of pulling boxes off all targets, the loosest first.

    >>> level = Sokoban.of(["#######", "#@$$..#", "#######"])
    >>> [level.where(cell) for cell in packing_order(level)]
    ['row 2, column 6', 'row 2, column 5']
    """
    boxes, order = set(level.targets), list[int]()
    while boxes:
        free = level.floor - boxes
        ways = {box: sum({to, 2 * to - box} <= free for to in level.adjacent(box)) for box in sorted(boxes)}
        order.insert(0, max(ways, key=ways.__getitem__))
        boxes.remove(order[0])
    return order
