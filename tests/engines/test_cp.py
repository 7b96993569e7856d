"""Plans by CP-SAT, from our clauses and from the study's constraints."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from random_puzzles import solvable_boards

import budge
from budge import BadInput, Objective, Tiles
from budge.engines.logic.cp_sat import cp_solver, found_by
from budge.puzzles import Sokoban
from budge.studies.cp.sokoban_csp import SokobanCsp
from budge.studies.cp.tiles_csp import TilesCsp
from budge.studies.extras import Extras

EVERYTHING = Extras(undo=False, completed=True)


@pytest.mark.parametrize(
    ("name", "most", "variables", "essential", "additional"),
    [("eight/12", 32, 461, 917, 188), ("fifteen/16", 64, 1364, 2723, 508)],
)
def test_the_study_s_problem_has_the_size_it_states(
    name: str, most: int, variables: int, essential: int, additional: int
) -> None:
    [puzzle] = budge.load(name)
    assert isinstance(puzzle, Tiles)
    plain, full = TilesCsp(puzzle, 0, most).csp, TilesCsp(puzzle, 0, most, EVERYTHING).csp
    assert (plain.variables, plain.constraints) == (variables, essential)
    assert full.constraints == essential + additional


@settings(max_examples=10, deadline=None)
@given(solvable_boards())
def test_clauses_give_the_optimum(puzzle: Tiles) -> None:
    outcome = budge.solve(puzzle, engine="cp")
    assert (outcome.status, outcome.cost) == ("optimal", budge.solve(puzzle, engine="dijkstra").cost)


@settings(max_examples=6, deadline=None)
@given(solvable_boards())
def test_the_study_s_problem_finds_the_optimum(puzzle: Tiles) -> None:
    optimum = budge.solve(puzzle, engine="dijkstra").cost
    if optimum is not None and optimum <= 12:
        outcome = budge.solve(puzzle, engine="cp", style="study")
        assert (outcome.status, outcome.cost) == ("optimal", optimum)


@pytest.mark.parametrize("extras", ["no-undo", "distance", "no-undo+distance"])
def test_extras_that_keep_optimality(extras: str) -> None:
    assert budge.solve("eight/12", engine="cp", style="study", extras=extras).cost == 12


def test_completed_lines_give_up_optimality_and_say_so() -> None:
    with pytest.raises(BadInput, match="a shortest plan may have to break"):
        budge.solve("eight/12", engine="cp", style="study", extras="completed")
    outcome = budge.solve("eight/12", engine="cp", style="study", extras="completed", objective=Objective("any"))
    assert outcome.cost is not None
    assert outcome.cost >= 12 >= outcome.lower_bound


@pytest.mark.parametrize(
    "study",
    [
        TilesCsp(Tiles.of(["1 2 3", "4 5 6", "7 0 8"]), 3, 3, Extras(undo=False)),
        SokobanCsp(Sokoban.of(["#####", "#@$.#", "#####"]), 3, 3),
    ],
    ids=["tiles", "sokoban"],
)
def test_a_plan_ends_at_the_goal_though_more_steps_are_allowed(study: TilesCsp | SokobanCsp) -> None:
    solver = cp_solver(1)
    assert found_by(solver, study.csp.model, None)
    assert solver.value(study.steps) == 3
    assert study.length(solver) == len(study.plan(solver)) == 1


def test_unknown_extras_are_bad_input() -> None:
    with pytest.raises(BadInput, match="extras=foo"):
        budge.solve("eight/12", engine="cp", style="study", extras="foo")
