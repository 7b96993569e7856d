"""Every engine on Sokoban against plain exhaustive search by the referee's rules, in every metric."""

from __future__ import annotations

import heapq
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import sokoban
from shared_data import DATA, rows

import budge
from budge import Limits, Objective, Sokoban
from budge.engines.registry import engines
from budge.formats import read_source
from budge.model import as_pair

ONE_PLAYER = ("pushes", "moves", "pushes-then-moves", "moves-then-pushes")
PAIRS = {  # the cost of a step, by whether it pushes
    "pushes": lambda pushed: (int(pushed), 0),
    "moves": lambda pushed: (1, 0),
    "makespan": lambda pushed: (1, 0),
    "pushes-then-moves": lambda pushed: (int(pushed), 1),
    "moves-then-pushes": lambda pushed: (1, int(pushed)),
}


def cheapest(puzzle: Sokoban, metric: str) -> tuple[int, int] | None:
    """The least cost of a plan, by Dijkstra's algorithm over the states of the referee."""
    cost = {puzzle.initial: (0, 0)}
    queue: list[tuple[tuple[int, int], Any]] = [((0, 0), puzzle.initial)]
    while queue:
        so_far, state = heapq.heappop(queue)
        if so_far > cost[state]:
            continue
        if puzzle.is_goal(state):
            return so_far
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            step = PAIRS[metric](after[1] != state[1])
            total = (so_far[0] + step[0], so_far[1] + step[1])
            if after not in cost or total < cost[after]:
                cost[after] = total
                heapq.heappush(queue, (total, after))
    return None


def check(puzzle: Sokoban, metric: str) -> None:
    true = cheapest(puzzle, metric)
    objective = Objective(metric=metric)
    able = [engine for engine in engines().values() if engine.refuses(puzzle, objective) is None]
    assert {"astar", "dijkstra", "ida", "sma"} <= {engine.name for engine in able}
    if len(puzzle.boxes) == len(puzzle.targets):
        assert {"bidirectional", "nbs"} <= {engine.name for engine in able}
    for engine in able:
        if true is None and engine.name in ("sat", "cp", "asp"):  # they ask for ever where nothing but search can tell
            continue
        heuristics = ("zero", "distance", "matching") if engine.default_heuristic(puzzle) else (None,)
        for heuristic in heuristics:
            outcome = budge.solve(puzzle, engine=engine.name, heuristic=heuristic, objective=objective)
            assert outcome.status == ("unsolvable" if true is None else "optimal"), (engine.name, heuristic)
            assert true is None or as_pair(outcome.cost) == true, (engine.name, heuristic)


@settings(max_examples=60, deadline=None)
@given(sokoban(most=5, players=1), st.sampled_from(ONE_PLAYER))
def test_optimal_engines_agree_with_exhaustive_search(puzzle: Sokoban, metric: str) -> None:
    check(puzzle, metric)


@settings(max_examples=25, deadline=None)
@given(sokoban(most=4, players=2, boxes=2).filter(lambda puzzle: len(puzzle.players) == 2))
def test_two_players_take_as_many_steps_as_exhaustive_search_says(puzzle: Sokoban) -> None:
    check(puzzle, "makespan")


@pytest.mark.parametrize("metric", ONE_PLAYER)
@pytest.mark.parametrize("shape", ["rooms", "rectangle", "cells"])
def test_generated_levels_have_the_optima_of_exhaustive_search(shape: str, metric: str) -> None:
    for made in budge.generate("sokoban", seed=11, count=2, width=7, height=6, boxes=2, shape=shape):
        assert isinstance(made.puzzle, Sokoban)
        check(made.puzzle, metric)


@settings(max_examples=30, deadline=None)
@given(sokoban(most=5, players=1), st.sampled_from(["1.5", "3", "any"]), st.sampled_from(ONE_PLAYER))
def test_weighted_search_keeps_its_promise(puzzle: Sokoban, quality: str, metric: str) -> None:
    true = cheapest(puzzle, metric)
    outcome = budge.solve(puzzle, objective=Objective(quality, metric))
    if true is None:
        assert outcome.status == "unsolvable"
        return
    cost, weight = as_pair(outcome.cost), Objective(quality).weight
    assert as_pair(outcome.lower_bound) <= true <= cost
    if weight is not None:
        assert cost[0] <= weight * true[0]


def test_a_position_that_exhaustive_search_solves_is_never_called_lost() -> None:
    """Along random walks of generated levels, the explanation against the truth."""
    import random

    from budge.engines.domains.sokoban_deadlocks import explain

    choose = random.Random(5).choice
    lost = 0
    for made in budge.generate("sokoban", seed=5, count=12, width=7, height=6, boxes=3, shape="rectangle"):
        level = made.puzzle
        assert isinstance(level, Sokoban)
        state = level.initial
        for _ in range(40):
            state = level.apply(state, choose(level.moves(state)))
            found = explain(level, state)
            assert found is not None
            if found.rule is not None:
                lost += 1
                here = Sokoban.of(list(level.rows(state)))
                assert budge.solve(here, engine="dijkstra").status == "unsolvable", (found.rule, here)
                break
    assert lost >= 6  # most walks end in a corner


def test_a_stopped_search_keeps_a_bound_in_pairs_too() -> None:
    [made] = budge.generate("sokoban", seed=2, count=1, width=10, height=9, boxes=5, min_optimum=15)
    for metric in ONE_PLAYER:
        outcome = budge.solve(
            made.puzzle, engine="dijkstra", objective=Objective(metric=metric), limits=Limits(nodes=500)
        )
        assert outcome.status == "stopped"
        assert isinstance(outcome.lower_bound, tuple) == ("-then-" in metric)
        assert as_pair(outcome.lower_bound) > (0, 0)
        assert budge.Outcome.from_json(outcome.to_json()) == outcome


class TestPublishedOptima:
    """Of levels that lie beside the repository on some machines."""

    @pytest.mark.parametrize("metric", ["pushes", "moves"])
    def test_microban(self, metric: str) -> None:
        known = rows("sokoban/microban1_optimal.csv")
        levels = read_source(DATA / "sokoban" / "microban1.sok")
        proven = 0
        for row in known:
            if row[f"optimal_{metric}"]:
                outcome = budge.solve(
                    levels[int(row["level"]) - 1], objective=Objective(metric=metric), limits=Limits(nodes=30_000)
                )
                assert as_pair(outcome.lower_bound)[0] <= int(row[f"optimal_{metric}"])
                if outcome.status == "optimal":
                    assert outcome.cost == int(row[f"optimal_{metric}"]), row["level"]
                    proven += 1
        assert proven >= {"pushes": 130, "moves": 100}[metric]

    @pytest.mark.parametrize("name", ["medium", "unfiltered"])
    def test_boxoban_is_solved(self, name: str) -> None:
        rows("sokoban/microban1_optimal.csv")
        for level in read_source(DATA / "sokoban" / f"boxoban_{name}.sok"):
            assert budge.solve(level).status == "optimal"

    @pytest.mark.parametrize(
        ("name", "steps"),
        [("map1", 31), ("map5", 51), ("map10", 23), ("map11", 31), ("map12", 37), ("map13", 70), ("map1MA", 16)],
    )
    def test_maps_of_the_model_checking_study(self, name: str, steps: int) -> None:
        rows("sokoban/microban1_optimal.csv")
        [level] = read_source(DATA / "sokoban" / "bmc" / f"{name}.txt")
        outcome = budge.solve(level, objective=Objective(metric="makespan" if name == "map1MA" else "moves"))
        assert (outcome.status, outcome.cost) == ("optimal", steps)

    def test_the_map_without_a_solution(self) -> None:
        rows("sokoban/microban1_optimal.csv")
        [level] = read_source(DATA / "sokoban" / "bmc" / "map_unsat.txt")
        assert budge.solve(level).status == "unsolvable"

    @pytest.mark.parametrize(("name", "boxes"), [("Inst-A+Z20-4Halle", 4), ("Inst-A-Z32-6Winkel", 6)])
    def test_levels_of_the_answer_set_study(self, name: str, boxes: int) -> None:
        rows("sokoban/microban1_optimal.csv")
        [level] = read_source(DATA / "sokoban" / "asp" / f"{name}.lp")
        assert level.pieces == boxes
        assert budge.solve(level).status == "optimal"
