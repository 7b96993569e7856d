"""The exported page with the core: it solves, compares, hints, lights and generates in the browser, also offline."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
from browsing import HARD, button, link, watched
from exported import needs_core, served
from playwright.sync_api import Browser, Page, expect
from test_browser_everyone import violations

from budge import load, solve
from budge.generators import GENERATORS
from budge.puzzles import Sokoban, Tiles
from budge.web.settings import Settings
from budge.web.static_export import export

pytestmark = needs_core
NAMES = ["eight/hardest-1", "sokoban/rooms-3", "graphs/petersen", "rushhour/10", "robots/two-in-a-hall"]
KORF_1 = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
DEAD = Sokoban.of(["#######", "#$ @ .#", "#######"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A plain file server with the exported page deep in its folders."""
    folder = tmp_path_factory.mktemp("host")
    export(folder / "some/where", Settings(), NAMES)
    with served(folder) as address:
        yield f"{address}/some/where"


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with watched(browser, site) as found:
        yield found


def open_view(page: Page, site: str, view: str, name: str) -> None:
    page.goto(f"{site}/#view={view}&name={name}")


def solved(page: Page) -> None:
    expect(page.locator("[role=status]").first).to_contain_text("Optimal: no shorter plan exists.")


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_is_solved(page, site, name):
    open_view(page, site, "solve", name)
    button(page, "Solve").click()
    solved(page)


def test_the_first_minute_is_as_the_docs_describe_it(page, site):
    page.goto(f"{site}/")
    page.get_by_text("Rooms 3", exact=True).click()
    counters = page.locator(".counters")
    expect(counters).to_contain_text("5")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-metric=moves]")).to_have_text("2")
    button(page, "Hint").click()
    expect(page.get_by_text("Hint: go down; 5 pushes to go. Press Hint again to play it.")).to_be_visible()
    page.get_by_label("Deadlock lights").check()
    expect(page.get_by_text("No deadlock found.")).to_be_visible()
    for view in ("Solve", "Compare"):
        page.get_by_role("link", name=view, exact=True).first.click()
        button(page, view).click()
        if view == "Solve":
            solved(page)
    expect(page.locator(".results tbody tr", has_text="optimal")).to_have_count(2)
    page.get_by_role("link", name="Library", exact=True).first.click()
    page.get_by_label("A puzzle as text").fill("8 6 7/2 5 4/3 0 1")
    button(page, "Open").click()
    counters.get_by_text("find").click()
    expect(counters).to_contain_text("31")


def test_the_page_solves_offline(page, site):
    page.goto(f"{site}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    page.reload()
    page.get_by_text("Rooms 3", exact=True).click()
    page.get_by_role("link", name="Solve", exact=True).first.click()
    button(page, "Solve").click()
    solved(page)


def test_engines_run_side_by_side(page, site):
    open_view(page, site, "compare", "eight/hardest-1")
    for engine in ("dijkstra", "bidirectional"):
        page.get_by_label(engine).check()
    button(page, "Compare").click()
    rows = page.locator(".scroll table tbody tr")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_contain_text("optimal")
        expect(row).to_contain_text("31")


def test_stop_takes_effect_at_once_and_keeps_the_bound(page, site):
    page.goto(f"{site}/" + link(load(HARD)[0], "solve").lstrip("/"))
    page.get_by_label("engine").select_option("ida")
    page.get_by_label("heuristic").select_option("manhattan")
    button(page, "Solve").click()
    expect(page.locator(".facts")).to_contain_text("/s")
    button(page, "Stop").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    assert re.search(r"lower bound\s*[56]\d", page.locator(".facts").inner_text())


def test_limits_on_time_and_memory_hold(page, site):
    page.goto(f"{site}/" + link(load(HARD)[0], "solve").lstrip("/"))
    page.get_by_text("Limits and options").click()
    page.get_by_label("engine").select_option("astar")
    page.get_by_label("memory, MB").fill("20")
    button(page, "Solve").click()
    expect(page.get_by_text("The memory limit was reached")).to_be_visible()
    page.get_by_label("engine").select_option("ida")
    page.get_by_label("heuristic").select_option("manhattan")
    page.get_by_role("spinbutton", name="seconds").fill("1")
    button(page, "Solve").click()
    expect(page.get_by_text("The time limit was reached")).to_be_visible()


def test_pattern_databases_are_built_once_and_kept(page, site):
    page.goto(f"{site}/" + link(Tiles.of(["5 1 2 4", "9 6 3 8", "13 10 7 11", "0 14 15 12"]), "solve").lstrip("/"))
    page.get_by_label("engine").select_option("ida")
    page.get_by_label("heuristic").select_option("pdb:5-5-5")
    button(page, "Solve").click()
    solved(page)
    page.reload()
    assert page.evaluate("caches.open('budge-patterns').then((store) => store.keys()).then((keys) => keys.length)") == 3
    states = "new MutationObserver(() => window.states.push(document.querySelector('[role=status]').textContent))"
    page.evaluate(f"window.states = []; {states}.observe(document.body, {{subtree: true, childList: true}})")
    button(page, "Solve").click()
    solved(page)
    assert not any("building" in state for state in page.evaluate("window.states"))


def test_what_needs_python_says_so_with_the_command(page, site):
    open_view(page, site, "solve", "eight/hardest-1")
    needs = page.get_by_text("need Python")
    expect(needs).to_contain_text("sat")
    expect(needs).to_contain_text("budge solve eight/hardest-1 --engine")
    expect(page.get_by_label("engine").locator("option[value=sat]")).to_be_disabled()


def test_hints_leave_the_stored_solution(page, site):
    open_view(page, site, "play", "eight/hardest-1")
    expect(page.locator(".counters .best").first).to_have_text("31")
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    button(page, "Hint").click()
    expect(page.get_by_text("Press Hint again to play it.")).to_be_visible()


def test_a_pasted_board_that_needs_another_goal_offers_it(page, site):
    page.goto(f"{site}/#view=library")
    page.get_by_label("A puzzle as text").fill(KORF_1)
    button(page, "Open").click()
    warning = page.locator(".panel .warning")
    expect(warning).to_contain_text("It has one if the goal has the blank first.")
    button(page, "Use that goal").click()
    expect(warning).to_have_count(0)
    expect(page.locator(".goal .tile").first).to_have_text("1")


def test_an_unsolvable_level_says_why_when_it_is_opened(page, site):
    page.goto(f"{site}/" + link(Sokoban.of(["######", "#@$ .#", "#$  .#", "######"])).lstrip("/"))
    expect(page.locator(".panel .warning")).to_contain_text("This puzzle has no solution: ")


def test_deadlock_lights_explain_a_lost_position(page, site):
    page.goto(f"{site}/" + link(DEAD).lstrip("/"))
    page.get_by_label("Deadlock lights").check()
    expect(page.get_by_text("Deadlock: a box stands on a dead square.")).to_be_visible()


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_ready_to_play_with_a_lower_bound(page, site, name):
    open_view(page, site, "edit", name)
    expect(page.locator(".checker")).to_contain_text("Ready to play: at least ")
    (puzzle,) = load(name)
    bound = int(re.search(r"at least (\d+)", page.locator(".checker").inner_text())[1])
    assert 0 < bound <= solve(puzzle, metric=puzzle.own_metrics[0]).cost


@pytest.mark.parametrize("kind", GENERATORS)
def test_a_puzzle_of_every_kind_is_generated(page, site, kind):
    page.goto(f"{site}/#view=edit")
    page.get_by_label("kind").select_option(kind)
    if page.get_by_role("dialog").is_visible():
        page.get_by_role("dialog").get_by_role("button", name="Replace").click()
    button(page, "Generate").click()
    expect(page.get_by_text("expanded to prove it")).to_be_visible()
    expect(page.get_by_label("format")).to_have_value("json")


def test_axe_finds_no_violation_on_a_wide_and_on_a_narrow_screen(page, site):
    for view in ("library", "play", "solve", "compare", "edit"):
        open_view(page, site, view, "eight/hardest-1")
        expect(page.locator(f"main.{view} h1").first).to_be_visible()
        if view in ("solve", "compare"):
            expect(page.get_by_text("need Python")).to_be_visible()
            button(page, view.capitalize()).click()
        if view == "solve":
            solved(page)
        if view == "compare":
            expect(page.locator(".results tbody tr", has_text="optimal")).to_have_count(2)
        assert violations(page) == [], view
