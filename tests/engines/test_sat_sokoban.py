"""Sokoban by SAT: the same fewest moves as search finds, for one player and for several."""

from __future__ import annotations

from itertools import starmap

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from random_puzzles import sokoban
from shared_data import DATA

import budge
from budge import BadInput, Limits, Objective, Refusal, Sokoban
from budge.certificates import check_certificate, write_certificate
from budge.encodings.sat import encode
from budge.engines.domains import DOMAINS

HALL = ["#######", "#@    #", "# $$  #", "#  .. #", "#     #", "#######"]
SNAG = ["######", "#    #", "# #$###", "#   $ #", "#  @..#", "#######"]  # 9 pushes; distances say 7
TWO = ["########", "#@    .#", "# $##$ #", "#.    @#", "########"]


def objective(level: Sokoban, metric: str | None = None) -> Objective:
    return Objective(metric=metric or ("moves" if len(level.players) == 1 else "makespan"))


def by_search(level: Sokoban, metric: str | None = None) -> int | None:
    cost = budge.solve(level, objective=objective(level, metric)).cost
    assert not isinstance(cost, tuple)
    return cost


def by_sat(level: Sokoban, metric: str | None = None, **options: str) -> budge.Outcome:
    return budge.solve(level, engine="sat", objective=objective(level, metric), **options)


def without_waits(level: Sokoban) -> int | None:
    """The length of a shortest plan in which every player moves in every step, by plain breadth-first search."""
    depth, seen, front = 0, {level.initial}, [level.initial]
    while front:
        if any(map(level.is_goal, front)):
            return depth
        moves = ((state, move) for state in front for move in level.moves(state) if "." not in move)
        front = [state for state in dict.fromkeys(starmap(level.apply, moves)) if state not in seen]
        seen.update(front)
        depth += 1
    return None


@settings(max_examples=40, deadline=None)
@given(sokoban(most=4, boxes=2), st.sampled_from(["incremental", "restart"]))
@example(Sokoban.of(["#######", "#---@-#", "#----.#", "#--$$-#", "#--.--#", "#-#---#", "#######"]), "restart")
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


@settings(max_examples=60, deadline=None)
@given(sokoban(most=5, boxes=3, players=1), st.sampled_from(["incremental", "restart", "binary", "doubling"]))
def test_random_levels_take_as_many_pushes_as_search_says(level: Sokoban, strategy: str) -> None:
    optimum = by_search(level, "pushes")
    assume(optimum is not None)
    outcome = by_sat(level, "pushes", strategy=strategy)
    assert (outcome.status, outcome.cost) == ("optimal", optimum)


@settings(max_examples=60, deadline=None)
@given(sokoban(most=5, boxes=3, players=1))
def test_the_bound_on_pushes_is_that_of_the_core_s_assignment(level: Sokoban) -> None:
    bound = DOMAINS["sokoban"].evaluate(level, "matching", "pushes")
    own = encode(level, metric="pushes").lower_bound
    assert own == bound if bound >= 0 else own >= 0


def test_the_player_walks_round_a_ring_between_two_pushes() -> None:
    ring = Sokoban.of(["########", "#      #", "# #### #", "# # @$.#", "# ##.$ #", "#      #", "########"])
    outcome = by_sat(ring, "pushes")
    assert (outcome.status, outcome.cost) == ("optimal", by_search(ring, "pushes"))


@pytest.mark.parametrize("strategy", ["incremental", "restart"])
@pytest.mark.parametrize("metric", ["moves", "pushes"])
@pytest.mark.parametrize("assigned", [[[2], [1, 2]], [[1], []], [[2], [1]]])
def test_boxes_of_several_sorts_for_one_target(assigned: list[list[int]], metric: str, strategy: str) -> None:
    level = Sokoban.of(HALL, assigned)
    assert by_sat(level, metric, strategy=strategy).cost == by_search(level, metric)


def test_formulas_do_not_break_ties() -> None:
    with pytest.raises(Refusal, match="formulas of sokoban count moves, makespan, pushes, not pushes-then-moves"):
        by_sat(Sokoban.of(HALL), "pushes-then-moves")


@settings(max_examples=40, deadline=None)
@given(sokoban(most=4, boxes=2))
@example(Sokoban.of(TWO))
@example(Sokoban.of(["######", "#@$ .#", "#    #", "#@$ .#", "######"]))
@example(Sokoban.of(["#######", "#@$ . #", "####@ #", "#######"]))
def test_plans_in_which_nobody_waits(level: Sokoban) -> None:
    shortest = without_waits(level) if len(level.players) == 2 else None
    if shortest is not None:
        outcome = by_sat(level, wait="no")
        assert outcome.plan is not None
        assert "." not in outcome.plan.text
        assert outcome.cost == shortest
        assert outcome.lower_bound <= (by_search(level) or 0) <= shortest
        assert outcome.status == ("optimal" if outcome.lower_bound == shortest else "solved")


def test_plans_without_a_wait_cannot_be_filled_up() -> None:
    with pytest.raises(BadInput, match="use incremental or restart"):
        by_sat(Sokoban.of(TWO), wait="no", strategy="doubling")


def test_a_level_that_only_a_search_proves_unsolvable_is_stopped_with_a_bound() -> None:
    blocked = Sokoban.of(["#######", "#@ $$.#", "#    .#", "#######"])
    outcome = budge.solve(blocked, engine="sat", objective=Objective(metric="moves"), limits=Limits(seconds=1))
    assert outcome.status in ("stopped", "unsolvable")
    assert outcome.plan is None


@pytest.mark.parametrize(("metric", "rows"), [("moves", HALL), ("pushes", SNAG), ("makespan", TWO)])
def test_a_certificate_in_every_metric(tmp_path: object, metric: str, rows: list[str]) -> None:
    level = Sokoban.of(rows)
    outcome = budge.solve(level, objective=Objective(metric=metric))
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
