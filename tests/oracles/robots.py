"""Robots that slide until something stops them (docs/robots.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

State = tuple[int, ...]
DIRECTIONS = {"U": (-1, 0), "L": (0, -1), "D": (1, 0), "R": (0, 1)}


class Robots:
    def __init__(self, data: dict[str, Any]) -> None:
        self.width, self.height, self.open = data["width"], data["height"], data["edges"] == "open"
        self.names = list(data["robots"])
        self.start = tuple(data["robots"].values())
        self.walls = {frozenset(wall) for wall in data["walls"]}
        self.goals = [(goal["robot"], goal["cell"]) for goal in data["goals"]]

    def slide(self, state: State, robot: int, down: int, right: int) -> int | None:
        """Where a robot stops; None if it is lost beyond an open edge."""
        cell = state[robot]
        while True:
            row, column = cell // self.width + down, cell % self.width + right
            if not (0 <= row < self.height and 0 <= column < self.width):
                return None if self.open else cell
            after = row * self.width + column
            if after in state or frozenset((cell, after)) in self.walls:
                return cell
            cell = after

    def moves(self, state: State, metric: str = "slides") -> Iterator[tuple[str, State, tuple[int]]]:
        for robot, name in enumerate(self.names):
            for letter, (down, right) in DIRECTIONS.items():
                cell = self.slide(state, robot, down, right)
                if cell is not None and cell != state[robot]:
                    yield name + letter, (*state[:robot], cell, *state[robot + 1 :]), (1,)

    def is_goal(self, state: State) -> bool:
        return all(cell in state if name == "*" else state[self.names.index(name)] == cell for name, cell in self.goals)

    def replay(self, plan: tuple[str, ...]) -> tuple[State, dict[str, tuple[int]]]:
        state = self.start
        for move in plan:
            after = [each for label, each, _ in self.moves(state) if label == move]
            if not after:
                raise ValueError(f"{move} is illegal")
            state = after[0]
        return state, {"slides": (len(plan),)}
