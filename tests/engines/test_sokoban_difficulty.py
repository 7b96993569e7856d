"""The grade of a level: what it counts, and that it rises with what people find hard."""

from __future__ import annotations

from collections.abc import Iterator

import budge
from budge.engines.domains.sokoban_difficulty import SokobanDifficulty, difficulty
from budge.puzzles import Sokoban
from budge.puzzles.sokoban import State


def possible_pushes(level: Sokoban, state: State) -> Iterator[State]:
    """What follows each push that the player can walk to."""
    seen = {state}
    for here in (queue := [state]):
        for move in level.moves(here):
            there = level.apply(here, move)
            if move.isupper():
                yield there
            elif there not in seen:
                seen.add(there)
                queue.append(there)


def test_traps_are_pushes_that_lose_and_choices_all_that_are_possible() -> None:
    traps = 0
    for made in budge.generate("sokoban", seed=5, count=4, width=7, height=6, boxes=2, min_optimum=5):
        level, plan = made.puzzle, budge.solve(made.puzzle).plan
        assert isinstance(level, Sokoban)
        assert plan is not None
        states = level.states(plan.moves)
        offered = [
            after
            for state, move in zip(states, plan.moves, strict=False)
            if move.isupper()
            for after in possible_pushes(level, state)
        ]
        lost = sum(budge.solve(level.starting_at(after)).status == "unsolvable" for after in offered)
        found = difficulty(level, plan)
        assert found is not None
        assert (found.pushes, found.choices) == (made.optima["pushes"], len(offered))
        assert found.traps <= lost
        traps += found.traps
    assert traps > 10


def test_every_turn_to_another_box_is_a_change() -> None:
    level = Sokoban.of(["#######", "#@$ . #", "#     #", "# $ . #", "#######"])
    for plan, changes in (("RRllddRR", 2), ("RlddRluurRlddR", 4)):
        found = difficulty(level, level.parse_plan(plan))
        assert found is not None
        assert (found.changes, found.moved) == (changes, 2)
        assert (found.causes["boxes"], found.causes["returns"]) == (1, changes / 2 - 1)


def test_the_causes_sum_to_the_grade() -> None:
    for made in budge.generate("sokoban", seed=5, count=4, width=8, height=8, boxes=4, min_optimum=10):
        outcome = budge.solve(made.puzzle)
        found = difficulty(made.puzzle, outcome.plan)
        assert found is not None
        assert abs(sum(found.causes.values()) - found.grade) <= 0.52
        named = dict(found.rows)["causes"]
        assert all(f"(+{grades:.1f})" in named for grades in found.causes.values() if grades >= 0.05)


def test_more_changes_detours_and_traps_make_a_level_harder() -> None:
    plain = SokobanDifficulty(rooms=1, bound=40, pushes=40, moved=4, changes=8, choices=100, traps=0)
    assert plain.grade == 3
    for harder in (
        SokobanDifficulty(rooms=1, bound=40, pushes=40, moved=4, changes=16, choices=100, traps=0),
        SokobanDifficulty(rooms=1, bound=40, pushes=80, moved=4, changes=8, choices=100, traps=0),
        SokobanDifficulty(rooms=1, bound=40, pushes=40, moved=4, changes=8, choices=100, traps=100),
    ):
        assert harder.grade == 4
    assert SokobanDifficulty(rooms=1, bound=40, pushes=None, moved=0, changes=0, choices=0, traps=0).grade == 10


def test_what_is_lost_and_what_several_play_has_no_grade() -> None:
    assert difficulty(Sokoban.of(["#####", "#$@.#", "#####"])) is None
    assert difficulty(Sokoban.of(["#######", "#@$.  #", "#   @ #", "#######"])) is None
