"""Sokoban for planners, for one player or several. Boxes with the same allowed targets have one colour."""

from __future__ import annotations

from collections.abc import Iterator

from budge.encodings.pddl.base import Action, Planning, cell_name, written_domain, written_problem
from budge.puzzles import Plan, Sokoban
from budge.puzzles.sokoban import STEPS, WAIT

DIRECTIONS = {"u": "up", "l": "left", "r": "right", "d": "down"}
LETTERS = {direction: letter for letter, direction in DIRECTIONS.items()}
STEP_COST = {"moves": 1, "pushes": 0}


class SokobanPlanning(Planning):
    """One player; the cost is moves or pushes."""

    @classmethod
    def refuses(cls, metric: str) -> str | None:
        if metric in (*STEP_COST, "makespan"):
            return None
        return f"PDDL adds up costs, so it counts {' or '.join(STEP_COST)}, not {metric}"

    @classmethod
    def of(cls, puzzle: Sokoban, metric: str) -> SokobanPlanning:
        return (SokobanPlanning if len(puzzle.players) == 1 else PlayersPlanning)(puzzle, metric)

    def __init__(self, puzzle: Sokoban, metric: str) -> None:
        self.puzzle = puzzle
        self.metric = metric
        self.cells = {cell: cell_name(cell, puzzle.width) for cell in sorted(puzzle.floor)}
        self.colours = {allowed: f"colour{number}" for number, allowed in enumerate(dict.fromkeys(puzzle.allowed), 1)}

    def domain(self) -> str:
        return written_domain("sokoban")

    def problem(self) -> str:
        [player] = self.puzzle.players
        start = [
            "= (total-cost) 0",
            f"= (step-cost) {STEP_COST[self.metric]}",
            "= (push-cost) 1",
            f"player {self.cells[player]}",
            *self.board(),
        ]
        objects = {"cell": self.cells.values(), "colour": self.colours.values()}
        return written_problem(self.puzzle, "sokoban", objects, start, self.satisfied(), costs=True)

    def satisfied(self) -> list[str]:
        return [f"satisfied {self.cells[target]}" for target in self.puzzle.targets]

    def board(self) -> Iterator[str]:
        """The boxes, their targets, and the adjacency of cells."""
        puzzle, cells = self.puzzle, self.cells
        boxes = list(zip(puzzle.boxes, puzzle.allowed, strict=True))
        yield from (f"box {self.colours[allowed]} {cells[box]}" for box, allowed in boxes)
        yield from (f"satisfied {cells[box]}" for box, allowed in boxes if box in allowed)
        yield from (f"clear {name}" for cell, name in cells.items() if cell not in puzzle.boxes)
        for allowed, colour in self.colours.items():
            yield from (f"welcome {colour} {cells[cell]}" for cell in allowed)
            yield from (f"passing {colour} {name}" for cell, name in cells.items() if cell not in allowed)
        for cell, name in cells.items():
            for letter in STEPS:
                if (there := cell + puzzle.offset(letter)) in cells:
                    yield f"next {name} {cells[there]} {DIRECTIONS[letter]}"

    def plan(self, actions: list[Action]) -> Plan:
        return self.puzzle.plan([letter_of(action) for action in actions])


class PlayersPlanning(SokobanPlanning):
    """Several players; the cost is joint steps."""

    def domain(self) -> str:
        return written_domain("sokoban-players")

    def problem(self) -> str:
        players = {f"player{number}": cell for number, cell in enumerate(self.puzzle.players, 1)}
        stages = [f"stage{number}" for number in range(1, 2 * len(players) + 1)]
        start = [
            "= (total-cost) 0",
            *(f"= (price {stage}) {int(stage == stages[0])}" for stage in stages),
            f"now {stages[0]}",
            *(f"then {stage} {then}" for stage, then in zip(stages, stages[1:] + stages[:1], strict=True)),
            *(f"acts {player} {stage}" for player, stage in zip(players, stages, strict=False)),
            *(f"lets-go {player} {stage}" for player, stage in zip(players, stages[len(players) :], strict=True)),
            *(f"at {player} {self.cells[cell]}" for player, cell in players.items()),
            *(f"open {cell}" for cell in self.cells.values()),
            *(
                f"passage {name} {self.cells[there]}"
                for cell, name in self.cells.items()
                for there in self.puzzle.adjacent(cell)
                if there in self.cells
            ),
            *self.board(),
        ]
        objects = {
            "player": players,
            "cell": self.cells.values(),
            "colour": self.colours.values(),
            "stage": stages,
        }
        goal = [f"now {stages[0]}", *self.satisfied()]
        return written_problem(self.puzzle, "sokoban-players", objects, start, goal, costs=True)

    def plan(self, actions: list[Action]) -> Plan:
        """The players act in order, so consecutive letters form a joint step."""
        letters = [letter_of(action) for action in actions if not action.name.startswith("let-go-")]
        size = len(self.puzzle.players)
        return self.puzzle.plan([",".join(letters[start : start + size]) for start in range(0, len(letters), size)])


def letter_of(action: Action) -> str:
    if action.name == "wait":
        return WAIT
    if action.name not in ("step", "push", "push-home") or not action.arguments:
        raise action.unknown()
    if (letter := LETTERS.get(action.arguments[-1])) is None:
        raise action.unknown()
    return letter
