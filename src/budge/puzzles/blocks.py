"""Sliding blocks: pieces of any shape on a board with walls, as in Klotski, Century and Rush Hour.

A piece slides to free cells and never turns; it may be restricted to an axis, like the cars of Rush Hour, and a gate
admits only some pieces. Cells are numbered in reading order; the position of a piece is its anchor, its first cell.

The metrics are *steps* (cells moved), *slides* (one piece, one straight line) and *moves* (one piece, any path). If
every piece is restricted to an axis, slides and moves are equal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from math import perm
from typing import Any, ClassVar

from budge.puzzles import blocks_checks as checks
from budge.puzzles import blocks_plans as plans
from budge.puzzles.base import BadInput, Cost, IllegalMove, Plan, whole_numbers
from budge.puzzles.blocks_plans import AXES, DIRECTIONS
from budge.puzzles.board import BoardPuzzle
from budge.puzzles.grid import EMPTY, WALL, Shape, check_grid, goal_shapes, shapes

State = tuple[int, ...]  # the anchor of every piece
Goal = tuple[tuple[str, int], ...]  # names of pieces and their anchors


@dataclass(frozen=True)
class Piece:
    """A piece: its name (one character), the cells it covers at the start, and the axis that it may move along (None:
    both axes)."""

    name: str
    cells: Shape
    axis: str | None = None

    @property
    def directions(self) -> tuple[str, ...]:
        return AXES[self.axis] if self.axis else tuple(DIRECTIONS)


@dataclass(frozen=True)
class Gate:
    """Cells that only the named pieces may enter."""

    cells: Shape
    pieces: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Blocks(BoardPuzzle):
    """Blocks that slide on a board with walls: Klotski, Century, Rush Hour, polyominoes.

    `goals` are alternatives: the puzzle is solved if all pieces of one goal are at their anchors.

    >>> puzzle = Blocks.of(["AB", ".."], goals=[["..", ".A"]])
    >>> puzzle.moves(puzzle.initial)
    ['A down 1', 'A down 1 right 1', 'B down 1', 'B down 1 left 1']
    >>> puzzle.is_goal(puzzle.apply(puzzle.initial, "A down 1 right 1"))
    True
    """

    kind: ClassVar[str] = "blocks"
    metrics: ClassVar[tuple[str, ...]] = ("moves", "slides", "steps")
    directions: ClassVar[Mapping[str, tuple[int, int]]] = DIRECTIONS

    blocks: tuple[Piece, ...]  # in the order of their anchors
    goals: tuple[Goal, ...]
    walls: Shape = ()
    gates: tuple[Gate, ...] = ()

    def __post_init__(self) -> None:
        """Sorts the fields, so that equal puzzles are equal values, and checks them."""
        pieces = (Piece(piece.name, tuple(sorted(piece.cells)), piece.axis) for piece in self.blocks)
        self._keep("blocks", tuple(sorted(pieces, key=lambda piece: piece.cells[:1])))
        self._keep("walls", tuple(sorted(set(self.walls))))
        checks.check_board(self)
        checks.check_names(self)
        gate_cells: dict[tuple[str, ...], set[int]] = {}  # by the pieces that may enter
        for gate in self.gates:
            admitted = tuple(sorted(set(gate.pieces), key=self.index.__getitem__))
            gate_cells.setdefault(admitted, set()).update(gate.cells)
        gates = (Gate(tuple(sorted(cells)), pieces) for pieces, cells in gate_cells.items() if cells)
        self._keep("gates", tuple(sorted(gates, key=lambda gate: gate.cells)))
        goals = {tuple(sorted((self.index[name], anchor) for name, anchor in set(goal))) for goal in self.goals}
        named = (tuple((self.blocks[piece].name, anchor) for piece, anchor in goal) for goal in sorted(goals))
        self._keep("goals", tuple(named))
        checks.check_gates(self)
        checks.check_goals(self)

    @classmethod
    def of_valid(
        cls,
        *,
        width: int,
        height: int,
        blocks: tuple[Piece, ...],
        goals: tuple[Goal, ...],
        walls: Shape = (),
        name: str | None = None,
    ) -> Blocks:
        """A puzzle of fields that are known to be valid and sorted, without the checks: for readers of long lists."""
        puzzle = object.__new__(cls)
        fields = {"name": name, "width": width, "height": height, "blocks": blocks, "goals": goals}
        puzzle.__dict__.update(fields, walls=walls, gates=())
        return puzzle

    def _keep(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    @classmethod
    def of(
        cls,
        start: Sequence[str],
        goals: Sequence[Sequence[str]],
        *,
        horizontal: str = "",
        vertical: str = "",
        gates: Mapping[str, Collection[int]] | None = None,
        name: str | None = None,
    ) -> Blocks:
        """A puzzle from grids of characters: `.` empty, `#` wall, any other character a piece. A goal shows only the
        pieces that it places.

        `horizontal` and `vertical` list pieces restricted to an axis; `gates` maps names of pieces to the cells that
        only they may enter.
        """
        check_grid(start, "board")
        width, height = len(start[0]), len(start)
        found = shapes(start)
        for sign in horizontal + vertical:
            if sign not in found:
                raise BadInput(f"piece {sign} is restricted to an axis, but the board has no such piece")
        axes = dict.fromkeys(vertical, "vertical") | dict.fromkeys(horizontal, "horizontal")
        if both := set(horizontal) & set(vertical):
            raise BadInput(f"piece {min(both)} is restricted to both axes; expected one")
        return cls(
            width=width,
            height=height,
            blocks=tuple(Piece(sign, cells, axes.get(sign)) for sign, cells in found.items() if sign != WALL),
            goals=tuple(tuple(goal_shapes(goal, found, width, height).items()) for goal in goals),
            walls=found.get(WALL, ()),
            gates=tuple(Gate(tuple(cells), tuple(pieces)) for pieces, cells in (gates or {}).items()),
            name=name,
        )

    @property
    def initial(self) -> State:
        return tuple(piece.cells[0] for piece in self.blocks)

    @property
    def pieces(self) -> int:
        return len(self.blocks)

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each piece by its name."""
        return {piece.name: index for index, piece in enumerate(self.blocks)}

    @cached_property
    def forbidden(self) -> tuple[frozenset[int], ...]:
        """For each piece, the cells of gates that do not admit it."""
        return tuple(
            frozenset(cell for gate in self.gates if piece.name not in gate.pieces for cell in gate.cells)
            for piece in self.blocks
        )

    def cells(self, piece: int, anchor: int) -> Shape:
        """The cells of a piece whose anchor is at `anchor`."""
        shape = self.blocks[piece].cells
        return tuple(anchor + cell - shape[0] for cell in shape)

    def occupants(self, state: State) -> dict[int, int]:
        """The piece on each occupied cell."""
        return {cell: piece for piece, anchor in enumerate(state) for cell in self.cells(piece, anchor)}

    def obstacle(self, piece: int, anchor: int, direction: str, occupants: Mapping[int, int]) -> str | None:
        """The reason why a piece at `anchor` cannot move one cell in a direction; None if it can."""
        axis = self.blocks[piece].axis
        if axis and direction not in AXES[axis]:
            return f"it is restricted to its {axis} axis"
        for cell in self.cells(piece, anchor):
            there = self.neighbour(cell, direction)
            if there is None:
                return f"{self.where(cell)} is at the border"
            if there in self.walls:
                return f"{self.where(there)} is a wall"
            if there in self.forbidden[piece]:
                return f"{self.where(there)} is a gate that does not admit it"
            if occupants.get(there, piece) != piece:
                return f"{self.where(there)} holds {self.blocks[occupants[there]].name}"
        return None

    def moves(self, state: State, metric: str = "moves") -> list[str]:
        """All legal moves that cost one in `metric`."""
        occupants = self.occupants(state)
        return [
            plans.move(self.blocks[piece].name, path)
            for piece in range(len(self.blocks))
            for path in self._paths(piece, state[piece], occupants, metric)
        ]

    def _paths(
        self, piece: int, start: int, occupants: Mapping[int, int], metric: str = "moves"
    ) -> dict[tuple[str, ...], int]:
        """Maps paths of a piece, one shortest path per anchor that it can reach in a move, to their last anchors."""
        found: dict[tuple[str, ...], int] = {}
        seen = {start}
        todo: deque[tuple[int, tuple[str, ...]]] = deque([(start, ())])
        while todo:
            anchor, path = todo.popleft()
            for direction in self.blocks[piece].directions:
                if (metric == "steps" and path) or (metric == "slides" and path and path[-1] != direction):
                    continue
                if self.obstacle(piece, anchor, direction, occupants):
                    continue
                there = self.neighbour(anchor, direction)
                if there is not None and there not in seen:
                    seen.add(there)
                    found[(*path, direction)] = there
                    todo.append((there, (*path, direction)))
        return found

    def reach(self, piece: int) -> set[int]:
        """The anchors that a piece can reach on an empty board."""
        start = self.blocks[piece].cells[0]
        return {start, *self._paths(piece, start, {}).values()}

    def apply(self, state: State, move: str) -> State:
        name, path = plans.parts(move)
        if name not in self.index:
            raise IllegalMove(f"there is no piece {name}")
        piece = self.index[name]
        occupants, anchor = self.occupants(state), state[piece]
        for direction in path:
            if reason := self.obstacle(piece, anchor, direction, occupants):
                raise IllegalMove(f"{name} cannot go {direction} from {self.where(anchor)}: {reason}")
            down, right = DIRECTIONS[direction]
            anchor += down * self.width + right
        return (*state[:piece], anchor, *state[piece + 1 :])

    def is_goal(self, state: State) -> bool:
        return any(all(state[self.index[name]] == anchor for name, anchor in goal) for goal in self.goals)

    def costs(self, plan: Plan) -> dict[str, Cost]:
        return {**plans.costs(plan)}

    @classmethod
    def split_plan(cls, text: str) -> Plan:
        return plans.split(text)

    def parse_plan(self, text: str) -> Plan:
        """Moves such as `A right 2`, or `Ar2` for short, separated by spaces, commas or line ends; a count of 1 may
        be omitted.

        >>> Blocks.of(["A.", ".."], goals=[["..", ".A"]]).parse_plan("Ar1d1").text
        'A right 1 down 1'
        """
        return plans.parse(text, self.index)

    @classmethod
    def compact(cls, plan: Plan) -> str:
        return plans.compact(plan)

    def alternatives(self, goal: Goal) -> list[Goal]:
        """A goal and all goals equivalent to it if any piece of the same shape may fill each place. Axes do not matter,
        and no place is on a gate that does not admit its piece.

        >>> Blocks.of(["AB."], goals=[["B.A"]]).alternatives((("A", 2), ("B", 0)))
        [(('A', 2), ('B', 0)), (('B', 2), ('A', 0))]
        """
        groups: dict[Shape, list[str]] = {}
        for piece in self.blocks:
            groups.setdefault(tuple(cell - piece.cells[0] for cell in piece.cells), []).append(piece.name)
        found: list[Goal] = [()]
        for names in groups.values():
            places = [anchor for name, anchor in goal if name in names]
            if len(found) * perm(len(names), len(places)) > checks.MAX_GOALS:
                raise BadInput(f"pieces of equal shape can meet a goal in more than {checks.MAX_GOALS:,} ways")
            chosen = [tuple(zip(pieces, places, strict=True)) for pieces in permutations(names, len(places))]
            chosen = [placed for placed in chosen if all(self.admits(*each) for each in placed)]
            found = [(*each, *placed) for each in found for placed in chosen]
        if not found:
            raise BadInput("every way to meet the goal puts a piece on a gate that does not admit it")
        return found

    def admits(self, name: str, anchor: int) -> bool:
        """Whether no gate keeps a piece from its cells at an anchor."""
        piece = self.index[name]
        return self.forbidden[piece].isdisjoint(self.cells(piece, anchor))

    def why_unsolvable(self) -> str | None:
        """The reason, if every goal has a piece that cannot reach it on an empty board or would have to pass another.

        >>> Blocks.of(["A#."], goals=[["..A"]]).why_unsolvable()
        'A cannot reach its goal at row 1, column 3 even on an empty board'
        """
        from budge.puzzles.blocks_invariants import why_unsolvable

        return why_unsolvable(self)

    def rows(self, state: State | None = None) -> list[str]:
        """The state (default: the start) as a grid of characters."""
        return self.grid(enumerate(self.initial if state is None else state))

    def goal_rows(self, goal: Goal) -> list[str]:
        """A goal as a grid that shows only its pieces."""
        return self.grid((self.index[name], anchor) for name, anchor in goal)

    def grid(self, placed: Any) -> list[str]:
        """Pieces at their anchors, with the walls, as a grid of characters."""
        signs = [EMPTY] * (self.width * self.height)
        for cell in self.walls:
            signs[cell] = WALL
        for piece, anchor in placed:
            for cell in self.cells(piece, anchor):
                signs[cell] = self.blocks[piece].name
        return ["".join(signs[row : row + self.width]) for row in range(0, len(signs), self.width)]

    def draw(self, state: State | None = None) -> str:
        from budge.puzzles.blocks_drawing import blocks_text

        return blocks_text(self, self.initial if state is None else state)

    def svg(self, state: State | None = None) -> str:
        from budge.puzzles.blocks_drawing import blocks_svg

        return blocks_svg(self, self.initial if state is None else state)

    @classmethod
    def example(cls) -> Blocks:
        return cls.of(["A."], goals=[[".A"]])

    def starting_at(self, state: State) -> Blocks:
        moved = (replace(piece, cells=self.cells(index, state[index])) for index, piece in enumerate(self.blocks))
        return replace(self, blocks=tuple(moved))

    def steps_of(self, move: str) -> list[tuple[str, str]]:
        """
        >>> Blocks.of(["A.."], goals=[["..A"]]).steps_of("A right 2")
        [('A right 1', 'A right 2'), ('A right 1', 'A right 1')]
        """
        name, path = plans.parts(move)
        return [(plans.move(name, path[at : at + 1]), plans.move(name, path[at:])) for at in range(len(path))]

    def state_key(self, state: State) -> frozenset[Any]:
        """Blocks of equal shape are interchangeable unless a goal distinguishes them."""
        goals = [dict(goal) for goal in self.goals]
        sorts = [
            (
                tuple(cell - piece.cells[0] for cell in piece.cells),
                piece.axis,
                closed,
                *(goal.get(piece.name) for goal in goals),
            )
            for piece, closed in zip(self.blocks, self.forbidden, strict=True)
        ]
        return frozenset(zip(sorts, state, strict=True))

    def grid_text(self, state: State) -> str:
        return "\n".join(self.rows(state))

    def one_line(self, state: State) -> str:
        return "/".join(self.rows(state))

    def state_from_json(self, data: Any) -> State:
        """The anchors of the pieces, in their order."""
        state = whole_numbers(data, "state")
        if len(state) != len(self.blocks):
            raise BadInput(f"state: {len(state)} anchors for {len(self.blocks)} pieces")
        occupied: set[int] = set()
        for index, anchor in enumerate(state):
            cells = self.cells(index, anchor)
            if anchor not in self.reach(index) or occupied.intersection(cells):
                raise BadInput(f"state: {self.blocks[index].name} cannot be at {anchor}")
            occupied.update(cells)
        return state

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "width": self.width,
            "height": self.height,
            "walls": list(self.walls),
            "blocks": [{"name": each.name, "cells": list(each.cells), "axis": each.axis} for each in self.blocks],
            "gates": [{"cells": list(gate.cells), "pieces": list(gate.pieces)} for gate in self.gates],
            "goals": [dict(goal) for goal in self.goals],
        }

    @classmethod
    def from_fields(cls, data: dict[str, Any]) -> Blocks:
        pieces, gates = checks.list_of(data, "blocks", dict), checks.list_of(data, "gates", dict)
        for each in pieces:
            if not isinstance(each.get("name"), str) or not isinstance(each.get("axis"), str | None):
                raise BadInput("blocks: expected a name and, if it is restricted to one, an axis for each piece")
        return cls(
            width=checks.number(data.get("width"), "width"),
            height=checks.number(data.get("height"), "height"),
            walls=checks.numbers(data.get("walls", []), "walls"),
            blocks=tuple(
                Piece(each["name"], checks.numbers(each.get("cells"), "cells of a piece"), each.get("axis"))
                for each in pieces
            ),
            gates=tuple(
                Gate(checks.numbers(each.get("cells"), "cells of a gate"), tuple(checks.list_of(each, "pieces", str)))
                for each in gates
            ),
            goals=tuple(
                tuple((name, checks.number(anchor, f"goal of {name}")) for name, anchor in goal.items())
                for goal in checks.list_of(data, "goals", dict)
            ),
            name=data.get("name"),
        )
