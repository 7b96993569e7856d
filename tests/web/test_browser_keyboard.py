"""The page without a pointer: puzzles are drawn with the keyboard alone, and screen readers announce each action."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
from browsing import link
from playwright.sync_api import Page, expect

from budge import load
from budge.puzzles import Puzzle, Sokoban

[PATH] = load("a: b\nb: c\nstart: 1 _ 2\n")
FOCUS = """(() => {
    const here = document.activeElement;
    if (here.closest("svg.editor, svg.graph")) return "drawing";
    return here.getAttribute("aria-label") ?? here.closest("label")?.textContent ?? here.textContent;
})()"""


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab, or Shift+Tab, until the focus is on a control of that name, or on the drawing."""
    for _ in range(80):
        page.keyboard.press(key)
        if page.evaluate(FOCUS) == name:
            return
    raise AssertionError(f"{name} is not reached by {key}")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def opened(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".checker")).to_contain_text("Ready to play")


def test_a_graph_is_drawn_and_played_with_the_keyboard(page: Page) -> None:
    opened(page, link(PATH, "edit"))
    spoken, checker = page.locator(".spoken"), page.locator(".checker")
    tab_to(page, "Clear")
    press(page, "Enter")  # a ring: a at the top, then b, c, d and e clockwise
    [x, y] = (float(page.locator(".editor .name").first.get_attribute(axis) or "") for axis in "xy")
    assert (round(x), y < 0) == (0, True)  # the name of a stands above it: its edges go down
    tab_to(page, "drawing", "Shift+Tab")
    expect(spoken).to_have_text("Vertex a: token 1, also in the goal; edges to b, e.")
    for key, vertex in (("ArrowRight", "b"), ("ArrowDown", "c"), ("ArrowLeft", "d"), ("ArrowUp", "e")):
        press(page, key)
        expect(spoken).to_contain_text(f"Vertex {vertex}:")

    press(page, "+")
    expect(spoken).to_have_text("Added. Vertex f: token 5, also in the goal; no edges.")
    expect(page.locator(".editor .token")).to_have_count(6)
    press(page, "Enter", "PageUp", "Enter")
    expect(spoken).to_have_text("Edge from f to e added.")
    press(page, "Enter", "PageUp", "Enter")
    expect(spoken).to_have_text("Edge from e to d removed.")
    press(page, "Delete")
    expect(spoken).to_contain_text("d removed.")
    expect(page.locator(".editor .token")).to_have_count(5)
    expect(page.locator(".editor .edge")).to_have_count(4)  # f, e, a, b, c in a row
    expect(checker).to_contain_text("Already solved")

    tab_to(page, "Start")
    press(page, "Enter")
    tab_to(page, "drawing", "Shift+Tab")
    while "Vertex f:" not in (spoken.text_content() or ""):
        press(page, "PageDown")
    press(page, "Enter", "PageUp", "Enter")
    expect(spoken).to_have_text("Swapped. Vertex e: token 5, no token in the goal; edges to a, f.")
    expect(checker).to_contain_text("at least 1 move")
    tab_to(page, "Play")
    press(page, "Enter")
    expect(page.locator("main.play .stage").first).to_be_visible()
    press(page, "e")
    expect(page.get_by_text("Solved!")).to_be_visible()


def test_arrows_move_a_vertex_and_undo_moves_it_back(page: Page) -> None:
    opened(page, link(PATH, "edit"))
    tab_to(page, "Move")
    press(page, "Enter")
    tab_to(page, "drawing", "Shift+Tab")
    vertex = page.locator(".editor .token").first
    before = vertex.get_attribute("transform")
    press(page, "Enter", "ArrowDown")
    expect(page.locator(".spoken")).to_have_text("a moved down.")
    assert vertex.get_attribute("transform") != before
    press(page, "Enter", "ArrowDown")  # put down: the cursor moves, if anything
    tab_to(page, "Undo")
    press(page, "Enter")
    assert vertex.get_attribute("transform") == before
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_keys_paint_a_level_and_each_cell_is_announced(page: Page) -> None:
    opened(page, link(Sokoban.of(["######", "#@$ .#", "######"]), "edit"))
    tab_to(page, "Target")
    press(page, "Enter")
    tab_to(page, "drawing", "Shift+Tab")
    spoken = page.locator(".spoken")
    expect(spoken).to_have_text("row 1, column 1: wall")
    press(page, "ArrowDown", "ArrowRight")
    expect(spoken).to_have_text("row 2, column 2: player")
    press(page, "ArrowRight", "Space")
    expect(spoken).to_have_text("row 2, column 3: box, target")


@pytest.mark.parametrize(
    ("puzzle", "most"),
    [(load("klotski")[0], 16), (load("robots/corner-room")[0], 32), (Sokoban.of(["######", "#@$ .#", "######"]), 64)],
    ids=["blocks", "robots", "sokoban"],
)
def test_a_drawing_grows_only_to_the_maximum_of_its_kind(page: Page, puzzle: Puzzle, most: int) -> None:
    opened(page, link(puzzle, "edit"))
    width = page.locator(".request-form").get_by_label("width")
    width.fill("99")
    press(page, "Tab")
    expect(width).to_have_value(str(most))
    expect(page.locator(".checker")).not_to_contain_text("board of")


def test_the_form_follows_the_drawing_when_it_is_undone_or_cleared(page: Page) -> None:
    opened(page, link(Sokoban.of(["######", "#@$ .#", "######"], name="hall"), "edit"))
    fields = page.locator(".request-form")
    fields.get_by_label("width").fill("9")
    press(page, "Tab")
    expect(page.locator(".editor .cell")).to_have_count(27)
    tab_to(page, "Clear")
    press(page, "Enter")
    expect(fields.get_by_label("name")).to_have_value("")
    tab_to(page, "Undo", "Shift+Tab")
    press(page, "Enter")
    expect(fields.get_by_label("name")).to_have_value("hall")
    press(page, "Enter")
    expect(fields.get_by_label("width")).to_have_value("6")
    expect(page.locator(".editor .cell")).to_have_count(18)


def test_arrows_select_positions_of_a_state_graph(page: Page) -> None:
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    expect(page.get_by_role("group", name="Engines").locator("input").first).to_be_visible()
    tab_to(page, "Draw all positions")
    press(page, "Enter")
    expect(page.locator(".graph")).to_be_visible()
    caption = page.locator(".graph-side figcaption")
    expect(caption).to_have_text("0 moves from the start")
    tab_to(page, "drawing")
    press(page, "ArrowUp", "ArrowLeft", "ArrowDown")
    expect(caption).not_to_have_text("0 moves from the start")


def test_a_puzzle_is_found_and_won_and_the_next_opened_without_a_pointer(page: Page) -> None:
    page.goto("/")
    expect(page.locator("a.puzzle").first).to_be_visible()
    tab_to(page, "Search the library")
    page.keyboard.type("together two")
    expect(page.locator("a.puzzle")).to_have_count(2)
    press(page, "Tab")
    while "Two lanes" not in page.evaluate("document.activeElement.textContent"):
        press(page, "Tab")
    press(page, "Enter")
    expect(page.locator("main.play .stage").first).to_be_visible()
    tab_to(page, "Step together")
    press(page, "Space")
    for _ in range(4):
        press(page, "ArrowRight", "a")
    expect(page.get_by_text("Solved!")).to_be_visible()
    tab_to(page, "Next level", "Shift+Tab")
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Three friends")).to_be_visible()
    tab_to(page, "Hint")
    press(page, "Enter")
    expect(page.locator(".status")).to_contain_text("Hint: player")
    press(page, "Enter")
    expect(page.locator("[data-metric=makespan]")).to_have_text("1")
    tab_to(page, "Undo", "Shift+Tab")
    press(page, "Enter")
    expect(page.locator("[data-metric=makespan]")).to_have_text("0")


def test_a_plan_is_found_and_stepped_through_without_a_pointer(page: Page) -> None:
    page.goto(link(load("1 2 3/4 0 6/7 5 8")[0], "solve"))
    expect(page.locator("main.solve .stage").first).to_be_visible()
    expect(page.get_by_label("engine").locator("option:disabled").first).to_be_attached()
    tab_to(page, "engine")
    page.keyboard.type("dij")
    expect(page.get_by_label("engine")).to_have_value("dijkstra")
    tab_to(page, "Solve")
    press(page, "Enter")
    expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
    press(page, "ArrowRight")
    expect(page.locator(".player")).to_contain_text("1 / 2")
    tab_to(page, "Copy plan")
    press(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("copied")
    tab_to(page, "Save Bound and best plan over time")


def test_engines_are_compared_without_a_pointer(page: Page) -> None:
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    expect(page.get_by_role("group", name="Engines").locator("input:disabled").first).to_be_visible()
    tab_to(page, "dijkstra")
    press(page, "Space")
    tab_to(page, "Compare")
    press(page, "Enter")
    expect(page.locator(".results tbody tr", has_text="optimal")).to_have_count(3)
    tab_to(page, "Copy the table")
    press(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("copied")
