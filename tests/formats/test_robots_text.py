"""Robots as drawings: they are recognised, read back exactly, and every mistake is named with its line."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robots_reference import robots

import budge
from budge.formats import format_named, format_of
from budge.puzzles import BadInput
from budge.puzzles.robots import Goal, Robots

TEXT = format_named("robots")


@given(st.lists(robots(), min_size=1, max_size=4))
def test_puzzles_survive_a_drawing(puzzles):
    text = TEXT.separator.join(map(TEXT.write, puzzles))
    assert TEXT.read(text, "x") == puzzles
    assert format_of(text) is TEXT


@given(robots())
def test_puzzles_survive_json(puzzle):
    assert format_named("json").read(format_named("json").write(puzzle), "x") == [puzzle]


def test_robots_fit_on_one_line():
    assert TEXT.read("+-+-+/|A a|/+-+-+", "x") == TEXT.read("+-+-+\n|A a|\n+-+-+\n", "x")


def test_comments_names_and_targets_below_robots_are_read():
    [one, two] = TEXT.read(
        "# first\nname: one\ngoal: A 1,1\n+-+-+\n|A B|  # two robots\n+-+-+\nname: two\n+-+-+\n|A *|\n+-+-+", "x"
    )
    assert isinstance(one, Robots)
    assert isinstance(two, Robots)
    assert (one.name, one.goals, two.name, two.goals) == ("one", (Goal("A", 0),), "two", (Goal("*", 1),))


def test_a_board_of_klotskis_signs_in_a_comment_is_still_one_of_robots():
    text = "# *-.# levels of mine\n+-+-+\n|A *|\n+-+-+"
    assert format_of(text) is TEXT


@pytest.mark.parametrize("goal", ["B 1,1", " B 1 1 ", "B: 1,1", "B 1,1;A 1,2"])
def test_another_goal_is_given_by_row_and_column(goal):
    [puzzle] = budge.load("+-+-+-+/|A B a|/+-+-+-+", goal=goal)
    assert isinstance(puzzle, Robots)
    assert Goal("B", 0) in puzzle.goals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+-+\n|A|", "x, line 1: 2 rows; expected an odd number"),
        ("+-+-+\n|A ?|\n+-+-+", "x, line 2, column 4: '\\?' in a cell; expected a robot A to Z"),
        ("+-+-+\n|A a \n+-+-+", "x, line 2, column 5: a gap in the border"),
        ("edges: open\n+ + +\n|A a\n+ + +", "x, line 3, column 1: a wall at the border"),
        ("+-+-+\n|A-a|\n+-+-+", "x, line 2, column 3: '-' between two cells; expected |"),
        ("+-+-+\n|A a|\n+|+-+\n|. .|\n+-+-+", "x, line 3, column 2: '|' between two cells; expected - or a space"),
        ("+-+-+\n|A a|\n+ A +\n|. .|\n+-+-+", "x, line 3, column 3: 'A' at a corner"),
        ("+-+-+\n|A . a|\n+-+-+", "x, line 2: a row of 7 characters, but the first has 5"),
        (
            "+-+-+\n|A b|\n+-+-+",
            "x, line 1: the target at row 1, column 2 is for robot B, but the board has no such robot",
        ),
        ("+-+-+\n|A A|\n+-+-+", "x, line 1: robot A is on the board twice"),
        ("+-+-+\n|A .|\n+-+-+", "x, line 1: no target on the board"),
        ("edges: soft\n+-+-+\n|A a|\n+-+-+", "x, line 1: edges 'soft'; expected closed or open"),
        ("goal: A 2,9\n+-+-+\n|A .|\n+-+-+", "x, line 1: a target at row 2, column 9; the board is 2×1"),
        ("goal: over there\n+-+-+\n|A .|\n+-+-+", "x, line 1: goal 'over there'; expected a robot"),
        ("name: a\nname: b\n+-+-+\n|A a|\n+-+-+", "x, line 2: a second name for the same puzzle"),
        ("+-+-+\n|A a|\n+-+-+\n\nname: alone", "x, line 5: no drawing follows"),
        ("+-+-+\n|A a|\n+-+-+\n\n1 2/3 0", "x, line 5: '1 2/3 0'; expected a first row"),
        ("+-+-+-\n|A a|\n+-+-+", "expected \\+ at every corner"),
        ("+" + "-+" * 33 + "\n|" + " |" * 33 + "\n+" + "-+" * 33, "x, line 1: a board of 33×1; expected 1×1 to 32×32"),
        ("+-+\n" * 99, "more rows than the largest board has"),
    ],
)
def test_an_error_names_its_line(text, message):
    with pytest.raises(BadInput, match=message):
        TEXT.read(text, "x")


@given(st.text("+-| .\nAab*#/:edgsopn", max_size=60))
def test_random_text_is_a_puzzle_or_bad_input(text):
    with suppress(BadInput):
        assert all(isinstance(puzzle, Robots) for puzzle in TEXT.read("+-+-+\n" + text, "x"))
