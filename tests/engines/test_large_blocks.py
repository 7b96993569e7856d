"""Sliding blocks on boards of up to 32×32 cells: the same search as on small boards, in states of every size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import blocks

import budge
from budge.explore import explore
from budge.puzzles import Blocks
from budge.puzzles.blocks import Piece

ENGINES = ("dijkstra", "astar", "ida", "bidirectional", "nbs")


def embedded(puzzle: Blocks, side: int, row: int, column: int) -> Blocks:
    """The same board in a larger one, whose other cells are walls."""

    def moved(cell: int) -> int:
        return (cell // puzzle.width + row) * side + cell % puzzle.width + column

    inside = {moved(cell) for cell in range(puzzle.width * puzzle.height)}
    outside = set(range(side * side)) - inside
    return replace(
        puzzle,
        width=side,
        height=side,
        blocks=tuple(replace(piece, cells=tuple(map(moved, piece.cells))) for piece in puzzle.blocks),
        walls=(*map(moved, puzzle.walls), *outside),
        gates=tuple(replace(gate, cells=tuple(map(moved, gate.cells))) for gate in puzzle.gates),
        goals=tuple(tuple((name, moved(anchor)) for name, anchor in goal) for goal in puzzle.goals),
    )


@settings(max_examples=60, deadline=None)
@given(
    blocks(most=4, pieces=5), st.sampled_from(Blocks.metrics), st.sampled_from(ENGINES), st.sampled_from([9, 16, 32])
)
def test_a_board_within_walls_is_searched_like_the_board_alone(
    puzzle: Blocks, metric: str, engine: str, side: int
) -> None:
    large = embedded(puzzle, side, side - puzzle.height, side - puzzle.width)
    one, other = (budge.solve(each, engine=engine, metric=metric) for each in (puzzle, large))
    assert (one.status, one.cost, one.stats.expanded) == (other.status, other.cost, other.stats.expanded)
    assert explore(puzzle, metric=metric).by_depth == explore(large, metric=metric).by_depth


@pytest.mark.parametrize("metric", Blocks.metrics)
def test_klotski_in_the_corner_of_the_largest_board(metric: str) -> None:
    [klotski] = budge.load("klotski")
    assert isinstance(klotski, Blocks)
    large = embedded(klotski, 32, 0, 28)
    one, other = (budge.solve(each, engine="dijkstra", metric=metric) for each in (klotski, large))
    assert (one.cost, one.stats.expanded) == (other.cost, other.stats.expanded)


@pytest.mark.parametrize("pieces", [1, 5, 40, 150, 1000])
def test_as_many_pieces_as_fit_can_move_on_the_largest_board(pieces: int) -> None:
    """Single cells with places of their own in the goal, of which the last one has to go one cell to the right."""
    names = [chr(0x4E00 + number) for number in range(pieces)]
    cells = {name: number for number, name in enumerate(names)}
    goal = {**cells, names[-1]: pieces}
    puzzle = Blocks(
        width=32,
        height=32,
        blocks=tuple(Piece(name, (cell,)) for name, cell in cells.items()),
        goals=(tuple(goal.items()),),
    )
    outcome = budge.solve(puzzle, engine="astar", metric="steps")
    down = pieces % 32 == 0
    assert (outcome.status, outcome.cost) == ("optimal", 32 if down else 1)


def test_a_piece_crosses_the_largest_board() -> None:
    puzzle = Blocks(width=32, height=32, blocks=(Piece("A", (0, 1, 32)),), goals=((("A", 30 * 33),),))
    costs = {metric: budge.solve(puzzle, metric=metric).cost for metric in Blocks.metrics}
    assert costs == {"moves": 1, "slides": 2, "steps": 60}
