"""Robots in the terminal: keys and clicks choose and slide them, and hints lead home."""

from __future__ import annotations

import pytest
from test_play import play, press
from textual.pilot import Pilot

import budge
from budge.play.app import Board, Play
from budge.play.robots import RobotsView
from budge.puzzles import Robots

[ROOM] = budge.load("+-+-+-+/|A . .|/+ + + +/|. B a|/+-+-+-+")


@pytest.mark.parametrize(
    ("keys", "plan"),
    [
        (["right", "down"], "AR AD"),
        (["b", "left", "a", "right", "down"], "BL AR AD"),
        (["tab", "up", "tab", "down", "right"], None),
        (["question_mark", "question_mark", "question_mark", "question_mark"], "AR AD"),
    ],
)
def test_robots_are_won_by_keys(keys, plan):
    app = play(ROOM, script=press(*keys))
    assert app.game.solved
    assert plan in (None, app.game.plan.text)


def test_a_click_chooses_a_robot_and_another_slides_it():
    async def script(app: Play, pilot: Pilot[None]) -> None:
        for x, y in ((2, 1), (10, 1), (10, 3)):  # A, then the corner beside it, then the one below
            await pilot.click(Board, offset=(x, y))
        await pilot.pause()

    assert play(ROOM, script=script).game.plan.text == "AR AD"


def test_the_view_says_moves_in_words_and_names_the_targets():
    assert isinstance(ROOM, Robots)
    view = RobotsView(ROOM)
    assert view.say("AR", ROOM.initial) == "A right"
    assert "A → row 2, column 3" in view.note(ROOM.initial)
    assert view.click(99, 99, ROOM.initial) == []
