"""The page in a real browser keeps what the player opens and finds: links carry a view with its plan and results,
comparisons survive a visit to another view, own puzzles are listed, large collections are read in parts."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")
from browsing import button, link
from playwright.sync_api import Page, expect

from budge import load
from budge.puzzles import Sokoban

KORF_1 = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
LEVEL = Sokoban.of(["#######", "#@ $ .#", "#     #", "#######"], name="corridor")
DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""


def copied(page: Page) -> str:
    button(page, "Copy link").click()
    expect(page.locator("#notice")).to_have_text("Link copied.")
    return str(page.evaluate("navigator.clipboard.readText()"))


def opened_elsewhere(page: Page, address: str) -> None:
    """Open a link in a browser that stores nothing of this one."""
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(address)


def test_a_link_carries_the_settings_the_plan_and_its_step(page: Page) -> None:
    page.goto("/#view=solve&name=eight/12")
    page.get_by_label("engine").select_option("ida")
    page.get_by_text("Limits and options").click()
    page.get_by_label("order").select_option("RLUD")
    button(page, "Solve").click()
    expect(page.locator(".player")).to_contain_text("/ 12")
    button(page, "To the start").click()
    for _ in range(3):
        button(page, "Forward one move").click()
    address = copied(page)
    opened_elsewhere(page, address)
    expect(page.get_by_text("The plan of the link solves the puzzle.")).to_be_visible()
    expect(page.locator(".player")).to_contain_text("3 / 12")
    expect(page.get_by_label("engine")).to_have_value("ida")
    expect(page.get_by_label("order")).to_have_value("RLUD")
    button(page, "Solve").click()
    expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
    assert "plan=" not in page.url
    opened_elsewhere(page, re.sub(r"plan=\w+", "plan=UUUUU", address))
    expect(page.locator("#notice")).to_contain_text("not legal")


def test_a_comparison_survives_a_visit_to_another_view_and_a_link_carries_it(page: Page) -> None:
    page.goto("/#view=compare&name=eight/12")
    button(page, "Compare").click()
    rows = page.locator(".results tbody tr", has_text="optimal")
    expect(rows).to_have_count(2)
    before = page.locator(".results").inner_text()
    page.get_by_role("link", name="Play").click()
    expect(page.locator("main.play .stage").first).to_be_visible()
    page.go_back()
    expect(rows).to_have_count(2)
    assert page.locator(".results").inner_text() == before
    expect(page.locator("figure .plot")).not_to_have_count(0)
    address = copied(page)
    opened_elsewhere(page, address)
    expect(page.get_by_text("These results come from the link.")).to_be_visible()
    expect(rows).to_have_count(2)
    assert page.locator(".results").inner_text() == before
    opened_elsewhere(page, re.sub(r"results=[\w-]+", "results=WzEsMl0", address))
    expect(page.locator("main.compare h1")).to_be_visible()
    expect(rows).to_have_count(0)


def test_a_board_that_needs_another_goal_offers_it(page: Page) -> None:
    page.goto("/")
    page.get_by_label("A puzzle as text").fill(KORF_1)
    button(page, "Open").click()
    warning = page.locator(".panel .warning")
    expect(warning).to_contain_text("It has one if the goal has the blank first.")
    expect(warning).not_to_contain_text("--goal")
    button(page, "Use that goal").click()
    expect(warning).to_have_count(0)
    expect(page.locator(".goal .tile").first).to_have_text("1")
    assert load(KORF_1, goal="blank-first")[0].why_unsolvable() is None


def test_own_puzzles_are_listed_when_opened_drawn_or_won(page: Page) -> None:
    mine = page.locator("section", has=page.get_by_role("heading", name="My puzzles")).locator("a.puzzle")
    page.goto(link(LEVEL))
    expect(page.locator("main.play .stage")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".banner")).to_contain_text("Solved!")
    page.goto(link(LEVEL, "edit"))
    button(page, "Target").click()
    page.locator(".editor .cell").nth(15).click(force=True)
    button(page, "Box").click()
    page.locator(".editor .cell").nth(16).click(force=True)
    expect(page.locator(".checker")).to_contain_text("Ready to play")
    button(page, "Play").click()
    expect(page.locator("main.play .target")).to_have_count(2)
    page.get_by_role("link", name="Library").click()
    expect(mine).to_have_count(2)
    expect(mine.nth(1)).to_contain_text("corridorsokoban · 7×4✓ solved, 2 pushes")
    button(page, "Remove corridor from this list").first.click()
    expect(mine).to_have_count(1)
    mine.click()
    expect(page.locator("main.play h1")).to_have_text("corridor")


@pytest.mark.parametrize("below", [False, True])
def test_a_collection_larger_than_a_request_is_read_in_parts(page: Page, below: bool) -> None:
    room, remark = "#####\n#@$.#\n#####\n", "Comment: " + "long " * 200
    levels = [
        f"{room}; number {n}\n{remark}\n\n" if below else f"{remark}\n; number {n}\n\n{room}\n" for n in range(1, 1_001)
    ]
    page.goto("/")
    page.evaluate(DROP, ["large.xsb", "".join(levels)])
    expect(page.get_by_text("1,000 puzzles, 0 solved")).to_be_visible()
    expect(page.locator("a.puzzle").first).to_contain_text("number 1")
    own = re.search(r"own=([\w-]+)", page.url)
    assert own is not None
    for number in (195, 999, 1_000):
        page.goto(f"/#view=play&own={own[1]}&level={number}")
        expect(page.locator("main.play h1")).to_have_text(f"number {number}")
