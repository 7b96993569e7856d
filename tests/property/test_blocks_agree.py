"""Sliding blocks: every engine, heuristic and metric against plain exhaustive search by the referee's rules."""

from __future__ import annotations

from itertools import islice

import pytest
from exhaustive import by_distance, shortest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_puzzles import blocks

import budge
from budge import Blocks, Objective
from budge.engines.domains import DOMAINS
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import engines
from budge.puzzles.blocks import State

INFORMED = ("astar", "ida", "sma", "nbs", "bae")
ESTIMATES = [name for name, heuristic in HEURISTICS.items() if "blocks" in heuristic.kinds]
MOST_STATES = 1_500
FORMULAS = ("sat", "cp")  # they ask for ever where nothing but search can tell, and longer for every move of a plan
LONG = 8


def small_blocks() -> st.SearchStrategy[Blocks]:
    return blocks(most=4, pieces=4, signs="ABCD").filter(lambda puzzle: len(reachable(puzzle)) < MOST_STATES)


def reachable(puzzle: Blocks) -> dict[State, int]:
    """The positions in reach of the start; gives up where there are too many."""
    return dict(islice(by_distance(puzzle, metric="steps"), MOST_STATES))


@settings(max_examples=60)
@given(small_blocks(), st.sampled_from(Blocks.metrics))
def test_optimal_engines_agree_with_exhaustive_search(puzzle: Blocks, metric: str) -> None:
    true = shortest(puzzle, metric)
    objective = Objective(metric=metric)
    for engine in engines().values():
        if engine.refuses(puzzle, objective) or (engine.name in FORMULAS and (true is None or true > LONG)):
            continue
        for heuristic in ESTIMATES if engine.name in INFORMED else [None]:
            outcome = budge.solve(puzzle, engine=engine.name, heuristic=heuristic, objective=objective)
            assert outcome.status == ("unsolvable" if true is None else "optimal"), (engine.name, heuristic)
            assert outcome.cost == true, (engine.name, heuristic)


@settings(max_examples=60)
@given(small_blocks(), st.sampled_from(Blocks.metrics))
def test_estimates_never_exceed_the_truth_and_change_by_at_most_one(puzzle: Blocks, metric: str) -> None:
    states = reachable(puzzle)
    goals = [state for state in states if puzzle.is_goal(state)]
    assume(goals)
    true = dict(by_distance(puzzle, goals, metric))
    domain = DOMAINS["blocks"]
    for name in ESTIMATES:
        value = {state: domain.evaluate(puzzle.starting_at(state), name, metric) for state in states}
        assert all(value[state] == 0 for state in goals), name
        for state in states:
            assert value[state] <= true[state], name
            for move in puzzle.moves(state, metric):
                assert abs(value[puzzle.apply(state, move)] - value[state]) <= 1, (name, state, move)


@settings(max_examples=40)
@given(small_blocks(), st.sampled_from(Blocks.metrics), st.sampled_from(["1.2", "1.5", "3", "any"]))
def test_weighted_search_keeps_its_promise(puzzle: Blocks, metric: str, quality: str) -> None:
    optimum = shortest(puzzle, metric)
    for engine in ("astar", "ida"):
        outcome = budge.solve(puzzle, engine=engine, objective=Objective(quality, metric))
        if optimum is None:
            assert outcome.status == "unsolvable"
            continue
        assert outcome.cost is not None
        assert outcome.lower_bound <= optimum <= outcome.cost
        weight = Objective(quality).weight
        assert weight is None or outcome.cost <= weight * optimum


@pytest.mark.parametrize("metric", Blocks.metrics)
def test_pieces_that_look_alike_are_told_apart_where_the_goal_does(metric: str) -> None:
    """Two equal squares that change places: no shorter plan may pass one off as the other."""
    swapped = Blocks.of(["AB", ".."], goals=[["BA", ".."]])
    alike = Blocks.of(["AB", ".."], goals=[["BA", ".."], ["AB", ".."]])
    for engine in ("dijkstra", "astar", "ida", "sma", "bidirectional"):
        outcome = budge.solve(swapped, engine=engine, objective=Objective(metric=metric))
        assert outcome.cost == shortest(swapped, metric)
        assert budge.solve(alike, engine=engine, objective=Objective(metric=metric)).cost == 0


def test_threads_change_neither_plan_nor_counts() -> None:
    [puzzle] = budge.load("polyominoes/open-36")
    one, several = (budge.solve(puzzle, engine="dijkstra", threads=threads) for threads in (1, 2))
    assert (one.plan, one.stats.expanded, one.stats.generated) == (
        several.plan,
        several.stats.expanded,
        several.stats.generated,
    )
