"""The page in a real browser during a search: plots grow, the search continues in other views, and a stopped search
shows its results."""

from __future__ import annotations

import json
import re

import pytest

pytest.importorskip("playwright")
from browsing import button, link, search
from playwright.sync_api import Page, expect

from budge import load

EASY = "1 2 3/4 0 6/7 5 8"
STOPPED = re.compile(r"Stopped with a plan of \d+ moves\. The optimum is between \d+ and \d+ moves\.")


def stop(page: Page) -> None:
    button(page, "Stop").click()
    expect(button(page, "Solve")).to_be_enabled()


def fake_events(page: Page, **events: object) -> None:
    """Replace the event stream of every solve by these events."""
    stream = "".join(f"event: {event}\ndata: {json.dumps(data)}\n\n" for event, data in events.items())
    page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=stream))


def test_a_search_continues_in_another_view_and_after_a_reload(page):
    search(page)
    views = page.get_by_role("navigation", name="Views")
    views.get_by_role("link", name="Play").click()
    expect(page.locator("main.play .stage").first).to_be_visible()
    expect(views.get_by_role("link", name="Solve (1)")).to_be_visible()
    page.reload()
    expect(views.get_by_role("link", name="Solve (1)")).to_be_visible()
    page.goto("/#view=solve&name=eight/12")
    listed = page.locator(".solves")
    expect(listed).to_contain_text(re.compile("ida: searching, at least [5-9]"))
    listed.get_by_role("link", name="Unnamed puzzle").click()
    expect(page.locator(".facts")).to_contain_text("/s")
    expect(button(page, "Solve")).to_be_disabled()
    expect(page.get_by_text("Bound and best plan over time")).to_be_visible()
    stop(page)
    expect(page.locator(".panel .warning")).to_contain_text(STOPPED)
    expect(views.get_by_role("link", name="Solve", exact=True)).to_be_visible()


def test_a_result_is_still_shown_after_returning_to_the_view(page):
    page.goto(link(load(EASY)[0], "solve"))
    button(page, "Solve").click()
    expect(page.locator(".plan")).to_contain_text("D")
    for leave in (lambda: page.goto("/#view=library"), page.reload):
        leave()
        page.goto(link(load(EASY)[0], "solve"))
        expect(page.get_by_text("Optimal: no shorter plan exists.")).to_be_visible()
        expect(page.locator(".player")).to_contain_text("/ 2")
    button(page, "Remove Unnamed puzzle from this list").click()
    expect(page.locator(".solves li")).to_have_count(0)
    expect(button(page, "Solve")).to_be_focused()


def test_the_replay_speed_is_stored(page):
    page.goto(link(load(EASY)[0], "solve"))
    button(page, "Solve").click()
    page.get_by_label("Speed").select_option("5×")
    page.goto("about:blank")  # or the click could reach the view that is about to close
    page.goto(link(load("1 2 3/4 5 6/7 0 8")[0], "solve"))
    button(page, "Solve").click()
    expect(page.get_by_label("Speed")).to_have_value("0.2")


def test_plots_show_the_bounds_the_time_limit_and_the_time_per_bound(page):
    search(page, seconds=6)
    expect(page.locator("figure", has_text="Seconds for each bound").locator(".line")).to_be_visible()
    over_time = page.locator("figure", has_text="Bound and best plan over time")
    expect(over_time).to_contain_text("lower bound")
    expect(page.locator(".facts")).to_contain_text(re.compile(r"seconds\d+\.\d of 6"))
    expect(page.locator(".facts")).to_contain_text("engineida")
    expect(over_time.locator(".limit")).to_have_count(1)  # a quarter of it is over
    by_depth = page.locator("figure", has_text="Expansions per depth").locator(".plot")
    label = by_depth.get_attribute("aria-label")
    expect(by_depth).not_to_have_attribute("aria-label", label)  # it grows
    expect(page.locator("figure", has_text="Depth of every expansion").locator(".dots")).to_be_visible()
    stop(page)


def test_a_stopped_search_shows_its_plan_and_bound(page):
    stats = {"seconds": 0.6, "expanded": 9, "generated": 20, "peak_bytes": 0}
    fake_events(
        page,
        started={"engine": "astar", "metric": "moves", "size": "3×3", "seconds": 20},
        progress={"seconds": 0.5, "bound": 1, "best": 4, "expanded": 9, "generated": 20, "bytes": 0, "rate": 18},
        outcome={
            "status": "stopped",
            "reason": "the time limit was reached",
            "metric": "moves",
            "engine": "astar",
            "cost": 4,
            "lower_bound": 2,
            "plan": "UDDR",
            "costs": {"moves": 4},
            "stats": stats,
        },
    )
    page.goto(link(load(EASY)[0], "solve"))
    button(page, "Solve").click()
    told = page.locator(".panel .warning")
    expect(told).to_contain_text("Stopped with a plan of 4 moves. The optimum is between 2 and 4 moves.")
    expect(page.locator(".facts")).not_to_contain_text("memory")  # 0 bytes: unknown
    button(page, "To the end").click()
    expect(page.locator(".player")).to_contain_text("4 / 4")
    expect(page.locator(".board .tile.home")).to_have_count(8)


def test_useful_databases_are_offered_and_built_on_request(page):
    requests: list[dict[str, object]] = []
    page.on("request", lambda request: requests.append(request.post_data_json) if "/solves" in request.url else None)
    offer = {"heuristic": "pdb:6-6-6-6", "fewer": 3, "bytes": 48_000_000, "seconds": 1.2}
    problem = {"title": "Stopped", "status": 409, "detail": "it was stopped before there was an answer"}
    fake_events(page, started={"engine": "ida", "metric": "moves", "size": "5×5"}, offer=offer, problem=problem)
    page.goto("/#view=solve&name=twenty-four/34")
    button(page, "Solve").click()
    expect(page.locator(".offer")).to_contain_text("pdb:6-6-6-6 would search about 3 times fewer positions")
    button(page, "Build and solve").click()
    expect(page.get_by_label("heuristic")).to_have_value("pdb:6-6-6-6")
    page.wait_for_function("() => document.querySelector('.panel .warning')")
    assert [each["heuristic"] for each in requests if each and "engine" in each] == [None, "pdb:6-6-6-6"]


def test_the_advisor_of_each_box_move_is_listed_and_shown(page):
    places = {"start": [2, 3], "end": [2, 5], "player": [2, 4]}
    moves = [{**places, "advisor": "packing", "stage": 0}]
    problem = {"title": "Stopped", "status": 409, "detail": "it was stopped before there was an answer"}
    fake_events(page, trace={"packing": [{"place": [2, 5], "parked": None}], "macro_moves": moves}, problem=problem)
    page.goto(link(load("7#|#@$ . #|7#")[0], "solve"))
    button(page, "Solve").click()
    page.get_by_text("How the first plan was found: 1 box move").click()
    expect(page.locator(".advice li")).to_contain_text("packing")
    button(page, "row 2, column 3 → row 2, column 5").click()
    expect(page.locator(".stage .signs .hint")).to_have_count(1)
    button(page, "Show the packing plan's order").click()
    expect(page.locator(".stage .signs")).to_have_text("1")


def test_a_plot_shows_the_values_at_the_pointer_and_can_be_saved(page):
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    button(page, "Compare").click()
    expect(page.locator(".results tbody tr", has_text="optimal")).to_have_count(2)
    figure = page.locator("figure", has_text="Expansions per depth")
    figure.locator(".plot").hover()
    told = figure.locator(".readout-line")
    expect(told).to_have_count(3)  # the depth, and a number for each engine
    assert re.fullmatch(r"depth \d+", told.nth(0).text_content())
    assert re.fullmatch(r"astar [\d,]+", told.nth(1).text_content())
    page.locator("h1").hover()
    expect(told).to_have_count(0)
    with page.expect_download() as saved:
        button(page, "Save Expansions per depth").click()
    assert saved.value.suggested_filename == "expansions-per-depth.svg"
    drawn = saved.value.path().read_text()
    assert 'xmlns="http://www.w3.org/2000/svg"' in drawn
    assert re.search(r'class="line"[^>]* stroke="rgb', drawn)  # it does not depend on the styles of the page
