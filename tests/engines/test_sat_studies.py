"""The studies' own clauses: the same optima as search finds, the sizes they state, and no proof where there is none."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from random_puzzles import sokoban, solvable_boards
from shared_data import DATA

import budge
from budge import BadInput, Limits, Objective, Observer, Sokoban, Tiles
from budge.engines.logic.base import PlanFound, Refuted
from budge.engines.logic.sat import SatQuestion
from budge.engines.logic.sat_solvers import sat_solver
from budge.engines.logic.sat_strategies import Search
from budge.studies.extras import Extras
from budge.studies.sat import encode_study, parse_study
from budge.studies.sat.sokoban_clauses import SokobanStudyEncoding
from budge.trace import BoundStats

STRATEGIES = ["incremental", "restart", "binary", "doubling"]
TWO = ["########", "#@    .#", "# $##$ #", "#.    @#", "########"]


def answers(
    puzzle: budge.Puzzle,
    strategy: str,
    extras: Extras,
    slack: float | None = 1.0,
    metric: str = "moves",
    values: str = "direct",
) -> list[Any]:
    """What a job emits, without a child process."""
    events: list[Any] = []
    question = SatQuestion(puzzle, metric, "glucose4", strategy, slack, None, study=extras, values=values)
    Search(question, events.append).run()
    return events


def best_and_proven(puzzle: budge.Puzzle, events: list[Any], metric: str = "moves") -> tuple[int, int]:
    best = min(event.length for event in events if isinstance(event, PlanFound))
    refuted = [event.lower_bound for event in events if isinstance(event, Refuted)]
    return best, max([encode_study(puzzle, Extras(), metric=metric).lower_bound, *refuted])


def by_search(level: Sokoban) -> int | None:
    metric = "moves" if len(level.players) == 1 else "makespan"
    cost = budge.solve(level, objective=Objective(metric=metric)).cost
    assert not isinstance(cost, tuple)
    return cost


@settings(max_examples=25, deadline=None)
@given(solvable_boards(), st.sampled_from(STRATEGIES), st.booleans(), st.booleans())
def test_tiles_take_as_many_moves_as_search_says(puzzle: Tiles, strategy: str, undo: bool, distance: bool) -> None:
    optimum = budge.solve(puzzle, engine="dijkstra").cost
    assume(isinstance(optimum, int) and optimum <= 16)
    extras = Extras(undo=undo, distance=distance)
    assert best_and_proven(puzzle, answers(puzzle, strategy, extras)) == (optimum, optimum)


@settings(max_examples=15, deadline=None)
@given(solvable_boards(), st.sampled_from(["restart", "binary", "doubling"]), st.booleans(), st.booleans())
def test_tiles_in_the_order_encoding(puzzle: Tiles, strategy: str, undo: bool, distance: bool) -> None:
    optimum = budge.solve(puzzle, engine="dijkstra").cost
    assume(isinstance(optimum, int) and optimum <= 12)
    extras = Extras(undo=undo, distance=distance)
    assert best_and_proven(puzzle, answers(puzzle, strategy, extras, values="order")) == (optimum, optimum)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(sokoban(most=4, boxes=2, players=1, assigned=False), st.sampled_from(["restart", "doubling"]), st.booleans())
def test_pushes_in_the_order_encoding(level: Sokoban, strategy: str, dead: bool) -> None:
    optimum = budge.solve(level).cost
    assume(isinstance(optimum, int) and optimum <= 6)
    events = answers(level, strategy, Extras(dead_squares=dead), metric="pushes", values="order")
    assert best_and_proven(level, events, "pushes") == (optimum, optimum)
    [*_, found] = [event for event in events if isinstance(event, PlanFound)]
    assert level.verify(level.plan("ulrd"[step] for step in found.path))


def test_the_order_encoding_is_for_constraint_problems_and_does_not_grow() -> None:
    with pytest.raises(BadInput, match="counts pushes, not moves"):
        budge.solve("sokoban/rooms-3", engine="sat", objective=Objective(metric="moves"), style="study", values="order")
    with pytest.raises(BadInput, match="use strategy restart, binary or doubling"):
        budge.solve("eight/12", engine="sat", style="study", values="order", strategy="incremental")


def test_binary_grows_by_increments_and_doubling_doubles() -> None:
    [level] = budge.load("sokoban/rooms-10")  # 41 moves; a length without a plan is asked in both parities
    up_to_a_plan = {}
    for strategy in ("binary", "doubling"):
        asked = [event for event in answers(level, strategy, Extras()) if isinstance(event, BoundStats)]
        first = next(count for count, event in enumerate(asked, 1) if event.satisfiable)
        up_to_a_plan[strategy] = [event.bound for event in asked[:first]]
    assert up_to_a_plan == {"binary": [13, 23, 22, 33, 32, 38, 37, 43], "doubling": [13, 26, 25, 52]}


def test_distance_refutes_a_length_by_propagation_where_tiles_are_too_far_from_home() -> None:
    [puzzle] = budge.load("eight/20")
    for extras in (Extras(), Extras(distance=True)):
        solver = sat_solver("glucose4")
        solver.add(encode_study(puzzle, extras, puzzle_distance(puzzle) - 1, metric="moves").formula())
        assert solver.solve() is False
        assert (solver.effort().conflicts <= 1) is extras.distance


def puzzle_distance(puzzle: budge.Puzzle) -> int:
    assert isinstance(puzzle, Tiles)
    homes = {tile: divmod(cell, puzzle.width) for cell, tile in enumerate(puzzle.goal)}
    places = {tile: divmod(cell, puzzle.width) for cell, tile in enumerate(puzzle.start)}
    return sum(abs(a - b) for tile in homes if tile for a, b in zip(homes[tile], places[tile], strict=True))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(sokoban(most=4, boxes=2, players=1, assigned=False), st.sampled_from(STRATEGIES), st.booleans(), st.booleans())
def test_levels_take_as_many_pushes_as_search_says(level: Sokoban, strategy: str, dead: bool, bad: bool) -> None:
    optimum = budge.solve(level).cost
    assume(isinstance(optimum, int) and optimum <= 10)
    events = answers(level, strategy, Extras(dead_squares=dead, bad_blocks=bad), metric="pushes")
    assert best_and_proven(level, events, "pushes") == (optimum, optimum)
    [*_, found] = [event for event in events if isinstance(event, PlanFound)]
    plan = level.plan("ulrd"[step] for step in found.path)
    assert level.verify(plan)
    assert level.costs(plan)["pushes"] == optimum


@pytest.mark.parametrize(("name", "pushes"), [("sokoban/rooms-3", 5), ("sokoban/rooms-5", 10)])
def test_the_sokoban_problem_of_the_sat_study_as_clauses(name: str, pushes: int) -> None:
    outcome = budge.solve(name, engine="sat", style="study", extras="dead-squares+bad-blocks")
    assert (outcome.status, outcome.cost) == ("optimal", pushes)


@settings(max_examples=30, deadline=None)
@given(sokoban(most=4, boxes=2), st.sampled_from(STRATEGIES), st.booleans())
def test_levels_take_as_many_moves_as_search_says(level: Sokoban, strategy: str, dead_squares: bool) -> None:
    optimum = by_search(level)
    assume(optimum is not None)
    metric = "moves" if len(level.players) == 1 else "makespan"
    events = answers(level, strategy, Extras(dead_squares=dead_squares), metric=metric)
    assert best_and_proven(level, events, metric) == (optimum, optimum)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_two_players_at_once(strategy: str) -> None:
    level = Sokoban.of(TWO)
    outcome = budge.solve(level, engine="sat", style="study", strategy=strategy, observer=Observer(trace=True))
    assert (outcome.status, outcome.cost) == ("optimal", by_search(level))
    assert outcome.trace is not None
    assert all(bound.variables > 0 and bound.clauses > 0 for bound in outcome.trace.bounds)


def test_any_number_of_players_at_once() -> None:
    level = Sokoban.of(["########", "#@ @ @.#", "# $##$ #", "#. @   #", "########"])
    outcome = budge.solve(level, engine="sat", style="study")
    assert (outcome.status, outcome.cost) == ("optimal", by_search(level))


def test_steps_as_variables_say_what_clauses_multiplied_out_say(monkeypatch: pytest.MonkeyPatch) -> None:
    level = Sokoban.of(TWO)
    sizes = []
    for most in (2, 1):
        monkeypatch.setattr("budge.studies.sat.sokoban_clauses.MAX_MULTIPLIED_PLAYERS", most)
        events = answers(level, "restart", Extras(), metric="makespan")
        assert best_and_proven(level, events, "makespan") == (by_search(level), by_search(level))
        sizes.append(len(SokobanStudyEncoding(level, horizon=3).formula()))
    assert sizes[1] < sizes[0]


def test_the_study_lets_nobody_wait() -> None:
    locked_in = Sokoban.of(["#######", "#@$.#@#", "#######"])
    for wait in (True, False):
        solver = sat_solver("glucose4")
        solver.add(SokobanStudyEncoding(locked_in, horizon=1, wait=wait).formula())
        assert solver.solve() is wait


def test_more_boxes_than_targets_and_none_vanishes() -> None:
    level = Sokoban.of(["#######", "#     #", "#@$$. #", "#     #", "#######"])
    outcome = budge.solve(level, engine="sat", style="study", objective=Objective(metric="moves"))
    assert outcome.cost == by_search(level) == 4  # two, if the first box were not in the way


def test_boxes_with_targets_of_their_own() -> None:
    hall = ["#######", "#@    #", "# $$  #", "#  .. #", "#     #", "#######"]
    level = Sokoban.of(hall, [[2], [1]])
    outcome = budge.solve(level, engine="sat", style="study", objective=Objective(metric="moves"))
    assert (outcome.status, outcome.cost) == ("optimal", by_search(level))


def test_completed_rows_and_columns_stay_and_nothing_is_proven_by_it() -> None:
    [puzzle] = budge.load("eight/20")
    assert isinstance(puzzle, Tiles)
    events = answers(puzzle, "doubling", Extras(undo=False, completed=True), slack=None)
    assert not [event for event in events if isinstance(event, Refuted)]
    [found] = [event for event in events if isinstance(event, PlanFound)]
    path = [puzzle.start.index(0), *found.path]
    state, complete = puzzle.start, False
    for here, there in pairwise(path):
        cells = list(state)
        cells[here], cells[there] = cells[there], 0
        state = tuple(cells)
        assert state[:3] == puzzle.goal[:3] or not complete
        complete = state[:3] == puzzle.goal[:3]
    assert state == puzzle.goal


def test_completed_is_refused_where_an_optimum_is_asked_for() -> None:
    with pytest.raises(BadInput, match="a shortest plan may have to break"):
        budge.solve("eight/12", engine="sat", style="study", extras="completed")
    options = {"style": "study", "extras": "no-undo+completed"}
    outcome = budge.solve("eight/12", engine="sat", objective=Objective("any"), **options)
    assert outcome.cost is not None
    assert outcome.cost >= 12 >= outcome.lower_bound


def test_what_a_study_does_not_know_is_bad_input() -> None:
    with pytest.raises(BadInput, match="extras=foo; known are no-undo, completed"):
        budge.solve("eight/12", engine="sat", style="study", extras="foo")
    with pytest.raises(BadInput, match="extras=no-undo; known are dead-squares"):
        budge.solve(Sokoban.of(TWO), engine="sat", style="study", extras="no-undo")
    with pytest.raises(BadInput, match="style has no effect on tokens; it is an option for tiles and sokoban"):
        budge.solve("graphs/petersen", engine="sat", style="study")
    with pytest.raises(BadInput, match="style=study of tiles counts moves, not pushes"):
        parse_study("", budge.load("eight/12")[0], "pushes")
    with pytest.raises(BadInput, match="lets every box end on every target"):
        parse_study("", Sokoban.of(["######", "#@$$ #", "#  ..#", "######"], [[2], [1]]), "pushes")
    with pytest.raises(BadInput, match="extras has no effect here; it is used with style=study"):
        budge.solve("eight/12", engine="sat", extras="no-undo")


def test_a_level_without_a_solution_is_stopped_with_a_bound() -> None:
    blocked = Sokoban.of(["#######", "#@ $$.#", "#    .#", "#######"])
    objective = Objective(metric="moves")
    outcome = budge.solve(blocked, engine="sat", style="study", objective=objective, limits=Limits(seconds=1))
    assert outcome.status in ("stopped", "unsolvable")
    assert outcome.plan is None


def test_the_variables_of_the_first_map_are_as_many_as_the_study_counts() -> None:
    file = DATA / "sokoban" / "bmc" / "map1.txt"
    if not file.exists():
        pytest.skip("the shared data is not here")
    [level] = budge.load(file)
    assert isinstance(level, Sokoban)
    for steps, variables in ((1, 420), (2, 630)):  # the figure of its log; the goal's literal is ours
        assert len(SokobanStudyEncoding(level, horizon=steps).formula().used()) == variables + 1


MAP1 = """
WWWWWWWW
WWWXXXWW
WTPBXXWW
WWWXBTWW
WTWWBXWW
WXWXTXWW
WBXXBBTW
WXXXTXXW
WWWWWWWW
"""


def test_minisat_keeps_few_clauses_of_short_formulas() -> None:
    """The study prints MiniSat's counts, 9 and 203 for lengths 1 and 2 of this level: slow growth, then fast."""
    [level] = budge.load(MAP1)
    kept = []
    for horizon in (1, 2, 3, 12):
        solver = sat_solver("minisat")
        solver.add(encode_study(level, Extras(), horizon, metric="moves").formula())
        kept.append(solver.kept_clauses())
    assert kept == [7, 156, 386, 17034]
    assert sat_solver("cadical").kept_clauses() is None
