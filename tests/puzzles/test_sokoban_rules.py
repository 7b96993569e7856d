"""The rules of Sokoban: one player and several, plans in LURD, goals, what is lost at once."""

from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import sokoban

from budge.native import core
from budge.puzzles import BadInput, IllegalMove, Plan, Sokoban
from budge.puzzles.sokoban import MAX_PLAYERS
from budge.puzzles.sokoban_drawing import sokoban_svg

CORRIDOR = ["#######", "#@ $ .#", "#######"]


def level(*rows, **how):
    return Sokoban.of(rows, **how)


def complaint(*rows, **how):
    with pytest.raises(BadInput) as caught:
        level(*rows, **how)
    return str(caught.value)


def test_the_core_takes_as_many_players_as_a_level_may_have():
    assert core.MAX_PLAYERS == MAX_PLAYERS


def illegal(puzzle, move):
    with pytest.raises(IllegalMove) as caught:
        puzzle.apply(puzzle.initial, move)
    return str(caught.value)


def test_a_player_walks_and_pushes():
    puzzle = level(*CORRIDOR)
    assert puzzle.moves(puzzle.initial) == ["r"]
    plan = puzzle.parse_plan("rrr")
    assert plan.text == "rRR"
    verdict = puzzle.verify(plan)
    assert verdict
    assert verdict.costs == {"pushes": 2, "moves": 3, "pushes-then-moves": (2, 3), "moves-then-pushes": (3, 2)}


def test_the_referee_gives_the_reason_and_the_cell():
    assert illegal(level(*CORRIDOR), "u") == "u takes the player into a wall at row 1, column 2"
    assert illegal(level("####", "#@$#", "#. #", "####"), "r") == "r pushes a box into a wall at row 2, column 4"
    assert illegal(level("######", "#@$$.#", "#.####"), "r") == "r pushes a box into another at row 2, column 4"
    assert illegal(level(*CORRIDOR), "x") == "'x' is not a move; moves are u, l, r, d"
    assert illegal(level(*CORRIDOR), ".") == "'.' is not a move; moves are u, l, r, d"


def test_an_illegal_plan_has_the_cost_of_its_legal_prefix():
    verdict = level(*CORRIDOR).verify(Plan(tuple("rRRR")))
    assert (verdict.legal, verdict.broken_at, verdict.costs["pushes"]) == (False, 3, 2)


@pytest.mark.parametrize("text", ["rRR", "rrr", "RRR", "3r", "r2R", " r R\nR ", "r2(R)", "(3r)"])
def test_plans_of_other_programs_are_read(text):
    assert level(*CORRIDOR).parse_plan(text).text == "rRR"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rxR", "'x' is not expected here"),
        ("r3", "'3' is not expected here"),
        ("2(rR", "a bracket is not closed"),
        ("rR)", r"'\)' is not expected here"),
        ("99999999r", "longer than 10,000,000"),
        ("9999(9999(9999r))", "longer than 10,000,000"),
        ("123456789123r", "a repeat count of at most 8 digits"),
        ("r.", "only in levels with several players"),
    ],
)
def test_an_invalid_plan_is_refused(text, message):
    with pytest.raises(BadInput, match=message):
        level(*CORRIDOR).parse_plan(text)


def test_with_spare_boxes_every_target_must_hold_a_box():
    puzzle = level("########", "#@$.$ .#", "########")
    assert not puzzle.is_goal(puzzle.initial)
    spare = level("#######", "#@$.$ #", "#######")
    assert spare.is_goal(spare.apply(spare.initial, "r"))


def test_a_box_with_an_assigned_target_counts_only_there():
    rows = ("#######", "#. $ .#", "#  @  #", "#  $  #", "#######")
    free, bound = level(*rows), level(*rows, assigned=[[2], [1]])
    crossed = ((free.players[0],), (free.targets[1], free.targets[0]))
    assert free.is_goal(crossed)
    assert bound.is_goal(crossed)
    assert not bound.is_goal(((free.players[0],), free.targets))
    assert level(*rows, assigned=[[], []]) == free


def test_equivalent_levels_are_equal():
    plain = level("#####", "#@$.#", "#####")
    assert level("-#####", "-#p$.#--", "-#####") == plain  # aliases, floor outside
    assert level("#######", "##@$.##", "#######") == plain  # walls beyond walls
    assert level("@$.") == plain  # where the text ends, the board ends
    assert level("#####  $.", "#@b.#   ", "##### ##") == plain  # decoration outside


def test_a_closed_chamber_is_kept_only_if_it_holds_a_box():
    puzzle = level("#####", "#@$.#", "#####", "#*# #", "#####")
    assert (len(puzzle.boxes), len(puzzle.floor)) == (2, 4)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["#####", "# $.#", "#####"], "no player; expected an @"),
        (["#####", "#@$ #", "#####"], "no target; expected a ."),
        (["#####", "#@..#", "#$  #", "#####"], "1 box for 2 targets; expected a box for each target"),
        (["#####", "#@ .#", "#####"], "no boxes for 1 target"),
        (["#####", "#@x.#", "#####"], "row 2, column 3: unknown character 'x'"),
        (["#" + "@" * 5 + "$.#"], "5 players; a level has at most 4"),
        (["@$." + "-" * 62], "a board of 67×3; the largest is 64×64"),
    ],
)
def test_an_invalid_level_is_refused(rows, message):
    assert message in complaint(*rows)


def test_assignments_are_checked():
    rows = ("######", "#@$$.#", "#   .#", "######")
    assert complaint(*rows, assigned=[[1]]) == "targets assigned to 1 box, but the level has 2"
    assert complaint(*rows, assigned=[[1], [3]]) == "target 3 is assigned; the level has targets 1 to 2"


class TestSeveralPlayers:
    """Every clause of the rule of joint steps."""

    def test_all_step_at_once_or_wait(self):
        puzzle = level("#######", "#@$. @#", "#######")
        assert puzzle.own_metrics == ("makespan",)
        assert puzzle.moves(puzzle.initial) == ["R,l", "R,.", ".,l", ".,."]
        assert puzzle.verify(puzzle.parse_plan("r."))
        assert puzzle.costs(puzzle.parse_plan("rl .. ..")) == {"makespan": 3}

    def test_no_two_stand_on_one_cell(self):
        assert "players 1 and 2 would both stand" in illegal(level("#####", "#@ @#", "#$. #", "#####"), "r,l")

    def test_no_two_change_places(self):
        assert illegal(level("####", "#@@#", "#$.#", "####"), "r,l") == "players 1 and 2 would change places"

    def test_one_may_follow_another(self):
        puzzle = level("#####", "#@@ #", "#$. #", "#####")
        assert puzzle.apply(puzzle.initial, "r,r")[0] == (puzzle.players[0] + 1, puzzle.players[1] + 1)

    def test_a_box_is_not_pushed_onto_a_player_who_stays(self):
        puzzle = level("######", "#@$@ #", "#.####")
        assert "a player and a box would both stand" in illegal(puzzle, "r,.")

    def test_a_box_may_go_where_a_player_has_just_left(self):
        puzzle = level("######", "#@$@ #", "#.####")
        assert puzzle.apply(puzzle.initial, "r,r")[1] == (puzzle.players[1],)

    def test_two_boxes_are_not_pushed_onto_one_cell(self):
        assert "two boxes would both stand" in illegal(level("#######", "#@$ $@#", "#. .###"), "r,l")

    def test_a_box_is_not_pushed_where_another_stood_before_the_step(self):
        puzzle = level("######", "##  ##", "#@$$.#", "##.@##", "######")
        assert "into another" in illegal(puzzle, "r,.")
        assert "into another" in illegal(puzzle, "r,u")

    def test_a_letter_for_every_player(self):
        assert "'r' has 1 letter for 2 players" in illegal(level("#####", "#@ @#", "#$. #", "#####"), "r")
        with pytest.raises(BadInput, match="3 letters in a plan for 2 players"):
            level("#####", "#@ @#", "#$. #", "#####").parse_plan("rlr")

    @given(sokoban(players=3), st.data())
    @settings(max_examples=60, deadline=None)
    def test_legal_steps_are_those_that_the_rule_allows(self, puzzle, data):
        """The rule as the documents state it, checked after the fact instead of on the way."""
        state = puzzle.initial
        for _ in range(3):
            allowed = [move for move in joint_steps(puzzle) if by_the_book(puzzle, state, move)]
            moves = puzzle.moves(state)
            assert [move.lower() for move in moves] == allowed
            if not moves:
                return
            state = puzzle.apply(state, data.draw(st.sampled_from(moves)))


def joint_steps(puzzle):
    letters = "ulrd" if len(puzzle.players) == 1 else "ulrd."
    return [",".join(step) for step in product(letters, repeat=len(puzzle.players))]


def by_the_book(puzzle, state, move):
    players, boxes = state
    steps = [0 if letter == "." else puzzle.offset(letter) for letter in move.split(",")]
    there = [here + step for here, step in zip(players, steps, strict=True)]
    resting = []
    for box in boxes:
        pushers = [step for step, cell in zip(steps, there, strict=True) if step and cell == box]
        if len(pushers) > 1:
            return False
        if pushers and box + pushers[0] in boxes:
            return False
        resting.append(box + sum(pushers))
    everyone = there + resting
    swapped = any((there[i], there[j]) == (players[j], players[i]) for i in range(len(there)) for j in range(i))
    return not swapped and len(set(everyone)) == len(everyone) and puzzle.floor.issuperset(everyone)


@given(sokoban(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_plan_survives_its_text(puzzle, data):
    state, moves = puzzle.initial, []
    for _ in range(data.draw(st.integers(0, 6))):
        legal = puzzle.moves(state)
        if legal:
            moves.append(data.draw(st.sampled_from(legal)))
            state = puzzle.apply(state, moves[-1])
    plan = puzzle.plan(moves)
    assert plan.moves == tuple(moves)
    assert Sokoban.split_plan(plan.text) == plan
    assert puzzle.parse_plan(plan.text) == puzzle.parse_plan(plan.text.lower()) == plan


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["#####", "#@ .#", "#$  #", "#####"], "the box at row 3, column 2 can be pushed to no target"),
        (["###", "#@#", "#$#", "# #", "###", "###", "#.#", "###"], "walled off from the player, and holds no box"),
        (["######", "#@  $#", "#    #", "#.  $#", "######"], "no box can be pushed to the target at row 4, column 2"),
        (["#######", "#@    #", "# $ $ #", "#.   .#", "#######"], None),
        (["########", "#@     #", "#  $$  #", "#.    ##", "#.######"], None),
    ],
)
def test_some_levels_are_proven_unsolvable_without_search(rows, reason):
    found = level(*rows).why_unsolvable()
    assert found == reason if reason is None else reason in found


def test_two_boxes_that_reach_only_one_target_make_a_level_unsolvable():
    puzzle = level("########", "# $ $ .#", "#      #", "# .$ . #", "#  @   #", "########")
    assert puzzle.why_unsolvable() == "only 2 of the 3 targets can have a box of their own pushed to them"


def test_a_level_is_drawn_with_two_characters_a_cell():
    assert level("######", "#+ $*#", "######").draw() == "████████████\n██@·  []■■██\n████████████"
    assert "@1" in level("#####", "#@ @#", "#$. #", "#####").draw()


@given(sokoban())
@settings(max_examples=40, deadline=None)
def test_a_picture_shows_every_wall_box_target_and_player(puzzle):
    shapes = [element.tag.split("}")[1] for element in ElementTree.fromstring(puzzle.svg()).iter()]
    walls = sum(row.count("#") for row in puzzle.board)
    assert shapes.count("rect") == len(puzzle.floor) + walls + 2 * len(puzzle.boxes)
    eyes = 2 if len(puzzle.players) == 1 else 0
    assert shapes.count("circle") == len(puzzle.targets) + len(puzzle.players) + eyes


def test_dead_squares_and_lost_boxes_can_be_marked_in_a_picture():
    puzzle = level("#####", "#@$.#", "#####")
    plain, marked = puzzle.svg(), sokoban_svg(puzzle, puzzle.initial, dead=[6], marked=[7])
    assert marked.count("<rect") == plain.count("<rect") + 1
    assert marked.count("<path") == 1
