"""Tiles to play: a key slides a tile into the blank, a click slides a tile and all tiles between it and the blank."""

from __future__ import annotations

from rich.text import Text

from budge.play.view import ARROWS, AWAY, HOME, NOTE_WIDTH, View
from budge.puzzles.tiles import STEPS, State, Tiles

# The size of a drawn tile, chosen so that the board fits on a screen of 80×24.
SIZES = ((4, 5, 5, 9), (6, 8, 3, 6), (64, 64, 1, 0))  # max rows, max columns; height and width of a tile in characters
WORDS = {"U": "down", "D": "up", "L": "right", "R": "left"}  # the tile moves opposite to the blank


class TilesView(View[Tiles]):
    help = "←↑↓→ slide a tile, or click on it"

    def __init__(self, puzzle: Tiles) -> None:
        super().__init__(puzzle)
        digits = len(str(len(puzzle.start) - 1))
        fitting = (size for size in SIZES if puzzle.height <= size[0] and puzzle.width <= size[1])
        _, _, self.tall, wide = next(fitting)
        self.wide = wide or digits + 1  # including a gap

    def draw(self, state: State) -> Text:
        text = Text()
        for row in range(self.puzzle.height):
            for line in range(self.tall):
                for cell in range(row * self.puzzle.width, (row + 1) * self.puzzle.width):
                    tile = state[cell]
                    style = HOME if tile == self.puzzle.goal[cell] else AWAY
                    text.append(self._line(tile, line), style if tile else "")
                    text.append(" ")
                text.append("\n")
        text.right_crop(1)
        return text

    def _line(self, tile: int, line: int) -> str:
        across = self.wide - 1
        if not tile:
            return " " * across
        if self.tall == 1:
            return str(tile).rjust(across)
        inner = across - 2
        if line in (0, self.tall - 1):
            return f"╭{'─' * inner}╮" if line == 0 else f"╰{'─' * inner}╯"
        return f"│{(str(tile) if line == self.tall // 2 else '').center(inner)}│"

    def key(self, key: str, character: str | None, state: State) -> list[str] | None:
        if key not in ARROWS:
            return None
        down, right = ARROWS[key]
        return [move for move, step in STEPS.items() if step == (-down, -right)]  # the blank moves the other way

    def click(self, x: int, y: int, state: State) -> list[str]:
        row, column = y // self.tall, x // self.wide
        blank_row, blank_column = divmod(state.index(0), self.puzzle.width)
        down, right = row - blank_row, column - blank_column
        if row >= self.puzzle.height or column >= self.puzzle.width or (down and right):
            return []
        return ["U" if down < 0 else "D"] * abs(down) + ["L" if right < 0 else "R"] * abs(right)

    def centre(self, state: State) -> tuple[int, int]:
        row, column = divmod(state.index(0), self.puzzle.width)
        return column * self.wide, row * self.tall

    def say(self, move: str, state: State) -> str:
        cell = self.puzzle.neighbour(state.index(0), move)
        return move if cell is None else f"{state[cell]} goes {WORDS[move]}"

    def note(self, state: State) -> str:
        rows = self.puzzle.draw(self.puzzle.goal).split("\n")
        cut = (row if len(row) <= NOTE_WIDTH else f"{row[: NOTE_WIDTH - 2]} …" for row in rows)
        return "\n".join(("goal", *cut))
