"""Plans of many boards, replayed by the core as the referee would."""

from __future__ import annotations

from random import Random

import pytest

from budge.engines.domains.tiles import plans_hold
from budge.native import core
from budge.puzzles import Plan, Tiles


def some_plan(puzzle: Tiles, random: Random) -> str:
    """A walk to the goal or to somewhere else, now and then with a move that is none."""
    state, walk = puzzle.start, ""
    for _ in range(random.randrange(30)):
        move = random.choice(puzzle.moves(state) if random.random() < 0.98 else ["U", "L", "R", "D", "X"])
        walk += move
        state = puzzle.apply(state, move) if move in puzzle.moves(state) else state
    return walk


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (1, 4), (4, 4), (5, 3)])
def test_the_core_accepts_the_plans_that_the_referee_accepts(width: int, height: int) -> None:
    random = Random(width)
    goal = Tiles(width=width, height=height, start=(*range(1, width * height), 0))
    puzzles, plans = [], []
    for number in range(200):
        walk = some_plan(goal, random)
        back = walk[::-1].translate(str.maketrans("ULRD", "DRLU"))
        if number % 2 and "X" not in walk and goal.verify(Plan(tuple(walk))).legal:
            end = [*goal.replay(walk)][-1]
            puzzles.append(goal.starting_at(end))
            plans.append(back)
        else:
            puzzles.append(goal.random(random))
            plans.append(walk)
    verdicts = [bool(puzzle.verify(Plan(tuple(plan)))) for puzzle, plan in zip(puzzles, plans, strict=True)]
    assert plans_hold(puzzles, plans) == verdicts
    assert {True, False} == {*verdicts}


def test_boards_and_plans_that_do_not_fit_together_are_an_error() -> None:
    for starts, plans in ((bytes(4), ["U", "U"]), (bytes(3), ["U"])):
        with pytest.raises(ValueError, match="do not fit together"):
            core.replay_tiles(2, bytes([1, 2, 3, 0]), starts, plans)
    with pytest.raises(ValueError, match="do not fit together"):
        core.replay_tiles(3, bytes([1, 2, 3, 0]), bytes(4), ["U"])
    assert core.replay_tiles(2, bytes([1, 2, 3, 0]), bytes([1, 1, 1, 1]), ["U"]) == [False]
