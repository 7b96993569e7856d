"""Robots for planners: a slide is a start, runs from cell to cell and a halt. Only the start has a cost."""

from __future__ import annotations

from collections.abc import Iterator

from budge.encodings.pddl.base import Action, Names, Planning, cell_name, written_domain, written_problem
from budge.puzzles import Plan, Robots
from budge.puzzles.robots import ANY, STEPS, WORDS

LETTERS = {word: letter for letter, word in WORDS.items()}


class RobotsPlanning(Planning):
    @classmethod
    def of(cls, puzzle: Robots, metric: str) -> RobotsPlanning:
        return cls(puzzle)

    def __init__(self, puzzle: Robots) -> None:
        self.puzzle = puzzle
        self.names = Names({"robot": puzzle.names})
        self.robots = [self.names["robot", name] for name in puzzle.names]
        self.cells = [cell_name(cell, puzzle.width) for cell in range(puzzle.width * puzzle.height)]

    def domain(self) -> str:
        return written_domain("robots")

    def problem(self) -> str:
        puzzle, cells = self.puzzle, self.cells
        start = [
            "= (total-cost) 0",
            "resting",
            *(f"at {robot} {cells[cell]}" for robot, cell in zip(self.robots, puzzle.initial, strict=True)),
            *(f"taken {cells[cell]}" for cell in sorted(puzzle.initial)),
            *(f"free {name}" for cell, name in enumerate(cells) if cell not in puzzle.initial),
            *self.board(),
        ]
        goal = ["resting", *(self.wanted(goal.robot, cells[goal.cell]) for goal in puzzle.goals)]
        return written_problem(puzzle, "robots", {"robot": self.robots, "cell": cells}, start, goal, costs=True)

    def wanted(self, robot: str, cell: str) -> str:
        return f"taken {cell}" if robot == ANY else f"at {self.names['robot', robot]} {cell}"

    def board(self) -> Iterator[str]:
        """The adjacency of cells and the walls. At an open edge there is neither, so a robot cannot halt there."""
        for letter in STEPS:
            lines = [self.puzzle.line(cell, letter) for cell in range(len(self.cells))]
            for cell, line in enumerate(lines):
                if line:
                    yield f"next {self.cells[cell]} {self.cells[line[0]]} {WORDS[letter]}"
            for cell, line in enumerate(lines):
                if not line and not self.puzzle.runs_out(cell, letter):
                    yield f"barred {self.cells[cell]} {WORDS[letter]}"

    def plan(self, actions: list[Action]) -> Plan:
        """One move per start; runs and halts are implied."""
        moves = []
        for action in actions:
            robot, letter = self.names.original("robot", action.argument(0)), LETTERS.get(action.arguments[-1])
            if action.name not in ("start", "run", "halt-at-wall", "halt-at-robot") or robot is None or letter is None:
                raise action.unknown()
            if action.name == "start":
                moves.append(robot + letter)
        return Plan(tuple(moves), " ")
