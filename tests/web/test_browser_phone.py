"""The page in a real browser on a phone: touch and no keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")
from browsing import button, link
from playwright.sync_api import Browser, Page, expect

from budge.puzzles import Sokoban

KINDS = (
    "eight/hardest-1",
    "graphs/theta0",
    "classic/klotski",
    "sokoban/rooms-1",
    "together/two-lanes",
    "robots/corner-room",
)
KEYS = re.compile(r"\b(arrow|press|type|key|WASD|space bar)|click", re.IGNORECASE)
ROOM = Sokoban.of(["#####", "#@$.#", "#####"], name="room")
FIELD = Sokoban.of(["#" * 40, "#@$." + " " * 35 + "#", *["#" + " " * 38 + "#"] * 30, "#" * 40], name="field")
FINGERTIP = 40  # pixels
TOO_SMALL = """(least) => [...document.querySelectorAll("main button, main .button, summary, label.switch, nav a")]
    .filter((each) => each.offsetParent && each.getBoundingClientRect().height < least)
    .map((each) => each.textContent)"""


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def test_help_mentions_keys_only_on_devices_with_a_keyboard(page: Page, phone: Page) -> None:
    for name in KINDS:
        for view in ("play", "edit"):
            phone.goto(f"/#view={view}&name={name}")
            expect(phone.locator(f"main.{view} .help")).to_be_visible()
            words = phone.locator(".help").inner_text()
            assert not KEYS.search(words), words
        page.goto(f"/#view=play&name={name}")
        expect(page.locator("main.play .help")).to_have_text(KEYS)


def test_help_names_the_button_for_joint_steps_on_a_phone(phone: Page) -> None:
    phone.goto("/#view=play&name=together/two-lanes")
    phone.get_by_label("Step together").tap()
    expect(phone.locator(".status")).to_contain_text("Press Step now to step; the others wait")


def test_every_tap_target_is_as_large_as_a_fingertip(phone: Page) -> None:
    for view in ("library", "play", "solve", "compare", "edit"):
        phone.goto(f"/#view={view}&name=sokoban/rooms-1")
        expect(phone.locator(f"main.{view} button").first).to_be_visible()
        assert phone.evaluate(TOO_SMALL, FINGERTIP) == [], view


def test_links_to_all_views_are_visible_on_the_smallest_phone(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    for view in ("library", "play", "solve", "compare", "edit"):
        phone.goto(f"/#view={view}&name=sokoban/rooms-1")
        expect(phone.locator(f"main.{view} button").first).to_be_visible()
        assert phone.locator("header nav").evaluate("(nav) => nav.scrollWidth <= nav.clientWidth"), view


def test_a_swipe_over_a_board_without_input_scrolls_the_page(phone: Page) -> None:
    hold = "getComputedStyle(document.querySelector('.stage')).touchAction"
    for puzzle, wanted in ((ROOM, "auto"), (FIELD, "pan-x pan-y")):
        phone.goto(link(puzzle, "solve"))
        expect(phone.locator("main.solve").get_by_role("heading", name=puzzle.name)).to_be_visible()
        assert phone.evaluate(hold) == wanted


def test_two_fingers_zoom_a_large_drawing_and_paint_nothing(phone: Page) -> None:
    phone.goto(link(FIELD, "edit"))
    canvas = phone.get_by_role("application")
    expect(canvas).to_be_visible()
    whole = canvas.get_attribute("viewBox")
    box = canvas.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = phone.context.new_cdp_session(phone)

    def touch(kind: str, *spread: int) -> None:
        points = [{"x": x + at, "y": y, "id": number} for number, at in enumerate(spread)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -10)
    touch("touchStart", -10, 10)
    touch("touchMove", -60, 60)
    touch("touchEnd")
    assert canvas.get_attribute("viewBox") != whole
    expect(button(phone, "Undo")).to_be_disabled()  # nothing was painted
    touch("touchStart", 0)
    touch("touchEnd")
    expect(button(phone, "Undo")).to_be_enabled()  # a tap does paint
