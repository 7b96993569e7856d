"""The rules of sliding tiles, and the theory of what can be solved."""

from math import factorial

import pytest
from exhaustive import by_distance
from hypothesis import given
from hypothesis import strategies as st
from random_puzzles import tiles

from budge.puzzles import BadInput, IllegalMove, Plan, Puzzle, Tiles

BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


def walk(puzzle, choices):
    """A random legal plan from the start."""
    state, moves = puzzle.start, []
    for choice in choices:
        legal = puzzle.moves(state)
        moves.append(legal[choice % len(legal)])
        state = puzzle.apply(state, moves[-1])
    return Plan(tuple(moves)), state


@given(tiles())
def test_every_move_swaps_the_blank_with_a_neighbour_and_can_be_undone(puzzle):
    for move in puzzle.moves(puzzle.start):
        after = puzzle.apply(puzzle.start, move)
        changed = [cell for cell in range(len(after)) if after[cell] != puzzle.start[cell]]
        assert len(changed) == 2
        assert 0 in (after[changed[0]], after[changed[1]])
        assert puzzle.apply(after, BACK[move]) == puzzle.start


@given(tiles())
def test_a_move_that_is_not_listed_is_illegal(puzzle):
    for move in set("ULRD") - set(puzzle.moves(puzzle.start)):
        with pytest.raises(IllegalMove, match="off the board at row"):
            puzzle.apply(puzzle.start, move)


@given(tiles(), st.lists(st.integers(0, 11), max_size=30))
def test_the_referee_accepts_exactly_the_plans_that_end_at_the_goal(puzzle, choices):
    plan, end = walk(puzzle, choices)
    verdict = puzzle.verify(plan)
    assert (verdict.legal, verdict.solves, verdict.costs) == (True, end == puzzle.goal, {"moves": len(choices)})
    reached = Tiles(width=puzzle.width, height=puzzle.height, start=puzzle.start, goal=end)
    assert reached.verify(plan)
    assert reached.why_unsolvable() is None


@given(tiles(), st.lists(st.integers(0, 11), max_size=30))
def test_a_plan_reads_back_from_letters_from_run_lengths_and_from_tiles(puzzle, choices):
    plan, _ = walk(puzzle, choices)
    states = puzzle.states(plan.moves)
    moved = [states[i][states[i + 1].index(0)] for i in range(len(plan))]
    assert puzzle.parse_plan(plan.text) == plan
    assert puzzle.parse_plan(" ".join(f"1{move}" for move in plan.moves)) == plan
    assert puzzle.parse_plan(" ".join(map(str, moved))) == plan
    assert puzzle.split_plan(plan.text) == plan


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([[1, 2], [3], [4, 5, 0]], "row 2 has 1 numbers, but row 1 has 2"),
        (["1 x", "2 0"], "'x' is not a tile"),
        ([[1.5, 0]], "'1.5' is not a tile"),
    ],
)
def test_invalid_rows_are_refused(rows, complaint):
    with pytest.raises(BadInput, match=complaint):
        Tiles.of(rows)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("ULX", "'X' in a plan"),
        ("UL12", "'1' in a plan"),
        ("3 L X 2", "'X' in a plan"),
        ("9999999U2L", "longer than 10,000,000 moves"),
        (f"{'9' * 5000}U", "longer than 10,000,000 moves"),
        ("9" * 5000, "move 1 of the plan: tile 99999999 is not next to the blank"),
        ("8 6 3 7", "move 4 of the plan: tile 7 is not next to the blank"),
    ],
)
def test_a_bad_plan_is_refused(text, complaint):
    with pytest.raises(BadInput, match=complaint):
        Tiles.of(["1 2 3", "4 5 6", "7 0 8"]).parse_plan(text)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3), (1, 4), (5, 1), (1, 2)])
def test_theory_and_the_rules_agree_on_what_can_be_solved(width, height):
    size = width * height
    puzzle = Tiles(width=width, height=height, start=tuple(range(size)))
    found = dict(by_distance(puzzle))
    theory = puzzle.space()
    assert theory.reachable == len(found)
    assert theory.components * len(found) == theory.arrangements == factorial(size)
    for goal in list(found)[:50]:
        assert Tiles(width=width, height=height, start=puzzle.start, goal=goal).why_unsolvable() is None


@given(tiles().filter(lambda puzzle: len(puzzle.start) <= 6))
def test_an_unsolvable_goal_is_not_reachable(puzzle):
    assert (puzzle.why_unsolvable() is None) == (puzzle.goal in dict(by_distance(puzzle)))


@given(tiles())
def test_a_drawing_shows_every_tile_once(puzzle):
    words = puzzle.draw().split()
    assert words == [str(tile) if tile else "·" for tile in puzzle.start]
    assert len({len(line) for line in puzzle.draw().split("\n")}) == 1


@given(tiles(), st.lists(st.sampled_from("ULRDx"), max_size=30))
def test_the_referee_replays_in_place_as_the_rules_do_move_by_move(puzzle, moves):
    in_place, by_the_rules = puzzle.follow(moves), Puzzle.follow(puzzle, moves)
    assert (*in_place[:2], str(in_place[2])) == (*by_the_rules[:2], str(by_the_rules[2]))
