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
