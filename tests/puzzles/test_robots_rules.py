"""The rules of robots: what stops them, what they may not do, and what is said of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from exhaustive import shortest
from hypothesis import given
from hypothesis import strategies as st
from robots_reference import robots

import budge
from budge.puzzles import BadInput, IllegalMove, Robots
from budge.puzzles.robots import Goal, Robot

ROOM = "+-+-+-+-+\n|A . .|.|\n+ + + + +\n|. . . .|\n+-+ + + +\n|b . B .|\n+-+-+-+-+\n"


def room(text: str = ROOM) -> Robots:
    [puzzle] = budge.load(text)
    assert isinstance(puzzle, Robots)
    return puzzle


@pytest.mark.parametrize(
    ("move", "cell"),
    [
        ("AR", 2),  # a wall between two cells
        ("AD", 4),  # a wall below
        ("BU", 2),  # the edge
        ("BL", 8),
    ],
)
def test_a_robot_runs_until_a_wall_or_the_edge_stops_it(move, cell):
    puzzle = room()
    after = puzzle.apply(puzzle.initial, move)
    assert cell in after
    assert len({*after} - {*puzzle.initial}) == 1


def test_a_robot_stops_before_another():
    puzzle = room()
    state = puzzle.apply(puzzle.apply(puzzle.initial, "AR"), "BU")
    assert state == (2, 6)


def test_a_robot_may_not_slide_over_an_open_edge():
    puzzle = room("edges: open\n+ + + +\n A . B\n+ + + +\n . . a\n+ + + +\n")
    assert puzzle.moves(puzzle.initial) == ["AR", "BL"]
    with pytest.raises(IllegalMove, match="A cannot go down from row 1, column 1: nothing stops it"):
        puzzle.apply(puzzle.initial, "AD")


def test_walls_stop_robots_on_an_open_board_as_well():
    puzzle = room("edges: open\n+ + + +\n A .|a\n+ + + +\n")
    assert puzzle.apply(puzzle.initial, "AR") == (1,)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("AU", "A cannot go up from row 1, column 1: it is at the edge"),
        ("CU", "there is no robot C"),
        ("A", "'A' is not a move; expected a robot and a direction, such as AR"),
        ("AX", "'AX' is not a move"),
        ("BD", "B cannot go down from row 3, column 3: it is at the edge"),
    ],
)
def test_an_illegal_move_gives_the_reason(move, reason):
    puzzle = room()
    with pytest.raises(IllegalMove, match=reason):
        puzzle.apply(puzzle.initial, move)


def test_the_reason_distinguishes_a_wall_from_a_robot():
    puzzle = room("+-+-+-+\n|A B|a|\n+-+-+-+")
    with pytest.raises(IllegalMove, match="B is there"):
        puzzle.apply(puzzle.initial, "AR")
    with pytest.raises(IllegalMove, match="a wall is there"):
        puzzle.apply(puzzle.initial, "BR")


@given(robots(), st.randoms())
def test_moves_are_exactly_what_apply_allows_and_each_moves_one_robot(puzzle, random):
    state = puzzle.initial
    for _ in range(8):
        moves = puzzle.moves(state)
        for name in puzzle.names:
            for letter in "ULRD":
                if name + letter not in moves:
                    with pytest.raises(IllegalMove):
                        puzzle.apply(state, name + letter)
        if not moves:
            return
        after = puzzle.apply(state, random.choice(moves))
        assert sum(one != other for one, other in zip(state, after, strict=True)) == 1
        assert len(set(after)) == len(after)
        state = after


@given(robots())
def test_any_robot_meets_a_target_for_any_robot(puzzle):
    for cell in puzzle.initial:
        anyone = replace(puzzle, goals=(Goal("*", cell),))
        assert anyone.is_goal(anyone.initial)


@given(robots())
def test_a_plan_is_read_in_any_case_with_or_without_spaces(puzzle):
    moves = [name + letter for name in puzzle.names for letter in "ULRD"]
    for text in (" ".join(moves), "".join(moves), ", ".join(moves).lower(), "\n".join(moves)):
        assert puzzle.parse_plan(text).moves == tuple(moves)
    assert puzzle.split_plan(puzzle.parse_plan(" ".join(moves)).text).moves == tuple(moves)


@pytest.mark.parametrize("text", ["A", "AR B", "AR ?", "12", "(AR)"])
def test_an_invalid_plan_is_refused_with_its_move_number(text):
    with pytest.raises(BadInput, match=r"move \d of the plan"):
        room().parse_plan(text)


@given(robots())
def test_json_holds_all_of_a_puzzle(puzzle):
    assert Robots.from_json(json.loads(json.dumps(puzzle.to_json()))) == puzzle


@given(robots())
def test_a_state_survives_json_and_begins_a_puzzle(puzzle):
    for move in puzzle.moves(puzzle.initial):
        state = puzzle.apply(puzzle.initial, move)
        assert puzzle.state_from_json(json.loads(json.dumps(puzzle.state_to_json(state)))) == state
        assert puzzle.starting_at(state).initial == state


@pytest.mark.parametrize("data", [None, [], [0], [0, 0], [0, 99], ["0", 1], {"A": 0}, [0, 1, 2], [True, 1]])
def test_an_invalid_state_is_bad_input(data):
    with pytest.raises(BadInput):
        room().state_from_json(data)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"width": 33}, "a board of 33×3; expected 1×1 to 32×32"),
        ({"edges": "soft"}, "edges are 'soft'; expected closed or open"),
        ({"robots": ()}, "no robot on the board"),
        ({"robots": (Robot("a", 0), Robot("B", 1))}, "a robot called 'a'; expected one capital letter"),
        ({"robots": (Robot("A", 0), Robot("B", 0))}, "robots A and B both stand at row 1, column 1"),
        ({"robots": (Robot("B", 0), Robot("B", 1))}, "robot B is on the board twice"),
        ({"robots": (Robot("A", 99), Robot("B", 1))}, "robot A at cell 99; this board has cells 0 to 11"),
        ({"goals": ()}, "no target on the board"),
        ({"goals": (Goal("C", 1),)}, "the target at row 1, column 2 is for robot C, but the board has no such robot"),
        ({"goals": (Goal("A", 1), Goal("A", 2))}, "robot A has two targets, at row 1, column 2 and row 1, column 3"),
        ({"goals": (Goal("A", 1), Goal("*", 1))}, "two targets at row 1, column 2"),
        ({"goals": (Goal("*", 1), Goal("*", 2), Goal("*", 3))}, "3 targets for 2 robots"),
        ({"walls": ((0, 2),)}, "a wall between row 1, column 1 and row 1, column 3, which are not adjacent"),
        ({"walls": ((3, 4),)}, "which are not adjacent"),
    ],
)
def test_an_invalid_puzzle_names_the_cell(changes, message):
    with pytest.raises(BadInput, match=message):
        replace(room(), **changes)


def test_an_unreachable_target_is_proven_without_search():
    assert room("+-+-+-+\n|A .|a|\n+-+-+-+").why_unsolvable() == (
        "A cannot stop at row 1, column 3, wherever the others stand"
    )
    # Over an open edge nothing stops a robot in the last cell.
    assert room("edges: open\n+ + + +\n A . a\n+ + + +\n").why_unsolvable() is not None


@given(robots())
def test_robots_proven_unsolvable_have_no_plan(puzzle):
    if puzzle.why_unsolvable():
        assert shortest(puzzle) is None


@given(robots())
def test_no_plan_is_shorter_than_the_lower_bound(puzzle):
    least, best = puzzle.min_slides(), shortest(puzzle)
    assert best is None or (least is not None and least <= best)


@given(robots(most=6))
def test_drawings_show_every_robot_and_every_wall(puzzle):
    drawn = puzzle.draw()
    assert len(drawn.split("\n")) == 2 * puzzle.height + 1
    for name in puzzle.names:
        assert drawn.count(name) == 1
    assert puzzle.svg().count("<circle") == len(puzzle.robots)
