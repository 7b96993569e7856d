"""The rules of sliding blocks, read as statements about positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_puzzles import blocks

from budge.puzzles import BadInput, Blocks, IllegalMove, Plan
from budge.puzzles.blocks import Gate, Piece

KLOTSKI = Blocks.of(["ASSB", "ASSB", "CHHD", "CabD", "c..d"], goals=[["....", "....", "....", ".SS.", ".SS."]])


def after(puzzle, *moves):
    return puzzle.state_after(moves)


def test_klotski_begins_with_its_known_moves():
    assert KLOTSKI.moves(KLOTSKI.initial, "steps") == ["a down 1", "b down 1", "c right 1", "d left 1"]
    assert "a down 1 right 1" in KLOTSKI.moves(KLOTSKI.initial, "moves")
    assert "c right 2" in KLOTSKI.moves(KLOTSKI.initial, "slides")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("A up 1", "A cannot go up from row 1, column 1: row 1, column 1 is at the border"),
        ("S down 1", "S cannot go down from row 1, column 2: row 3, column 2 holds H"),
        ("c right 3", "c cannot go right from row 5, column 3: row 5, column 4 holds d"),
        ("Z up 1", "there is no piece Z"),
        ("A sideways 1", "'A sideways 1' is not a move; expected a piece and its path, as in A right 2"),
        ("A up 0", "'A up 0' is not a move; expected a piece and its path, as in A right 2"),
    ],
)
def test_an_illegal_move_names_the_cell(move, reason):
    with pytest.raises(IllegalMove) as caught:
        KLOTSKI.apply(KLOTSKI.initial, move)
    assert str(caught.value) == reason


def test_a_long_move_checks_every_cell_on_its_way():
    puzzle = Blocks.of(["A.B.."], goals=[["....A"]])
    with pytest.raises(IllegalMove, match="row 1, column 3 holds B"):
        puzzle.apply(puzzle.initial, "A right 4")


def test_walls_stop_pieces():
    puzzle = Blocks.of(["A#", ".."], goals=[["..", ".A"]])
    assert puzzle.moves(puzzle.initial, "steps") == ["A down 1"]
    with pytest.raises(IllegalMove, match="row 1, column 2 is a wall"):
        puzzle.apply(puzzle.initial, "A right 1")


def test_a_piece_restricted_to_an_axis_never_leaves_it():
    puzzle = Blocks.of(["A.", ".."], goals=[[".A", ".."]], horizontal="A")
    assert puzzle.moves(puzzle.initial) == ["A right 1"]
    with pytest.raises(IllegalMove, match="it is restricted to its horizontal axis"):
        puzzle.apply(puzzle.initial, "A right 1 down 1")


def test_a_gate_lets_in_only_its_pieces():
    puzzle = Blocks.of(["AB", "..", ".."], goals=[["..", "..", "A."]], gates={"A": [2, 3]})
    assert puzzle.moves(puzzle.initial, "steps") == ["A down 1"]
    with pytest.raises(IllegalMove, match="row 2, column 2 is a gate that does not admit it"):
        puzzle.apply(puzzle.initial, "B down 1")


def test_the_goal_is_any_of_its_alternatives_and_all_of_its_pieces():
    puzzle = Blocks.of(["AB.", "..."], goals=[["...", "AB."], ["..A", "..."]])
    assert not puzzle.is_goal(puzzle.initial)
    assert not puzzle.is_goal(after(puzzle, "A down 1"))
    assert puzzle.is_goal(after(puzzle, "A down 1", "B down 1"))
    assert puzzle.is_goal(after(puzzle, "A down 1 right 2 up 1"))


def test_costs_do_not_depend_on_how_steps_are_grouped():
    gathered = Plan(("A right 2 down 1", "B up 1"), ", ")
    one_by_one = Plan(("A right 1", "A right 1", "A down 1", "B up 1"), ", ")
    for plan in (gathered, one_by_one):
        assert KLOTSKI.costs(plan) == {"moves": 2, "slides": 3, "steps": 4}


@given(blocks(), st.data())
def test_listed_moves_are_legal_and_cost_one(puzzle, data):
    for metric in puzzle.metrics:
        moves = puzzle.moves(puzzle.initial, metric)
        assert len(moves) == len({puzzle.apply(puzzle.initial, move) for move in moves})
        if moves:
            move = data.draw(st.sampled_from(moves))
            assert puzzle.costs(Plan((move,), ", "))[metric] == 1


@given(blocks(), st.data())
def test_every_move_can_be_undone(puzzle, data):
    moves = puzzle.moves(puzzle.initial)
    if moves:
        there = puzzle.apply(puzzle.initial, data.draw(st.sampled_from(moves)))
        assert puzzle.initial in {puzzle.apply(there, back) for back in puzzle.moves(there)}


@given(blocks(), st.data())
def test_a_plan_survives_both_notations(puzzle, data):
    state, moves = puzzle.initial, []
    for _ in range(data.draw(st.integers(0, 5))):
        choices = puzzle.moves(state, data.draw(st.sampled_from(puzzle.metrics)))
        if not choices:
            break
        moves.append(data.draw(st.sampled_from(choices)))
        state = puzzle.apply(state, moves[-1])
    plan = Plan(tuple(moves), ", ")
    assert Blocks.split_plan(plan.text) == plan
    assert puzzle.parse_plan(plan.text) == plan
    assert puzzle.parse_plan("\n".join(moves)) == plan
    assert puzzle.parse_plan(Blocks.compact(plan)) == plan


@pytest.mark.parametrize("text", ["A right 2", "a left 1, B up 1", "Ar2 Bd1", "A RIGHT 2;B down", "Ar2d,Bl3\nCu"])
def test_plans_are_read_in_loose_notation(text):
    plan = KLOTSKI.parse_plan(text)
    assert Blocks.split_plan(plan.text) == plan


@pytest.mark.parametrize("text", ["right 2", "A", "A up 0", "A up 100", "Ax2", "A right B", "{", "A up 1 2"])
def test_an_invalid_plan_is_refused(text):
    with pytest.raises(BadInput, match="expected a move such as A right 2, or Ar2"):
        KLOTSKI.parse_plan(text)


def test_a_text_that_no_plan_writes_is_not_split():
    with pytest.raises(BadInput):
        Blocks.split_plan("A right 2 B up 1")


def test_equivalent_puzzles_are_equal():
    one = Blocks(
        width=2, height=2, blocks=(Piece("B", (1,)), Piece("A", (2, 0))), goals=((("B", 3), ("A", 0)),), walls=()
    )
    assert one == Blocks.of(["AB", "A."], goals=[["A.", "AB"]])
    assert hash(one) == hash(Blocks.of(["AB", "A."], goals=[["A.", "AB"]]))


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Blocks.of(["A#."], goals=[["..A"]]), "A cannot reach its goal at row 1, column 3 even on an empty board"),
        (
            Blocks.of(["A.", ".."], goals=[["..", "A."]], horizontal="A"),
            "A cannot reach its goal at row 2, column 1 even on an empty board",
        ),
        (
            Blocks.of(["A..", "B.."], goals=[["..A", "..."]], gates={"B": [1, 4]}),
            "A cannot reach its goal at row 1, column 3 even on an empty board",
        ),
        (
            Blocks.of(["A.B."], goals=[["...A"]], horizontal="AB"),
            "B cannot pass A: all are restricted to one row, and the goal leaves no room for them",
        ),
        (
            Blocks.of(["AA.B.C"], goals=[["....AA"], ["...AA."]], horizontal="ABC"),
            "C cannot pass A, B: all are restricted to one row, and the goal leaves no room for them",
        ),
        (
            Blocks.of(["A", ".", "B"], goals=[["B", ".", "."]], vertical="AB"),
            "B cannot pass A: all are restricted to one column, and the goal leaves no room for them",
        ),
    ],
)  # fmt: skip
def test_unreachable_goals_are_proven_without_search(puzzle, reason):
    assert puzzle.why_unsolvable() == reason


def test_one_goal_in_reach_is_enough():
    assert Blocks.of(["A#."], goals=[["..A"], ["A.."]]).why_unsolvable() is None


@given(blocks(most=3, pieces=3))
def test_puzzles_proven_unsolvable_have_no_plan(puzzle):
    seen, todo = {puzzle.initial}, [puzzle.initial]
    while todo:
        state = todo.pop()
        if puzzle.is_goal(state):
            assert puzzle.why_unsolvable() is None
            return
        for move in puzzle.moves(state, "steps"):
            there = puzzle.apply(state, move)
            if there not in seen:
                seen.add(there)
                todo.append(there)


PIECE, B = Piece("A", (0,)), Piece("B", (1,))


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ({"width": 33}, "a board of 33×2 is outside 1×1 to 32×32"),
        ({"blocks": ()}, "a board without a piece"),
        ({"blocks": (PIECE, Piece("A", (1,)))}, "two pieces are called A"),
        ({"blocks": (PIECE, Piece("B", (0, 1)))}, "piece B overlaps piece A at row 1, column 1"),
        ({"blocks": (Piece("A", (0, 3)),)}, "piece A is in several parts, at row 1, column 1 and row 2, column 2"),
        ({"blocks": (Piece("A", ()),)}, "piece A covers no cell"),
        ({"blocks": (Piece("A", (7,)),)}, "piece A stands on cell 7; the cells of a board of 2×2 are 0 to 3"),
        ({"blocks": (Piece("#", (0,)),)}, "a piece called '#'; expected one printable character, not . or #"),
        ({"blocks": (Piece("AB", (0,)),)}, "a piece called 'AB'"),
        ({"blocks": (Piece("A", (0,), "diagonal"),)}, "restricted to axis 'diagonal'; expected horizontal or vertical"),
        ({"walls": (0,)}, "piece A overlaps a wall at row 1, column 1"),
        ({"walls": (4,)}, "a wall is on cell 4; the cells of a board of 2×2 are 0 to 3"),
        ({"goals": ()}, "a board of blocks without a goal"),
        ({"goals": ((),)}, "a board of blocks without a goal"),
        ({"goals": ((("B", 0),),)}, "a goal names piece B, but the board has no such piece"),
        ({"goals": ((("A", 4),),)}, "the goal of piece A reaches beyond the board, at row 3, column 1"),
        ({"goals": ((("A", 1), ("A", 2)),)}, "a goal places one piece twice"),
        ({"goals": ((("A", 3),),), "walls": (3,)}, "the goal of piece A overlaps a wall at row 2, column 2"),
        ({"gates": (Gate((2,), ()),)}, "the gate at row 2, column 1 admits no piece; expected at least one, or a wall"),
        (
            {"blocks": (PIECE, B), "gates": (Gate((0,), ("B",)),)},
            "A stands on a gate at row 1, column 1",
        ),
        ({"gates": (Gate((3,), ("A",)),), "walls": (3,)}, "a gate and a wall are both at row 2, column 2"),
        (
            {"blocks": (PIECE, B), "gates": (Gate((3,), ("A",)), Gate((3,), ("B",)))},
            "a gate and another gate are both at row 2, column 2",
        ),
        ({"gates": (Gate((3,), ("Q",)),)}, "a gate names piece Q, but the board has no such piece"),
    ],
)
def test_an_invalid_puzzle_is_refused_in_one_line(stated, message):
    with pytest.raises(BadInput) as caught:
        Blocks(**{"width": 2, "height": 2, "blocks": (PIECE,), "goals": ((("A", 1),),), **stated})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
