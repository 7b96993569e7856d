"""Accessibility of the page: axe finds no violation in any view, light or dark, wide or narrow; boards and moves are
described as text; the focus is never lost."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
from axe_playwright_python.sync_playwright import Axe
from browsing import button, link
from playwright.sync_api import Page, expect

from budge import load
from budge.puzzles import KINDS, Blocks, Puzzle, Sokoban

EASY = "1 2 3/4 0 6/7 5 8"
LEVEL = Sokoban.of(["#######", "#@ $ .#", "#     #", "#######"], name="corridor")
VIEWS = ("library", "play", "solve", "compare", "edit")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def opened(page: Page, puzzle: Puzzle) -> None:
    page.goto(link(puzzle))
    expect(page.locator("main.play .stage").first).to_be_visible()


def violations(page: Page, widths: tuple[int, ...] = (1280, 390)) -> list[str]:
    """The violations that axe finds on a wide and on a narrow screen, one line each."""
    lines = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        found = Axe().run(page).response
        assert found["passes"], "axe has looked at nothing"
        lines += [f"{each['id']}: {node['html'][:120]}" for each in found["violations"] for node in each["nodes"]]
    return lines


def test_axe_finds_no_violation_in_any_view_light_or_dark(page):
    for view in VIEWS:
        page.goto(link(LEVEL, view) if view != "library" else "/")
        expect(page.locator(f"main.{view} h1").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page, (1280, 390, 320)) == [], (view, scheme)  # each has a layout of its own


def test_axe_finds_no_violation_on_any_board_or_editor(page):
    for kind, view in product(KINDS, ("play", "edit")):
        page.goto(link(KINDS[kind].example(), view))
        expect(page.locator(f"main.{view} .stage").first).to_be_visible()
        assert violations(page) == [], (kind, view)


def test_axe_finds_no_violation_after_a_win_a_plan_and_a_comparison(page):
    opened(page, LEVEL)
    press(page, *["ArrowRight"] * 3)
    expect(page.get_by_text("Solved!")).to_be_visible()
    page.get_by_text("The board as text").click()
    page.get_by_label("Deadlock lights").check()
    expect(page.locator(".marks .dead")).to_have_count(1)
    assert violations(page) == []
    page.goto(link(LEVEL, "solve"))
    button(page, "Solve").click()
    expect(page.locator(".plan")).to_be_visible()
    assert violations(page) == []
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    button(page, "Compare").click()
    expect(page.locator(".results tbody tr", has_text="optimal")).to_have_count(2)
    button(page, "Draw all positions").click()
    expect(page.locator(".graph")).to_be_visible()
    assert violations(page) == []
    page.goto("/#view=play&name=eight")
    expect(page.locator("a.puzzle").first).to_be_visible()
    assert violations(page) == []
    page.goto(link(LEVEL, "edit"))
    button(page, "Clear").click()
    page.get_by_label("kind").select_option("tiles")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(
    ("puzzle", "rows"),
    [
        (load("1 2 3/4 0 6/7 5 8")[0], ["Row 1: 1, 2, 3.", "Row 2: 4, blank, 6.", "Row 3: 7, 5, 8."]),
        (load("a: b\nb: c\nstart: 1 _ 2\n")[0], ["Vertex a: token 1; edges to b.", "Vertex b: empty; edges to a, c."]),
        (Blocks.of(["AA.", "B.."], goals=[[".AA", "..."]]), ["Row 1: 2 A, empty.", "Row 2: B, 2 empty."]),
        (LEVEL, ["Row 1: 7 wall.", "Row 2: wall, player, floor, box, floor, target, wall."]),
    ],
)
def test_a_board_is_described_as_text_row_by_row(page, puzzle, rows):
    page.goto(link(puzzle))
    page.get_by_text("The board as text").click()
    lines = page.locator(".words li")
    for place, row in enumerate(rows):
        expect(lines.nth(place)).to_have_text(row)


def test_the_text_of_a_board_follows_the_moves_and_moves_are_announced(page):
    page.goto(link(LEVEL))
    page.get_by_text("The board as text").click()
    spoken, row = page.locator(".board .spoken"), page.locator(".words li").nth(1)
    press(page, "ArrowRight", "ArrowRight")
    expect(spoken).to_have_text("Push right.")
    expect(row).to_have_text("Row 2: wall, 2 floor, player, box, target, wall.")
    press(page, "Backspace")
    expect(spoken).to_have_text("Undone: 1 move made.")
    expect(row).to_have_text("Row 2: wall, floor, player, box, floor, target, wall.")


def test_the_focus_moves_on_when_its_button_is_disabled(page):
    here = "document.activeElement.tagName"
    opened(page, LEVEL)
    press(page, "ArrowRight")
    button(page, "Undo").focus()
    press(page, "Enter")
    expect(button(page, "Undo")).to_be_disabled()
    assert page.evaluate(here) == "svg"
    page.goto(link(load(EASY)[0], "solve"))
    button(page, "Solve").focus()
    press(page, "Enter")
    expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
    assert page.evaluate(here) == "BUTTON"
    page.goto(link(load(EASY)[0], "compare"))
    button(page, "Compare").focus()
    press(page, "Enter")
    expect(page.locator(".results tbody tr", has_text="optimal")).to_have_count(2)
    assert page.evaluate(here) == "BUTTON"
    page.goto(link(LEVEL, "edit"))
    button(page, "Clear").click()
    button(page, "Undo").focus()
    press(page, "Enter")
    expect(button(page, "Undo")).to_be_disabled()
    assert page.evaluate(here) == "svg"
