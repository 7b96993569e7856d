"""The page in a real browser: a new view starts at its top with the focus on its heading, and Back returns to where the
user left."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
from browsing import at
from playwright.sync_api import Page, expect

TOP = "document.querySelector('main h1').getBoundingClientRect().top"
FOCUS = "document.activeElement.tagName + ' ' + document.activeElement.textContent"


def test_a_new_view_starts_at_its_top_and_back_returns_to_the_place(page: Page) -> None:
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto("/#view=library")
        card = page.locator("a.puzzle").last
        card.scroll_into_view_if_needed()
        left = page.evaluate("scrollY")
        assert left > 300
        card.focus()
        page.keyboard.press("Enter")
        expect(page.locator("main.play h1")).to_be_focused()
        assert page.evaluate("scrollY") == 0
        page.go_back()
        expect(page.locator("main.library h1")).to_be_focused()
        assert page.evaluate("scrollY") == left
        page.go_forward()
        expect(page.locator("main.play h1")).to_be_focused()
        page.goto("about:blank")


def test_a_board_shows_its_focus_to_the_keyboard_alone(page: Page) -> None:
    page.goto("/#view=play&name=eight/12")
    outline = "(svg) => getComputedStyle(svg).outlineStyle"
    board = page.get_by_role("application")
    page.mouse.click(*at(page, 0, 3))
    expect(board).to_be_focused()
    assert board.evaluate(outline) == "none"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(board).to_be_focused()
    assert board.evaluate(outline) == "solid"


def test_the_first_board_needs_few_requests_and_bytes(page: Page) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    requests: list[str] = []
    sizes: list[int] = []
    network.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto("/#view=play&name=classic/klotski")
    expect(page.locator("main.play .stage .piece").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(requests) <= 15, requests
    assert sum(sizes) <= 120_000
    assert not [url for url in requests if url.endswith("/board_view.js")], "the modules are one script"
