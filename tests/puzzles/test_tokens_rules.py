"""The rules of tokens on a graph."""

from dataclasses import replace

import pytest
from exhaustive import by_distance
from hypothesis import given
from hypothesis import strategies as st
from random_puzzles import tokens

from budge.puzzles import IllegalMove, Plan, Tokens
from budge.puzzles.tokens import BLANK


@given(tokens())
def test_every_move_swaps_the_blank_along_an_edge_and_can_be_undone(puzzle):
    here = puzzle.vertices[puzzle.start.index(BLANK)]
    for move in puzzle.moves(puzzle.start):
        after = puzzle.apply(puzzle.start, move)
        assert after[puzzle.vertices.index(move)] == BLANK
        assert puzzle.apply(after, here) == puzzle.start


@given(tokens())
def test_the_blank_moves_only_along_edges(puzzle):
    for vertex in set(puzzle.vertices) - set(puzzle.moves(puzzle.start)):
        with pytest.raises(IllegalMove, match="no edge to"):
            puzzle.apply(puzzle.start, vertex)
    with pytest.raises(IllegalMove, match="not a vertex"):
        puzzle.apply(puzzle.start, "nowhere")


@given(tokens(), st.lists(st.integers(0, 11), max_size=20))
def test_a_plan_reads_back_from_its_text_and_is_accepted_where_it_leads(puzzle, choices):
    state, moves = puzzle.start, []
    for choice in choices:
        if legal := puzzle.moves(state):
            moves.append(legal[choice % len(legal)])
            state = puzzle.apply(state, moves[-1])
    plan = Plan(tuple(moves), " ")
    assert puzzle.parse_plan(plan.text) == puzzle.split_plan(plan.text) == plan
    assert replace(puzzle, goal=state).verify(plan)


@given(tokens().filter(lambda puzzle: len(puzzle.vertices) <= 6))
def test_theory_and_the_rules_agree_on_what_can_be_reached(puzzle):
    found = dict(by_distance(puzzle))
    assert puzzle.space().reachable == len(found)
    assert (puzzle.why_unsolvable() is None) == (puzzle.goal in found)


def test_the_order_in_which_edges_are_given_does_not_matter():
    one = Tokens(vertices=("a", "b", "c"), edges=((0, 1), (2, 1)), start=("1", "2", "_"))
    assert one == Tokens(vertices=("a", "b", "c"), edges=((1, 2), (1, 0), (0, 1)), start=("1", "2", "_"))
