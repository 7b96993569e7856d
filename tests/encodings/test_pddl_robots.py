"""Robots for planners: the same optimum, and plans that are read back."""

from __future__ import annotations

import pytest
from exhaustive import shortest
from hypothesis import HealthCheck, given, settings
from robots_reference import robots

import budge
from budge.encodings.pddl import planning, read_planners_plan
from budge.engines.logic.fast_downward import FastDownward, downward
from budge.puzzles import BadInput

fast_downward = pytest.mark.skipif(downward() is None, reason="needs Fast Downward: pip install up-fast-downward")
TWO = "goal: B 1,1\n+-+-+-+\n|A . .|\n+ +-+ +\n|B a .|\n+-+-+-+"


def test_a_plan_of_starts_runs_and_halts_is_one_of_slides():
    [puzzle] = budge.load(TWO)
    text = "(start robot-a c1-1 c1-2 right)\n(run robot-a c1-2 c1-3 right)\n(halt-at-wall robot-a c1-3 right)\n"
    text += "(start robot-b c2-1 c1-1 up)\n(halt-at-wall robot-b c1-1 up)"
    assert read_planners_plan(puzzle, text).text == "AR BU"


@pytest.mark.parametrize("action", ["(start robot-z c1-1 c1-2 right)", "(fly robot-a right)", "(run robot-a away)"])
def test_actions_of_other_puzzles_are_bad_input(action):
    [puzzle] = budge.load(TWO)
    with pytest.raises(BadInput, match="line 1 of the plan"):
        read_planners_plan(puzzle, action)


def test_an_open_edge_has_neither_a_next_cell_nor_a_wall():
    [closed] = budge.load("+-+-+/|A a|/+-+-+")
    [open_] = budge.load("edges: open\n+ + +\n A a\n+ + +")
    assert planning(closed, "slides").problem().count("(barred") == 6
    assert planning(open_, "slides").problem().count("(barred") == 0


@fast_downward
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much])
@given(robots(most=4, count=3))
def test_a_planner_finds_the_optimum_of_exhaustive_search(puzzle):
    outcome = budge.solve(puzzle, engine=FastDownward())
    assert outcome.cost == shortest(puzzle)
