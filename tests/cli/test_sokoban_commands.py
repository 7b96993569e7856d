"""Sokoban on the command line: solve, check, info, show, convert, generate, and what bad input gets."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from running import Ran

from budge import load
from budge.formats import read_source
from budge.model import Outcome

EASY = "#####|#@$.#|#####"
SMALL = "#######|#. @  #|# $$  #|#.    #|#######"
TWO = "#######|#@$. @#|#######"


def test_solve_says_what_is_proven_in_each_metric(budge):
    assert "1 push; no plan is shorter" in budge("solve", EASY).out
    ran = budge("solve", SMALL, "--metric", "pushes-then-moves")
    assert ran.code == 0
    assert "5 pushes, 9 moves; no plan is shorter" in ran.out
    assert "9 moves; no plan is shorter" in budge("solve", SMALL, "--metric", "moves").out


def test_a_pair_is_an_array_in_json_and_comes_back_as_a_pair(budge):
    [line] = budge("solve", SMALL, "--metric", "moves-then-pushes", "--json").out.splitlines()
    data = json.loads(line)
    assert data["cost"] == data["lower_bound"] == data["costs"]["moves-then-pushes"] == [9, 5]
    outcome = Outcome.from_json(data)
    assert (outcome.cost, outcome.lower_bound) == ((9, 5), (9, 5))
    assert outcome.to_json() == data


def test_a_plan_can_be_checked_in_capitals_or_not(budge):
    plan = json.loads(budge("solve", SMALL, "--json").out)["plan"]
    for text in (plan, plan.lower(), plan.upper()):
        ran = budge("check", SMALL, text)
        assert ran.code == 0
        assert "cost         5 pushes, " in ran.out


def test_several_players_have_steps(budge):
    ran = budge("solve", TWO)
    assert "1 step; no plan is shorter" in ran.out
    assert "R,." in ran.out or "R,l" in ran.out
    assert budge("check", TWO, "r.").code == 0
    assert budge("check", TWO, "-", stdin=budge("solve", TWO, "--json").out).code == 0


def test_check_says_why_a_position_is_lost_and_draws_it(budge):
    ran = budge("check", "######|#    #|# @$ #|#.   #|######", "r")
    assert ran.code == 33
    assert "deadlock" in ran.out
    assert "!!" in ran.out
    assert "box that is lost" in ran.out


def test_info_draws_dead_squares_and_what_is_out_of_reach(budge):
    ran = budge("info", SMALL)
    assert ran.code == 0
    assert "lower bounds in pushes: zero 0, distance 5, matching 5" in ran.out
    assert "░░ dead square" in ran.out
    assert "5 pushes, lower bound 5" in ran.out
    assert 1 <= json.loads(budge("info", SMALL, "--json").out)["difficulty"]["grade"] <= 10
    assert (
        "hold one another" in json.loads(budge("info", "########|#. $$ .#|#@     #|########", "--json").out)["reason"]
    )
    about = json.loads(budge("info", "#######|#@$ . #|#######", "--json").out)
    assert about["position"]["dead_squares"] == [[2, 2], [2, 6]]
    assert about["position"]["corrals"] == [[[2, 4], [2, 5], [2, 6]]]
    assert about["position"]["deadlock"] is None


def test_show_plays_and_draws(budge, tmp_path):
    assert budge("show", EASY, "r").out == (
        "start\n██████████\n██@ []··██\n██████████\n\n1/1  R\n██████████\n██  @ ■■██\n██████████\n"
    )
    assert budge("show", TWO, "--svg", "x.svg").code == 0
    ElementTree.parse(tmp_path / "x.svg")


def test_convert_loses_nothing_on_a_tour_through_the_formats(budge, tmp_path):
    (tmp_path / "in.xsb").write_text(f"Title: a\n{EASY}\n\nTitle: b\n{SMALL}\n")
    as_json = budge("convert", "in.xsb", "--to", "json").out
    for to in ("bmc", "asp", "xsb"):
        assert budge("convert", "in.xsb", "--to", to, "-o", "out.txt").code == 0
        assert budge("convert", "out.txt", "--to", "json").out == as_json


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["#####|# $.#|#####"], "line 1: no player; expected an @"),
        (["#####|#@..#|#-$-#|#####"], "line 1: 1 box for 2 targets; expected a box for each target"),
        (["#####|#@$-#|#####"], "line 1: no target"),
        (["5#|#@$?.#|5#"], "unknown character '?'"),
        ([TWO, "--metric", "pushes"], "sokoban 7×3, 2 players has no metric 'pushes'; it has makespan"),
        ([EASY, "--metric", "makespan"], "has no metric 'makespan'; it has pushes, moves, pushes-then-moves"),
        ([EASY, "--metric", "steps"], "sokoban has no metric 'steps'"),
        ([EASY, "--heuristic", "manhattan"], "heuristic manhattan is for tiles, tokens and blocks, not sokoban"),
        ([EASY, "--engine", "construct"], "engines that can: "),
        ([TWO, "--engine", "fess", "--quality", "any"], "fess moves one player; this level has 2; engines that can: "),
        (["#######|#@$.$-#|#######", "--engine", "bidirectional"], "there are more boxes than targets"),
        (["22#|#4@$.14-#|10(#20-#|)22#", "--engine", "nbs"], "here are too many solved states to search from"),
        (["#######|#@$.$-#|#######", "--engine", "nbs"], "nbs needs to know where every box ends"),
        ([EASY, "--goal", "blank-first"], "a goal cannot be given for sokoban"),
    ],
)
def test_33_bad_input_in_one_clear_line(budge, arguments, complaint):
    assert complaint in budge("solve", *arguments).complaint


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        ("#####|#@-.#|#$--#|#####", "the box at row 3, column 2 can be pushed to no target"),
        ("WWW\nWPW\nWBW\nWXW\nWWW\nWWW\nWTW\nWWW", "is walled off from the player"),
        ("########|#. $$ .#|#@     #|########", "hold one another, and not all are on targets"),
    ],
)
def test_11_what_is_hopeless_at_once_says_why(budge, level, reason):
    ran = budge("solve", level)
    assert ran.code == 11
    assert reason in " ".join(ran.out.split())


def test_explore_hands_out_positions_that_solve_takes(budge):
    ran = budge("explore", EASY, "--json")
    assert ran.code == 0
    found = json.loads(ran.out)
    assert found["by_depth"] == [1, 1]
    tiny = budge("explore", EASY, "--memory", "1K")
    assert tiny.code == 22
    assert "none counted" in tiny.out
    assert "1 push; no plan is shorter" in budge("solve", found["hardest"][0]).out


def test_generate_writes_levels_that_budge_reads(budge, tmp_path):
    ran = budge("generate", "sokoban", "--seed", 7, "--count", 3)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == budge("generate", "sokoban", "--seed", 7, "--count", 3).out
    assert ran.out.count(":: ") == 3
    (tmp_path / "new.xsb").write_text(ran.out)
    assert [level.name for level in read_source(tmp_path / "new.xsb")] == [f"sokoban-7-{n}" for n in (1, 2, 3)]
    made = [
        json.loads(line) for line in budge("generate", "sokoban", "--seed", 7, "--count", 3, "--json").out.splitlines()
    ]
    solved = [json.loads(line) for line in budge("solve", "new.xsb", "--json").out.splitlines()]
    assert [each["optimum"]["pushes"] for each in made] == [each["cost"] for each in solved]
    assert budge("generate", "sokoban", "--count", 2, "-o", "two.json").code == 0
    assert len(read_source(tmp_path / "two.json")) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["sokoban", "--size", "big"], 2, "expected a width and a height such as 10x8"),
        (["sokoban", "--shape", "maze"], 2, "maze"),
        (["chess"], 2, "chess"),
        (["sokoban", "--size", "3x3"], 33, "a level of 3×3; expected 4×4 to 64×64, with walls"),
        (["sokoban", "--boxes", "50"], 33, "50 boxes on 8×8; expected 1 to 12"),
        (["sokoban", "-o", "/no/such/folder/x"], 33, "No such file or directory"),
    ],
)
def test_generate_refuses_what_cannot_be(budge, arguments, code, complaint):
    ran = budge("generate", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert complaint in ran.err


def test_the_solution_in_a_file_is_replayed_and_compared(budge, tmp_path):
    walk = "druRR"
    (tmp_path / "one.sok").write_text(f"#######\n#@ $ .#\n#     #\n#######\nSolution\n{walk}\n")
    assert "2 pushes, 5 moves" in budge("check", "one.sok").out
    assert "in the file  a plan with 2 pushes: the one found is as good" in budge("solve", "one.sok").out
    ran = budge("solve", "one.sok", "--metric", "moves")
    assert "in the file  a plan with 5 moves: the one found is better" in ran.out
    assert f"Solution\n{walk}\n" in budge("convert", "one.sok", "--to", "xsb").out
    (tmp_path / "wrong.sok").write_text("#######\n#@ $ .#\n#     #\n#######\nSolution: rR\n")
    assert "in the file  a plan that does not solve the puzzle" in budge("solve", "wrong.sok").out
    ran = budge("check", EASY)
    assert (ran.code, ran.out) == (2, "")
    assert "PLAN is missing" in ran.err


def test_levels_and_their_plans_are_written_as_a_solution_file(budge: Callable[..., Ran], tmp_path: Path) -> None:
    levels = "; one\n\n#####\n#@$.#\n#####\n\n; two\n\n######\n#@ $.#\n######\n\n; never\n\n#####\n#$@.#\n#####\n"
    (tmp_path / "levels.sok").write_text(levels)
    first = budge("solve", "levels.sok", "--level", "1", "-o", "solved.sok")
    assert (first.code, first.err.split(";")[0]) == (0, "budge: 1 outcomes in solved.sok")
    again = budge("solve", "levels.sok", "--jobs", 2, "-o", "solved.sok")
    assert (again.code, again.err.split(";")[0]) == (11, "budge: 3 outcomes in solved.sok, 1 of them before")
    found = {level.name: level.solution for level in load(str(tmp_path / "solved.sok"))}
    assert found == {"one": "R", "two": "rR", "never": None}
    lines = budge("solve", "solved.sok", "--level", 1, "--jobs", 2).out
    assert "in the file: a plan with 1 push: the one found is as good" in lines


def test_a_solution_file_keeps_what_it_has(budge: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "mine.sok").write_text("my notes")  # the last line has no end
    assert budge("solve", "#####/#@$.#/#####", "-o", "mine.sok").code == 0
    assert (tmp_path / "mine.sok").read_text().startswith("my notes\n#####\n#@$.#")
    (tmp_path / "mine.jsonl").write_text("my notes")
    assert budge("solve", "#####/#@$.#/#####", "-o", "mine.jsonl").code == 33
    assert (tmp_path / "mine.jsonl").read_text() == "my notes"


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ("1 2 3/4 0 6/7 5 8", "for Sokoban with one player, not for tiles; name a .jsonl"),
        ("#######/#@$.$@#/#  .  #/#######", "for Sokoban with one player, not for several players"),
    ],
)
def test_a_solution_file_is_for_one_player(budge: Callable[..., Ran], puzzle: str, words: str) -> None:
    ran = budge("solve", puzzle, "-o", "x.sok")
    assert ran.code == 33
    assert words in ran.err


def test_a_solution_file_with_an_unknown_status_is_refused(budge: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "x.sok").write_text(":: budge 12ab perfect\n")
    ran = budge("solve", "#####/#@$.#/#####", "-o", "x.sok")
    assert ran.code == 33
    assert "status 'perfect'" in ran.err
