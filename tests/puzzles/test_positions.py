"""A position in the middle of a game is a puzzle of its own, with the same moves and the same way to go."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import blocks, sokoban, solvable_boards, tokens

from budge import Puzzle


@settings(max_examples=80, deadline=None)
@given(
    sokoban(most=5, boxes=3, players=3) | blocks() | solvable_boards() | tokens(),
    st.lists(st.integers(0, 99), max_size=8),
)
def test_a_puzzle_started_elsewhere_has_the_same_moves_and_goals(puzzle: Puzzle, choices: list[int]) -> None:
    state: Any = puzzle.initial
    for choice in choices:
        moves = puzzle.moves(state)
        if not moves:
            break
        state = puzzle.apply(state, moves[choice % len(moves)])
    later = puzzle.starting_at(state)

    def translate(move: str) -> str:
        return puzzle.move_from(state, move)

    assert later.is_goal(later.initial) == puzzle.is_goal(state)
    assert sorted(translate(move) for move in later.moves(later.initial)) == sorted(puzzle.moves(state))
    for move in later.moves(later.initial):
        there = later.apply(later.initial, move)
        assert later.is_goal(there) == puzzle.is_goal(puzzle.apply(state, translate(move)))
