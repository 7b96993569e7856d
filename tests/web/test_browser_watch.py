"""Watching searches in a real browser: the replay on the graph of positions, its controls, the heuristics drawn on the
board, and the lesson."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright")
from browsing import button, link
from playwright.sync_api import Locator, Page, expect
from test_browser_everyone import violations

import budge
from budge import load

BOARD = "4 5 0/1 2 3"  # 360 positions
ENGINES = ("dijkstra", "astar", "ida", "sma", "bidirectional", "nbs", "bae")


def watch(page: Page, source: str, *engines: str, heuristic: str = "manhattan") -> None:
    page.goto(f"{link(load(source)[0], 'watch')}&engines={','.join(engines)}&heuristic={heuristic}")
    for engine in engines:
        expect(panel(page, engine).locator("canvas")).to_be_visible()


def panel(page: Page, engine: str) -> Locator:
    return page.get_by_role("region", name=engine, exact=True)


def fact(shown: Locator, name: str) -> Locator:
    return shown.locator("dl div", has=shown.page.locator("dt", has_text=re.compile(f"^{re.escape(name)}$"))).locator(
        "dd"
    )


def test_counters_at_the_end_are_those_of_the_engines(page):
    watch(page, BOARD, *ENGINES)
    button(page, "To the end").click()
    for engine in ENGINES:
        more = {} if engine in ("dijkstra", "bidirectional") else {"heuristic": "manhattan"}
        found = budge.solve(BOARD, engine=engine, **more)
        shown = panel(page, engine)
        expect(fact(shown, "expanded")).to_have_text(f"{found.stats.expanded:,} of {found.stats.expanded:,}")
        expect(fact(shown, "generated")).to_have_text(f"{found.stats.generated:,}")
        expect(fact(shown, "result")).to_have_text(f"{found.cost} moves")
        expect(shown.locator(".code .now")).not_to_have_count(0)


def test_one_counter_drives_all_engines_step_by_step(page):
    watch(page, BOARD, "dijkstra", "ida")
    for step in (1, 2):
        button(page, "Forward one expansion").click()
        for engine in ("dijkstra", "ida"):
            expect(fact(panel(page, engine), "expanded")).to_have_text(re.compile(f"^{step} of"))
    button(page, "Back one expansion").click()
    expect(fact(panel(page, "ida"), "expanded")).to_have_text(re.compile("^1 of"))
    page.keyboard.press("Shift+ArrowRight")
    expect(fact(panel(page, "dijkstra"), "expanded")).to_have_text(re.compile("^11 of"))
    page.keyboard.press("Home")
    expect(fact(panel(page, "ida"), "expanded")).to_have_text(re.compile("^0 of"))
    page.keyboard.press("End")
    expect(fact(panel(page, "ida"), "result")).to_be_visible()


def test_the_replay_plays_and_pauses(page):
    watch(page, BOARD, "dijkstra", "astar")
    expect(button(page, "Play")).to_be_visible()  # with reduced motion it does not start by itself
    place = page.locator(".watch-controls .buttons > .quiet")
    expect(place).to_have_text(re.compile("^0 expansions"))
    page.get_by_label("Speed").fill("3")
    page.keyboard.press("Tab")
    button(page, "Play").click()
    expect(fact(panel(page, "dijkstra"), "result")).to_be_visible()
    expect(button(page, "Play")).to_be_visible()


def test_memory_grows_in_a_star_and_is_the_path_in_ida(page):
    watch(page, BOARD, "astar", "ida")
    pushed = budge.Observer(trace=True, max_expansions=1000)
    found = budge.solve(BOARD, engine="ida", heuristic="manhattan", observer=pushed)
    record = found.trace.expansions
    restart = next(number for number, each in enumerate(record) if number and each.g == 0)
    slider = page.get_by_label("Expansion", exact=True)
    slider.fill(str(restart))
    expect(fact(panel(page, "ida"), "in memory")).to_have_text(str(record[restart - 1].g + 1))
    slider.fill(str(restart + 1))
    expect(fact(panel(page, "ida"), "in memory")).to_have_text("1")
    expect(fact(panel(page, "ida"), "iteration")).to_have_text("2")
    expect(fact(panel(page, "ida"), "bound")).to_have_text(str(found.trace.iterations[1].bound))
    expect(panel(page, "ida").locator(".code .now")).to_have_attribute("data-line", "bound")
    before = int(fact(panel(page, "astar"), "in memory").inner_text())
    page.keyboard.press("Tab")
    button(page, "To the end").click()
    assert int(fact(panel(page, "astar"), "in memory").inner_text()) > before


def test_the_drawing_shows_what_is_expanded(page):
    watch(page, BOARD, "dijkstra")
    green = """() => {
        const { width, height } = document.querySelector("canvas");
        const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(document.querySelector("canvas"), 0, 0);
        const { data } = copy.getImageData(0, 0, width, height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) {
            count += data[at] === 47 && data[at + 1] === 107 && data[at + 2] === 87;
        }
        return count;
    }"""
    assert page.evaluate(green) == 0
    button(page, "Forward one expansion").click()
    one = page.evaluate(green)
    assert one > 0
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(green) > 5 * one


def test_blocks_and_robots_are_watched_too_and_large_searches_say_why_not(page):
    page.goto("/#view=watch&name=polyominoes/letters&engines=astar,bae")
    expect(panel(page, "bae").locator("canvas")).to_be_visible()
    page.goto("/#view=watch&name=robots/landing&engines=dijkstra,sma")
    expect(panel(page, "sma").locator("canvas")).to_be_visible()
    expect(page.get_by_role("group", name="Engines").get_by_label("ida")).to_have_count(0)  # it is not recorded there
    page.goto("/#view=watch&name=eight/hardest-1&engines=dijkstra")
    expect(page.get_by_text("too many to draw")).to_be_visible()
    page.get_by_role("link", name="rectangle/3x2").click()
    expect(panel(page, "astar").locator("canvas")).to_be_visible()


def test_a_search_on_a_large_puzzle_is_drawn_on_the_positions_it_touches(page):
    page.goto("/#view=watch&name=eight/12&engines=astar,ida")
    expect(panel(page, "ida").locator("canvas")).to_be_visible()
    button(page, "To the end").click()
    expect(fact(panel(page, "astar"), "result")).to_have_text("12 moves")


HEURISTICS = [
    ("8 6 7/2 5 4/3 0 1", ("misplaced", "manhattan", "linear-conflict")),
    ("2 1 3/4 5 6/8 7 0", ("misplaced", "manhattan", "linear-conflict")),
    ("fifteen/34", ("misplaced", "manhattan", "linear-conflict")),
    ("korf15/1", ("misplaced", "manhattan", "linear-conflict")),
    ("classic/klotski", ("manhattan",)),
    ("sokoban/rooms-1", ("matching",)),
    ("sokoban/cells-5", ("matching",)),
    ("sokoban/rectangle-9", ("matching",)),
]


@pytest.mark.parametrize(("source", "names"), HEURISTICS)
def test_the_drawn_value_of_a_heuristic_is_that_of_the_core(page, ask, source, names):
    puzzle = load(source)[0]
    known = ask("info", puzzle=puzzle.to_json())["heuristics"]
    page.goto(link(puzzle, "watch") + "&engines=astar")
    choice = page.get_by_label("Heuristic to draw")
    for name in names:
        choice.select_option(name)
        expect(page.locator(".heuristic-value")).to_have_text(f"h = {known[name]}")
        expect(page.locator(".counted-view .counted")).not_to_have_count(0)


def test_the_lesson_has_nine_steps_with_a_live_board_each(page):
    page.goto("/learn")
    for step in range(1, 10):
        expect(page.get_by_text(f"step {step} of 9")).to_be_visible()
        expect(page.locator(".lesson-board").locator("svg, canvas, a").first).to_be_visible()
        if step in (1, 3, 4, 7):
            assert violations(page) == [], step
        if step < 9:
            page.get_by_role("link", name="Next ›").click()
    page.get_by_role("link", name="Watch searches").click()
    expect(panel(page, "astar").locator("canvas")).to_be_visible()


def test_the_first_board_of_the_lesson_is_solved_by_keys(page):
    page.goto("/#view=learn&step=1")
    page.locator(".lesson-play .stage").focus()
    for key in ("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator(".lesson-play .status")).to_have_text("4 moves. Solved!")


def test_axe_finds_no_violation_while_watching(page):
    watch(page, BOARD, "astar", "ida")
    button(page, "Forward one expansion").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
