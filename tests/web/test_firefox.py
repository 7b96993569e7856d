"""The page in a second browser, if it is installed: its core path works in Firefox as in chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from addresses import link
from exported import needs_core, served
from marionette import Firefox, started

from budge import load
from budge.puzzles import Sokoban
from budge.web.settings import Settings
from budge.web.static_export import export

EXPORTED = ["eight/hardest-1", "graphs/petersen", "rushhour/10", "sokoban/rooms-3", "robots/two-in-a-hall"]
LEVEL = Sokoban.of(["#######", "#@ $ .#", "#     #", "#######"], name="corridor")
RIGHT, LEFT = "\ue014", "\ue012"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with started(tmp_path_factory.mktemp("firefox")) as found:
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


def test_the_library_a_hint_a_comparison_and_the_editor_work_in_firefox(firefox: Firefox, server: str) -> None:
    firefox.go(f"{server}/#view=library")
    firefox.wait_for("document.querySelectorAll('a.puzzle').length > 20")
    firefox.click("a.puzzle")
    firefox.wait_for("document.activeElement.matches('main.play h1') && scrollY === 0")
    firefox.go(f"{server}{link(load('1 2 3/4 0 6/7 5 8')[0])}")
    firefox.wait_for("document.querySelector('main.play h1')?.innerText === 'Unnamed puzzle'")
    firefox.click(".panel .accent")
    firefox.wait_for("document.querySelector('.status').innerText.includes('2 moves to go')")
    firefox.press("?", LEFT)
    firefox.wait_for("document.querySelector('.banner').innerText.includes('Solved with 1 hint')")
    firefox.go(f"{server}{link(load('rectangle/3x2')[0], 'compare')}")
    firefox.wait_for("document.querySelector('main.compare .accent') !== null")
    firefox.click("main.compare .accent")
    firefox.wait_for("document.querySelector('.results')?.innerText.match(/optimal/g)?.length === 2")
    firefox.go(f"{server}{link(LEVEL, 'edit')}")
    firefox.wait_for("document.querySelector('.checker')?.innerText.includes('Ready to play')")
    firefox.click(".palette button[data-name='$']")
    firefox.drag("main.edit .editor .cell:nth-of-type(16)", "main.edit .editor .cell:nth-of-type(19)")
    firefox.wait_for("document.querySelectorAll('.editor .box').length === 5")


@needs_core
def test_the_exported_page_solves_every_kind_in_firefox(
    firefox: Firefox, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("host")
    export(folder, Settings(), EXPORTED)
    with served(folder) as address:
        for name in EXPORTED:
            firefox.go("about:blank")  # a second address of one page would not load it again
            firefox.go(f"{address}/#view=solve&name={name}")
            firefox.wait_for("document.querySelector('main.solve .accent') !== null")
            firefox.click("main.solve .accent")
            firefox.wait_for("document.body.innerText.includes('Optimal: no shorter plan exists.')")
        firefox.go("about:blank")
