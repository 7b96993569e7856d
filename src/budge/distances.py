"""Optimal distances of many positions at once, as an array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any, Unpack

from budge.arguments import expect
from budge.engines.base import Refusal
from budge.engines.domains import DOMAINS
from budge.execution.solving import solve_many
from budge.formats.source import one_puzzle
from budge.puzzles import BadInput, Puzzle, Tiles, metric_parts
from budge.puzzles.tiles import blank_last
from budge.solve_settings import SolveSettings
from budge.spec import SolveSpec

if TYPE_CHECKING:
    from numpy.typing import NDArray


def distances(
    positions: Any, puzzle: Puzzle | str | None = None, *, jobs: int | None = None, **settings: Unpack[SolveSettings]
) -> NDArray[Any]:
    """The optimal cost of every position, in an array of whole numbers; -1 where no plan exists.

    `positions` are puzzles or, of one `puzzle` (or its source), states. For tiles they may be an array with one board
    in each row, or n×height×width; without a `puzzle`, boards are square and have the blank last in their goal.

    Boards of tiles with up to 9 cells are looked up in a table; so are those with up to 12 cells if there are many. All
    others are solved by `jobs` processes as `settings` say. Raises `BadInput` if a limit stops a solve.

    >>> import numpy
    >>> boards = numpy.array([[1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 6, 7, 2, 5, 4, 3, 0, 1], [2, 1, 3, 4, 5, 6, 7, 8, 0]])
    >>> distances(boards)
    array([ 0, 31, -1])
    """
    try:
        import numpy
    except ImportError:
        raise Refusal("distances needs NumPy, which is not installed: pip install numpy") from None
    spec = SolveSpec.of(**settings)
    expect(positions, Iterable, "positions: puzzles, states, or an array of boards")
    boards, like = None, None if puzzle is None else one_puzzle(puzzle)
    if isinstance(positions, numpy.ndarray):
        if positions.ndim not in (2, 3) or positions.dtype.kind not in "iu":
            shape = "×".join(map(str, positions.shape))
            raise BadInput(f"an array of {positions.dtype}, {shape}; expected whole numbers, one board in each row")
        like = like or square_board(positions.shape)
        boards = positions.reshape(len(positions), -1)
        if boards.shape[1] != like.state_length:
            raise BadInput(f"{boards.shape[1]} numbers in each row; {like.kind} {like.size} has {like.state_length}")
        found = DOMAINS[like.kind].distances(like, boards)
        if found is not None:
            return found
    else:
        positions = list(positions)
    if len(metric_parts(spec.objective.metric or "")) > 1:
        raise BadInput(f"distances are single numbers, and the cost {spec.objective.metric} has two")
    costs = solved(puzzles_of(positions if boards is None else boards.tolist(), like), spec, jobs)
    return numpy.fromiter(costs, dtype=numpy.int64, count=len(positions))


def square_board(shape: tuple[int, ...]) -> Puzzle:
    """The board of tiles with its blank last in the goal that the rows of an array are positions of."""
    height, width = shape[1:] if len(shape) == 3 else (isqrt(shape[1]), isqrt(shape[1]))
    if height * width != shape[-1] * (shape[1] if len(shape) == 3 else 1):
        raise BadInput(f"{shape[1]} numbers in each row are not a square board; give its puzzle, too")
    goal = blank_last(height * width)
    return Tiles.of([list(goal[row : row + width]) for row in range(0, len(goal), width)])


def puzzles_of(positions: list[Any], like: Puzzle | None) -> Iterator[Puzzle]:
    for number, position in enumerate(positions):
        if isinstance(position, Puzzle):
            yield position
        elif like is None:
            kind = type(position).__name__
            raise BadInput(f"position {number} is a {kind}; expected a puzzle, or give the puzzle of all positions")
        else:
            state = like.state_from_json(position) if isinstance(position, list) else position
            yield like.starting_at(state)


def solved(puzzles: Iterator[Puzzle], spec: SolveSpec, jobs: int | None) -> Iterator[int]:
    for number, outcome in enumerate(solve_many(puzzles, spec, jobs=jobs)):
        if outcome.status == "unsolvable":
            yield -1
        elif outcome.status == "optimal" and isinstance(outcome.cost, int):
            yield outcome.cost
        else:
            raise BadInput(f"the distance of position {number} is not known: {outcome.reason or outcome.status}")
