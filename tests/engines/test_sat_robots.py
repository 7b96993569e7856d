"""Robots by SAT: the same optimum as search finds, and a certificate of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from exhaustive import shortest
from hypothesis import given, settings
from hypothesis import strategies as st
from robots_reference import robots

import budge
from budge.certificates import check_certificate, write_certificate
from budge.encodings.sat import FAR, encode
from budge.engines.domains import DOMAINS
from budge.engines.logic.base import PlanFound, Refuted
from budge.engines.logic.sat import SatQuestion
from budge.engines.logic.sat_solvers import sat_solver
from budge.engines.logic.sat_strategies import Search
from budge.puzzles import Robots

STRATEGIES = ["incremental", "restart", "binary", "doubling"]
CORNER = "+-+-+-+-+\n|A . . .|\n+ + +-+ +\n|B . a .|\n+ + + + +\n|. . . C|\n+-+-+-+-+\n"


def answers(puzzle: Robots, strategy: str) -> list[Any]:
    events: list[Any] = []
    Search(SatQuestion(puzzle, "slides", "glucose4", strategy, 1.0, None), events.append).run()
    return events


@settings(max_examples=80, deadline=None)
@given(robots(), st.sampled_from(STRATEGIES))
def test_every_strategy_finds_the_optimum_of_exhaustive_search(puzzle, strategy):
    expected = shortest(puzzle)
    if expected is None:
        return
    events = answers(puzzle, strategy)
    best = min((event for event in events if isinstance(event, PlanFound)), key=lambda found: found.length)
    plan = DOMAINS["robots"].plan(best.path, puzzle, "slides")
    assert puzzle.verify(plan)
    assert len(plan) == best.length == expected
    refuted = [event.lower_bound for event in events if isinstance(event, Refuted)]
    assert max([encode(puzzle).lower_bound, *refuted]) == expected


@settings(max_examples=40, deadline=None)
@given(robots(most=4, count=3), st.integers(0, 4))
def test_a_formula_holds_for_exactly_the_lengths_that_plans_have(puzzle, horizon):
    """Of all plans of this length, whether they end at a goal on the way or not."""
    layer = {puzzle.initial}
    for _ in range(horizon):
        layer = {puzzle.apply(state, move) for state in layer for move in puzzle.moves(state)}
    solver = sat_solver("glucose4")
    solver.add(encode(puzzle, horizon).formula())
    assert solver.solve((), None) == any(map(puzzle.is_goal, layer))


def test_a_target_that_cannot_be_reached_is_far():
    puzzle = budge.load("+-+-+-+\n|A .|a|\n+-+-+-+")[0]
    assert encode(puzzle).lower_bound == FAR


def test_the_engine_proves_the_optimum_and_its_certificate_holds(tmp_path: Path):
    [puzzle] = budge.load(CORNER)
    outcome = budge.solve(puzzle, engine="sat")
    assert outcome.status == "optimal"
    assert outcome.cost == shortest(puzzle)
    folder = write_certificate(puzzle, outcome, tmp_path / "proof")
    assert check_certificate(folder).cost == outcome.cost


@pytest.mark.parametrize("horizon", [0, 2])
def test_every_variable_of_a_formula_is_described(horizon):
    [puzzle] = budge.load(CORNER)
    encoding = encode(puzzle, horizon)
    described = {int(line.partition(":")[0]) for line in encoding.describe()}
    assert set(encoding.formula().used()) <= described
