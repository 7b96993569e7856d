"""Plans by SAT: every strategy and solver finds what search finds, and refutes what is shorter."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import solvable_boards

import budge
from budge import BadInput, Limits, Objective, Observer, Tiles, Tokens
from budge.encodings.sat import encode
from budge.engines.logic.base import PlanFound, Refuted
from budge.engines.logic.sat import SatQuestion
from budge.engines.logic.sat_solvers import INSIDE, Program, sat_solver
from budge.engines.logic.sat_strategies import Search

THREE = "1 2 3/0 4 6/7 5 8"
LONG = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0"  # nearly 80 moves: beyond any formula


def answers(puzzle: budge.Puzzle, strategy: str, solver: str = "glucose4", slack: float | None = 1.0) -> list[Any]:
    """What a job emits, without a child process."""
    events: list[Any] = []
    Search(SatQuestion(puzzle, "moves", solver, strategy, slack, None), events.append).run()
    return events


@settings(max_examples=40, deadline=None)
@given(solvable_boards(), st.sampled_from(["incremental", "restart", "binary", "doubling"]))
def test_every_strategy_finds_the_optimum(puzzle: Tiles, strategy: str) -> None:
    events = answers(puzzle, strategy)
    best = min(len(event.path) for event in events if isinstance(event, PlanFound))
    proven = max([encode(puzzle).lower_bound, *(event.lower_bound for event in events if isinstance(event, Refuted))])
    assert best == proven == budge.solve(puzzle, engine="dijkstra").cost


def test_closed_formulas_know_the_distance_of_every_sixth_position_of_three_by_two() -> None:
    goal = (1, 2, 3, 4, 5, 0)
    every = [Tiles(width=3, height=2, start=start, goal=goal) for start in permutations(range(6))]
    for puzzle in [puzzle for puzzle in every if puzzle.why_unsolvable() is None][::6]:
        [found] = [event for event in answers(puzzle, "restart") if isinstance(event, PlanFound)]
        assert found.length == budge.solve(puzzle, engine="dijkstra").cost, puzzle.start


@pytest.mark.parametrize("strategy", ["incremental", "restart", "binary", "doubling"])
def test_graphs_with_odd_cycles_have_plans_of_both_parities(strategy: str) -> None:
    triangles = Tokens(
        vertices=tuple("abcde"),
        edges=((0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)),
        start=("1", "2", "_", "3", "4"),
        goal=("2", "_", "1", "4", "3"),
    )
    optimum = budge.solve(triangles, engine="dijkstra").cost
    outcome = budge.solve(triangles, engine="sat", strategy=strategy)
    assert (outcome.status, outcome.cost) == ("unsolvable", None) if optimum is None else ("optimal", optimum)


@pytest.mark.parametrize("solver", INSIDE)
def test_every_solver_solves(solver: str) -> None:
    [puzzle] = budge.load("eight/12")
    found = [event for event in answers(puzzle, "incremental", solver) if isinstance(event, PlanFound)]
    assert [len(event.path) for event in found] == [12]


@settings(max_examples=20, deadline=None)
@given(solvable_boards(), st.sampled_from([1.2, 1.5, 2.0]))
def test_within_keeps_its_promise(puzzle: Tiles, slack: float) -> None:
    [found] = [event for event in answers(puzzle, "restart", slack=slack) if isinstance(event, PlanFound)]
    optimum = budge.solve(puzzle, engine="dijkstra").cost
    assert optimum is not None
    assert optimum <= len(found.path) <= slack * optimum


def test_any_stops_at_the_first_plan() -> None:
    outcome = budge.solve("eight/20", engine="sat", objective=Objective("any"))
    assert outcome.status in ("solved", "optimal")
    assert outcome.cost is not None
    assert outcome.cost >= 20


def test_both_hardest_eight_puzzles_take_31_moves() -> None:
    for name in ("eight/hardest-1", "eight/hardest-2"):
        outcome = budge.solve(name, engine="sat")
        assert (outcome.status, outcome.cost) == ("optimal", 31)


def test_the_trace_tells_each_question() -> None:
    outcome = budge.solve("eight/20", engine="sat", observer=Observer(trace=True), strategy="restart")
    assert outcome.trace is not None
    asked = outcome.trace.bounds
    assert [bound.bound for bound in asked] == list(range(asked[0].bound, 21, 2))
    assert [bound.satisfiable for bound in asked] == [False] * (len(asked) - 1) + [True]
    assert all(before.clauses < after.clauses for before, after in pairwise(asked))
    assert budge.Outcome.from_json(outcome.to_json()) == outcome


def test_solvers_race_and_agree() -> None:
    assert budge.solve("eight/26", engine="sat", threads=2).cost == 26


def test_the_node_limit_counts_conflicts() -> None:
    outcome = budge.solve("fifteen/42", engine="sat", limits=Limits(nodes=2000))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes")
    assert 0 < outcome.lower_bound < 42


def test_the_time_limit_is_hard_and_keeps_the_bound() -> None:
    outcome = budge.solve(LONG, engine="sat", limits=Limits(seconds=1), solver="cadical")
    assert (outcome.status, outcome.stopped_by) == ("stopped", "seconds")
    assert 0 < outcome.lower_bound <= 80


def test_an_unknown_solver_is_bad_input() -> None:
    with pytest.raises(BadInput, match=r"did you mean glucose42?\?"):
        budge.solve(THREE, engine="sat", solver="glucose44")


def test_a_program_that_speaks_dimacs_is_a_solver(tmp_path: Any) -> None:
    program = tmp_path / "my-solver"
    program.write_text(
        f"#!{sys.executable}\n"
        "import sys\nfrom pysat.formula import CNF\nfrom pysat.solvers import Minisat22\n"
        "solver = Minisat22(CNF(sys.argv[1]))\n"
        "if not solver.solve(): print('s UNSATISFIABLE'); sys.exit(20)\n"
        "print('s SATISFIABLE\\nv', *solver.get_model(), 0); sys.exit(10)\n"
    )
    program.chmod(0o755)
    assert isinstance(sat_solver(str(program)), Program)
    assert budge.solve("1 2 3/4 0 6/7 5 8", engine="sat", solver=str(program), strategy="restart").cost == 2


def test_without_python_sat_the_engine_says_what_to_install() -> None:
    blocked = "import sys; sys.modules['pysat'] = None\nimport budge\n"
    script = blocked + f"try: budge.solve({THREE!r}, engine='sat')\nexcept Exception as problem: print(problem)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "pip install 'budge[sat]'" in said


def test_dimacs_comes_with_the_meaning_of_its_variables() -> None:
    [puzzle] = budge.load(THREE)
    encoding = encode(puzzle, 3)
    text = encoding.formula().dimacs(encoding.describe())
    assert "c 4: step 0, the blank is on row 2 column 1\n" in text
    variables, clauses = map(int, next(line for line in text.splitlines() if line[0] == "p").split()[2:])
    assert clauses == len([line for line in text.splitlines() if line[-2:] == " 0"])
    assert variables == encoding.formula().greatest_variable
