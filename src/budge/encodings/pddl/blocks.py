"""Sliding blocks for planners: for every shape and direction an action that moves a piece of that shape by one cell.

The shape determines the cells that a piece enters and leaves in a step; the problem lists them as facts for every step
that walls, gates and axes allow. A step costs 1 if plans count steps. If they count moves or slides, taking a piece
(for slides with a direction) costs 1, and its steps are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from budge.encodings.pddl.base import Action, Names, Planning, cell_name, wrapped, written_problem
from budge.puzzles import Blocks, Plan
from budge.puzzles.blocks_plans import DIRECTIONS, join
from budge.puzzles.grid import Shape


@dataclass(frozen=True)
class Class:
    """Pieces with the same shape, axis and gates, which can take the same steps."""

    name: str
    pieces: tuple[int, ...]
    directions: tuple[str, ...]


@dataclass(frozen=True)
class Motion:
    """The steps of a class in one direction, from every anchor that its pieces reach on an empty board."""

    name: str  # of the predicate that lists its steps
    pieces: str  # their class
    direction: str
    steps: list[list[int]]  # the anchor before and after, then the cells entered, then those left

    def variables(self) -> tuple[list[str], list[str]]:
        """Variable names for the cells entered and for those left."""
        numbers = range(1, (len(self.steps[0]) - 2) // 2 + 1)
        return [f"?enters{number}" for number in numbers], [f"?leaves{number}" for number in numbers]

    def cells(self) -> str:
        enters, leaves = self.variables()
        return " ".join(["?from", "?to", *enters, *leaves])


class BlocksPlanning(Planning):
    @classmethod
    def of(cls, puzzle: Blocks, metric: str) -> BlocksPlanning:
        return cls(puzzle, metric)

    def __init__(self, puzzle: Blocks, metric: str) -> None:
        self.puzzle = puzzle
        self.metric = metric
        self.names = Names({"p": [piece.name for piece in puzzle.blocks]})

    def piece(self, number: int) -> str:
        return self.names["p", self.puzzle.blocks[number].name]

    @cached_property
    def classes(self) -> list[Class]:
        """
        >>> puzzle = Blocks.of(["AAB", ".CB"], goals=[["...", "AA."]])
        >>> [each.name for each in BlocksPlanning(puzzle, "steps").classes]
        ['block-2x1', 'block-1x2', 'block-1x1']
        """
        puzzle = self.puzzle
        alike: dict[tuple[str, Shape, frozenset[int]], list[int]] = {}
        for number, piece in enumerate(puzzle.blocks):
            shape = tuple(cell - piece.cells[0] for cell in piece.cells)
            name = f"{shape_name(piece.cells, puzzle.width)}{f'-{piece.axis}' if piece.axis else ''}"
            alike.setdefault((name, shape, puzzle.forbidden[number]), []).append(number)
        found: list[Class] = []
        for (name, _, _), pieces in alike.items():
            same = sum(name == other.name or other.name.startswith(f"{name}-no") for other in found)
            unique = f"{name}-no{same + 1}" if same else name
            found.append(Class(unique, tuple(pieces), puzzle.blocks[pieces[0]].directions))
        return found

    @property
    def costs(self) -> bool:
        return self.metric != "steps" or len(self.puzzle.goals) > 1

    def domain(self) -> str:
        return "\n".join([*self.head(), *self.actions()]) + ")\n"

    def head(self) -> Iterator[str]:
        in_hand = {"moves": ["in-hand ?piece - piece"], "slides": ["heading ?piece - piece ?direction - direction"]}
        predicates = [
            "at ?piece - piece ?cell - cell",
            "free ?cell - cell",
            *(["hand-empty", *in_hand[self.metric]] if self.metric in in_hand else []),
            *(["solved"] if self.goal_sizes() else []),
            *(f"goal-{size} {' '.join(pairs(size, typed=True))}" for size in self.goal_sizes()),
            *(f"{motion.name} {motion.cells()} - cell" for motion in self.motions),
        ]
        names = [each.name for each in self.classes]
        yield f"; Blocks that slide on a board of {self.puzzle.size}, one cell per action; plans count {self.metric}."
        yield "(define (domain blocks)"
        yield f"  (:requirements :strips :typing{' :action-costs' if self.costs else ''})"
        yield f"  (:types {' '.join(names)} - piece piece cell{' direction' if self.metric == 'slides' else ''})"
        if self.metric == "slides":
            yield f"  (:constants {' '.join(DIRECTIONS)} - direction)"
        yield "  (:predicates"
        yield "\n".join(f"    ({predicate})" for predicate in predicates) + ")"
        if self.costs:
            yield "  (:functions (total-cost))"

    @cached_property
    def motions(self) -> list[Motion]:
        puzzle, found = self.puzzle, []
        for each in self.classes:
            reached = sorted({place for piece in each.pieces for place in puzzle.reach(piece)})
            for direction in each.directions:
                steps = [
                    self.step(each.pieces[0], anchor, direction)
                    for anchor in reached
                    if puzzle.obstacle(each.pieces[0], anchor, direction, {}) is None
                ]
                if steps:
                    found.append(Motion(f"{each.name}-{direction}", each.name, direction, steps))
        return found

    def step(self, piece: int, anchor: int, direction: str) -> list[int]:
        down, right = DIRECTIONS[direction]
        there = anchor + down * self.puzzle.width + right
        old, new = ({*self.puzzle.cells(piece, place)} for place in (anchor, there))
        return [anchor, there, *sorted(new - old), *sorted(old - new)]

    def actions(self) -> Iterator[str]:
        if self.metric in ("moves", "slides"):
            slides = self.metric == "slides"
            parameters = "?piece - piece ?direction - direction" if slides else "?piece - piece"
            held = "(heading ?piece ?direction)" if slides else "(in-hand ?piece)"
            yield action("take", parameters, ["(hand-empty)"], [held, "(not (hand-empty))"], cost=1)
            yield action("release", parameters, [held], ["(hand-empty)", f"(not {held})"], cost=0)
        for motion in self.motions:
            enters, leaves = motion.variables()
            heading = [f"(heading ?piece {motion.direction})"]
            hand = {"moves": ["(in-hand ?piece)"], "slides": heading}.get(self.metric, [])
            yield action(
                f"step-{motion.name}",
                f"?piece - {motion.pieces} {motion.cells()} - cell",
                [
                    *(*hand, "(at ?piece ?from)", f"({motion.name} {motion.cells()})"),
                    *(f"(free {cell})" for cell in enters),
                ],
                [
                    *("(at ?piece ?to)", "(not (at ?piece ?from))"),
                    *(f"(free {cell})" for cell in leaves),
                    *(f"(not (free {cell}))" for cell in enters),
                ],
                cost=None if not self.costs else 0 if hand else 1,
            )
        for size in self.goal_sizes():
            goal = f"(goal-{size} {' '.join(pairs(size))})"
            met = [f"(at {pair})" for pair in pairs(size)]
            yield action(f"finish-{size}", " ".join(pairs(size, typed=True)), [goal, *met], ["(solved)"], cost=0)

    def goal_sizes(self) -> list[int]:
        """The numbers of pieces in the goals, if there are several goals."""
        return sorted({len(goal) for goal in self.puzzle.goals}) if len(self.puzzle.goals) > 1 else []

    def wanted(self) -> tuple[list[str], list[str]]:
        """The facts of a goal, and those that list the goals if there are several."""
        if len(self.puzzle.goals) == 1:
            return [f"at {self.names['p', name]} {self.cell(anchor)}" for name, anchor in self.puzzle.goals[0]], []
        listed = (
            " ".join(f"{self.names['p', name]} {self.cell(anchor)}" for name, anchor in goal)
            for goal in self.puzzle.goals
        )
        return ["solved"], [f"goal-{len(goal)} {text}" for goal, text in zip(self.puzzle.goals, listed, strict=True)]

    def cell(self, cell: int) -> str:
        return cell_name(cell, self.puzzle.width)

    def problem(self) -> str:
        puzzle = self.puzzle
        wanted, goals = self.wanted()
        occupied = {cell for piece in puzzle.blocks for cell in piece.cells}
        open_cells = [cell for cell in range(puzzle.width * puzzle.height) if cell not in puzzle.walls]
        start = [
            *(["= (total-cost) 0"] if self.costs else []),
            *(["hand-empty"] if self.metric in ("moves", "slides") else []),
            *(f"at {self.piece(number)} {self.cell(anchor)}" for number, anchor in enumerate(puzzle.initial)),
            *(f"free {self.cell(cell)}" for cell in open_cells if cell not in occupied),
            *goals,
        ]
        for motion in self.motions:
            start += [f"{motion.name} {' '.join(map(self.cell, step))}" for step in motion.steps]
        return written_problem(
            puzzle,
            "blocks",
            {
                **{each.name: [self.piece(number) for number in each.pieces] for each in self.classes},
                "cell": map(self.cell, open_cells),
            },
            start,
            wanted,
            costs=self.costs,
        )

    def plan(self, actions: list[Action]) -> Plan:
        steps = []
        for each in actions:
            if each.name in ("take", "release") or each.name.startswith("finish-"):
                continue
            name, direction = self.names.original("p", each.argument(0)), each.name.rpartition("-")[2]
            if name is None or direction not in DIRECTIONS or not each.name.startswith("step-"):
                raise each.unknown()
            steps.append((name, direction))
        return join(steps, self.metric)


def shape_name(cells: Shape, width: int) -> str:
    """`block-2x1` for a rectangle (width×height); for other shapes also the rows, as in `shape-2x2-11-10`."""
    rows, columns = [cell // width for cell in cells], [cell % width for cell in cells]
    wide, tall = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if len(cells) == wide * tall:
        return f"block-{wide}x{tall}"
    held = set(zip(rows, columns, strict=True))
    drawn = (
        "".join(str(int((row, column) in held)) for column in range(min(columns), min(columns) + wide))
        for row in range(min(rows), min(rows) + tall)
    )
    return f"shape-{'-'.join(drawn)}"


def pairs(size: int, typed: bool = False) -> list[str]:
    """
    >>> pairs(2), pairs(1, typed=True)
    (['?piece1 ?cell1', '?piece2 ?cell2'], ['?piece1 - piece ?cell1 - cell'])
    """
    piece, cell = (" - piece", " - cell") if typed else ("", "")
    return [f"?piece{number}{piece} ?cell{number}{cell}" for number in range(1, size + 1)]


def action(name: str, parameters: str, before: list[str], after: list[str], cost: int | None) -> str:
    """The text of an action."""
    priced = [] if cost is None else [f"(increase (total-cost) {cost})"]
    return (
        f"\n  (:action {name}\n    :parameters ({parameters})\n"
        f"    :precondition (and {wrapped(before, 6)})\n    :effect (and {wrapped([*after, *priced], 6)}))"
    )
