"""`sat-in-legs` fills one target after another; its plan need not be a shortest one."""

from __future__ import annotations

import pytest

import budge
from budge.engines.base import Refusal
from budge.lab.jobs import known_engines
from budge.model import Observer
from budge.puzzles import Sokoban

TWO = Sokoban.of(["#######", "#.$@$.#", "#     #", "#######"])


def test_each_target_is_filled_by_its_own_leg() -> None:
    outcome = budge.solve(
        TWO,
        engine=known_engines()["sat-in-legs"],
        objective=budge.Objective("any", "moves"),
        observer=Observer(trace=True),
    )
    assert outcome.status == "solved"
    assert outcome.trace is not None
    assert [each.bound for each in outcome.trace.bounds if each.satisfiable] == [1, 2]  # one push; a step and a push
    assert budge.verify(TWO, outcome.plan).solves
    assert outcome.cost == 3


def test_the_plan_is_not_reported_as_optimal() -> None:
    with pytest.raises(Refusal, match="quality any"):
        budge.solve(TWO, engine=known_engines()["sat-in-legs"], objective=budge.Objective("optimal", "moves"))
