"""budge export, as a person runs it."""

from __future__ import annotations

from typing import Any


def test_a_formula_goes_to_standard_output_with_its_meaning(budge: Any) -> None:
    said = budge("export", "eight/12", "--horizon", "12")
    assert said.code == 0
    assert said.out.startswith("c budge: is there a plan of 12 moves for tiles 3×3?\nc ")
    assert "\np cnf " in said.out


def test_bad_horizons_are_one_line(budge: Any) -> None:
    for horizon in ("-1", "1000000"):
        said = budge("export", "eight/12", "--horizon", horizon)
        assert said.code == 33
        assert said.err.count("\n") == 1


def test_a_metric_says_what_the_horizon_counts(budge: Any) -> None:
    said = budge("export", "rushhour/10", "--horizon", "9", "--metric", "slides")
    assert said.out.startswith("c budge: is there a plan of 9 slides for blocks 6×6?\n")
    assert budge("export", "rushhour/10", "--horizon", "9", "--metric", "pushes").code == 33


def test_pseudo_boolean_constraints_are_as_many_as_clauses(budge: Any) -> None:
    clauses = budge("export", "eight/12", "--horizon", "12").out.splitlines()
    constraints = budge("export", "eight/12", "--horizon", "12", "--format", "opb").out.splitlines()
    assert constraints[0].startswith("* #variable= ")
    assert len([line for line in constraints if line.endswith(" ;")]) == len(
        [line for line in clauses if line[0] in "-123456789"]
    )
