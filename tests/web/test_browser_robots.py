"""Robots in a real browser: boards are played by keys and pointer, and drawn in the editor."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
from browsing import at, link
from playwright.sync_api import Page, expect

import budge
from budge.puzzles.robots_drawing import COLOURS

[ROOM] = budge.load("name: room\n+-+-+-+-+\n|A . .|.|\n+ + + + +\n|. B . .|\n+-+ + + +\n|. . a .|\n+-+-+-+-+")


def test_robots_are_played_by_keys(page: Page) -> None:
    page.goto(link(ROOM))
    page.locator(".stage").focus()
    for key in ("a", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_role("status").first).to_contain_text("Solved")
    expect(page.locator("[data-metric='slides']")).to_have_text("2")


def test_robots_are_played_by_clicks_and_drags(page: Page) -> None:
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
    expect(page.get_by_text("robot A slides")).to_be_visible()


def test_a_board_is_drawn_in_the_editor_and_checked(page: Page) -> None:
    page.goto(link(ROOM, "edit"))
    checker = page.locator(".checker")
    expect(checker).to_contain_text("Ready to play: at least")
    page.get_by_role("button", name="Target").click()
    page.get_by_role("button", name="A", exact=True).click()
    page.mouse.click(*at(page, 10, 4))
    expect(checker).to_contain_text("No target")
    page.mouse.click(*at(page, 2, 4))
    expect(checker).to_contain_text("at least 1 slide")
    page.get_by_role("button", name="Wall on the right").click()
    page.mouse.click(*at(page, 0, 4))
    page.get_by_role("button", name="Wall below").click()
    page.mouse.click(*at(page, 0, 4))
    expect(checker).to_contain_text("This puzzle has no solution: A cannot stop at row 1, column 3")


def test_a_robot_has_the_colour_of_its_drawing(page: Page) -> None:
    names = [chr(ord("A") + number) for number in range(len(COLOURS))]
    [row] = budge.load(f"+{'-+' * 9}\n|{' '.join(names)} .|\n+{' +' * 9}\n|{'. ' * 8}a|\n+{'-+' * 9}")
    page.goto(link(row))
    faces = page.locator(".stage .robot .face")
    expect(faces).to_have_count(len(names))
    drawn = [tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)) for colour in COLOURS]
    for name, (red, green, blue) in zip(names, drawn, strict=True):
        face = page.locator(".stage .robot", has=page.get_by_text(name, exact=True)).locator(".face")
        expect(face).to_have_css("fill", f"rgb({red}, {green}, {blue})")
