"""The page as plain files works from any file server, under any path; without the core it says what it cannot do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
from browsing import button, link, watched
from exported import served
from playwright.sync_api import Browser, Page, expect

from budge import load, solve
from budge.puzzles import BadInput, Robots, Sokoban
from budge.puzzles.robots import Goal, Robot
from budge.web import static_export
from budge.web.answers import state_graph
from budge.web.settings import Settings
from budge.web.static_export import export, stored_plan

SMALL = [
    *(load(name)[0] for name in ("rectangle/3x2", "graphs/theta0", "quzzle", "sokoban/rooms-1", "robots/corner-room")),
    Sokoban.of(["######", "#@ $.#", "# @  #", "######"], name="two players"),
    Sokoban.of(["######", "#@ $.#", "#  $.#", "#    #", "######"], assigned=[[1], [2]], name="assigned"),
    Robots(
        width=3,
        height=3,
        robots=tuple(Robot(name, cell) for name, cell in zip("ABC", (0, 2, 7), strict=True)),
        goals=(Goal("A", 4),),
        name="interchangeable",
    ),
]
GRAPH = """async ([puzzle, metric, plan]) => {
  const { graph } = await import("./static/backends/browser.js");
  return graph(puzzle, { metric, plan });
}"""
NAMES = ["eight/12", "eight/hardest-1", "sokoban/rooms-3", "graphs/petersen", "classic/klotski"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A plain file server with the exported page in one of its folders."""
    folder = tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_export, "has_core", lambda: False)
        assert export(folder / "games", Settings(), NAMES) == len(NAMES)
    with served(folder) as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with watched(browser, site) as found:
        yield found


def test_the_library_is_shown_and_hints_solve_a_puzzle(page):
    page.goto("/games/")
    expect(page.locator("a.puzzle").first).to_be_visible()  # the easiest and that of the day are shown twice
    links = page.locator("a.puzzle").evaluate_all("links => links.map((link) => link.href)")
    assert len(set(links)) == len(NAMES)
    page.wait_for_function("[...document.images].every((image) => image.complete && image.naturalWidth)")
    page.get_by_text("Eight 12", exact=True).first.click()
    expect(page.locator(".counters .best").first).to_have_text("12")
    for _ in range(12):
        button(page, "Hint").click()
        expect(page.get_by_text("Press Hint again to play it.")).to_be_visible()
        button(page, "Hint").click()
        expect(page.get_by_text("Press Hint again to play it.")).to_be_hidden()
    expect(page.get_by_text("No solution has fewer moves.")).to_be_visible()


def test_a_hint_off_the_stored_solution_is_refused_with_a_reason(page):
    page.goto("/games/#view=play&name=eight/hardest-1")
    expect(page.locator(".counters .best").first).to_have_text("31")
    first = page.evaluate("fetch('data/plans/eight/hardest-1.json').then((found) => found.json())")["moves"][0]
    keys = {"U": "ArrowDown", "D": "ArrowUp", "L": "ArrowRight", "R": "ArrowLeft"}  # where a tile goes
    for letter, key in keys.items():
        if letter != first:
            page.keyboard.press(key)
    button(page, "Hint").click()
    expect(page.get_by_text("hints follow the stored solution")).to_be_visible()


def test_a_level_is_drawn_and_played_without_a_server(page):
    page.goto("/games/#view=edit&name=sokoban/rooms-3")
    expect(page.get_by_text("Ready to play")).to_be_visible()
    button(page, "Play").click()
    expect(page.locator(".counters")).to_be_visible()
    page.goto("about:blank")
    page.goto("/games" + link(Sokoban.of(["######", "#@ $.#", "######"])))
    expect(page.locator(".counters")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Solved!")).to_be_visible()


def test_without_the_core_the_page_says_what_solving_needs(page):
    page.goto("/games/#view=solve&name=eight/12")
    button(page, "Solve").click()
    expect(page.get_by_text("Solving needs the core for the browser")).to_be_visible()


def test_a_puzzle_is_pasted_in_a_text_format(page):
    page.goto("/games/#view=library")
    page.get_by_label("A puzzle as text").fill("1 2 3/4 0 6/7 8 8")
    button(page, "Open").click()
    expect(page.locator("#notice")).to_contain_text("expected every number from 0 to 8 once")
    page.get_by_label("A puzzle as text").fill("1 2 3/4 0 6/7 5 8")
    button(page, "Open").click()
    expect(page.locator(".counters")).to_be_visible()


@pytest.mark.parametrize("puzzle", SMALL, ids=lambda puzzle: f"{puzzle.kind} {puzzle.name}")
def test_state_graphs_without_a_server_are_those_of_python(page, puzzle):
    """Their positions have other numbers, so counts and depths are compared."""
    page.goto("/games/")
    for metric in puzzle.own_metrics:
        request = {"puzzle": puzzle.to_json(), "metric": metric, "plan": solve(puzzle, metric=metric).plan.text}
        ours = page.evaluate(GRAPH, list(request.values()))
        assert shape(ours) == shape(state_graph(request)), metric


def shape(graph: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on how positions are numbered."""
    depths = [node["depth"] for node in graph["nodes"]]
    moves = [(depths[one], depths[other]) for one, other in graph["edges"]]
    return {
        "positions": Counter(depths),
        "moves": Counter(moves if graph["directed"] else [(min(move), max(move)) for move in moves]),
        "goals": Counter(depths[node] for node in graph["goals"]),
        "path": [depths[node] for node in graph["path"]],
        "directed": graph["directed"],
    }


def test_a_folder_with_other_files_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(BadInput, match="is not empty"):
        export(tmp_path, Settings(), [])
    with pytest.raises(BadInput, match="is a file"):
        export(tmp_path / "thesis.txt", Settings(), [])
    export(tmp_path / "site", Settings(), [])
    export(tmp_path / "site", Settings(), [])  # its own may be written again


def test_no_plan_is_stored_for_an_unsolvable_puzzle() -> None:
    assert stored_plan(Sokoban.of(["######", "#@$ .#", "#$  .#", "######"]), 1.0) is None
