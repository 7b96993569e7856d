"""Robots to play: choose one by its letter, by Tab or by a click, and slide it with the arrows."""

from __future__ import annotations

from rich.text import Text

from budge.play.view import ARROWS, AWAY, CHOSEN, FAINT, HOME, TARGET, View
from budge.puzzles.robots import ANY, STEPS, WORDS, Robots, State
from budge.puzzles.robots_drawing import TALL, cell_wide

LETTER = {arrow: letter for arrow, step in ARROWS.items() for letter, other in STEPS.items() if step == other}


class RobotsView(View[Robots]):
    help = "letter, Tab or click chooses a robot, ←↑↓→ slide it; small letters are targets"

    def __init__(self, puzzle: Robots) -> None:
        super().__init__(puzzle)
        self.wide = cell_wide(puzzle)
        wanted = [goal.robot for goal in puzzle.goals if goal.robot != ANY]
        self.chosen = puzzle.names.index(wanted[0]) if wanted else 0

    def draw(self, state: State) -> Text:
        """The drawing of `budge show` in colours."""
        text = Text(self.puzzle.draw(state), FAINT)
        lines = text.plain.split("\n")
        for goal in self.puzzle.goals:
            self._paint(text, lines, goal.cell, TARGET)
        for robot, cell in enumerate(state):
            at_home = any(goal.cell == cell and self.puzzle.met(goal, state) for goal in self.puzzle.goals)
            self._paint(text, lines, cell, CHOSEN if robot == self.chosen else HOME if at_home else AWAY)
        return text

    def _paint(self, text: Text, lines: list[str], cell: int, style: str) -> None:
        row, column = divmod(cell, self.puzzle.width)
        start = sum(len(line) + 1 for line in lines[: row * TALL + 1]) + column * self.wide + 1
        text.stylize(f"not dim {style}", start, start + self.wide - 1)

    def key(self, key: str, character: str | None, state: State) -> list[str] | None:
        if key in LETTER:
            return [self.puzzle.names[self.chosen] + LETTER[key]]
        if (character or "").upper() in self.puzzle.names:
            self.chosen = self.puzzle.names.index((character or "").upper())
            return []
        if key in ("tab", "shift+tab"):
            self.chosen = (self.chosen + (1 if key == "tab" else -1)) % len(state)
            return []
        return None

    def click(self, x: int, y: int, state: State) -> list[str]:
        """Chooses a robot, or slides the chosen one towards a cell in its row or column."""
        row, column = y // TALL, x // self.wide
        if row >= self.puzzle.height or column >= self.puzzle.width:
            return []
        cell = row * self.puzzle.width + column
        if cell in state:
            self.chosen = state.index(cell)
            return []
        here = divmod(state[self.chosen], self.puzzle.width)
        down, right = row - here[0], column - here[1]
        if down and right:
            return []
        return [self.puzzle.names[self.chosen] + (("U" if down < 0 else "D") if down else "L" if right < 0 else "R")]

    def centre(self, state: State) -> tuple[int, int]:
        row, column = divmod(state[self.chosen], self.puzzle.width)
        return column * self.wide, row * TALL

    def say(self, move: str, state: State) -> str:
        return f"{move[0]} {WORDS[move[1]]}"

    def note(self, state: State) -> str:
        names = {ANY: "any robot"}
        lines = [f"{names.get(goal.robot, goal.robot)} → {self.puzzle.where(goal.cell)}" for goal in self.puzzle.goals]
        return "\n".join([f"chosen: {self.puzzle.names[self.chosen]}", "", "targets:", *lines])
