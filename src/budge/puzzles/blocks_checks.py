"""Validity checks for sliding blocks; every error is one line that names row and column."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from budge.puzzles.base import BadInput
from budge.puzzles.blocks_plans import AXES
from budge.puzzles.board import place
from budge.puzzles.grid import EMPTY, MAX_SIDE, WALL, apart

if TYPE_CHECKING:
    from budge.puzzles.blocks import Blocks

MAX_GOALS = 10_000

Item = TypeVar("Item")


def check_board(puzzle: Blocks) -> None:
    """Every piece is connected, on the board, and overlaps no wall and no other piece."""
    width, height = puzzle.width, puzzle.height
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise BadInput(f"a board of {width}×{height} is outside 1×1 to {MAX_SIDE}×{MAX_SIDE}")
    if not puzzle.blocks:
        raise BadInput("a board without a piece; expected at least one")
    held: dict[int, str] = {}
    check_cells(puzzle, puzzle.walls, "a wall is")
    held.update(dict.fromkeys(puzzle.walls, "a wall"))
    for piece in puzzle.blocks:
        if not piece.cells:
            raise BadInput(f"piece {piece.name} covers no cell")
        check_cells(puzzle, piece.cells, f"piece {piece.name} stands")
        for cell in piece.cells:
            if cell in held:
                raise BadInput(f"piece {piece.name} overlaps {held[cell]} at {place(cell, width)}")
            held[cell] = f"piece {piece.name}"
        if far := apart(piece.cells, width):
            parts = f"{place(piece.cells[0], width)} and {place(far[0], width)}"
            raise BadInput(f"piece {piece.name} is in several parts, at {parts}; expected connected cells")


def check_names(puzzle: Blocks) -> None:
    """Every piece has a valid name and axis; gates and goals name only pieces of the board."""
    names: set[str] = set()
    for piece in puzzle.blocks:
        if len(piece.name) != 1 or not piece.name.isprintable() or piece.name.isspace() or piece.name in (EMPTY, WALL):
            raise BadInput(f"a piece called {piece.name!r}; expected one printable character, not {EMPTY} or {WALL}")
        if piece.name in names:
            raise BadInput(f"two pieces are called {piece.name}; expected a name for each")
        if piece.axis not in (None, *AXES):
            raise BadInput(f"piece {piece.name} is restricted to axis {piece.axis!r}; expected {' or '.join(AXES)}")
        names.add(piece.name)
    for what, named in (
        ("gate", (name for gate in puzzle.gates for name in gate.pieces)),
        ("goal", (name for goal in puzzle.goals for name, _ in goal)),
    ):
        for name in named:
            if name not in names:
                raise BadInput(f"a {what} names piece {name}, but the board has no such piece")


def check_gates(puzzle: Blocks) -> None:
    """Gates are on the board and do not overlap; no piece starts on a gate that does not admit it."""
    seen: set[int] = set()
    for gate in puzzle.gates:
        check_cells(puzzle, gate.cells, "a gate is")
        if not gate.pieces:
            raise BadInput(
                f"the gate at {puzzle.where(gate.cells[0])} admits no piece; expected at least one, or a wall"
            )
        for cell in gate.cells:
            if cell in puzzle.walls or cell in seen:
                other = "a wall" if cell in puzzle.walls else "another gate"
                raise BadInput(f"a gate and {other} are both at {puzzle.where(cell)}")
            seen.add(cell)
    for piece, closed in zip(puzzle.blocks, puzzle.forbidden, strict=True):
        for cell in piece.cells:
            if cell in closed:
                raise BadInput(f"piece {piece.name} stands on a gate at {puzzle.where(cell)} that does not admit it")


def check_goals(puzzle: Blocks) -> None:
    """There is at least one goal, and every piece of a goal is at a valid place."""
    if not puzzle.goals or not all(puzzle.goals):
        raise BadInput("a board of blocks without a goal; expected a goal cell for at least one piece")
    if len(puzzle.goals) > MAX_GOALS:
        raise BadInput(f"{len(puzzle.goals):,} goals; expected at most {MAX_GOALS:,}")
    for goal in puzzle.goals:
        if len(dict(goal)) < len(goal):
            raise BadInput("a goal places one piece twice")
        held: dict[int, str] = {}
        for name, anchor in goal:
            piece = puzzle.index[name]
            shape = puzzle.blocks[piece].cells
            for cell in shape:
                row = anchor // puzzle.width + cell // puzzle.width - shape[0] // puzzle.width
                column = anchor % puzzle.width + cell % puzzle.width - shape[0] % puzzle.width
                if not (anchor >= 0 and 0 <= row < puzzle.height and 0 <= column < puzzle.width):
                    raise BadInput(
                        f"the goal of piece {name} reaches beyond the board, at row {row + 1}, column {column + 1}"
                    )
                there = row * puzzle.width + column
                if there in puzzle.walls or there in puzzle.forbidden[piece] or there in held:
                    what = "a wall" if there in puzzle.walls else held.get(there, "a gate that does not admit it")
                    raise BadInput(f"the goal of piece {name} overlaps {what} at {puzzle.where(there)}")
                held[there] = f"the goal of piece {name}"


def check_cells(puzzle: Blocks, cells: Iterable[int], what: str) -> None:
    last = puzzle.width * puzzle.height - 1
    for cell in cells:
        if not 0 <= cell <= last:
            raise BadInput(f"{what} on cell {cell}; the cells of a board of {puzzle.size} are 0 to {last}")


def number(value: Any, what: str) -> int:
    """A number from untrusted JSON."""
    if type(value) is not int:
        raise BadInput(f"{what}: {value!r} is not a number"[:200])
    return value


def numbers(value: Any, what: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadInput(f"{what}: expected a list of cells, numbered from 0 in reading order")
    return tuple(number(each, what) for each in value)


def list_of(data: dict[str, Any], key: str, kind: type[Item]) -> list[Item]:
    """A list of items of one type from untrusted JSON; empty if the key is absent."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
        raise BadInput(f"{key}: expected a list of {'objects' if kind is dict else 'names'}")
    return value
