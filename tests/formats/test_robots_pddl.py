"""Robots as PDDL: the competition's domain and budge's own export are read as boards, and mistakes are named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from robots_reference import robots

import budge
from budge.encodings.pddl import planning
from budge.formats import format_named, format_of
from budge.puzzles import BadInput, Robots
from budge.puzzles.robots import ANY

PDDL = format_named("robots-pddl")
COMPETITION = """
;; +xx+xx+
;; xR1|R2x
(define (problem ricochet-robots-2x1-1-7)
(:domain ricochet-robots)
(:objects cell-1-1 cell-2-1 cell-1-2 cell-2-2 - cell robot-1 robot-2 - robot west east north south - direction)
(:init
    (NEXT cell-1-1 cell-2-1 east) (next cell-2-1 cell-1-1 west) (next cell-1-2 cell-2-2 east)
    (next cell-2-2 cell-1-2 west) (next cell-1-1 cell-1-2 south) (next cell-1-2 cell-1-1 north)
    (next cell-2-1 cell-2-2 south) (next cell-2-2 cell-2-1 north)
    (blocked cell-1-1 north) (blocked cell-2-1 north) (blocked cell-1-2 south) (blocked cell-2-2 south)
    (blocked cell-1-1 west) (blocked cell-1-2 west) (blocked cell-2-1 east) (blocked cell-2-2 east)
    (blocked cell-1-1 south) (blocked cell-1-2 north)
    (free cell-1-2) (free cell-2-2)
    (at robot-1 cell-1-1) (at robot-2 cell-2-1) ;; green
    (nothing-is-moving) (= (total-cost) 0) (= (go-cost) 1) (= (step-cost) 0) (= (stop-cost) 0)
)
(:goal (and (at robot-2 cell-1-2) (nothing-is-moving)))
(:metric minimize (total-cost)))
"""
BOARD = "name: ricochet-robots-2x1-1-7\n+-+-+\n|A B|\n+-+ +\n|b .|\n+-+-+\n"


def test_a_task_of_the_competition_is_a_board() -> None:
    [puzzle] = budge.parse(COMPETITION)
    assert format_named("robots").write(puzzle) == BOARD
    assert budge.solve(puzzle).cost == 2


@given(robots())
def test_an_export_is_read_back_as_the_same_board(puzzle: Robots) -> None:
    text = planning(puzzle, "slides").problem()
    assert format_of(text) is PDDL
    if puzzle.width * puzzle.height > 1:
        [found] = PDDL.read(text, "x")
        assert replace(found, name=None) == replace(puzzle, name=None)


@given(robots())
def test_a_written_task_is_read_back_or_refused(puzzle: Robots) -> None:
    if any(goal.robot == ANY for goal in puzzle.goals) or puzzle.width * puzzle.height == 1:
        with pytest.raises(BadInput, match="write robots or json instead"):
            PDDL.write(puzzle)
    else:
        assert PDDL.read(PDDL.write(puzzle), "x") == [puzzle]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(blocked cell-1-2 north)", "", "x: the wall at row 1, column 1 blocks one side only"),
        ("(= (step-cost) 0)", "(= (step-cost) 1)", "x: step-cost is '1'; budge counts slides: go-cost 1, step-cost"),
        ("(blocked cell-1-1 west) ", "", "x: some edges are blocked and some are open; expected all or none"),
        ("(at robot-1 cell-1-1)", "(at robot-1 cell-1-9)", "x: 'cell-1-9' is not a cell of this board"),
        ("(next cell-2-2 cell-2-1 north)", "", "x: the cells around row 2, column 2 are not a grid"),
        ("(at robot-2 cell-1-2) (n", "(at robot-7 cell-1-2) (n", "x: a goal for 'robot-7', which is at no cell"),
        ("(at robot-2 cell-1-2) (n", "(free cell-1-2) (n", "x: a goal (free …); expected a robot at a cell"),
        ("(:metric minimize (total-cost)))", "(:metric", "x: the problem ends inside parentheses"),
        ("(:metric minimize (total-cost)))", "))))", "x: a closing parenthesis without an opening one"),
        ("(NEXT cell-1-1 cell-2-1 east)", "(next a b east)", "x: 'a' is not a cell; expected a name such as cell-3-2"),
        ("cell-1-1 cell-2-1 east)", "cell-1-1 cell-2-1 up)", "x: 'up' is not a direction; expected north, west, east"),
        ("(at robot-1 cell-1-1)", "(at robot-1)", "x: (at …) with 1 arguments; expected 2"),
        ("(at robot-1 cell-1-1)", "(at (robot-1) cell-1-1)", "x: (at …) has parts of its own; expected names"),
    ],
)
def test_a_mistake_is_named_in_one_line(old: str, new: str, message: str) -> None:
    assert old in COMPETITION
    with pytest.raises(BadInput) as problem:
        PDDL.read(COMPETITION.replace(old, new), "x")
    assert str(problem.value).startswith(message)
    assert "\n" not in str(problem.value)
