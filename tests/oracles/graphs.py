"""Tiles on a board and tokens on a graph: a token next to the blank vertex moves there (docs/tokens.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

State = tuple[Any, ...]


class Tokens:
    blank: Any = "_"

    def __init__(self, data: dict[str, Any]) -> None:
        self.names = data["vertices"]
        self.next: dict[int, list[int]] = {vertex: [] for vertex in range(len(self.names))}
        for one, other in data["edges"]:
            self.next[self.names.index(one)].append(self.names.index(other))
            self.next[self.names.index(other)].append(self.names.index(one))
        self.start, self.goal = tuple(data["start"]), tuple(data["goal"])

    def label(self, before: int, after: int) -> str:
        return str(self.names[after])

    def moves(self, state: State, metric: str = "moves") -> Iterator[tuple[str, State, tuple[int]]]:
        blank = state.index(self.blank)
        for vertex in self.next[blank]:
            after = list(state)
            after[blank], after[vertex] = after[vertex], after[blank]
            yield self.label(blank, vertex), tuple(after), (1,)

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    def replay(self, plan: tuple[str, ...]) -> tuple[State, dict[str, tuple[int]]]:
        state = self.start
        for move in plan:
            after = [each for label, each, _ in self.moves(state) if label == move]
            if not after:
                raise ValueError(f"{move} is illegal")
            state = after[0]
        return state, {"moves": (len(plan),)}


class Tiles(Tokens):
    blank = 0

    def __init__(self, data: dict[str, Any]) -> None:
        self.width, height = len(data["start"][0]), len(data["start"])
        cells = range(self.width * height)
        super().__init__(
            {
                "vertices": list(cells),
                "edges": [(cell, cell + 1) for cell in cells if (cell + 1) % self.width]
                + [(cell, cell + self.width) for cell in cells if cell + self.width in cells],
                "start": list(chain(*data["start"])),
                "goal": list(chain(*data["goal"])),
            }
        )

    def label(self, before: int, after: int) -> str:
        """The direction in which the blank moves."""
        down = after // self.width - before // self.width
        return {1: "D", -1: "U"}.get(down) or ("R" if after > before else "L")
