"""The page in a real browser: puzzles are opened by paste, drop and link, drawn, solved and compared; every view works
in dark colours and on a phone."""

from __future__ import annotations

import re

import httpx
import pytest

pytest.importorskip("playwright")
from browsing import button, link, search
from playwright.sync_api import Page, expect

from budge import load
from budge.patterns import Board, Store, partition
from budge.puzzles import Sokoban, Tiles
from budge.web.settings import MAX_REQUEST_BYTES

EASY = "1 2 3/4 0 6/7 5 8"
TWO_LEVELS = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"
DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""
PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""

LOOKS = """[...document.querySelectorAll(".results .sample .line")].map((line) => {
    const { stroke, strokeDasharray } = getComputedStyle(line);
    return stroke + strokeDasharray;
})"""


def fits(page: Page) -> bool:
    """Whether the page fits the width of the screen."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return wide


def begin(page: Page, kind: str) -> None:
    """Replace the drawing by a new one of another kind."""
    page.get_by_label("kind").select_option(kind)
    page.get_by_role("dialog").get_by_role("button", name="Replace").click()


def test_the_library_is_searched_by_text_and_by_kind(page):
    page.goto("/")
    expect(page.locator("a.puzzle").first).to_be_visible()
    for words in ("4x4", "15-puzzle", "Rush-Hour"):
        page.get_by_label("Search the library").fill(words)
        expect(page.locator("a.puzzle").nth(10)).to_be_visible()
        expect(page.locator("a.puzzle").nth(13)).to_have_count(0)
    page.get_by_label("Search the library").fill("klotski donkey")
    expect(page.locator("a.puzzle")).to_have_count(1)
    expect(page.locator("a.puzzle")).to_contain_text("81 moves")
    button(page, "sokoban").click()
    expect(page.get_by_text("Nothing found. Try 'klotski', or paste your own.")).to_be_visible()
    button(page, "All").click()
    page.locator("a.puzzle").click()
    expect(page.get_by_role("heading", name="klotski")).to_be_visible()
    expect(page.locator(".counters .best").first).to_have_text("81")


def test_puzzles_are_opened_from_text_paste_drop_and_link(page):
    page.goto("/")
    page.get_by_label("A puzzle as text").fill(EASY)
    button(page, "Open").click()
    expect(page.locator(".board .tile")).to_have_count(8)
    page.evaluate(PASTE, TWO_LEVELS)
    expect(page.get_by_text("2 puzzles, ")).to_be_visible()
    page.locator("a.puzzle").nth(1).click()
    expect(page.locator(".board .box")).to_have_count(1)
    page.evaluate(DROP, ["graph.tokens", "a: b\nb: c\nstart: 2 _ 1\n"])
    expect(page.locator(".board .token")).to_have_count(2)
    button(page, "Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(copied)
    expect(page.locator(".board .token")).to_have_count(2)


def test_scrolling_shows_all_of_a_large_collection(page):
    page.goto("/")
    page.evaluate(PASTE, "\n".join(f"{EASY}" for _ in range(450)))
    expect(page.get_by_text("450 puzzles, ")).to_be_visible()
    expect(page.get_by_text("200 of 450 shown.")).to_be_visible()
    for shown in (400, 450):
        page.locator("a.puzzle").last.scroll_into_view_if_needed()
        expect(page.locator("a.puzzle")).to_have_count(shown)
    expect(page.locator("a.puzzle").last).to_contain_text("450")
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()


def test_a_late_library_does_not_replace_a_collection(page):
    held = []
    page.route("**/api/v1/library", lambda route: held.append(route))
    with page.expect_request("**/api/v1/library"):
        page.goto("/")
    page.evaluate(PASTE, TWO_LEVELS)
    collection = page.get_by_text("2 puzzles, ")
    expect(collection).to_be_visible()
    [library] = held
    library.continue_()
    page.wait_for_load_state("networkidle")
    expect(collection).to_be_visible()


def test_invalid_text_and_broken_links_are_reported(browser, server):
    context = browser.new_context(base_url=server)
    page = context.new_page()  # not watched: refusals are errors to the browser's console
    page.goto("/")
    page.get_by_label("A puzzle as text").fill("1 2 3/4 4 6/7 5 0")
    button(page, "Open").click()
    expect(page.locator("#notice.problem")).to_contain_text("tile 4 occurs twice")
    page.goto("/#view=play&puzzle=eyJraW5k")
    expect(page.get_by_text("This link does not contain a complete puzzle")).to_be_visible()
    page.goto("/#view=play&name=no/such")
    expect(page.get_by_role("heading", name="No puzzle here")).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("nothing.xsb", b" \n", "nothing.xsb is empty."),
        ("picture.png", b"\x89PNG\r\n\x1a\n\x00\x00", "picture.png: a binary file; expected text."),
        ("all.xsb", b"#" * 1_100_000, "This is larger than 1 MB, the limit of the page"),
    ],
)
def test_an_invalid_file_is_reported_by_its_name(page, name, content, words):
    page.goto("/")
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator(".open-form input[type=file]").set_input_files(files=[file])
    expect(page.locator("#notice.problem")).to_contain_text(words)


def test_the_page_and_the_server_have_the_same_size_limit(server):
    assert f"const MAX_BYTES = {MAX_REQUEST_BYTES:_};" in httpx.get(f"{server}/static/backends/server.js").text


def test_text_of_a_puzzle_is_never_parsed_as_html(page):
    name = "<img src=x onerror=alert(1)><b>bold</b>"
    for view in ("play", "solve", "compare", "edit"):
        page.goto(link(Tiles.of(["1 2", "0 3"], name=name), view))
        expect(page.locator(f"main.{view} .card").first).to_be_visible()
        assert page.locator("#main b, #main img").count() == 0
    assert name in page.title()


def test_a_level_is_drawn_checked_played_and_saved(page):
    page.goto(link(Sokoban.of(["#####", "#@$.#", "#####"]), "edit"))
    button(page, "Clear").click()
    checker = page.locator(".checker")
    expect(checker).to_have_text("No player.")
    expect(button(page, "Play")).to_be_disabled()
    cells = page.locator(".editor .cell")
    for brush, cell in (("Player", 6), ("Box", 7)):
        button(page, brush).click()
        cells.nth(cell).click(force=True)
    expect(checker).to_contain_text("No target")
    button(page, "Target").click()
    cells.nth(8).click(force=True)
    expect(checker).to_contain_text("at least 1 push")
    with page.expect_download() as saved:
        button(page.locator(".saver"), "Save as").click()  # beside the choice of formats
    assert saved.value.suggested_filename.endswith(".xsb")
    assert "#@$.#" in saved.value.path().read_text()
    button(page, "Undo").click()
    expect(checker).to_contain_text("No target")
    cells.nth(8).click(force=True)
    expect(checker).to_contain_text("at least 1 push")
    button(page, "Play").click()
    expect(page.locator("main.play .stage")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Solved!")).to_be_visible()


def test_blocks_tiles_and_graphs_are_drawn(page):
    page.goto(link(load(EASY)[0], "edit"))
    cells = page.locator(".editor .cell")
    for cell in (4, 7, 7, 8):  # 5 goes up, then 8 left: solved
        cells.nth(cell).click(force=True)
    expect(page.locator(".checker")).to_contain_text("Already solved")
    begin(page, "blocks")
    expect(page.locator(".checker")).to_have_class(re.compile("warning"))
    button(page, "+ A").click()
    cells.nth(0).click(force=True)
    cells.nth(4).click(force=True)
    button(page, "Goal").click()
    cells.nth(3).click(force=True)
    expect(page.locator(".checker")).to_contain_text("at least 1 move")
    begin(page, "tokens")
    expect(page.locator(".checker")).to_contain_text("Already solved")
    button(page, "Start").click()
    for name in "de":
        page.locator(".editor .token, .editor .token.home").filter(has_text=name).click()
    expect(page.locator(".checker")).to_contain_text("at least 1 move")


def test_a_puzzle_is_generated_in_the_editor(page):
    page.goto(link(Sokoban.of(["#####", "#@$.#", "#####"]), "edit"))
    page.get_by_label("seed").fill("3")
    for wish, number in (("width", "6"), ("height", "6"), ("boxes", "1")):
        page.locator("details").get_by_label(wish).fill(number)
    button(page, "Generate").click()
    expect(page.locator("#notice")).to_contain_text("to prove it")
    expect(page.locator(".editor .box")).to_have_count(1)
    begin(page, "tokens")
    expect(page.locator("details").get_by_label("edges")).to_be_visible()  # the parameters of this kind have come
    page.get_by_label("difficulty").select_option("medium")
    button(page, "Generate").click()
    expect(page.locator("#notice")).to_contain_text(re.compile(r"Optimum: (9|1[0-6]) moves"))
    expect(page.locator(".checker")).to_contain_text("Ready to play")


def test_a_parameter_overrides_the_default_of_a_difficulty(page):
    page.goto(link(load(EASY)[0], "edit"))
    page.get_by_label("difficulty").select_option("easy")
    page.locator("details").get_by_label("walk").fill("2")
    button(page, "Generate").click()
    expect(page.locator("#notice")).to_contain_text(re.compile(r"Optimum: [0-2] moves?;"))


def test_invalid_limits_are_replaced_by_the_defaults(page):
    page.goto(link(load(EASY)[0], "solve"))
    page.get_by_text("Limits and options").click()
    for name, value in (("seconds", "-1"), ("memory, MB", "-3"), ("threads", "1.5")):
        page.get_by_label(name, exact=True).fill(value)
    button(page, "Solve").click()
    expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
    assert float(page.get_by_label("seconds", exact=True).input_value()) > 0


def test_a_new_setting_of_the_server_becomes_a_field_of_the_forms(page):
    def with_setting(route):
        answer = route.fetch()
        disk = {"name": "disk", "type": ["integer", "null"], "help": "Disk limit.", "default": None, "values": []}
        settings = [*answer.json()["settings"], {**disk, "minimum": 1, "maximum": 9}]
        route.fulfill(response=answer, json={**answer.json(), "settings": settings})

    asked = []

    def without_setting(route):
        fields = route.request.post_data_json
        asked.append(fields.pop("disk"))
        route.continue_(post_data=fields)

    page.route("**/api/v1/engines", with_setting)
    page.route("**/api/v1/solves", without_setting)
    for view, start, found in (("solve", "Solve", ".panel .good"), ("compare", "Compare", ".results")):
        page.goto(link(load(EASY)[0], view))
        expect(page.locator(f"main.{view}")).to_be_visible()
        page.get_by_text("Limits and options").click()
        page.get_by_label("disk").fill("7")
        button(page, start).click()
        expect(page.locator(found)).to_contain_text(re.compile("optimal", re.IGNORECASE))
    assert asked == [7, 7, 7]  # by one engine, then by two


def test_options_without_effect_on_a_kind_are_not_offered(page):
    for puzzle, count in ((load(EASY)[0], 1), (load("klotski")[0], 0)):
        page.goto(link(puzzle, "solve"))
        page.reload()
        page.get_by_label("engine").select_option("astar")
        expect(page.get_by_label("order")).to_have_count(count)


def test_a_plan_is_found_replayed_stepped_and_saved(page):
    page.goto(link(load(EASY)[0], "solve"))
    page.get_by_label("engine").select_option("astar")
    button(page, "Solve").click()
    expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
    expect(page.locator(".plan")).to_contain_text("D")
    button(page, "To the start").click()
    expect(page.locator(".player")).to_contain_text("0 / 2")
    button(page, "Forward one move").click()
    expect(page.locator(".player")).to_contain_text("1 / 2")
    page.get_by_label("Move of the plan").fill("2")
    expect(page.locator(".board .tile.home")).to_have_count(8)
    for format, suffix in (("Text", ".txt"), ("SVG", ".svg"), ("GIF", ".gif")):
        with page.expect_download() as saved:
            button(page, format).click()
        assert saved.value.suggested_filename.endswith(suffix)
    button(page, "Copy plan").click()
    assert page.evaluate("navigator.clipboard.readText()") == "DR"


def test_a_plan_plays_automatically_unless_motion_is_reduced(page):
    for motion, at in (("no-preference", "2 / 2"), ("reduce", "0 / 2")):
        page.emulate_media(reduced_motion=motion)
        page.goto(link(load(EASY)[0], "solve"))
        page.reload()
        button(page, "Solve").click()
        expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
        expect(button(page, "Play")).to_be_visible()
        expect(page.locator(".player")).to_contain_text(at)


def test_nothing_is_animated_during_a_search_if_motion_is_reduced(page):
    search(page)
    bar = page.locator("progress")
    looks = set()
    for _ in range(4):
        looks.add(bar.screenshot(animations="allow"))
        page.wait_for_timeout(150)
    assert len(looks) == 1
    button(page, "Stop").click()


def test_engines_that_refuse_the_puzzle_are_disabled_with_the_reason(page):
    page.goto(link(load(EASY)[0], "solve"))
    construct = page.get_by_label("engine").locator("option[value=construct]")
    expect(construct).to_be_disabled()
    expect(construct).to_have_attribute("title", re.compile("serves quality any"))
    page.get_by_label("quality").select_option("any")
    expect(construct).to_be_enabled()


def test_engines_are_compared_in_a_table_and_in_plots(page):
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    page.get_by_role("group", name="Engines").get_by_label("dijkstra").check()
    button(page, "Compare").click()
    rows = page.locator(".results tbody tr")
    expect(rows.filter(has_text="optimal")).to_have_count(3)
    for caption in ("Bounds over time", "Expansions per depth", "Depth of every expansion"):
        expect(page.get_by_text(caption).first).to_be_visible()
    costs = {row.locator("td").nth(2).inner_text() for row in rows.all()}
    assert len(costs) == 1
    button(page, "Copy the table").click()
    assert "| astar | optimal |" in page.evaluate("navigator.clipboard.readText()")
    button(page, "Draw all positions").click()
    expect(page.locator(".graph")).to_be_visible()
    expect(page.get_by_text(re.compile(f"360 positions.*a path of {costs.pop()} moves"))).to_be_visible()


def test_histograms_are_those_of_databases_for_this_board_size(page):
    for name, board in (("3-2", Board(3, 2, 5)), ("2-1", Board(2, 2, 3))):
        for view in partition(name, board, [*range(1, board.width * board.height), 0]).views():
            Store().fetch(view.pattern)
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    expect(page.get_by_text("2×3 additive").first).to_be_visible()  # turned, they serve both
    expect(page.get_by_text("2×2 additive")).to_have_count(0)
    page.goto(link(load("1 2/3 4/5 0")[0], "compare"))
    expect(page.get_by_text("2×3 additive").first).to_be_visible()
    page.goto(link(load("1 2 3 4 5 6 7 8/9 10 11 12 13 14 0 15")[0], "compare"))
    expect(page.get_by_text("There is none for 8×2 yet")).to_be_visible()


def test_no_two_engines_look_alike_in_light_or_dark(page):
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    boxes = page.get_by_role("group", name="Engines").locator("input:enabled")
    expect(page.get_by_role("group", name="Engines").locator("input:disabled")).not_to_have_count(0)
    for box in boxes.all():
        box.check()
    button(page, "Compare").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        looks = page.evaluate(LOOKS)  # at one moment: the table is drawn anew with every event
        assert len(looks) == boxes.count() > 8
        assert len(set(looks)) == len(looks), scheme
    button(page, "Stop").click()


def test_the_choice_of_light_or_dark_is_stored(page):
    page.goto(link(load(EASY)[0]))
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    button(page, "Dark colours").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark
    button(page, "Light colours").click()
    assert page.evaluate(paper) == light
    page.evaluate("localStorage.clear()")
    page.emulate_media(color_scheme="dark")
    page.reload()
    assert page.evaluate(paper) == dark, "else as the system has it"


def test_every_view_fits_a_phone_and_works_by_touch(browser, server):
    context = browser.new_context(
        base_url=server, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto("/")
    expect(page.locator("a.puzzle").first).to_be_visible()
    assert fits(page)
    for view in ("solve", "compare", "edit", "play"):
        page.goto(link(load(EASY)[0], view))
        expect(page.locator(f"main.{view} .card").first).to_be_visible()
        assert fits(page), view
    page.locator(".board .tile", has_text="5").tap()
    page.locator(".board .tile", has_text="8").tap()
    expect(page.get_by_text("Solved!")).to_be_visible()
    context.close()


def test_a_pasted_plan_or_answer_set_is_replayed_on_the_current_puzzle(page):
    page.goto(link(Sokoban.of(["######", "#@ $.#", "######"])))
    expect(page.locator(".counters")).to_be_visible()
    page.evaluate(PASTE, "Answer: 1\nat(0,1,1,0) at(1,3,1,0) at(0,2,1,1) at(0,3,1,2) at(1,4,1,2)\nSATISFIABLE")
    expect(page.get_by_text("This plan solves the puzzle.")).to_be_visible()
    expect(page.locator(".plan")).to_have_text("rR")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("1 / 2")).to_be_visible()
    page.evaluate(PASTE, "rRR")
    expect(page.get_by_text("Move 3 of 3, R, is not legal")).to_be_visible()
    page.evaluate(PASTE, "nothing of the kind")
    expect(page.locator("#notice")).to_contain_text("is not the beginning of a puzzle")
    page.get_by_role("link", name="Play it yourself").click()
    expect(page.locator(".counters")).to_be_visible()


def test_options_without_effect_are_hidden(page):
    page.goto("/#view=solve&name=fifteen/24")
    page.get_by_text("Limits and options").click()
    page.get_by_label("engine").select_option("astar")
    page.get_by_label("heuristic").select_option("manhattan")
    expect(page.get_by_label("order")).to_be_visible()
    expect(page.get_by_label("reflect")).to_be_hidden()
    page.get_by_label("heuristic").select_option("pdb:auto")
    page.get_by_label("reflect").select_option("no")
    page.get_by_label("heuristic").select_option("manhattan")
    expect(page.get_by_label("reflect")).to_be_hidden()
    button(page, "Solve").click()  # it does not send the hidden option
    expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
