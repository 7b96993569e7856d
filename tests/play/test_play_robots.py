"""Robots in the terminal: keys and clicks choose and slide them, and hints lead home."""

from __future__ import annotations

import asyncio

import pytest

import budge
from budge.play.app import BoardWidget, Level, Play
from budge.play.robots import RobotsView
from budge.puzzles import Robots

[ROOM] = budge.load("+-+-+-+/|A . .|/+ + + +/|. B a|/+-+-+-+")


def played(*does: str | tuple[int, int]) -> Play:
    """The game after keys were pressed and characters of the board clicked; ? waits for the hint."""
    app = Play([Level("robots", ROOM)])

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for each in does:
                await (pilot.press(each) if isinstance(each, str) else pilot.click(BoardWidget, offset=each))
                await app.workers.wait_for_complete()
                await pilot.pause()

    asyncio.run(run())
    return app


@pytest.mark.parametrize(
    ("keys", "plan"),
    [
        (["right", "down"], "AR AD"),
        (["b", "left", "a", "right", "down"], "BL AR AD"),
        (["tab", "up", "tab", "down", "right"], None),
        (["question_mark", "question_mark", "question_mark", "question_mark"], "AR AD"),
    ],
)
def test_robots_are_solved_by_keys(keys, plan):
    app = played(*keys)
    assert app.game.solved
    assert plan in (None, app.game.plan.text)


def test_a_click_chooses_a_robot_and_another_slides_it():
    """A, then the corner beside it, then the one below."""
    assert played((2, 1), (10, 1), (10, 3)).game.plan.text == "AR AD"


def test_the_view_gives_moves_as_text_and_names_the_targets():
    assert isinstance(ROOM, Robots)
    view = RobotsView(ROOM)
    assert view.say("AR", ROOM.initial) == "A right"
    assert "A → row 2, column 3" in view.note(ROOM.initial)
    assert view.click(99, 99, ROOM.initial) == []


def test_robots_have_no_deadlock_lights():
    assert played("exclamation_mark").message.plain == "There are no deadlock lights for robots."
