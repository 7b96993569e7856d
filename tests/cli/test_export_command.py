"""budge export, as a person runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


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


def test_a_formula_needs_a_horizon_and_a_planning_problem_has_none(budge: Any) -> None:
    assert "--horizon is missing" in budge("export", "eight/12").err
    said = budge("export", "eight/12", "--format", "pddl", "--horizon", "12")
    assert (said.code, "any length" in said.err) == (2, True)


def test_a_planning_problem_is_two_files_in_a_folder_or_printed(budge: Any, tmp_path: Path) -> None:
    assert budge("export", "klotski", "--format", "pddl", "-o", "new/klotski").code == 0
    domain, problem = ((tmp_path / "new/klotski" / name).read_text() for name in ("domain.pddl", "problem.pddl"))
    assert "(define (domain blocks)" in domain
    assert "(:domain blocks)" in problem
    assert budge("export", "klotski", "--format", "pddl").out == f"{domain}\n{problem}"


def test_a_folder_that_is_a_file_is_one_line(budge: Any, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    said = budge("export", "klotski", "--format", "pddl", "-o", "taken")
    assert (said.code, said.err.count("\n")) == (33, 1)
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_metric_that_cannot_be_added_up_is_refused(budge: Any) -> None:
    said = budge("export", "#####|#@$.#|#####", "--format", "pddl", "--metric", "moves-then-pushes")
    assert (said.code, said.err.count("\n")) == (33, 1)


def test_the_plan_of_a_planner_is_checked_and_shown(budge: Any, tmp_path: Path) -> None:
    (tmp_path / "sas_plan").write_text("(move-up t5 c3-2 c2-2)\n(move-left t8 c3-3 c3-2)\n; cost = 2 (unit cost)\n")
    board = "1 2 3/4 0 6/7 5 8"
    assert "2 moves" in budge("check", board, "sas_plan").out
    assert "2/2  R" in budge("show", board, "sas_plan").out
    (tmp_path / "sas_plan").write_text("(move-up t5 c3-2 c2-2)\n(turn t8)\n")
    said = budge("check", board, "sas_plan")
    assert (said.code, said.err) == (33, "budge: line 2 of the plan: (turn t8) is not an action of this puzzle\n")


def test_the_constraint_problem_of_the_study_and_its_solution(budge: Any) -> None:
    """Tables 5.1 and 5.2 of the SAT study. No step is taken here, so that the slope x is anybody's guess."""
    lines = budge("export", "#####|#@$.#|#####", "--format", "csp", "--horizon", "1").out.splitlines()
    problem, solution = lines[: lines.index("# a solution")], lines[lines.index("# a solution") + 1 :]
    assert problem[0] == "# sokoban 5×3, pushes ≤ 1: 58 variables, 91 constraints"
    assert len(problem) == 1 + 58 + 91
    assert "x(0,1,2) ∈ [0,3]" in problem
    assert "3b  e(0,1,1,1,2) = 1 → x(0,1,1) > x(0,1,2)" in problem
    assert "1c  g(1) = 1 ⇔ b(1,1,3) = 1" in problem
    values = dict(line.split(" = ") for line in solution)
    assert len(values) == 58
    ones = {
        "steps",
        "pi(0)",
        "pi(1)",
        "pj(0)",
        "p(0,1,1)",
        "p(1,1,2)",
        "b(0,1,2)",
        "b(1,1,3)",
        "dj(0)",
        "r(0,1,1)",
        "g(1)",
    }
    assert {name for name, value in values.items() if value == "1" and name[0] != "x"} == ones
    assert values["pj(1)"] == "2"


def test_constraint_problems_that_have_no_solution_or_no_study(budge: Any) -> None:
    said = budge("export", "1 2 3/4 0 6/7 5 8", "--format", "csp", "--horizon", "1", "--extras", "no-undo+distance")
    assert said.out.endswith("# no solution\n")
    assert "2b  all different: num(0,0,0), num(0,0,1)" in said.out
    assert "undo" not in said.out  # it takes two moves
    assert "not blocks" in budge("export", "klotski", "--format", "csp", "--horizon", "1").err
    assert budge("export", "eight/12", "--format", "csp").code == 2


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["--format", "asp", "--metric", "moves"], "--metric is for formulas and PDDL, not for asp"),
        (["--horizon", "2", "--values", "order"], "--values is for formulas of style study"),
        (["--horizon", "2", "--extras", "no-undo"], "--extras are for style study and for the formats csp and xcsp3"),
    ],
)
def test_what_would_not_be_heeded_is_refused(budge, asked, complaint):
    ran = budge("export", "eight/12", *asked)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err


def test_facts_are_read_back_as_the_puzzle_they_came_from(budge: Any) -> None:
    said = budge("export", "eight/12", "--format", "asp", "--horizon", "12")
    assert said.code == 0
    assert said.out.startswith("#const horizon = 12.\n% Title: eight/12\ninit(at(1,1,1)).")
    assert budge("check", said.out, "URDDLLURURDD").code == 0


def test_facts_of_a_level_say_how_large_it_is_as_the_study_does(budge: Any) -> None:
    hall = "init(field(1..5,1..4)).\ninit(at(0,1,2)). init(at(1,2,2)). init(target(5,2))."
    written = budge("export", hall, "--format", "asp").out
    assert written.startswith("#const dimX = 5.\n#const dimY = 4.\ninit(field(1..5,1)).")
    assert budge("check", written, "RRR").code == 0


def test_facts_of_what_the_rules_do_not_know_are_refused_in_one_line(budge: Any) -> None:
    for source in ("klotski", "######|#@@$.#|######"):
        said = budge("export", source, "--format", "asp")
        assert said.code == 33
        assert said.err.startswith("budge: answer-set rules ")
        assert said.err.count("\n") == 1


def test_answers_of_clingo_are_plans(budge: Any) -> None:
    answer = "clingo version 5\nAnswer: 1\nmove(1,0,1)\nAnswer: 2\nmove(1,0,2) move(0,1,1)\nSATISFIABLE"
    said = budge("check", "1 2 3/4 0 6/7 5 8", answer)
    assert (said.code, "2 moves" in said.out) == (0, True)
    assert "2/2  R" in budge("show", "1 2 3/4 0 6/7 5 8", answer).out
    assert budge("check", "######|#@ $.#|######", "push(3,1,1,0,1)").code == 0


def test_answers_that_show_places_are_plans_as_well(budge: Any) -> None:
    shown = "at(1,3,1,0) at(0,1,1,0) at(0,2,1,1) at(1,3,1,1) at(1,4,1,2) at(0,3,1,2)"
    said = budge("check", "######|#@ $.#|######", f"Answer: 1\n{shown}\nSATISFIABLE")
    assert (said.code, "1 push, 2 moves" in said.out) == (0, True)
    assert "2/2  R" in budge("show", "######|#@ $.#|######", shown).out
    assert budge("check", "######|#@ $.#|######", f"{shown} at(0,3,1,3)").code == 0  # it waits at its end
    blank = "at(0,2,2,0) at(0,2,3,1) at(0,3,3,2) at(5,2,2,1) at(5,2,3,0)"
    assert budge("check", "1 2 3/4 0 6/7 5 8", blank).code == 0


def test_answers_that_are_no_plans_are_one_line(budge: Any) -> None:
    for answer, message in (
        ("move(1,1,1)", "the plan: move(1,1,1); expected move(DX,DY,T)"),
        ("move(1,0,1) move(0,1,1)", "the plan: move(0,1,1); step 1 has another atom, too"),
        ("at(0,1,1,0) at(0,3,1,1)", "the plan: at(0,3,1,1); one move before it is at (1,1)"),
        ("at(0,1,1,0) at(0,3,1,2)", "the plan: no at(0,X,Y,1); expected one for every move"),
        ("at(1,3,1,0)", "the plan: no at(0,X,Y,0)"),
        ("push(2,1,1,0,1)", "push 1 of the plan: there is no box at row 2, column 3"),
        ("push(3,1,-1,0,1)", "push 1 of the plan: the player cannot get to row 2, column 5"),
    ):
        said = budge("check", "######|#@ $.#|######", answer)
        assert said.code == 33
        assert message in said.err
        assert said.err.count("\n") == 1
    for source, message in (("klotski", "for tiles or sokoban, not blocks"), ("######|#@@$.#|######", "one player")):
        assert message in budge("check", source, "push(3,1,1,0,1)").err


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


def test_the_order_encoding_names_its_bounds(budge: Any) -> None:
    args = ("export", "1 2 3/4 0 6/7 5 8", "--horizon", "1", "--style", "study", "--values")
    assert "c 2: empty_i(0) ≤ 0\n" in budge(*args, "order").out
    assert "step 0, the blank is in row 1" in budge(*args, "direct").out
    said = budge(
        "export", "sokoban/rooms-3", "--horizon", "1", "--style", "study", "--values", "order", "--metric", "moves"
    )
    assert (said.code, "counts pushes, not moves" in said.err) == (33, True)


def test_xcsp3_for_constraint_solvers(budge: Any) -> None:
    said = budge("export", "#####|#@$.#|#####", "--format", "xcsp3", "--horizon", "1")
    assert said.code == 0
    assert said.out.count("<var ") == 58
    assert said.out.count(" note=") == 91
    assert "<minimize> steps </minimize>" in said.out


def test_a_board_as_a_graph_has_the_same_optimum(budge: Any) -> None:
    graph = budge("convert", "1 4 0/5 2 3", "--to", "tokens").out
    assert graph.startswith("r1c1: r1c2 r2c1\n")
    assert "13 moves" in budge("solve", graph.strip().replace("\n", "; ")).out
    assert budge("convert", "klotski", "--to", "tokens").code == 33
