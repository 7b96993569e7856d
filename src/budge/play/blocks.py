"""Sliding blocks to play: choose a piece by its letter, by Tab or by a click, and slide it with the arrows."""

from __future__ import annotations

from rich.text import Text

from budge.play.view import ARROWS, AWAY, CHOSEN, FAINT, HOME, View
from budge.puzzles.blocks import Blocks, State
from budge.puzzles.blocks_drawing import CELL_HEIGHT, CELL_WIDTH
from budge.puzzles.blocks_plans import DIRECTIONS


class BlocksView(View[Blocks]):
    help = "letter, Tab or click chooses a piece, ←↑↓→ slide it; dots are its goal"

    def __init__(self, puzzle: Blocks) -> None:
        super().__init__(puzzle)
        wanted = [name for goal in puzzle.goals for name, _ in goal]
        self.chosen = puzzle.index[wanted[0]] if wanted else 0
        self.wanted = {puzzle.index[name] for name in wanted}

    def draw(self, state: State) -> Text:
        """The drawing of `budge show` in colours."""
        occupants = self.puzzle.occupants(state)
        text = Text(self.puzzle.draw(state), FAINT)
        lines = text.plain.split("\n")
        for cell, piece in occupants.items():
            row, column = divmod(cell, self.puzzle.width)
            # The lines between two cells of one piece belong to it.
            right = occupants.get(cell + 1) == piece and column + 1 < self.puzzle.width
            below = occupants.get(cell + self.puzzle.width) == piece
            style = CHOSEN if piece == self.chosen else HOME if piece in self.wanted else AWAY
            for y in range(row * CELL_HEIGHT + 1, (row + 1) * CELL_HEIGHT + below):
                start = sum(len(line) + 1 for line in lines[:y]) + column * CELL_WIDTH + 1
                text.stylize(f"not dim {style}", start, start + CELL_WIDTH - 1 + right)
        return text

    def key(self, key: str, character: str | None, state: State) -> list[str] | None:
        if key in ARROWS:
            [direction] = [name for name, step in DIRECTIONS.items() if step == ARROWS[key]]
            return [f"{self.puzzle.blocks[self.chosen].name} {direction} 1"]
        if character in self.puzzle.index:
            self.chosen = self.puzzle.index[character]
            return []
        if key in ("tab", "shift+tab"):
            order = sorted(range(len(state)), key=state.__getitem__)  # in their current order
            there = order.index(self.chosen) + (1 if key == "tab" else -1)
            self.chosen = order[there % len(order)]
            return []
        return None

    def click(self, x: int, y: int, state: State) -> list[str]:
        """Chooses a piece, or slides the chosen one straight towards a free cell."""
        row, column = y // CELL_HEIGHT, x // CELL_WIDTH
        if row >= self.puzzle.height or column >= self.puzzle.width:
            return []
        occupants = self.puzzle.occupants(state)
        cell = row * self.puzzle.width + column
        if cell in occupants:
            self.chosen = occupants[cell]
            return []
        cells = [divmod(each, self.puzzle.width) for each in self.puzzle.cells(self.chosen, state[self.chosen])]
        rows, columns = {each for each, _ in cells}, {each for _, each in cells}
        name = self.puzzle.blocks[self.chosen].name
        if column in columns and row not in rows:
            far = min(rows) - row if row < min(rows) else row - max(rows)
            return [f"{name} {'up' if row < min(rows) else 'down'} 1"] * far
        if row in rows and column not in columns:
            far = min(columns) - column if column < min(columns) else column - max(columns)
            return [f"{name} {'left' if column < min(columns) else 'right'} 1"] * far
        return []

    def centre(self, state: State) -> tuple[int, int]:
        row, column = divmod(state[self.chosen], self.puzzle.width)
        return column * CELL_WIDTH, row * CELL_HEIGHT

    def say(self, move: str, state: State) -> str:
        return move.removesuffix(" 1")

    def note(self, state: State) -> str:
        pieces = ", ".join(sorted(self.puzzle.blocks[piece].name for piece in self.wanted))
        return f"chosen: {self.puzzle.blocks[self.chosen].name}\npieces with a goal: {pieces}"
