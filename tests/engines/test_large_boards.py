"""Tiles and tokens at the sizes that people reach: nothing breaks, limits hold, what is claimed is true."""

from __future__ import annotations

import itertools
import random

import pytest

import budge
from budge import Limits, Objective, Tiles, Tokens
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import engines
from budge.puzzles.tiles import blank_last

SIZES = [(9, 9), (13, 13), (16, 16), (64, 64), (64, 2)]
SEARCHES = ["astar", "ida", "sma", "nbs", "bae"]


def shuffled(width: int, height: int, moves: int, seed: int = 1) -> Tiles:
    """So many moves from home, never straight back."""
    numbers, home = random.Random(seed), blank_last(width * height)
    puzzle = Tiles(width=width, height=height, start=home)
    state, back = home, ""
    for _ in range(moves):
        move = numbers.choice([move for move in puzzle.moves(state) if move != back])
        state, back = puzzle.apply(state, move), {"U": "D", "D": "U", "L": "R", "R": "L"}[move]
    return Tiles(width=width, height=height, start=state)


def in_disorder(width: int, height: int) -> Tiles:
    cells = random.Random(2).sample(range(width * height), width * height)
    puzzle = Tiles(width=width, height=height, start=tuple(cells))
    if puzzle.why_unsolvable():
        one, other = (at for at, tile in enumerate(cells) if tile in (1, 2))
        cells[one], cells[other] = cells[other], cells[one]
    return Tiles(width=width, height=height, start=tuple(cells))


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan", "linear-conflict", "max(manhattan,linear-conflict)"])
def test_a_board_near_home_is_solved_by_every_search(width: int, height: int, heuristic: str) -> None:
    puzzle = shuffled(width, height, 12)
    costs = {
        engine: budge.solve(puzzle, engine=engine, heuristic=heuristic).cost
        for engine in SEARCHES
        if not (engine in ("nbs", "bae") and heuristic.startswith("max"))
    }
    assert set(costs.values()) == {budge.solve(puzzle, engine="bidirectional").cost}, costs


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_board_in_disorder_is_given_up_at_its_limit(width: int, height: int) -> None:
    puzzle = in_disorder(width, height)
    assert puzzle.why_unsolvable() is None
    # A quick plan of a 64×64 has 663,013 moves, and takes longer to replay than all else.
    some = slice(1 if width * height > 1_000 else None)
    for engine, quality in itertools.product(SEARCHES[some], ("optimal", "1.4142135623730951")[some]):
        outcome = budge.solve(puzzle, engine=engine, objective=Objective(quality), limits=Limits(nodes=2_000))
        assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes"), engine
        assert outcome.lower_bound >= puzzle_distance(puzzle)


def puzzle_distance(puzzle: Tiles) -> int:
    home = {tile: divmod(cell, puzzle.width) for cell, tile in enumerate(puzzle.goal)}
    return sum(
        abs(cell // puzzle.width - home[tile][0]) + abs(cell % puzzle.width - home[tile][1])
        for cell, tile in enumerate(puzzle.start)
        if tile
    )


def test_the_default_solve_of_a_16x16_in_disorder_ends_within_its_seconds() -> None:
    outcome = budge.solve(in_disorder(16, 16), limits=Limits(seconds=0.5))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "seconds")
    assert outcome.stats.seconds < 10


@pytest.mark.parametrize("fsm", ["off", "auto", "2", "14"])
def test_a_machine_prunes_large_boards_and_keeps_the_optimum(fsm: str) -> None:
    puzzle = shuffled(7, 7, 24)
    outcome = budge.solve(puzzle, engine="ida", fsm=fsm)
    assert outcome.cost == budge.solve(puzzle, engine="astar").cost


@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict"])
def test_pruned_counts_do_not_depend_on_how_the_heuristic_is_computed(heuristic: str) -> None:
    """Carried along from move to move, or evaluated afresh as a part of `max(...)`."""
    puzzle = shuffled(6, 6, 30)
    one, other = (
        budge.solve(puzzle, engine="ida", heuristic=name, fsm="10") for name in (heuristic, f"max({heuristic})")
    )
    assert (one.plan, one.stats.generated) == (other.plan, other.stats.generated)


@pytest.mark.parametrize("engine", ["ida", "astar", "sma", "nbs", "bae", "bidirectional", "dijkstra"])
def test_a_ring_of_tokens_takes_a_plan_of_thousands_of_moves(engine: str) -> None:
    size, moves = 120, 7_000
    tokens = ["_", *map(str, range(1, size))]
    start = list(tokens)
    for step in range(moves):
        here, there = step % size, (step + 1) % size
        start[here], start[there] = start[there], start[here]
    graph = {str(vertex): [str((vertex + 1) % size)] for vertex in range(size)}
    outcome = budge.solve(Tokens.of(graph, start=start, goal=tokens), engine=engine)
    assert (outcome.status, outcome.cost) == ("optimal", moves)


def test_every_heuristic_by_name_is_tried_here() -> None:
    tried = {"misplaced", "manhattan", "linear-conflict"}
    others = {name for name, heuristic in HEURISTICS.items() if heuristic.refuses(shuffled(9, 9, 1)) is None} - tried
    assert others == {"zero"}
    assert set(SEARCHES) <= set(engines())
