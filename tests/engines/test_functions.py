"""Heuristics that are functions: for every kind, alone and in batches, and what their mistakes lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import pytest
from own_puzzles import Eight, GuidedEight

import budge
from budge.engines.domains import DOMAINS
from budge.puzzles import KINDS

EIGHT = "8 6 7/2 5 4/3 0 1"
SOKOBAN = "#######\n#. $ @#\n#  $ .#\n#######"


def manhattan(puzzle: Any, state: Sequence[int]) -> int:
    return sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell, tile in enumerate(state) if tile
    )


class Net:
    """Manhattan distances by a table, for arrays of states; records the sizes of the batches."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.table = numpy.array([[manhattan(None, [0] * cell + [tile]) for tile in range(9)] for cell in range(9)])

    def batch(self, states: Any) -> Any:
        assert isinstance(states, numpy.ndarray)
        assert states.shape[1:] == (9,)
        self.sizes.append(len(states))
        return self.table[numpy.arange(9), states].sum(axis=1)


@pytest.mark.parametrize("engine", ["astar", "ida", "sma", "nbs"])
@pytest.mark.parametrize("heuristic", [manhattan, Net()], ids=["function", "batch"])
def test_an_admissible_function_proves_optima(engine: str, heuristic: Any) -> None:
    outcome = budge.solve(EIGHT, engine=engine, heuristic=heuristic, admissible=True)
    assert (outcome.status, outcome.cost, outcome.lower_bound) == ("optimal", 31, 31)
    outcome = budge.solve(EIGHT, engine=engine, heuristic=heuristic)
    assert (outcome.status, outcome.lower_bound) == ("solved", 0)
    assert outcome.heuristic in ("manhattan", "Net")


def test_a_function_of_a_puzzle_of_the_program() -> None:
    outcome = budge.solve(Eight(8, 6, 7, 2, 5, 4, 3, 0, 1), heuristic=manhattan, admissible=True)
    assert (outcome.status, outcome.cost) == ("optimal", 31)
    named = budge.solve(GuidedEight(8, 6, 7, 2, 5, 4, 3, 0, 1))
    assert outcome.stats.expanded == named.stats.expanded


def test_astar_estimates_many_states_at_once() -> None:
    net = Net()
    budge.solve(EIGHT, heuristic=net, admissible=True)
    assert max(net.sizes) > 500
    few = Net()
    few.batch_size = 1  # type: ignore[attr-defined]
    alone = budge.solve(EIGHT, heuristic=few, admissible=True)
    assert max(few.sizes) <= 4
    assert alone.cost == 31


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_takes_a_function(kind: str) -> None:
    puzzle = KINDS[kind].example() if kind != "sokoban" else budge.load(SOKOBAN)[0]
    for metric in puzzle.simple_metrics:
        best = budge.solve(puzzle, metric=metric)
        for engine in ("astar", "ida"):
            outcome = budge.solve(
                puzzle, engine=engine, metric=metric, heuristic=lambda puzzle, state: 0, admissible=True
            )
            assert (outcome.status, outcome.cost) == (best.status, best.cost), (kind, metric, engine)


def test_a_cost_of_two_parts_is_refused() -> None:
    with pytest.raises(budge.Refusal, match="estimates a single number, and the cost pushes-then-moves has two"):
        budge.solve(SOKOBAN, metric="pushes-then-moves", heuristic=lambda puzzle, state: 0)


def test_infinite_estimates_are_dead_ends_only_if_admissible() -> None:
    def blind(puzzle: Any, state: Any) -> float:
        return 0 if state == puzzle.start else float("inf")

    assert budge.solve("1 2 3/4 0 6/7 5 8", heuristic=blind).status == "solved"
    assert budge.solve("1 2 3/4 0 6/7 5 8", heuristic=blind, admissible=True).status == "unsolvable"


def test_a_false_claim_is_found() -> None:
    def double(puzzle: Any, state: Any) -> float:
        return 2 * manhattan(puzzle, state)

    with pytest.raises(budge.BadInput, match="heuristic double is not admissible: a plan costs 31"):
        budge.solve(EIGHT, heuristic=double, admissible=True)


@pytest.mark.parametrize(
    ("heuristic", "message"),
    [
        (lambda puzzle, state: float("nan"), r"heuristic.lambda\(\(8, .*\)\): it returned nan; expected a number"),
        (lambda puzzle, state: "far", r"heuristic.lambda\(\(8, .*\)\): it returned 'far'; expected a number"),
        (lambda puzzle, state: 1 // 0, r"heuristic.lambda\(\(8, .*\)\) raised ZeroDivisionError"),
        (
            type("Short", (), {"batch": lambda self, states: [1, 2]})(),
            r"heuristic.Short.batch\(.*\): it returned 2 values for 1 states",
        ),
    ],
)
def test_misuse_is_one_line(heuristic: Any, message: str) -> None:
    with pytest.raises(budge.BadInput, match=message) as caught:
        budge.solve(EIGHT, heuristic=heuristic)
    assert "\n" not in str(caught.value)


def test_what_takes_no_function_says_so() -> None:
    with pytest.raises(budge.BadInput, match="dijkstra takes no function as heuristic; astar, ida, sma and nbs do"):
        budge.solve(EIGHT, engine="dijkstra", heuristic=manhattan)
    with pytest.raises(budge.BadInput, match="admissible is a claim about a heuristic=function"):
        budge.solve(EIGHT, heuristic="manhattan", admissible=True)
    with pytest.raises(TypeError, match="int given; expected a heuristic by name"):
        budge.solve(EIGHT, heuristic=5)


def test_workers_get_a_copy_of_a_function() -> None:
    weight = 1

    def misplaced(puzzle: Any, state: Any) -> int:
        return weight * sum(tile != wanted for tile, wanted in zip(state, puzzle.goal, strict=True))

    outcomes = budge.solve_many([EIGHT], heuristic=misplaced, jobs=1)
    assert [outcome.status for outcome in outcomes] == ["solved"]


def test_check_heuristic_finds_excess_and_inconsistency() -> None:
    puzzles = [budge.load("1 2 3/4 5 6/7 8 0")[0].random(seed) for seed in range(3)]
    for heuristic in (manhattan, Net()):
        report = budge.check_heuristic(heuristic, puzzles)
        assert report.admissible
        assert report.consistent
        assert 0.3 < report.mean_share < 1
    report = budge.check_heuristic(lambda puzzle, state: manhattan(puzzle, state) * 3, puzzles)
    assert report.worst_excess > 0
    assert not report.admissible
    assert report.worst_inconsistency == 2
    assert not report.consistent
    assert manhattan(None, report.worst_state) * 3 > report.worst_excess


def test_the_rules_of_every_kind_are_those_of_its_domain() -> None:
    for kind in KINDS:
        puzzle = KINDS[kind].example()
        for metric in puzzle.simple_metrics:
            calls = DOMAINS[kind].calls(puzzle, metric)
            assert calls.moves is not None
            assert list(calls.moves(puzzle.initial))
