"""Other planners find the same optima as budge's engines, obey limits, and return plans that the referee accepts."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from random_puzzles import blocks, sokoban, tokens

import budge
from budge.engines.base import Engine, Refusal
from budge.engines.logic.fast_downward import FastDownward, downward
from budge.lab.comparison import peers
from budge.model import Limits, Objective, Outcome
from budge.puzzles import Puzzle

fast_downward = pytest.mark.skipif(downward() is None, reason="needs Fast Downward: pip install up-fast-downward")
sometimes = settings(
    max_examples=4, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much]
)

HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"  # as far from the goal as 15-puzzles get
GATED = "start\nAB.\nC..\ngoal\n..A\n...\ngoal\n...\n..A\ngate A\n..-\n...\nvertical B\nend\n"
SAMPLES = [
    ("eight/20", "moves"),
    ("1 0 2/", "moves"),
    ("graphs/theta0", "moves"),
    ("polyominoes/one-blank-13", "slides"),
    ("rushhour/10", "moves"),
    ("AB./CCD/E.. .../.../..A", "steps"),
    ("7#|#. @  #|# $$  #|#.    #|7#", "pushes"),
    ("7#|#. @  #|# $$  #|#.    #|7#", "moves"),
    ("7#|#.$@  #|# $@ .#|#     #|7#", "makespan"),
]


def solved_by(engine: Engine, puzzle: Puzzle, metric: str, limits: Limits | None = None, **options: str) -> Outcome:
    return budge.solve(puzzle, engine=engine, objective=Objective(metric=metric), limits=limits, **options)


def agree(engine: Engine, puzzle: Puzzle, metric: str) -> None:
    own, theirs = budge.solve(puzzle, objective=Objective(metric=metric)), solved_by(engine, puzzle, metric)
    assert theirs.status == own.status
    assert (theirs.cost, theirs.lower_bound) == (own.cost, own.cost or 0)


@fast_downward
@pytest.mark.parametrize(("source", "metric"), SAMPLES)
def test_fast_downward_finds_the_same_optimum_on_each_kind(source, metric):
    [puzzle] = budge.load(source)
    agree(FastDownward(), puzzle, metric)


@fast_downward
@pytest.mark.parametrize("metric", ["moves", "slides", "steps"])
def test_a_planner_agrees_on_gates_axes_and_several_goals(metric):
    [puzzle] = budge.load(GATED)
    agree(FastDownward(), puzzle, metric)


@fast_downward
@sometimes
@given(blocks(most=4))
def test_a_planner_agrees_on_random_blocks(puzzle):
    agree(FastDownward(), puzzle, "slides")


@fast_downward
@sometimes
@given(tokens())
def test_a_planner_agrees_on_random_tokens(puzzle):
    agree(FastDownward(), puzzle, "moves")


@fast_downward
@sometimes
@given(sokoban(most=4, boxes=2))
def test_a_planner_agrees_on_players_and_assigned_targets(puzzle):
    assume(puzzle.why_unsolvable() is None)
    agree(FastDownward(), puzzle, puzzle.own_metrics[0])


@fast_downward
def test_a_stopped_planner_reports_a_lower_bound():
    [puzzle] = budge.load(HARD)
    observer = budge.Observer(lambda progress: observer.cancel() if progress.lower_bound >= 32 else None)
    outcome = budge.solve(puzzle, engine=FastDownward(), observer=observer)
    assert (outcome.status, outcome.stopped_by) == ("stopped", "cancel")
    assert 32 <= outcome.lower_bound <= 80


@fast_downward
def test_a_planner_is_stopped_at_the_time_limit():
    [puzzle] = budge.load(HARD)
    outcome = solved_by(FastDownward(), puzzle, "moves", Limits(seconds=0.5))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "seconds")


@fast_downward
def test_a_planner_is_stopped_at_the_memory_limit():
    [puzzle] = budge.load(HARD)
    outcome = solved_by(FastDownward(), puzzle, "moves", Limits(seconds=30, memory=75_000_000), search="blind")
    assert (outcome.status, outcome.stopped_by) == ("stopped", "memory")


@pytest.mark.parametrize("name", ["minisat", "cadical", "clasp"])
@pytest.mark.parametrize("source", ["eight/12", "7#|#. @  #|# $$  #|#.    #|7#"])
def test_programs_on_the_path_find_the_same_optimum(name, source):
    found = {peer.name: peer for peer in peers()}
    if name not in found:
        pytest.skip(f"needs {name} on the path")
    [puzzle] = budge.load(source)
    if puzzle.kind in found[name].kinds:
        agree(found[name], puzzle, "moves")


def test_peers_refuse_limits_and_metrics_that_they_do_not_support():
    [level] = budge.load("#####|#@$.#|#####")
    for peer in peers():
        assert peer.refuses(level, Objective(metric="pushes-then-moves"))
        with pytest.raises(Refusal, match="has no node limit"):
            solved_by(peer, level, "moves", Limits(nodes=10))
