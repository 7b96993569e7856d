"""The page in a real browser stores games, drafts, settings, records and collections, and exports them as one file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright")
from browsing import button, link
from playwright.sync_api import Browser, Page, expect

from budge import load
from budge.puzzles import Sokoban

EASY = "1 2 3/4 0 6/7 5 8"
LEVEL = Sokoban.of(["#######", "#@ $ .#", "#     #", "#######"], name="corridor")
THREE_LEVELS = """\
Collection: Rooms
Author: A. Nonymous
Comment: small ones

#####
#@$.#
#####

######
#@ $.#
######

#######
#@  $.#
#######
"""
PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def opened(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("main.play .stage").first).to_be_visible()


def moves(page: Page):
    return page.locator("[data-metric=moves]")


def test_a_reloaded_game_keeps_its_redo_stack_and_its_time(page):
    opened(page, link(LEVEL))
    press(page, "ArrowRight", "ArrowRight", "Backspace")
    expect(moves(page)).to_have_text("1")
    page.reload()
    expect(moves(page)).to_have_text("1")
    expect(button(page, "Redo")).to_be_enabled()
    press(page, "Control+y", "ArrowRight")
    expect(page.get_by_text("Solved!")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Solved!")).to_be_visible()
    expect(page.locator(".confetti")).to_have_count(0)  # opening a solved game is not a win


def test_tabs_with_the_same_game_stay_in_step(page):
    opened(page, link(LEVEL))
    with page.context.expect_page() as found:
        page.evaluate("open(location.href)")
    other = found.value
    expect(moves(other)).to_have_text("0")
    press(page, "ArrowRight", "ArrowRight")
    expect(moves(other)).to_have_text("2")
    press(other, "ArrowRight")
    expect(page.locator(".banner")).to_contain_text("Solved! 2 pushes, 3 moves")
    button(page, "Dark colours").click()
    expect(button(other, "Light colours")).to_be_visible()
    other.close()


def test_a_better_win_replaces_a_record(page):
    opened(page, link(LEVEL))
    press(page, "ArrowDown", "ArrowUp", *["ArrowRight"] * 3)
    expect(page.locator(".banner")).to_contain_text("Solved! 2 pushes, 5 moves")
    expect(page.locator(".counters .own")).to_have_text(["2", "5"])
    press(page, "Home", *["ArrowRight"] * 3)
    expect(page.locator(".banner")).to_contain_text("A personal best in moves")
    expect(page.locator(".counters .own")).to_have_text(["2", "3"])
    press(page, "Home", "ArrowDown", "ArrowUp", *["ArrowRight"] * 3)
    expect(page.locator(".counters .own")).to_have_text(["2", "3"])
    page.goto("/")
    expect(page.get_by_text("1 puzzle solved so far.")).to_be_visible()


def test_the_library_marks_solved_and_started_puzzles(page):
    opened(page, "/#view=play&name=eight/12")
    press(page, "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
    expect(moves(page)).not_to_have_text("0")
    page.goto("/")
    page.get_by_label("Search the library").fill("eight 12")
    expect(page.locator("a.puzzle .mark").first).to_have_text("started")
    page.locator(".continue a", has_text="Eight 12").click()
    expect(moves(page)).not_to_have_text("0")


def test_a_win_with_hints_is_marked_but_is_neither_a_record_nor_an_unfinished_game(page):
    opened(page, link(load(EASY)[0]))
    for _ in range(2):
        button(page, "Hint").click()
        expect(page.get_by_text("Press Hint again to play it.")).to_be_visible()
        button(page, "Hint").click()
        expect(page.get_by_text("Press Hint again to play it.")).to_be_hidden()
    expect(page.locator(".banner")).to_contain_text("Solved with 2 hints")
    page.goto("/")
    expect(page.locator("a.puzzle .mark").first).to_have_text("✓ solved with hints")
    expect(page.locator(".continue")).to_have_count(0)
    expect(page.get_by_text("solved so far")).to_have_count(0)


def test_a_win_shows_confetti_unless_motion_is_reduced(page):
    for motion, flies in (("no-preference", 1), ("reduce", 0)):
        page.emulate_media(reduced_motion=motion)
        opened(page, link(LEVEL))
        button(page, "Restart").click()
        expect(page.locator(".confetti")).to_have_count(0)  # it does not last
        press(page, *["ArrowRight"] * 3)
        expect(page.get_by_text("Solved!")).to_be_visible()
        assert page.locator(".confetti").count() == flies


def test_the_page_is_silent_unless_sound_is_on(page):
    page.add_init_script("""
        window.heard = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...at) { window.heard += 1; start.apply(this, at); };
    """)
    opened(page, link(LEVEL))
    press(page, "ArrowRight")
    expect(moves(page)).to_have_text("1")
    assert page.evaluate("window.heard") == 0
    page.get_by_label("Sound").check()
    press(page, "ArrowRight")
    expect(moves(page)).to_have_text("2")
    assert page.evaluate("window.heard") > 0
    page.reload()
    expect(page.get_by_label("Sound")).to_be_checked()


def test_a_collection_shows_progress_and_links_its_levels(page):
    page.goto("/")
    page.evaluate(PASTE, THREE_LEVELS)
    expect(page.get_by_role("heading", name="Rooms")).to_be_visible()
    expect(page.get_by_text("Author: A. Nonymous")).to_be_visible()
    expect(page.get_by_text("3 puzzles, 0 solved")).to_be_visible()
    page.locator("a.puzzle").first.click()
    place = page.get_by_role("navigation", name="Collection Rooms")
    expect(place).to_contain_text("1 of 3")
    press(page, "ArrowRight")
    page.get_by_role("link", name="Next level").click()
    expect(place).to_contain_text("2 of 3")
    expect(place).to_contain_text("1 of 3 solved")
    page.reload()
    expect(place).to_contain_text("2 of 3")
    place.get_by_role("link", name="Next ›").click()
    expect(place).to_contain_text("3 of 3")
    expect(place.get_by_role("link", name="Next ›")).to_have_count(0)
    place.get_by_role("link", name="‹ Previous").click()
    place.get_by_role("link", name="2 of 3").click()
    expect(page.locator("a.puzzle .mark")).to_have_text("✓ solved, 1 push")
    page.goto("/")
    expect(page.locator(".continue")).to_contain_text("Rooms1 of 3 solved")


def test_a_suite_of_the_library_is_a_collection_too(page):
    opened(page, "/#view=play&name=eight/12")
    place = page.get_by_role("navigation", name="Collection eight")
    total = len(load("eight"))
    expect(place).to_contain_text(f"of {total}")
    place.get_by_role("link", name=f"of {total}").click()
    expect(page.get_by_text(f"{total} puzzles, ")).to_be_visible()
    page.locator("a.puzzle", has_text="hardest-1").click()
    expect(page.get_by_role("heading", name="Hardest 1")).to_be_visible()
    expect(page.locator(".counters .best")).to_have_text("31")  # it is the puzzle of the library, with its optimum


def test_progress_is_exported_to_a_file_and_imported_in_another_browser(
    page, browser: Browser, server: str, tmp_path: Path
):
    opened(page, link(LEVEL))
    press(page, *["ArrowRight"] * 3)
    expect(page.get_by_text("Solved!")).to_be_visible()
    page.goto("/")
    with page.expect_download() as saved:
        button(page, "Save to a file").click()
    file = tmp_path / "progress.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text())["version"] == 1

    context = browser.new_context(base_url=server)
    other = context.new_page()
    opened(other, link(LEVEL))
    press(other, "ArrowDown", "ArrowUp", *["ArrowRight"] * 3)
    expect(other.locator(".counters .own")).to_have_text(["2", "5"])
    other.goto("/")
    other.get_by_label("Progress file").set_input_files(file)
    expect(other.locator("#notice")).to_contain_text("Progress loaded")
    opened(other, link(LEVEL))
    expect(other.locator(".counters .own")).to_have_text(["2", "3"])  # the better of both
    broken = tmp_path / "broken.json"
    broken.write_text('{"budge": "progress", "kept": 3}')
    other.goto("/")
    other.get_by_label("Progress file").set_input_files(broken)
    expect(other.locator("#notice.problem")).to_contain_text("contains no budge progress")
    other.get_by_role("button", name="Delete all").click()
    with other.expect_navigation():
        other.get_by_role("dialog").get_by_role("button", name="Delete all").click()
    opened(other, link(LEVEL))
    expect(other.locator(".counters .own")).to_have_count(0)
    context.close()


def left(page: Page, change: str, given: object = None) -> None:
    """Make a move, leave the page, change the stored data, and return."""
    opened(page, link(LEVEL))
    press(page, "ArrowRight")
    expect(moves(page)).to_have_text("1")
    page.goto("/#view=library")
    expect(page.locator("main.library h1")).to_be_visible()
    page.evaluate(change, given)
    page.goto("about:blank")
    opened(page, link(LEVEL))


def test_invalid_stored_data_is_ignored(page):
    change = """(text) => {
        const rooms = ["record", "draft", "solve", "collection", "setting"];
        for (const room of rooms) localStorage[`budge.1/${room}/theme`] = text;
        for (const key of Object.keys(localStorage)) localStorage[key] = text;
    }"""
    for kept in ("{", "null", "7", '{"when": 1, "value": {"past": 7}}', '{"when": 1, "value": null}'):
        left(page, change, kept)
        expect(moves(page)).to_have_text("0")
        for view in ("library", "edit", "solve"):
            page.goto(f"/#view={view}")
            expect(page.locator(f"main.{view} h1").first).to_be_visible()


def test_a_stored_game_is_cut_at_its_first_illegal_move(page):
    change = """() => {
        const name = Object.keys(localStorage).find((key) => key.startsWith("budge.1/game/"));
        const entry = JSON.parse(localStorage[name]);
        entry.value.past = ["r", "zz", "r"];
        localStorage[name] = JSON.stringify(entry);
    }"""
    left(page, change)
    expect(moves(page)).to_have_text("1")


def test_the_page_works_without_browser_storage(page):
    page.add_init_script("""Object.defineProperty(window, "localStorage", {
        get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
    });""")
    opened(page, link(LEVEL))
    press(page, *["ArrowRight"] * 3)
    expect(page.get_by_text("Solved!")).to_be_visible()
    page.get_by_role("button", name="Dark colours").click()
    page.get_by_role("link", name="Library").click()
    expect(page.get_by_text("1 puzzle solved so far.")).to_be_visible()  # while the page is open


def test_full_browser_storage_is_reported_once(page):
    page.add_init_script("""Storage.prototype.setItem = () => {
        throw new DOMException("It is full.", "QuotaExceededError");
    };""")
    opened(page, link(LEVEL))
    press(page, "ArrowRight")
    expect(page.locator("#notice")).to_contain_text("The browser's storage is full")
    page.locator("#notice").evaluate("(notice) => notice.replaceChildren()")
    press(page, "ArrowRight")
    expect(moves(page)).to_have_text("2")
    expect(page.locator("#notice")).to_be_empty()


def test_the_settings_of_a_solve_are_restored(page):
    page.goto("/#view=solve&name=eight/12")
    page.get_by_text("Limits and options").click()
    page.get_by_label("engine").select_option("astar")
    page.get_by_label("heuristic").select_option("manhattan")
    page.get_by_label("quality").select_option("1.5")
    page.get_by_label("seconds").fill("7")
    page.get_by_label("order").select_option("RLUD")
    page.get_by_label("make a certificate of the proof").check()
    page.goto("/#view=solve&name=fifteen/24")
    page.reload()
    expect(page.get_by_label("engine")).to_have_value("astar")
    expect(page.get_by_label("heuristic")).to_have_value("manhattan")
    expect(page.get_by_label("quality")).to_have_value("1.5")
    expect(page.get_by_label("seconds")).to_have_value("7")
    expect(page.get_by_label("order")).to_have_value("RLUD")
    expect(page.get_by_label("make a certificate of the proof")).to_be_checked()
    page.goto("/#view=solve&name=klotski")  # of another kind
    expect(page.get_by_label("engine")).to_have_value("auto")
    expect(page.get_by_label("quality")).to_have_value("optimal")


def test_a_drawing_is_restored_and_can_be_undone_to_its_start(page):
    page.goto(link(LEVEL, "edit"))
    expect(page.locator(".checker")).to_contain_text("Ready to play")
    button(page, "Target").click()
    page.locator(".editor .cell").nth(8).click(force=True)
    expect(page.locator(".editor .target")).to_have_count(2)
    page.reload()
    expect(page.locator(".editor .target")).to_have_count(2)
    press(page, "Control+z")
    expect(page.locator(".editor .target")).to_have_count(1)
    page.reload()
    expect(page.locator(".editor .target")).to_have_count(1)


def test_a_stroke_is_one_step_of_undo_and_redo(page):
    page.goto(link(LEVEL, "edit"))
    expect(page.locator(".checker")).to_contain_text("Ready to play")
    walls = page.locator(".editor .wall rect")
    before = walls.count()
    cells = [page.locator(".editor .cell").nth(cell).bounding_box() for cell in (15, 19)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in cells]
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=10)
    page.mouse.up()
    expect(walls).to_have_count(before + 5)
    press(page, "Control+z")
    expect(walls).to_have_count(before)
    press(page, "Control+y")
    expect(walls).to_have_count(before + 5)
    press(page, "Control+z", "Control+Shift+z")
    expect(walls).to_have_count(before + 5)
    expect(button(page, "Redo")).to_be_disabled()


def test_changing_the_kind_asks_if_there_is_a_drawing_and_can_be_undone(page):
    page.goto(link(LEVEL, "edit"))
    kind = page.get_by_label("kind")
    button(page, "Clear").click()
    kind.select_option("tiles")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    expect(kind).to_have_value("sokoban")
    kind.select_option("tiles")
    dialog.get_by_role("button", name="Replace").click()
    expect(page.locator(".editor .tile").first).to_be_visible()
    button(page, "Undo").click()
    expect(kind).to_have_value("sokoban")
    expect(page.locator(".editor .wall")).to_have_count(1)


def test_the_current_position_can_be_solved_as_a_puzzle(page):
    opened(page, link(load(EASY)[0]))
    press(page, "ArrowUp")
    button(page, "Solve from here").click()
    expect(page.get_by_role("heading", name=re.compile("after 1 move$"))).to_be_visible()
    button(page, "Solve").click()
    expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
    expect(page.locator(".plan")).to_have_text("R")
