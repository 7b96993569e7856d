"""Heuristics never overestimate and never drop by more than a move costs, against true distances."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from exhaustive import by_distance

from budge import Limits, Objective, solve
from budge.about import about
from budge.engines.domains import DOMAINS
from budge.engines.domains.tiles import to_native
from budge.engines.heuristics import HEURISTICS, check_heuristic
from budge.formats.source import read_source
from budge.library import find
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
@pytest.mark.parametrize("board", [(1, 5), (5, 1), (2, 2), (2, 6), (5, 3), (4, 4), (4, 5), (5, 5), (7, 2)])
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


def rows_by_home(board: Tiles, state: State, line: dict[int, int]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """The home lines of the tiles in each line, and the blank's line, by what each cell's line is."""
    home = {tile: line[cell] for cell, tile in enumerate(board.goal)}
    tiles: dict[int, list[int]] = {number: [] for number in sorted(set(line.values()))}
    for cell, tile in enumerate(state):
        if tile:
            tiles[line[cell]].append(home[tile])
    return tuple(tuple(sorted(each)) for each in tiles.values()), line[state.index(0)]


def walks(lines: tuple[tuple[tuple[int, ...], ...], int], depth: int) -> dict[object, int]:
    """The moves from these lines to all others within `depth`, by the definition: the blank changes places with a tile
    of a neighbouring line."""
    found, layer = {lines: 0}, [lines]
    for distance in range(1, depth + 1):
        later = []
        for tiles, blank in layer:
            for line in (blank - 1, blank + 1):
                for tile in set(tiles[line]) if 0 <= line < len(tiles) else ():
                    after = [list(each) for each in tiles]
                    after[line].remove(tile)
                    after[blank].append(tile)
                    key = (tuple(tuple(sorted(each)) for each in after), line)
                    if key not in found:
                        found[key] = distance
                        later.append(key)
        layer = later
    return found


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 4), (5, 4), (5, 5), (3, 6)])
def test_walking_distance_is_what_its_definition_says(width: int, height: int) -> None:
    """On boards with tables of successors and on larger ones; random walks from the goal, and all states on the way."""
    numbers, depth = random.Random(6), 11
    cells = list(range(width * height))
    puzzle = Tiles(width=width, height=height, start=(*cells[1:], 0), goal=(*cells[1:], 0))
    row, column = {cell: cell // width for cell in cells}, {cell: cell % width for cell in cells}
    rows = walks(rows_by_home(puzzle, puzzle.goal, row), depth)
    columns = walks(rows_by_home(puzzle, puzzle.goal, column), depth)
    checked = 0
    for _ in range(20):
        state = puzzle.goal
        for _ in range(4 * depth):
            state = puzzle.apply(state, numbers.choice(puzzle.moves(state)))
            ways = (rows.get(rows_by_home(puzzle, state, row)), columns.get(rows_by_home(puzzle, state, column)))
            if None not in ways:
                assert value(puzzle, state, "xy") == sum(ways)
                checked += 1
    assert checked > 200


def test_walking_distance_of_twenty_four_puzzles_lies_between_manhattan_and_the_optimum() -> None:
    for entry in find("twenty-four"):
        [puzzle] = read_source(entry.name)
        manhattan, xy = (value(puzzle, puzzle.initial, name) for name in ("manhattan", "xy"))
        assert entry.optimum is not None
        assert manhattan <= xy <= entry.optimum["moves"]
        if entry.optimum["moves"] < 50:
            for engine in ("astar", "ida", "nbs"):
                outcome = solve(puzzle, engine=engine, heuristic="xy")
                assert (outcome.status, outcome.cost) == ("optimal", entry.optimum["moves"])


def test_the_tables_of_walking_distance_count_as_memory() -> None:
    """156 MB towards the goal of a 5×5 board; a search from both ends needs tables towards the start, too."""
    [puzzle] = read_source("twenty-four/34")
    for engine, megabytes, stopped_by in (("astar", 100, "memory"), ("astar", 250, None), ("nbs", 250, "memory")):
        outcome = solve(puzzle, engine=engine, heuristic="xy", limits=Limits(memory=megabytes << 20))
        assert outcome.stopped_by == stopped_by, (engine, megabytes)
        assert outcome.stats.peak_bytes <= megabytes << 20


def test_what_is_known_of_a_large_board_leaves_out_what_takes_seconds() -> None:
    large, small = (about(read_source(name)[0], Objective())["heuristics"] for name in ("twenty-four/34", "fifteen/16"))
    assert set(small) - set(large) == {"xy"}
    assert large["linear-conflict"] <= 34


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
