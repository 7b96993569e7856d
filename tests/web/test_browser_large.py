"""The page in a real browser with boards that are too large for the screen, and with dragged boxes."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
from browsing import at, button, link
from playwright.sync_api import Page, expect

from budge.puzzles import Puzzle, Sokoban, Tiles

SIDE = 40
LARGE = Sokoban.of(
    ["#" * SIDE, "#@ $" + " " * (SIDE - 6) + ".#", *["#" + " " * (SIDE - 2) + "#"] * 30, "#" * SIDE], name="field"
)
ROOM = Sokoban.of(["########", "#@ $  .#", "#### ###", "########"], name="room")


def opened(page: Page, puzzle: Puzzle) -> None:
    page.goto(link(puzzle))
    expect(page.locator("main.play .stage").first).to_be_visible()


def view(page: Page) -> list[float]:
    """Left, top, width and height of the visible part of the board."""
    return [float(part) for part in page.locator(".stage").first.get_attribute("viewBox").split()]


def test_buttons_keys_and_the_wheel_zoom_a_large_board(page):
    opened(page, LARGE)
    whole = view(page)
    button(page, "Zoom in").click()
    assert view(page)[2] < whole[2]
    page.keyboard.press("+")
    closer = view(page)
    page.keyboard.press("-")
    assert closer[2] < view(page)[2]
    button(page, "Whole board").click()
    assert view(page) == whole
    for _ in range(20):
        button(page, "Zoom in").click()
    assert view(page)[2] >= 300  # a few cells are always visible
    page.keyboard.press("0")
    assert view(page) == whole
    page.mouse.move(*at(page, 15 * SIDE + 30, SIDE))
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    left, top, width, height = view(page)
    assert width < whole[2]
    assert left < 30 * 60 < left + width  # the point under the pointer stays there
    assert top < 15 * 60 < top + height


def drag_the_ground(page):
    """Pan the view to the right and down."""
    before = view(page)
    page.mouse.move(*at(page, 15 * SIDE + 20, SIDE))
    page.mouse.down()
    page.mouse.move(*at(page, 13 * SIDE + 18, SIDE), steps=5)
    page.mouse.up()
    after = view(page)
    assert after[0] > before[0]
    assert after[1] > before[1]


def test_dragging_the_ground_pans_a_zoomed_board_which_follows_the_player(page):
    opened(page, LARGE)
    for _ in range(4):
        page.keyboard.press("+")
    drag_the_ground(page)
    expect(page.locator("[data-metric=moves]")).to_have_text("0")  # a drag is no click
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-metric=moves]")).to_have_text("1")
    left, top, _, _ = view(page)
    assert left <= 90  # the player, at the left edge, is in view again
    assert top <= 150


def test_a_large_board_can_be_zoomed_and_panned_during_a_replay(page):
    page.goto(link(LARGE, "solve"))
    expect(page.locator("main.solve .stage")).to_be_visible()
    whole = view(page)
    button(page, "Zoom in").click()
    page.keyboard.press("+")
    assert view(page)[2] < whole[2]
    drag_the_ground(page)
    page.keyboard.press("0")
    assert view(page) == whole


def test_a_zoomed_drawing_follows_its_cursor_and_keeps_its_view_on_undo(page):
    page.goto(link(LARGE, "edit"))
    drawing = page.get_by_role("application")
    expect(drawing).to_be_visible()
    button(page, "Zoom in").click()
    drawing.focus()
    for _ in range(3):
        page.keyboard.press("+")
    before = view(page)
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    left, top, width, height = view(page)
    assert left <= 30 <= left + width
    assert top <= 12 * 60 <= top + height
    page.keyboard.press("ArrowRight")  # off the wall: a wall painted on a wall changes nothing
    left, top, width, height = view(page)
    page.keyboard.press("Enter")
    button(page, "Undo").click()
    expect(button(page, "Undo")).to_be_disabled()
    assert view(page) == [left, top, width, height] != before


def test_long_numbers_stay_within_their_tiles(page):
    size = 32
    numbers = [*range(1, size * size), 0]
    page.goto(link(Tiles.of([" ".join(map(str, numbers[row * size :][:size])) for row in range(size)])))
    expect(page.locator(".stage .label").first).to_be_attached()
    widest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.stage .label')].map((each) => each.getBBox().width))"
    )
    assert widest < 58  # of a cell of 60


def test_a_tall_goal_is_shown_small(page):
    page.goto(link(Tiles.of(["1 2", "0 3", *(f"{2 * row} {2 * row + 1}" for row in range(2, 20))])))
    box = page.locator(".goal .stage").bounding_box()
    assert box["height"] < 300


def test_small_boards_have_no_zoom(page):
    opened(page, ROOM)
    expect(button(page, "Zoom in")).to_have_count(0)
    whole = view(page)
    page.keyboard.press("+")
    assert view(page) == whole


def test_a_dragged_box_shows_where_it_can_be_pushed(page):
    opened(page, ROOM)
    reach = page.locator(".stage .reach").first
    page.mouse.move(*at(page, 8 + 3, 8))
    page.mouse.down()
    drawn = reach.get_attribute("d")
    cells = {(int(float(x)) // 60, int(float(y)) // 60) for x, y in [p.split()[:2] for p in moved_to(drawn)]}
    assert cells == {(3, 1), (4, 1), (5, 1), (6, 1)}  # never down through the gap: the player cannot get behind the box
    page.mouse.move(*at(page, 8 + 6, 8), steps=4)
    page.mouse.up()
    expect(page.get_by_text("Solved!")).to_be_visible()
    assert not reach.get_attribute("d")


def moved_to(path: str) -> list[str]:
    """The start points of the subpaths of an SVG path."""
    return [part.partition("h")[0] for part in path.split("M") if part]


def test_levels_for_several_players_are_in_the_library(page):
    page.goto("/#view=play&name=together/doorway")
    expect(page.locator("main.play .stage .player")).to_have_count(2)
    expect(page.locator(".counters .best").first).to_have_text("18")
    page.keyboard.press("d")  # a key of the second player
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-metric=makespan]")).not_to_have_text("0")
