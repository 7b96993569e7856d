"""Sokoban with one or several players (docs/sokoban.md). A state is the players and the boxes, each in reading order
of their starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

Cell = tuple[int, int]
State = tuple[tuple[Cell, ...], tuple[Cell, ...]]
STEPS = {"u": (-1, 0), "l": (0, -1), "d": (1, 0), "r": (0, 1), ".": (0, 0)}


class Sokoban:
    def __init__(self, data: dict[str, Any]) -> None:
        marks = {(row, column): mark for row, line in enumerate(data["board"]) for column, mark in enumerate(line)}
        self.floor = {cell for cell, mark in marks.items() if mark != "#"}
        self.targets = [cell for cell, mark in marks.items() if mark in ".*+"]
        players = tuple(cell for cell, mark in marks.items() if mark in "@+")
        boxes = tuple(cell for cell, mark in marks.items() if mark in "$*")
        self.start: State = (players, boxes)
        every = list(range(1, len(self.targets) + 1))
        self.assigned = [
            {self.targets[number - 1] for number in numbers} for numbers in data.get("assigned") or [every] * len(boxes)
        ]

    def after(self, state: State, steps: tuple[str, ...]) -> State | None:
        """The state after one joint step, by the three rules; None if it breaks one."""
        players, boxes = state
        moved = tuple(
            (row + STEPS[s][0], column + STEPS[s][1]) for (row, column), s in zip(players, steps, strict=True)
        )
        pushed = {}
        for here, there, step in zip(players, moved, steps, strict=True):
            if step != "." and there in boxes:
                pushed[there] = (2 * there[0] - here[0], 2 * there[1] - here[1])
                if pushed[there] in boxes or moved.count(there) > 1:
                    return None
        after = tuple(pushed.get(box, box) for box in boxes)
        everything = moved + after
        if len(set(everything)) < len(everything) or not set(everything) <= self.floor:
            return None
        for one in range(len(players)):
            for other in range(one):
                if moved[one] == players[other] and moved[other] == players[one]:
                    return None
        return moved, after

    def moves(self, state: State, metric: str) -> Iterator[tuple[str, State, tuple[int, ...]]]:
        letters = "uldr" if len(state[0]) == 1 else "uldr."
        for steps in product(letters, repeat=len(state[0])):
            after = self.after(state, steps)
            if after is not None and after != state:
                yield ",".join(steps), after, cost(metric, after[1] != state[1])

    def is_goal(self, state: State) -> bool:
        held = {box for box, allowed in zip(state[1], self.assigned, strict=True) if box in allowed}
        return held.issuperset(self.targets)

    def replay(self, plan: tuple[str, ...]) -> tuple[State, dict[str, tuple[int, ...]]]:
        state, pushes = self.start, 0
        for move in plan:
            after = self.after(state, tuple(move.lower().replace(",", "")))
            if after is None:
                raise ValueError(f"{move} is illegal")
            pushes += after[1] != state[1]
            state = after
        if len(self.start[0]) > 1:
            return state, {"makespan": (len(plan),)}
        return state, {
            "pushes": (pushes,),
            "moves": (len(plan),),
            "pushes-then-moves": (pushes, len(plan)),
            "moves-then-pushes": (len(plan), pushes),
        }


def cost(metric: str, pushed: bool) -> tuple[int, ...]:
    parts = {"pushes": int(pushed), "moves": 1, "makespan": 1}
    return tuple(parts[part] for part in metric.split("-then-"))
