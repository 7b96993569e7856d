"""Sokoban by pushes with CP-SAT: the study's constraint problem to the count, and our own model, against search."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from random_puzzles import sokoban

import budge
from budge import BadInput, Limits, Objective, Observer, Refusal, Sokoban
from budge.engines.logic.base import PlanFound, Refuted
from budge.engines.logic.cp import StudyQuestion, WalksQuestion
from budge.engines.logic.cp_sat import answer_study, answer_walks
from budge.puzzles.sokoban_theory import bad_blocks, dead_squares
from budge.studies.cp.csp_model import CspModel
from budge.studies.cp.sokoban_csp import SokobanCsp
from budge.studies.extras import Extras

EXAMPLE = Sokoban.of(["#####", "#@$.#", "#####"])
MOSTLY_UNSOLVABLE = [HealthCheck.filter_too_much]  # as most random levels are
HALL = ["#######", "#@    #", "# $$  #", "#  .. #", "#     #", "#######"]


def best_and_proven(question: WalksQuestion | StudyQuestion) -> tuple[int, int]:
    """What a job finds and proves, without a child process."""
    events: list[Any] = []
    if isinstance(question, StudyQuestion):
        answer_study(question, events.append)
    else:
        answer_walks(question, events.append)
    best = min(event.length for event in events if isinstance(event, PlanFound))
    return best, max(event.lower_bound for event in events if isinstance(event, Refuted))


def test_the_study_s_example_has_58_variables_and_91_constraints_and_one_push_right_solves_it() -> None:
    study = SokobanCsp(EXAMPLE, 0, 1)
    assert (len(study.csp.variables), len(study.csp.constraints)) == (58, 91)
    model, solver = CspModel(study.csp), cp_model.CpSolver()
    assert solver.solve(model.model) == cp_model.OPTIMAL
    value = partial(model.value, solver)
    told = {variable: value(variable) for variable in (study.steps, *study.pi, *study.pj, *study.di, *study.dj)}
    assert list(told.values()) == [1, 1, 1, 1, 2, 0, 1]  # as its table 5.2 has them
    assert [value(study.b[1, tile]) for tile in study.floor] == [0, 0, 1]
    outcome = budge.solve(EXAMPLE, engine="cp", style="study")
    assert outcome.plan is not None
    assert (outcome.status, outcome.plan.text) == ("optimal", "R")


def test_dead_squares_are_a_constraint_for_each_step_and_square() -> None:
    level = Sokoban.of(HALL)
    dead = dead_squares(level)
    assert len(dead) == 14  # along the walls
    plain, told = SokobanCsp(level, 0, 3).csp, SokobanCsp(level, 0, 3, dead).csp
    assert told.variables == plain.variables
    assert len(told.constraints) == len(plain.constraints) + 4 * len(dead)
    assert budge.solve(level, engine="cp", style="study", extras="dead-squares").cost == budge.solve(level).cost


def test_bad_blocks_are_a_constraint_for_each_step_and_square() -> None:
    level = Sokoban.of(HALL)
    bad = bad_blocks(level)
    plain, told = SokobanCsp(level, 0, 3).csp, SokobanCsp(level, 0, 3, (), bad).csp
    assert len(told.constraints) == len(plain.constraints) + 4 * len(bad)
    assert budge.solve(level, engine="cp", style="study", extras="bad-blocks").cost == budge.solve(level).cost


def test_a_box_that_can_be_spared_may_stand_on_a_dead_square() -> None:
    level = Sokoban.of(["######", "#    #", "#@$$.#", "#    #", "######"])
    assert dead_squares(level)
    outcome = budge.solve(level, engine="cp", style="study", extras="dead-squares")
    assert outcome.cost == budge.solve(level).cost == 2


@settings(max_examples=40, deadline=None, suppress_health_check=MOSTLY_UNSOLVABLE)
@given(sokoban(most=4, boxes=2, players=1))
def test_walks_need_as_many_pushes_as_search_says(level: Sokoban) -> None:
    optimum = budge.solve(level).cost
    assume(isinstance(optimum, int))
    assert best_and_proven(WalksQuestion(level, 1.0, 1, None)) == (optimum, optimum)


@settings(max_examples=12, deadline=None, suppress_health_check=MOSTLY_UNSOLVABLE)
@given(
    sokoban(most=4, boxes=2, players=1, assigned=False),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["auto", "restart", "binary", "doubling"]),
)
def test_the_study_needs_as_many_pushes_as_search_says(level: Sokoban, dead: bool, bad: bool, strategy: str) -> None:
    optimum = budge.solve(level).cost
    assume(isinstance(optimum, int) and optimum <= 8)
    question = StudyQuestion(level, Extras(dead_squares=dead, bad_blocks=bad), strategy, True, 1, None)
    assert best_and_proven(question) == (optimum, optimum)


@pytest.mark.parametrize(("quality", "most"), [("optimal", 10), ("1.5", 15), ("any", 1000)])
def test_qualities_keep_their_promise(quality: str, most: int) -> None:
    objective, observer = Objective(quality), Observer(trace=True)
    outcome = budge.solve("sokoban/rooms-5", engine="cp", style="walks", objective=objective, observer=observer)
    assert isinstance(outcome.cost, int)
    assert 10 <= outcome.cost <= most
    assert outcome.lower_bound == 10
    assert outcome.trace is not None
    assert outcome.trace.bounds[-1].satisfiable


def test_two_threads_find_the_same_optimum() -> None:
    assert budge.solve("sokoban/rooms-5", engine="cp", style="walks", threads=2).cost == 10


def test_the_node_limit_counts_conflicts_and_keeps_the_bound() -> None:
    outcome = budge.solve("sokoban/cells-17", engine="cp", style="walks", limits=Limits(nodes=20))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes")
    assert outcome.lower_bound == 22


def test_a_level_without_a_solution_is_stopped_with_a_bound() -> None:
    stuck = Sokoban.of(["########", "#@ $ $.#", "#     .#", "########"])
    assert budge.solve(stuck).status == "unsolvable"
    outcome = budge.solve(stuck, engine="cp", style="walks", limits=Limits(seconds=1.5))
    assert outcome.status in ("stopped", "unsolvable")
    assert outcome.plan is None


def test_what_a_style_cannot_do_is_one_line() -> None:
    level = Sokoban.of(HALL)
    for style in ("walks", "study"):
        with pytest.raises(BadInput, match=f"style={style} of sokoban counts pushes, not moves"):
            budge.solve(level, engine="cp", style=style, objective=Objective(metric="moves"))
    with pytest.raises(BadInput, match="style=study lets every box end on every target"):
        budge.solve(Sokoban.of(HALL, [[2], [1]]), engine="cp", style="study")
    with pytest.raises(BadInput, match="extras=no-undo; known are dead-squares"):
        budge.solve(level, engine="cp", style="study", extras="no-undo")
    with pytest.raises(BadInput, match="extras has no effect here; it is used with style=study"):
        budge.solve(level, engine="cp", extras="dead-squares")
    with pytest.raises(BadInput, match="style=walks is for sokoban, not tiles"):
        budge.solve("eight/12", engine="cp", style="walks")
    with pytest.raises(Refusal, match="not pushes-then-moves"):
        budge.solve(level, engine="cp", objective=Objective(metric="pushes-then-moves"))
