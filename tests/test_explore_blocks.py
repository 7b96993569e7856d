"""Whole spaces of sliding blocks: known counts, hardest starts, numbers of solutions, and graphs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from random_puzzles import blocks

import budge
from budge import BadInput, Blocks, Limits
from budge.explore import graph
from budge.puzzles import Tiles
from budge.puzzles.blocks import State


def load(name: str) -> Blocks:
    [puzzle] = budge.load(name)
    assert isinstance(puzzle, Blocks)
    return puzzle


def alike(puzzle: Blocks, state: State) -> tuple[object, ...]:
    """A position in which pieces of one shape that mean the same to the goals are not told apart."""
    found = []
    for number, piece in enumerate(puzzle.blocks):
        shape = tuple(cell - piece.cells[0] for cell in piece.cells)
        wanted = any(piece.name in dict(goal) for goal in puzzle.goals)
        what = (shape, piece.axis or "", tuple(sorted(puzzle.forbidden[number])), piece.name if wanted else "")
        found.append((what, state[number]))
    return tuple(sorted(found))


@pytest.mark.parametrize(
    ("name", "states", "moves", "steps"),
    [("klotski", 25_955, 93, 126), ("super-century", None, None, None)],
)
def test_spaces_have_their_known_sizes_and_hardest_starts(name, states, moves, steps) -> None:  # type: ignore[no-untyped-def]
    puzzle = load(name)
    by_moves, by_steps = (budge.explore(puzzle, metric=metric) for metric in ("moves", "steps"))
    from_start = budge.explore(puzzle, source="start", metric="steps")
    assert by_moves.states == by_steps.states == from_start.states
    if states is not None:
        assert (by_moves.states, by_moves.depth, by_steps.depth) == (states, moves, steps)
    hardest = by_moves.hardest[0]
    pieces = tuple(replace(each, cells=puzzle.cells(n, hardest[n])) for n, each in enumerate(puzzle.blocks))
    assert budge.solve(replace(puzzle, blocks=pieces)).cost == by_moves.depth


@settings(max_examples=40)
@given(blocks(most=3, pieces=3, signs="ABC"))
def test_counts_agree_with_the_rules(puzzle: Blocks) -> None:
    for metric in Blocks.metrics:
        depth = {puzzle.initial: 0}
        for state in (queue := [puzzle.initial]):
            for move in puzzle.moves(state, metric):
                there = puzzle.apply(state, move)
                if there not in depth:
                    depth[there] = depth[state] + 1
                    queue.append(there)
        classes = {alike(puzzle, state): depth[state] for state in reversed(queue)}
        found = budge.explore(puzzle, source="start", metric=metric)
        assert found.states == len(classes)
        assert found.by_depth == [list(classes.values()).count(each) for each in range(found.depth + 1)]
        goals = [depth[state] for state in queue if puzzle.is_goal(state)]
        assert found.optimum == min(goals, default=None)
        assert bool(found.solutions) == bool(goals)


def test_solutions_are_counted() -> None:
    """A square that crosses a 3×3 board from corner to corner: six ways step by step, two by slides, one in a move."""
    puzzle = load("A../.../... .../.../..A")
    counts = {metric: budge.explore(puzzle, metric=metric) for metric in Blocks.metrics}
    assert {metric: (found.optimum, found.solutions) for metric, found in counts.items()} == {
        "moves": (1, 1),
        "slides": (2, 2),
        "steps": (4, 6),
    }


def test_a_goal_out_of_reach_leaves_nothing_to_count_from() -> None:
    puzzle = Blocks.of(["AB."], goals=[["BA."]])
    assert budge.explore(puzzle).by_depth == []
    assert budge.explore(puzzle, source="start").states > 1


def test_a_limit_leaves_the_complete_layers() -> None:
    found = budge.explore(load("klotski"), source="start", metric="steps", limits=Limits(nodes=2_000))
    assert found.stopped_by == "nodes"
    assert found.by_depth[:2] == [1, 4]
    assert not found.complete


def test_depths_from_the_start_are_not_shown_as_depths_from_the_goal():
    """The goals are found by a sweep from the start; where that is stopped nothing is counted from them yet."""
    found = budge.explore(load("klotski"), source="goal", limits=Limits(nodes=100))
    assert (found.stopped_by, found.by_depth, found.hardest) == ("nodes", [], [])


def test_the_graph_has_every_position_once_and_every_move_once() -> None:
    puzzle = load("klotski")
    found = graph(puzzle, metric="steps")
    assert len(found.states) == 25_955
    assert found.states[0] == puzzle.initial
    assert len({tuple(sorted(edge)) for edge in found.edges}) == len(found.edges)
    first = {there for here, there in found.edges if here == 0} | {here for here, there in found.edges if there == 0}
    assert len(first) == len(
        {alike(puzzle, puzzle.apply(puzzle.initial, m)) for m in puzzle.moves(puzzle.initial, "steps")}
    )


def test_a_graph_is_made_of_tiles_too_and_of_nothing_too_large() -> None:
    assert len(graph(Tiles.of(["1 2 3", "4 5 0"])).states) == 360
    with pytest.raises(BadInput, match="at most 100 positions; this puzzle has more"):
        graph(load("klotski"), max_positions=100)
