"""Plans by CP-SAT, from our clauses and from the study's constraints."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from random_puzzles import solvable_boards

import budge
from budge import BadInput, Objective, Observer, Tiles
from budge.engines.logic.cp_sat import cp_solver, found_by
from budge.engines.logic.sat import STRATEGIES
from budge.puzzles import Sokoban
from budge.studies.cp.csp_model import CspModel
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
    assert (len(plain.variables), len(plain.constraints)) == (variables, essential)
    assert len(full.constraints) == essential + additional


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
    model, solver = CspModel(study.csp), cp_solver(1)
    assert found_by(solver, model.model, None)
    value = partial(model.value, solver)
    assert value(study.steps) == 3
    assert study.length(value) == len(study.plan(value)) == 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategies_of_sat_and_their_lengths(strategy: str) -> None:
    outcome = budge.solve("1 4 0/5 2 3", engine="cp", strategy=strategy, observer=Observer(trace=True))
    assert (outcome.status, outcome.cost) == ("optimal", 13)
    assert outcome.trace is not None
    asked = [bound.bound for bound in outcome.trace.bounds]
    one_by_one = [5, 7, 9, 11, 13]
    assert asked == {"binary": [5, 15, 9, 11], "doubling": [5, 9, 19, 11]}.get(strategy, one_by_one)


@pytest.mark.parametrize("strategy", ["restart", "binary", "doubling"])
def test_strategies_of_the_study_s_problem(strategy: str) -> None:
    outcome = budge.solve("1 4 0/5 2 3", engine="cp", style="study", strategy=strategy, observer=Observer(trace=True))
    assert (outcome.status, outcome.cost) == ("optimal", 13)
    assert outcome.trace is not None
    asked = [bound.bound for bound in outcome.trace.bounds]
    assert asked[0] == 5
    assert {"restart": asked == [*range(5, 14)], "binary": asked[1] == 15, "doubling": asked == [5, 10, 20]}[strategy]


def test_a_model_for_each_limit_does_not_grow() -> None:
    with pytest.raises(BadInput, match="use strategy restart, binary or doubling"):
        budge.solve("eight/12", engine="cp", style="study", strategy="incremental")
    with pytest.raises(BadInput, match="strategy"):
        budge.solve("sokoban/rooms-3", engine="cp", style="walks", strategy="binary")


def test_unknown_extras_are_bad_input() -> None:
    with pytest.raises(BadInput, match="extras=foo"):
        budge.solve("eight/12", engine="cp", style="study", extras="foo")
