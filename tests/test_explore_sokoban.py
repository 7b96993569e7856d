"""Exploring Sokoban: counts against a search in Python, depths against what engines prove."""

from __future__ import annotations

import pytest

from budge import BadInput, Limits, Sokoban, explore, generate, solve
from budge.engines.domains.sokoban_deadlocks import explain

ROOM = Sokoban.of(["#######", "#. @  #", "# $$  #", "#.    #", "#######"])


def counted_in_python(level: Sokoban) -> list[int]:
    """Positions by moves from the start, leaving out those with a box on a dead square unless a box is to spare."""
    dead = explain(level, level.initial).dead_squares if len(level.boxes) == len(level.targets) else set()
    met, layer, by_depth = {level.initial}, [level.initial], []
    while layer:
        by_depth.append(len(layer))
        after = {level.apply(state, move) for state in layer for move in level.moves(state)}
        layer = [state for state in after - met if not dead & set(state[1])]
        met.update(layer)
    return by_depth


@pytest.mark.parametrize("shape", ["rooms", "rectangle", "cells"])
def test_moves_from_the_start_are_counted_as_in_python(shape):
    for made in generate("sokoban", seed=3, count=5, width=7, height=6, boxes=2, shape=shape):
        level = made.puzzle
        found = explore(level, source="start", metric="moves")
        assert found.complete
        assert found.by_depth == counted_in_python(level)
        assert found.optimum == made.optima["moves"]
        assert explore(level).optimum == explore(level, source="start").optimum == made.optima["pushes"]


def test_a_box_to_spare_may_be_left_on_a_dead_square():
    level = Sokoban.of(["#####", "#+$ #", "#$  #", "# ###", "###"])
    found = explore(level, source="start", metric="moves")
    assert found.by_depth == counted_in_python(level)
    assert found.optimum == 5


def test_depth_from_the_goal_is_what_is_left_to_push():
    found = explore(ROOM)
    assert (found.states, found.depth, found.goal_states) == (52, 7, 1)
    assert found.optimum == solve(ROOM).cost == 5
    for state in found.hardest:
        assert solve(Sokoban.of(list(ROOM.rows(state)))).cost == found.depth


def test_assigned_boxes_keep_their_targets():
    level = Sokoban.of(["######", "#@ $.#", "#  $.#", "######"], assigned=[(2,), (1,)])
    assert explore(level).by_depth[0] == explore(level).goal_states
    assert explore(level, source="start").optimum == (solve(level).cost if solve(level).plan else None)


def test_a_limit_leaves_complete_layers():
    whole = explore(ROOM, source="start", metric="moves")
    cut = explore(ROOM, source="start", metric="moves", limits=Limits(nodes=200))
    assert cut.stopped_by == "nodes"
    assert cut.by_depth == whole.by_depth[: len(cut.by_depth)]
    none = explore(ROOM, limits=Limits(memory=1024))
    assert (none.stopped_by, none.by_depth) == ("memory", [])


def test_a_start_with_a_box_on_a_dead_square_changes_nothing_for_other_starts():
    dead = Sokoban.of(["######", "#$   #", "#  . #", "#  @ #", "######"])
    alive = Sokoban.of(["######", "#    #", "# $. #", "#  @ #", "######"])
    found, same = explore(dead), explore(alive)
    assert (found.by_depth, found.hardest, found.complete) == (same.by_depth, same.hardest, True)
    assert (found.optimum, same.optimum) == (None, 1)
    with pytest.raises(BadInput, match="no position to count: a box stands on a dead square"):
        explore(dead, source="start")


@pytest.mark.parametrize(
    ("level", "metric", "why"),
    [
        (["#######", "#@$.$ #", "#######"], None, "from the start"),
        (["#######", "#@$. @#", "#######"], None, "one player"),
        (["#######", "#@$.  #", "#######"], "pushes-then-moves", "pushes or moves"),
        (["########", "#@$.#.$#", "########"], None, "no position to count: a target lies where"),
    ],
)
def test_what_cannot_be_explored_says_why(level, metric, why):
    with pytest.raises(BadInput, match=why):
        explore(Sokoban.of(level), metric=metric)
