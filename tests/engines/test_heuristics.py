"""Heuristics never overestimate and never drop by more than a move costs, against true distances."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from exhaustive import by_distance

from budge import Objective, solve
from budge.engines.domains import DOMAINS
from budge.engines.domains.tiles import to_native
from budge.engines.heuristics import HEURISTICS, check_heuristic
from budge.formats.source import read_source
from budge.native import core
from budge.puzzles import BadInput, Tiles, Tokens
from budge.puzzles.tiles import State, blank_first, blank_last

NAMES = [name for name, heuristic in HEURISTICS.items() if "tiles" in heuristic.kinds]


def value(puzzle: Tiles, state: State, name: str) -> int:
    return core.evaluate_tiles(to_native(puzzle, state), name)


def successors(puzzle: Tiles, state: State) -> Iterator[State]:
    for move in puzzle.moves(state):
        yield puzzle.apply(state, move)


def test_is_admissible_and_consistent_on_every_state_of_the_eight_puzzle() -> None:
    """One test of all heuristics: walking through the states takes longer than asking for their values."""
    puzzle = Tiles(width=3, height=3, start=blank_last(9))
    true = dict(by_distance(puzzle, [puzzle.goal]))
    assert len(true) == 181_440
    place = {state: index for index, state in enumerate(true)}
    moves = [(place[state], place[after]) for state in true for after in successors(puzzle, state)]
    for name in NAMES:
        values = [value(puzzle, state, name) for state in true]
        assert values[place[puzzle.goal]] == 0
        assert all(here <= distance for here, distance in zip(values, true.values(), strict=True)), name
        assert all(abs(values[here] - values[there]) <= 1 for here, there in moves), name


@pytest.mark.parametrize(("width", "height"), [(4, 3), (3, 4)])
@pytest.mark.parametrize("goal", [blank_first, blank_last])
def test_is_admissible_and_consistent_near_the_goal_of_a_three_by_four_board(width: int, height: int, goal) -> None:
    """One test of all heuristics, for the same reason."""
    puzzle = Tiles(width=width, height=height, start=blank_last(12), goal=goal(12))
    true = dict(islice(by_distance(puzzle, [puzzle.goal]), 30_000))
    for state in random.Random(2).sample(list(true), 2_000):
        after = list(successors(puzzle, state))
        for name in NAMES:
            here = value(puzzle, state, name)
            assert here <= true[state], name
            assert all(abs(value(puzzle, each, name) - here) <= 1 for each in after), name


@pytest.mark.parametrize("name", NAMES)
def test_is_admissible_on_random_three_by_four_states(name: str) -> None:
    """True distances from the native search that uses no heuristic at all."""
    numbers = random.Random(3)
    puzzle = Tiles(width=4, height=3, start=blank_last(12))
    for _ in range(5):
        state = puzzle.goal
        for _ in range(200):
            state = puzzle.apply(state, numbers.choice(puzzle.moves(state)))
        run = core.Run(seconds=None, nodes=None, memory=1 << 32)
        true = len(core.solve_tiles(to_native(puzzle, state), "ULRD", "bidirectional", "zero", (1, 1), run).plan)
        assert value(puzzle, state, name) <= true


def test_stronger_heuristics_dominate_manhattan() -> None:
    puzzle = Tiles(width=3, height=3, start=blank_last(9))
    numbers = random.Random(4)
    for _ in range(5_000):
        state = tuple(numbers.sample(range(9), 9))
        if puzzle.starting_at(state).why_unsolvable() is not None:
            continue
        manhattan = value(puzzle, state, "manhattan")
        assert value(puzzle, state, "misplaced") <= manhattan
        assert value(puzzle, state, "linear-conflict") >= manhattan
        assert value(puzzle, state, "xy") >= manhattan


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("board", [(1, 5), (5, 1), (2, 2), (2, 6), (5, 3), (4, 4)])
def test_goals_with_the_blank_anywhere_have_value_zero(name: str, board: tuple[int, int]) -> None:
    width, height = board
    cells = list(range(width * height))
    random.Random(5).shuffle(cells)
    puzzle = Tiles(width=width, height=height, start=tuple(cells), goal=tuple(cells))
    assert DOMAINS[puzzle.kind].evaluate(puzzle, name, "moves") == 0
    for after in successors(puzzle, puzzle.goal):
        assert value(puzzle, after, name) <= 1


def test_interlocking_conflicts_are_counted_exactly() -> None:
    """Of three tiles in reverse order two must leave their row; counting pairs would say three, or one."""
    reversed_row = Tiles.of(["3 2 1", "4 5 6", "7 8 0"])
    assert DOMAINS[reversed_row.kind].evaluate(reversed_row, "misplaced", "moves") == 2
    assert DOMAINS[reversed_row.kind].evaluate(reversed_row, "manhattan", "moves") == 4
    assert DOMAINS[reversed_row.kind].evaluate(reversed_row, "linear-conflict", "moves") == 4 + 2 * 2


def test_walking_distance_counts_the_way_of_the_blank() -> None:
    """The example of core/tiles/xy.hpp: one tile is away from home, and the blank is in its place."""
    board = Tiles.of(["0 2 3", "4 5 1"])
    assert DOMAINS[board.kind].evaluate(board, "manhattan", "moves") == 1 + 2
    assert DOMAINS[board.kind].evaluate(board, "xy", "moves") == 1 + 6
    assert solve(board).cost == 11


def test_boxes_share_out_the_targets() -> None:
    """The example of core/sokoban/bounds/matching.hpp: the target nearest to both boxes serves one of them."""
    [level] = read_source("###########\n#         #\n#.$ $    .#\n#   @     #\n###########")
    assert DOMAINS[level.kind].evaluate(level, "distance", "pushes") == 1 + 3
    assert DOMAINS[level.kind].evaluate(level, "matching", "pushes") == 1 + 5


def test_heights_count_the_way_back_to_the_next_box() -> None:
    """The example of core/sokoban/bounds/potential.hpp."""
    [level] = read_source("######\n#@$ .#\n# $ .#\n######")
    assert DOMAINS[level.kind].evaluate(level, "matching", "pushes") == 4
    assert DOMAINS[level.kind].evaluate(level, "matching", "moves") == 8 + 0 - 2
    assert solve(level, objective=Objective(metric="moves")).cost == 7


def test_tokens_know_distances_on_their_graph() -> None:
    ring = Tokens.of({"a": "b", "b": "c", "c": "d", "d": "e", "e": "a"}, start="1234_", goal="4123_")
    assert DOMAINS[ring.kind].evaluate(ring, "misplaced", "moves") == 4
    assert DOMAINS[ring.kind].evaluate(ring, "manhattan", "moves") == 1 + 1 + 1 + 2


def test_a_mistyped_name_gets_a_suggestion() -> None:
    with pytest.raises(BadInput, match="did you mean manhattan"):
        check_heuristic("manhatan", Tiles.of(["1 2", "3 0"]))
