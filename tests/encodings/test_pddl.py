"""Planning problems as text, and the plans of planners read back. That planners solve them: tests/lab/test_peers.py."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from random_puzzles import blocks, sokoban, tiles, tokens

from budge.encodings.pddl import is_planners_plan, no_planning, planning, read_planners_plan
from budge.puzzles import BadInput, Blocks, Sokoban, Tiles, Tokens

BOARD = Tiles.of(["1 2 3", "4 0 6", "7 5 8"])


def brackets_match(text: str) -> bool:
    """Whether a text, less its comments, is one expression in brackets."""
    depth = 0
    text = "\n".join(line.partition(";")[0] for line in text.splitlines()).strip()
    for place, mark in enumerate(text):
        depth += (mark == "(") - (mark == ")")
        if depth <= 0 and place < len(text) - 1:
            return False
    return depth == 0


@settings(max_examples=40, deadline=None)
@given(tiles() | tokens() | blocks() | sokoban())
def test_domain_and_problem_are_one_expression_each(puzzle):
    for metric in puzzle.own_metrics:
        if no_planning(puzzle, metric) is None:
            written = planning(puzzle, metric)
            for text, what in ((written.domain(), "domain"), (written.problem(), "problem")):
                assert brackets_match(text)
                assert f"(define ({what} " in text
                assert text.isascii() or all(line.startswith(";") for line in text.splitlines() if not line.isascii())


@settings(max_examples=20, deadline=None)
@given(tokens())
def test_no_two_vertices_or_tokens_have_one_name(puzzle):
    objects = planning(puzzle, "moves").problem().partition("(:objects")[2].partition(")")[0]
    names = [word for word in objects.split() if "-" in word[1:]]
    assert len(names) == len(set(names)) == len(puzzle.vertices) + puzzle.pieces


def test_a_plan_is_read_with_times_costs_and_comments():
    plain = "(move-up t5 c3-2 c2-2)\n(move-left t8 c3-3 c3-2)\n; cost = 2 (unit cost)\n"
    timed = "0.000: (MOVE-UP T5 C3-2 C2-2) [1.000]\n\n1: (move-left t8 c3-3 c3-2)"
    for text in (plain, timed):
        assert is_planners_plan(text)
        plan = read_planners_plan(BOARD, text)
        assert plan.text == "DR"
        assert BOARD.verify(plan)


def test_the_empty_plan_of_a_planner_is_a_plan():
    text = "; cost = 0 (unit cost)\n"
    assert is_planners_plan(text)
    assert read_planners_plan(BOARD, text).moves == ()


@pytest.mark.parametrize("text", ["DR", "5 8", "2(lu)", "(lu)", "(ll uu)", "A right 2", "", "; up 1", "()", "{}"])
def test_plans_of_budge_are_not_mistaken_for_those_of_planners(text):
    assert not is_planners_plan(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(move-up t5 c3-2 c2-2)\nthen left", "line 2 of the plan: 'then left'; expected an action"),
        ("(fly t5 c3-2 c2-2)", r"line 1 of the plan: \(fly t5 c3-2 c2-2\) is not an action of this puzzle"),
        ("(move-up five c3-2 c2-2)", "is not an action of this puzzle"),
        ("(move-up t1 c1-1 c2-2)", "move 1 of the plan: tile 1 is not next to the blank"),
    ],
)
def test_an_invalid_action_names_its_line(text, message):
    with pytest.raises(BadInput, match=message):
        read_planners_plan(BOARD, text)


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        (Tokens.of({"a": "b", "b": "c"}, start="1_2"), "(move t-1)"),
        (Tokens.of({"a": "b", "b": "c"}, start="1_2"), "(move t-1 v-z v-b)"),
        (Blocks.of(["A."], goals=[[".A"]]), "(step-block-1x1-right p-z c1-1)"),
        (Blocks.of(["A."], goals=[[".A"]]), "(step-block-1x1-away p-a c1-1)"),
        (Sokoban.of(["#####", "#@$.#", "#####"]), "(push colour1 c2-2 c2-3 c2-4 sideways)"),
        (Sokoban.of(["#####", "#@$.#", "#####"]), "(pull colour1 c2-2 c2-3 c2-4 right)"),
    ],
)
def test_actions_of_other_puzzles_are_bad_input(puzzle, text):
    with pytest.raises(BadInput, match="line 1 of the plan"):
        read_planners_plan(puzzle, text)


def test_costs_of_two_parts_cannot_be_added_up():
    level = Sokoban.of(["#####", "#@$.#", "#####"])
    assert (
        no_planning(level, "pushes-then-moves")
        == "PDDL adds up costs, so it counts moves or pushes, not pushes-then-moves"
    )
