"""What databases say, against searches in plain Python that know nothing of them."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator

import pytest

from budge.engines.domains.tiles import native_heuristic, to_native
from budge.native import core
from budge.patterns import Board, PatternView, Store, view_of
from budge.puzzles import Tiles
from budge.puzzles.tiles import State, blank_first, blank_last

BLANK_IN_THE_MIDDLE = (1, 2, 3, 8, 0, 4, 7, 6, 5)
PARTITIONS = ["pdb:4-4", "pdb:3-3-2", "pdb:1,2,4/3,5,6/7,8", "pdb:1,8/2,7/3,6", "pdb:plain:1,2,3/6,7,8", "pdb:fringe"]


def abstract_distances(board: Board, cells: tuple[int, ...], additive: bool) -> dict[tuple[int, ...], int]:
    """Least cost of every (tiles..., blank), where a move of the blank costs nothing beside a pattern tile or one."""
    start = (*cells, board.blank)
    distance = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        *tiles, blank = state
        for cell in board.neighbours(blank):
            hit = cell in tiles
            after = (*(blank if tile == cell else tile for tile in tiles), cell)
            cost = distance[state] + (1 if hit or not additive else 0)
            if cost < distance.get(after, 1 << 30):
                distance[after] = cost
                queue.append(after) if hit or not additive else queue.appendleft(after)
    return distance


def value(view: PatternView, board: Board, cells: tuple[int, ...], placed: tuple[int, ...], blank: int) -> int:
    """The entry for tiles placed so; what else is on the board does not matter."""
    standing = dict(zip(placed, cells, strict=True)) | {blank: board.blank}
    others = iter(sorted(set(range(board.cells)) - set(cells) - {board.blank}))
    homes = [standing[cell] if cell in standing else next(others) for cell in range(board.cells)]
    there = {cell: index for index, cell in enumerate(view.cells)}
    return Store().fetch(view.pattern).native.value([there[homes[cell]] for cell in view.cells], there[blank])


@pytest.mark.parametrize("kind", ["additive", "plain"])
@pytest.mark.parametrize(
    ("width", "height", "blank", "cells"),
    [
        (3, 3, 0, (1, 2, 4)),
        (3, 3, 4, (0, 1, 8)),
        (3, 3, 0, (1, 3)),  # the blank is walled in
        (4, 3, 11, (2, 3, 7)),
        (2, 4, 3, (0, 1, 4)),
        (5, 2, 9, (1, 2, 3)),
        (2, 2, 3, (0, 1)),
    ],
)
def test_every_entry_equals_exhaustive_search_of_the_abstract_space(
    width: int, height: int, blank: int, cells: tuple[int, ...], kind: str
) -> None:
    board = Board(width, height, blank)
    view = view_of(board, cells, kind)
    true = abstract_distances(board, cells, kind == "additive")
    for state, distance in true.items():
        *placed, hole = state
        assert value(view, board, cells, tuple(placed), hole) == distance


@pytest.fixture(scope="module", params=[blank_first(9), blank_last(9), BLANK_IN_THE_MIDDLE], ids=str)
def eight(request: pytest.FixtureRequest) -> tuple[Tiles, dict[State, int]]:
    """A goal, and the distance of some states from it by a search that follows no heuristic."""
    puzzle = Tiles(width=3, height=3, start=request.param, goal=request.param)
    distances = {}
    for state, _ in random_walk(puzzle, 5, 3_000):
        if state not in distances and len(distances) < 300:
            run = core.Run(seconds=None, nodes=None, memory=1 << 30)
            answer = core.solve_tiles(to_native(puzzle, state), "ULRD", "bidirectional", "zero", (1, 1), run)
            distances[state] = len(answer.plan)
    assert max(distances.values()) > 24
    return puzzle, distances


@pytest.mark.parametrize("options", [{}, {"reflect": "no"}, {"dual": "yes"}], ids=str)
@pytest.mark.parametrize("heuristic", PARTITIONS)
def test_no_lookup_exceeds_the_true_distance(
    heuristic: str, options: dict[str, str], eight: tuple[Tiles, dict[State, int]]
) -> None:
    puzzle, true = eight
    guide = native_heuristic(puzzle, heuristic, options)
    for state, distance in true.items():
        assert core.evaluate_tiles(to_native(puzzle, state), guide) <= distance
    assert core.evaluate_tiles(to_native(puzzle, puzzle.goal), guide) == 0


def test_a_database_of_all_tiles_counts_their_moves_exactly(eight: tuple[Tiles, dict[State, int]]) -> None:
    """Every move moves a tile, so the additive database misses only where the blank stands."""
    puzzle, true = eight
    table = native_heuristic(puzzle, "pdb:plain:1,2,3,4,5,6,7,8", {})
    whole = native_heuristic(puzzle, "pdb:8", {})
    for state, distance in true.items():
        assert core.evaluate_tiles(to_native(puzzle, state), table) == distance
        assert core.evaluate_tiles(to_native(puzzle, state), whole) == distance


def random_walk(puzzle: Tiles, seed: int, steps: int) -> Iterator[tuple[State, State]]:
    numbers = random.Random(seed)
    state = puzzle.goal
    for _ in range(steps):
        after = puzzle.apply(state, numbers.choice(puzzle.moves(state)))
        yield state, after
        state = after


@pytest.mark.parametrize("goal", [blank_first(16), blank_last(16)])
@pytest.mark.parametrize("heuristic", ["pdb:5-5-5", "pdb:plain:1,2,3,4", "max(pdb:5-5-5,linear-conflict)"])
def test_values_along_walks_of_the_15_puzzle(goal: State, heuristic: str) -> None:
    """Never above the steps taken; of the right parity where moves of all tiles add up; and where the blank is part of
    the pattern, a move changes them by one at most."""
    puzzle = Tiles(width=4, height=4, start=goal, goal=goal)
    guide = native_heuristic(puzzle, heuristic, {})
    for count, (state, after) in enumerate(random_walk(puzzle, 7, 1_000)):
        here, there = (core.evaluate_tiles(to_native(puzzle, each), guide) for each in (state, after))
        assert here <= count
        if "plain" in heuristic:
            assert abs(here - there) <= 1
        else:
            assert here % 2 == core.evaluate_tiles(to_native(puzzle, state), "manhattan") % 2


@pytest.mark.parametrize("heuristic", ["pdb:5-5-5", "pdb:4-4-4-3"])
def test_reflection_is_the_lookup_of_the_reflected_position(heuristic: str) -> None:
    goal = blank_first(16)
    puzzle = Tiles(width=4, height=4, start=goal, goal=goal)
    alone, both = (native_heuristic(puzzle, heuristic, {"reflect": reflect}) for reflect in ("no", "yes"))
    stronger = 0
    for state, _ in random_walk(puzzle, 8, 1_000):
        turned = tuple(4 * (tile % 4) + tile // 4 for cell in range(16) for tile in [state[4 * (cell % 4) + cell // 4]])
        here, there = (core.evaluate_tiles(to_native(puzzle, each), alone) for each in (state, turned))
        assert core.evaluate_tiles(to_native(puzzle, state), both) == max(here, there)
        stronger += there > here
    assert stronger > 50


def test_max_is_the_greatest_of_its_parts() -> None:
    goal = blank_first(16)
    puzzle = Tiles(width=4, height=4, start=goal, goal=goal)
    names = ["pdb:5-5-5", "linear-conflict", "xy"]
    guides = [native_heuristic(puzzle, name, {}) for name in names]
    joined = native_heuristic(puzzle, f"max({','.join(names)})", {})
    for state, _ in random_walk(puzzle, 9, 1_000):
        each = [core.evaluate_tiles(to_native(puzzle, state), guide) for guide in guides]
        assert core.evaluate_tiles(to_native(puzzle, state), joined) == max(each)


def test_a_build_of_bits_keeps_little_more_than_its_table_in_memory() -> None:
    pattern = view_of(Board(4, 4, 0), [1, 4, 5, 8, 9, 12, 13], "additive").pattern
    pieces: list[bytes] = []
    run = core.Run(seconds=None, nodes=None, memory=1 << 30)
    built = core.build_pattern(4, 4, pattern.blank, pattern.cells, True, lambda piece: pieces.append(bytes(piece)), run)
    assert sum(map(len, pieces)) == pattern.size
    assert built.peak_bytes < 1.4 * pattern.size


def test_a_writer_of_a_build_may_fail_or_discard_data() -> None:
    pattern = view_of(Board(3, 3, 0), [1, 2, 3, 4], "additive").pattern
    run = core.Run(seconds=None, nodes=None, memory=1 << 30)
    kept: list[memoryview] = []

    def fail(piece: memoryview) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        core.build_pattern(3, 3, pattern.blank, pattern.cells, True, fail, run)
    core.build_pattern(3, 3, pattern.blank, pattern.cells, True, kept.append, run)
    with pytest.raises(ValueError, match="released"):
        len(kept[0])
