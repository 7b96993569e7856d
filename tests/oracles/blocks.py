"""Sliding blocks (docs/blocks.md): a state is the offset (down, right) of every piece from where it starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Offset = tuple[int, int]
State = tuple[Offset, ...]
DIRECTIONS = {"up": (-1, 0), "left": (0, -1), "down": (1, 0), "right": (0, 1)}
ALONG = {None: DIRECTIONS, "horizontal": ("left", "right"), "vertical": ("up", "down")}


class Blocks:
    def __init__(self, data: dict[str, Any]) -> None:
        self.width, self.height = data["width"], data["height"]
        self.names = [block["name"] for block in data["blocks"]]
        self.cells = [[divmod(cell, self.width) for cell in block["cells"]] for block in data["blocks"]]
        self.directions = [ALONG[block.get("axis")] for block in data["blocks"]]
        board = {(row, column) for row in range(self.height) for column in range(self.width)}
        board -= {divmod(cell, self.width) for cell in data.get("walls", [])}
        self.allowed = [set(board) for _ in self.names]
        for gate in data.get("gates", []):
            for piece, name in enumerate(self.names):
                if name not in gate["pieces"]:
                    self.allowed[piece] -= {divmod(cell, self.width) for cell in gate["cells"]}
        self.goals = [
            {self.names.index(name): divmod(anchor, self.width) for name, anchor in goal.items()}
            for goal in data["goals"]
        ]
        self.start: State = ((0, 0),) * len(self.names)

    def place(self, piece: int, offset: Offset) -> set[Offset]:
        return {(row + offset[0], column + offset[1]) for row, column in self.cells[piece]}

    def step(self, state: State, piece: int, direction: str) -> State | None:
        """The state after a piece has moved one cell; None if it cannot."""
        if direction not in self.directions[piece]:
            return None
        down, right = DIRECTIONS[direction]
        offset = (state[piece][0] + down, state[piece][1] + right)
        cells = self.place(piece, offset)
        if not cells <= self.allowed[piece]:
            return None
        if any(cells & self.place(other, state[other]) for other in range(len(state)) if other != piece):
            return None
        return (*state[:piece], offset, *state[piece + 1 :])

    def moves(self, state: State, metric: str) -> Iterator[tuple[str, State, tuple[int]]]:
        for piece, name in enumerate(self.names):
            found = {state}
            if metric == "moves":
                for each in (queue := [state]):
                    for direction in DIRECTIONS:
                        after = self.step(each, piece, direction)
                        if after is not None and after not in found:
                            found.add(after)
                            queue.append(after)
            else:
                for direction in DIRECTIONS:
                    after = self.step(state, piece, direction)
                    while after is not None:
                        found.add(after)
                        after = self.step(after, piece, direction) if metric == "slides" else None
            for after in found - {state}:
                yield name, after, (1,)

    def is_goal(self, state: State) -> bool:
        return any(
            all(min(self.place(piece, state[piece])) == anchor for piece, anchor in goal.items()) for goal in self.goals
        )

    def replay(self, plan: tuple[str, ...]) -> tuple[State, dict[str, tuple[int]]]:
        state, run = self.start, []
        for move in plan:
            name, *parts = move.split()
            piece = self.names.index(name)
            for direction, count in zip(parts[::2], parts[1::2], strict=True):
                for _ in range(int(count)):
                    after = self.step(state, piece, direction)
                    if after is None:
                        raise ValueError(f"{move} is illegal")
                    state = after
                    run.append((piece, direction))
        pairs = list(zip(run, [(None, None), *run], strict=False))
        return state, {
            "moves": (sum(one[0] != before[0] for one, before in pairs),),
            "slides": (sum(one != before for one, before in pairs),),
            "steps": (len(run),),
        }
