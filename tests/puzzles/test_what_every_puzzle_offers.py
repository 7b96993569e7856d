"""What programmers look for in a puzzle: neighbours, replay, random positions; hash and pickle as of any value."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest
from exhaustive import by_distance
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import blocks, sokoban, solvable_boards, tiles, tokens

import budge
from budge.generators.robots import RobotsGenerator
from budge.puzzles import KINDS, BadInput, IllegalMove, Plan, Puzzle, Sokoban, Tiles, Tokens


@st.composite
def robots(draw: st.DrawFn) -> Puzzle:
    random = Random(draw(st.integers(0, 999)))
    board = RobotsGenerator(width=draw(st.integers(4, 7)), height=5, robots=draw(st.integers(1, 4))).draw(random)
    assert board is not None
    return board


ANY_KIND = tiles() | tokens() | blocks() | sokoban() | robots()


@settings(max_examples=60)
@given(ANY_KIND)
def test_neighbours_are_the_legal_moves_and_their_states(puzzle: Puzzle) -> None:
    assert [move for move, _ in puzzle.neighbours(puzzle.initial)] == puzzle.moves(puzzle.initial)
    for move, state in puzzle.neighbours(puzzle.initial):
        assert state == puzzle.apply(puzzle.initial, move)


@settings(max_examples=60)
@given(ANY_KIND, st.lists(st.integers(0, 99), max_size=6))
def test_a_replay_visits_the_states_of_a_plan_one_by_one(puzzle: Puzzle, choices: list[int]) -> None:
    states, moves = [puzzle.initial], []
    for choice in choices:
        ways = list(puzzle.neighbours(states[-1]))
        if not ways:
            break
        move, state = ways[choice % len(ways)]
        moves.append(move)
        states.append(state)
    plan = Plan(tuple(moves), " ")
    assert list(puzzle.replay(plan)) == list(puzzle.replay(plan.text)) == states
    assert puzzle.states(moves) == states
    assert puzzle.verify(plan).state == puzzle.state_after(moves) == states[-1]


def test_a_replay_names_the_first_illegal_move() -> None:
    replayed = Tiles.of(["1 0 2"]).replay("RRL")
    assert next(replayed) == (1, 0, 2)
    assert next(replayed) == (1, 2, 0)
    with pytest.raises(IllegalMove, match=r"move 2 of the plan: R takes the blank off the board"):
        next(replayed)


def test_lists_make_the_same_puzzle_as_tuples() -> None:
    board = Tiles.of(["1 2", "0 3"], goal=[1, 2, 3, 0])  # type: ignore[arg-type]
    graph = Tokens(vertices=["a", "b"], edges=[[0, 1]], start=["1", "_"], goal=["_", "1"])  # type: ignore[arg-type,list-item]
    for puzzle in (board, graph):
        assert puzzle in {puzzle.starting_at(puzzle.initial)}
        assert budge.solve(puzzle).cost == 1
    with pytest.raises(BadInput, match="an edge joins 0 to 2; vertices are numbered 0 to 1"):
        Tokens(vertices=("a", "b"), edges=((0, 2),), start=("1", "_"))


@settings(max_examples=60)
@given(ANY_KIND)
def test_a_puzzle_is_a_value_to_hash_and_to_pickle(puzzle: Puzzle) -> None:
    fresh = pickle.dumps(puzzle)
    puzzle.why_unsolvable(), puzzle.moves(puzzle.initial)  # what is worked out once is kept with it, and not pickled
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert pickle.dumps(puzzle) == fresh
    assert again.moves(again.initial) == puzzle.moves(puzzle.initial)


@settings(max_examples=60)
@given(solvable_boards() | tokens() | blocks() | robots(), st.integers(0, 2**32))
def test_a_random_position_is_one_of_the_same_puzzle_and_equal_seeds_give_equal_ones(puzzle: Puzzle, seed: int) -> None:
    drawn = puzzle.random(seed)
    assert drawn == puzzle.random(seed) == puzzle.random(Random(seed))
    assert drawn.starting_at(drawn.initial) == drawn
    assert drawn.name == puzzle.name
    assert drawn.pieces == puzzle.pieces
    if puzzle.blank:
        assert drawn.why_unsolvable() is None


@settings(max_examples=60)
@given(sokoban(most=5, boxes=2), st.integers(0, 999))
def test_a_random_sokoban_position_is_solvable(level: Sokoban, seed: int) -> None:
    try:
        drawn = level.random(seed)
    except BadInput:  # no position of this level is solved
        return
    assert len(drawn.boxes) == len(level.boxes)
    assert len(drawn.targets) == len(level.targets)
    assert budge.solve(drawn).status == "optimal"


@pytest.mark.parametrize(
    "puzzle",
    [
        Tiles.of(["1 2", "3 0"]),
        Tiles.of(["1 2 0 3"]),
        Tokens.of({"a": "bd", "b": "c", "c": "d"}, "123_"),
        Tokens.of({"a": "bc", "b": "cd", "d": "e"}, "1234_"),
        *budge.load("graphs/theta0"),
    ],
    ids=["2×2", "a row", "polygon", "triangle with a tail", "θ₀"],
)
def test_all_solvable_positions_are_about_equally_likely(puzzle: Puzzle) -> None:
    reachable = {state for state, _ in by_distance(puzzle, [puzzle.goal])}  # type: ignore[attr-defined]
    random, times = Random(1), 12
    drawn = Counter(puzzle.random(random).initial for _ in range(times * len(reachable)))
    assert set(drawn) == reachable
    assert max(drawn.values()) < 4 * times


@pytest.mark.parametrize("kind", KINDS)
def test_random_positions_differ(kind: str) -> None:
    puzzle = {
        "tiles": "fifteen",
        "tokens": "graphs/theta0",
        "blocks": "klotski",
        "sokoban": "#######|#     #|# .$@ #|#     #|#######",
        "robots": "robots/courtyard",
    }[kind]
    [first, *_] = budge.load(puzzle)
    assert first.kind == kind
    assert len({first.random(seed).initial for seed in range(8)}) > 4
