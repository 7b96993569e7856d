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


def test_the_clauses_of_a_study(budge: Any) -> None:
    said = budge("export", "eight/12", "--horizon", "12", "--style", "study", "--extras", "no-undo")
    assert said.code == 0
    assert "c 7: step 0, the blank is on row 1, column 1\n" in said.out
    said = budge("export", "sokoban/rooms-1", "--horizon", "3", "--style", "study")
    assert "step 3, box 1 at" in said.out
    said = budge("export", "graphs/petersen", "--horizon", "3", "--style", "study")
    assert (said.code, said.err) == (33, "budge: style=study is for tiles and sokoban, not tokens\n")
