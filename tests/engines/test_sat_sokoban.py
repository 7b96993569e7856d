"""Sokoban by SAT: the same fewest moves as search finds, for one player and for several."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_puzzles import sokoban
from shared_data import DATA

import budge
from budge import Limits, Objective, Refusal, Sokoban
from budge.certificates import check_certificate, write_certificate

HALL = ["#######", "#@    #", "# $$  #", "#  .. #", "#     #", "#######"]
TWO = ["########", "#@    .#", "# $##$ #", "#.    @#", "########"]


def by_search(level: Sokoban) -> int | None:
    metric = "moves" if len(level.players) == 1 else "makespan"
    cost = budge.solve(level, objective=Objective(metric=metric)).cost
    assert not isinstance(cost, tuple)
    return cost


def by_sat(level: Sokoban, **options: str) -> budge.Outcome:
    metric = "moves" if len(level.players) == 1 else "makespan"
    return budge.solve(level, engine="sat", objective=Objective(metric=metric), **options)


@settings(max_examples=40, deadline=None)
@given(sokoban(most=4, boxes=2), st.sampled_from(["incremental", "restart"]))
def test_random_levels_take_as_many_moves_as_search_says(level: Sokoban, strategy: str) -> None:
    optimum = by_search(level)
    assume(optimum is not None)
    outcome = by_sat(level, strategy=strategy)
    assert (outcome.status, outcome.cost) == ("optimal", optimum)


@pytest.mark.parametrize("strategy", ["incremental", "restart", "binary", "doubling"])
@pytest.mark.parametrize("rows", [HALL, TWO])
def test_every_strategy_finds_the_optimum(rows: list[str], strategy: str) -> None:
    level = Sokoban.of(rows)
    outcome = by_sat(level, strategy=strategy)
    assert (outcome.status, outcome.cost) == ("optimal", by_search(level))


def test_boxes_with_targets_of_their_own() -> None:
    free, assigned = Sokoban.of(HALL), Sokoban.of(HALL, [[2], [1]])
    assert by_sat(assigned).cost == by_search(assigned)
    assert by_search(assigned) != by_search(free)


def test_pushes_are_not_counted_by_formulas() -> None:
    with pytest.raises(Refusal, match="formulas count moves or the makespan, not pushes"):
        budge.solve(Sokoban.of(HALL), engine="sat")


def test_a_level_that_only_a_search_proves_unsolvable_is_stopped_with_a_bound() -> None:
    blocked = Sokoban.of(["#######", "#@ $$.#", "#    .#", "#######"])
    outcome = budge.solve(blocked, engine="sat", objective=Objective(metric="moves"), limits=Limits(seconds=1))
    assert outcome.status in ("stopped", "unsolvable")
    assert outcome.plan is None


def test_a_certificate_of_fewest_moves(tmp_path: object) -> None:
    level = Sokoban.of(HALL)
    outcome = budge.solve(level, objective=Objective(metric="moves"))
    folder = write_certificate(level, outcome, f"{tmp_path}/new")
    assert check_certificate(folder).cost == outcome.cost


@pytest.mark.parametrize(
    ("name", "steps"),
    [("map1", 31), ("map1MA", 16), ("map5", 51), ("map10", 23), ("map11", 31), ("map12", 37), ("map13", 70)],
)
def test_the_maps_of_the_study(name: str, steps: int) -> None:
    file = DATA / "sokoban" / "bmc" / f"{name}.txt"
    if not file.exists():
        pytest.skip("the shared data is not here")
    [level] = budge.load(file)
    assert isinstance(level, Sokoban)
    outcome = by_sat(level)
    assert (outcome.status, outcome.cost) == ("optimal", steps)
