"""A first visit in a real browser: easy puzzles first, a puzzle of the day, keys, and pieces that face their way.
A board can be shown in a frame."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
from browsing import button, link
from playwright.sync_api import Page, expect
from test_browser_everyone import violations

from budge import Sokoban, library

STARTERS = ["graphs/star", "robots/corner-room", "sokoban/rooms-1", "rushhour/10", "eight/12"]
LEVEL = Sokoban.of(["#######", "#     #", "#  @  #", "# $ . #", "#######"])


def names(page: Page, section: str) -> list[str]:
    cards = page.locator("section", has=page.get_by_role("heading", name=section)).locator("a.puzzle")
    expect(cards.first).to_be_visible()
    return [str(each.get_attribute("href")).partition("name=")[2] for each in cards.all()]


def test_the_library_begins_with_five_easy_puzzles_of_one_rule_each(page):
    page.goto("/")
    assert names(page, "Start here") == STARTERS
    optima = {each.name: each.optimum for suite in library.suites() for each in library.suite(suite).entries}
    assert all(min(optima[name].values()) <= 12 for name in STARTERS)
    page.get_by_label("Search the library").fill("klotski")
    expect(page.get_by_role("heading", name="Start here")).to_have_count(0)


def test_the_puzzle_of_the_day_depends_on_the_date_alone(page):
    found = []
    for day in ("2026-03-01T08:00:00", "2026-03-01T22:00:00", "2026-03-02T08:00:00", "2026-03-03T08:00:00"):
        page.clock.set_fixed_time(day)
        page.goto("about:blank")
        page.goto("/")
        found.append(names(page, "Puzzle of the day"))
    assert found[0] == found[1]
    assert len({tuple(each) for each in found}) == 3


def test_a_kind_lists_its_easy_puzzles_first(page):
    page.goto("/")
    button(page, "robots").click()
    optima = page.locator("section:not(.first-visit section) a.puzzle .optimum").all_inner_texts()
    moves = [int(each.split()[0]) for each in optima if each[0].isdigit()]
    assert len(moves) > 10
    assert moves == sorted(moves)


def test_puzzles_have_the_titles_that_people_say(page):
    page.goto("/#view=play&name=classic/dads-puzzler")
    expect(page.get_by_role("heading", name="Dad’s Puzzler")).to_be_visible()
    page.goto("/")
    page.get_by_label("Search the library").fill("dad’s puzzler")
    expect(page.get_by_role("link", name="Dad’s Puzzler")).to_have_count(1)


def test_enter_opens_the_next_level_after_a_win_only(page):
    page.goto("/")
    easy = "\n".join(["#####", "#@$.#", "#####"])
    page.get_by_label("A puzzle as text").fill(
        f"{easy}\n\n{easy.replace('@$.', '@ *')}\n\n{easy.replace('@$.', '*@$')}"
    )
    button(page, "Open").click()
    page.locator("a.puzzle").first.click()
    expect(page.locator("main.play .stage")).to_be_visible()
    page.locator("main.play .stage").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".collection-place")).to_contain_text("1 of 3")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Solved!")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".collection-place")).to_contain_text("2 of 3")


def test_the_sheet_of_keys_opens_and_closes(page):
    page.goto(link(LEVEL))
    button(page, "Keys").click()
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("undo")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(button(page, "Keys")).to_be_focused()


def test_the_pusher_faces_the_way_it_moves_and_cars_have_a_front(page):
    page.goto(link(LEVEL))
    player = page.locator(".stage .piece.player").first
    expect(player).to_be_visible()
    for key, direction in (("ArrowLeft", "left"), ("ArrowUp", "up"), ("ArrowRight", "right"), ("ArrowDown", "down")):
        page.keyboard.press(key)
        expect(player).to_have_attribute("data-facing", direction)
    places = set()
    for key in ("ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        places.add(player.locator(".eye").first.evaluate("eye => getComputedStyle(eye).translate"))
    assert len(places) == 2
    page.goto("/#view=play&name=rushhour/10")
    cars = page.locator(".stage .piece")
    expect(page.locator(".stage .windscreen").nth(5)).to_be_visible()
    assert page.locator(".stage .windscreen").count() == cars.count() > 5
    page.goto("/#view=play&name=classic/klotski")
    expect(page.locator(".stage .piece").first).to_be_visible()
    expect(page.locator(".stage .windscreen")).to_have_count(0)


def test_a_board_alone_is_played_in_a_frame(page):
    page.set_viewport_size({"width": 390, "height": 560})
    page.goto(link(LEVEL, "embed"))
    expect(page.locator(".embed .stage")).to_be_visible()
    expect(page.locator("header")).to_be_hidden()
    page.locator(".embed .stage").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".embed .status")).to_contain_text("4 moves")
    assert violations(page) == []
    page.goto(link(LEVEL))
    expect(page.locator("header")).to_be_visible()
