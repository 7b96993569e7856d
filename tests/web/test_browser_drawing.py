"""The page in a real browser draws and plays exactly what the player draws; boards show exits and where robots stop."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
from browsing import at, button, link
from playwright.sync_api import Page, Route, expect

from budge import load
from budge.puzzles import Sokoban

OPEN = Sokoban.of(["########", "#@ $ . #", "#      #", "#      #", "########"], name="hall")
GHOSTS = "document.querySelector('.reach').getAttribute('d').match(/M/g)?.length ?? 0"


def stroke(page: Page, first: int, last: int, columns: int, steps: int = 1) -> None:
    page.mouse.move(*at(page, first, columns))
    page.mouse.down()
    page.mouse.move(*at(page, last, columns), steps=steps)
    page.mouse.up()


def test_a_quick_stroke_paints_every_cell_and_never_erases(page: Page) -> None:
    page.goto(link(OPEN, "edit"))
    walls = page.locator(".editor .wall rect")
    expect(walls).to_have_count(22)
    stroke(page, 24, 28, 8)  # begins on a wall; the browser reports only the ends
    expect(walls).to_have_count(26)
    button(page, "Undo").click()
    expect(walls).to_have_count(22)
    button(page, "Box").click()
    stroke(page, 11, 14, 8)  # begins on a box, which it removes
    expect(page.locator(".editor .box")).to_have_count(0)
    stroke(page, 17, 19, 8)
    expect(page.locator(".editor .box")).to_have_count(3)
    page.goto("/#view=edit&name=rushhour/25")
    shape = page.locator(".editor .piece", has_text="X")
    before = shape.locator(".face").get_attribute("d")
    button(page, "X").click()
    page.mouse.click(*at(page, 12, 6))
    assert shape.locator(".face").get_attribute("d") == before


def test_floor_at_the_edge_of_a_drawing_is_played_as_drawn(page: Page) -> None:
    page.goto(link(OPEN, "edit"))
    expect(page.locator(".editor .wall rect")).to_have_count(22)
    button(page, "Floor").click()
    for first, last in ((15, 39), (39, 32), (32, 8)):  # the walls on the right, below and on the left
        stroke(page, first, last, 8, steps=3)
    expect(page.locator(".editor .wall rect")).to_have_count(8)
    held: list[Route] = []
    page.route("**/api/v1/puzzles", lambda route: held.append(route))
    with page.expect_request("**/api/v1/puzzles"):
        button(page, "Play").click()  # before the last stroke is checked
    expect(page.locator("main.play h1")).to_have_count(0)
    for each in held:
        each.continue_()
    page.unroute("**/api/v1/puzzles")
    expect(page.locator("main.play h1")).to_be_visible()
    page.get_by_text("The board as text").click()
    rows = page.locator(".words li")
    expect(rows).to_have_count(6)
    expect(rows.nth(1)).to_have_text("Row 2: wall, floor, player, floor, box, floor, target, 2 floor, wall.")
    expect(rows.nth(4)).to_have_text("Row 5: wall, 8 floor, wall.")


def test_the_frame_of_a_tray_has_a_gap_at_the_exit(page: Page) -> None:
    ends = "document.querySelector('.frame').getAttribute('d').replace('Z', '').split(/[ML]/).filter(Boolean)"
    for name, first, last in (("rushhour/25", "364 180", "364 120"), ("classic/klotski", "60 304", "180 304")):
        page.goto(f"/#view=play&name={name}")
        expect(page.locator("main.play .frame").first).to_be_attached()
        expect(page.locator("main.play h1")).to_contain_text(name.rpartition("/")[2].capitalize())
        corners = page.evaluate(ends)
        assert (corners[0], corners[-1], len(corners)) == (first, last, 6)


def test_a_held_or_selected_robot_shows_where_it_can_stop(page: Page) -> None:
    page.goto("/#view=play&name=robots/three-in-a-hall")
    [puzzle] = load("robots/three-in-a-hall")
    robot = page.locator(".board .piece", has_text="B")
    stops = sum(move.startswith("B") for move in puzzle.moves(puzzle.initial))
    robot.hover()
    page.mouse.down()
    assert page.evaluate(GHOSTS) == stops
    page.mouse.up()  # a tap selects it
    assert page.evaluate(GHOSTS) == stops
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-metric=slides]")).to_have_text("1")
    assert page.evaluate(GHOSTS) > 0
