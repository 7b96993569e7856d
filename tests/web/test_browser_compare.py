"""The comparison of engines in a real browser: each engine has its own heuristic and options, the result is said in
words, and each search has a plot of its own."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

pytest.importorskip("playwright")
from browsing import button, link
from playwright.sync_api import Page, expect

import budge
from budge import load

PUZZLE = "eight/hardest-1"


def rows(page: Page):
    return page.locator(".results tbody tr")


def compare(page: Page, count: int) -> None:
    button(page, "Compare").click()
    expect(rows(page).filter(has_text="optimal")).to_have_count(count)


def test_an_engine_competes_with_itself_under_two_heuristics(page):
    page.goto(f"/#view=compare&name={PUZZLE}")
    page.get_by_role("group", name="Engines").get_by_label("ida").uncheck()
    button(page, "Another heuristic for astar").click()
    choices = page.get_by_label("Heuristic of astar")
    expect(choices).to_have_count(2)
    choices.nth(0).select_option("manhattan")
    choices.nth(1).select_option("xy")
    compare(page, 2)
    for row, heuristic in enumerate(("manhattan", "xy")):
        expected = budge.solve(PUZZLE, engine="astar", heuristic=heuristic)
        shown = rows(page).nth(row)
        expect(shown.locator("th")).to_have_text(f"astar {heuristic}")
        expect(shown).to_contain_text(f"{expected.stats.expanded:,}")
    colours = page.locator(".results .sample").evaluate_all("all => all.map((each) => getComputedStyle(each).color)")
    assert len(set(colours)) == 2
    button(page, "Remove astar 2").click()
    expect(choices).to_have_count(1)


def test_options_and_heuristics_of_each_engine_are_sent_and_kept_in_the_link(page):
    sent: list[dict[str, object]] = []
    page.on("request", lambda request: sent.append(request.post_data_json) if request.url.endswith("/solves") else None)
    page.goto(f"/#view=compare&name={PUZZLE}")
    settings = page.get_by_role("group", name="Settings of ida")
    settings.get_by_label("Heuristic of ida").select_option("manhattan")
    settings.get_by_text("Options").click()
    settings.get_by_label("order").select_option("DRLU")
    compare(page, 2)
    by_engine = {str(each["engine"]): each for each in sent if each and "engine" in each}
    assert by_engine["ida"]["heuristic"] == "manhattan"
    assert by_engine["ida"]["options"] == {"order": "DRLU"}
    assert by_engine["astar"]["heuristic"] is None
    assert by_engine["astar"]["options"] == {}
    button(page, "Copy link").click()
    address = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_label("Heuristic of ida")).to_have_value("manhattan")
    settings.get_by_text("Options").click()
    expect(settings.get_by_label("order")).to_have_value("DRLU")


def test_the_verdict_compares_positions_time_and_memory_in_words(page):
    def outcome(expanded: int, seconds: float, peak: int) -> dict[str, object]:
        stats = {"expanded": expanded, "generated": 2 * expanded, "seconds": seconds, "peak_bytes": peak}
        return {"status": "optimal", "cost": 31, "lower_bound": 31, "metric": "moves", "plan": None, "stats": stats}

    found = {"astar": outcome(1000, 0.17, 2_000_000), "ida": outcome(9000, 0.01, 0)}

    def begin(route) -> None:
        route.fulfill(json={"id": route.request.post_data_json["engine"], "position": 0})

    def stream(route) -> None:
        engine = route.request.url.split("/")[-2]
        route.fulfill(content_type="text/event-stream", body=f"event: outcome\ndata: {json.dumps(found[engine])}\n\n")

    page.route("**/api/v1/solves", begin)
    page.route("**/events", stream)
    page.goto(f"/#view=compare&name={PUZZLE}")
    compare(page, 2)
    words = page.locator(".verdict")
    expect(words).to_contain_text("astar and ida prove that 31 moves is the optimum.")
    expect(words).to_contain_text(
        "ida expanded 9 times as many positions as astar, in a seventeenth of the time; "
        "memory: almost none, astar 2.0 MB."
    )
    expect(page.locator(".results")).to_contain_text("almost none")


def test_the_board_is_shown_and_each_search_has_its_own_plot(page):
    page.goto(link(load("rectangle/3x2")[0], "compare"))
    expect(page.locator("main.compare .puzzle-shown .tile")).to_have_count(5)
    engines = page.get_by_role("group", name="Engines")
    engines.get_by_label("ida").uncheck()
    engines.get_by_label("bidirectional").check()  # each side goes half as deep
    compare(page, 2)
    plots = page.locator("figure", has_text="Depth of every expansion")
    expect(plots).to_have_count(2)
    tops = plots.evaluate_all("all => all.map((each) => [...each.querySelectorAll('text')].map((t) => t.textContent))")
    scales = [[text for text in texts if re.fullmatch(r"\d+", text)] for texts in tops]
    assert scales[0] == scales[1], "the plots have one scale"
    for plot in plots.all():
        expect(plot.locator("path.dots")).to_have_count(1)


def test_times_have_a_logarithmic_axis(page):
    page.goto(f"/#view=compare&name={PUZZLE}")
    compare(page, 2)
    figure = page.locator("figure", has_text="Bounds over time")
    labels = figure.locator("text[text-anchor=middle]").all_text_contents()
    values = [float(label) for label in labels if re.fullmatch(r"[\d.e-]+", label)]
    assert len(values) >= 2
    assert all(round(after / before) == 10 for before, after in pairwise(values)), values


def test_the_engines_of_a_comparison_are_explained(page):
    page.goto(f"/#view=compare&name={PUZZLE}")
    expect(page.get_by_text("How these engines work")).to_be_hidden()
    compare(page, 2)
    page.get_by_text("How these engines work").click()
    expect(page.get_by_role("heading", name="IDA* (ida)")).to_be_visible()
    expect(page.get_by_text("Depth-first iterative-deepening")).to_be_visible()
