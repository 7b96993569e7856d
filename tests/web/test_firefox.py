"""The page in a second browser, if it is installed: a level is won and a puzzle solved in Firefox as in chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from addresses import link
from marionette import Firefox, started

from budge import load
from budge.puzzles import Sokoban

LEVEL = Sokoban.of(["#######", "#@ $ .#", "#     #", "#######"], name="corridor")
RIGHT = "\ue014"


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    with started(tmp_path) as found:
        yield found


def test_a_level_is_won_and_a_puzzle_is_solved_in_firefox(firefox: Firefox, server: str) -> None:
    firefox.go(f"{server}{link(LEVEL)}")
    firefox.wait_for("document.querySelector('main.play .stage') !== null")
    firefox.press(RIGHT, RIGHT, RIGHT)
    firefox.wait_for("document.body.innerText.includes('Solved!')")
    firefox.go(f"{server}{link(load('8 6 7/2 5 4/3 0 1')[0], 'solve')}")
    firefox.wait_for("document.querySelector('main.solve .accent') !== null")
    firefox.click("main.solve .accent")
    firefox.wait_for("document.body.innerText.includes('Optimal: no shorter plan exists.')")
    firefox.wait_for("document.querySelector('.player')?.innerText.includes('/ 31')")
    assert firefox.evaluate("document.querySelectorAll('figure .plot').length") >= 2
