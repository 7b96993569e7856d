"""Robots in a real browser: boards are won by keys and pointer, and drawn."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
from browsing import at, link
from playwright.sync_api import Page, expect

import budge

[ROOM] = budge.load("name: room\n+-+-+-+-+\n|A . .|.|\n+ + + + +\n|. B . .|\n+-+ + + +\n|. . a .|\n+-+-+-+-+")


def test_robots_are_won_by_keys(page: Page) -> None:
    page.goto(link(ROOM))
    page.locator(".stage").focus()
    for key in ("a", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_role("status").first).to_contain_text("Solved")
    expect(page.locator("[data-metric='slides']")).to_have_text("2")


def test_robots_are_won_by_clicks_and_by_drags(page: Page) -> None:
    page.goto(link(ROOM))
    page.mouse.click(*at(page, 0, 4))
    page.mouse.click(*at(page, 2, 4))
    page.mouse.move(*at(page, 2, 4))
    page.mouse.down()
    page.mouse.move(*at(page, 6, 4), steps=4)
    page.mouse.up()
    expect(page.get_by_role("status").first).to_contain_text("Solved")


def test_a_hint_says_which_robot_slides(page: Page) -> None:
    page.goto(link(ROOM))
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status").first).to_contain_text("robot A slides")


def test_a_board_is_drawn_in_the_editor_and_checked(page: Page) -> None:
    page.goto(link(ROOM, "edit"))
    checker = page.locator(".checker")
    expect(checker).to_contain_text("Complete. A solution takes at least")
    page.get_by_role("button", name="Target").click()
    page.get_by_role("button", name="A", exact=True).click()
    page.mouse.click(*at(page, 10, 4))
    expect(checker).to_contain_text("No target")
    page.mouse.click(*at(page, 2, 4))
    expect(checker).to_contain_text("at least 1 slide")
    page.get_by_role("button", name="Wall at the right").click()
    page.mouse.click(*at(page, 0, 4))
    page.get_by_role("button", name="Wall below").click()
    page.mouse.click(*at(page, 0, 4))
    expect(checker).to_contain_text("It cannot be solved: A cannot stop at row 1, column 3")
