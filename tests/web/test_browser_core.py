"""The core in the browser returns what the native core returns: status, plan, cost, bound and node counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright")
from browsing import watched
from exported import needs_core, served
from playwright.sync_api import Browser, Page

from budge import SolveSpec, library
from budge.api import prepare, run
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import OWN
from budge.formats.source import library_puzzle
from budge.generators import GENERATORS
from budge.model import Objective
from budge.puzzles import Puzzle
from budge.web.settings import Settings
from budge.web.static_export import IN_BROWSER, export

pytestmark = needs_core
TASKS = 200
NODES = 20_000  # limit of each task
SMALL = {"tiles": {"width": 3}, "robots": {"width": 8, "height": 8}, "sokoban": {"boxes": 2}}  # generators' parameters
ENGINES = [*IN_BROWSER, *["construct", "fess"] * 3]  # these two serve one kind and one quality each
QUALITIES = ["optimal", "optimal", "1.5", "any"]
SOLVE = """async (tasks) => {
  const { solve } = await import("./static/backends/browser.js");
  const outcome = (task) => new Promise((resolve) => {
    solve(task, (event, data) => ["outcome", "problem"].includes(event) && resolve(data));
  });
  return Promise.all(tasks.map(outcome));
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("host")
    export(folder, Settings(), [])
    with served(folder) as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with watched(browser, site) as found:
        found.goto("/")
        yield found


def puzzles(random: Random) -> dict[str, list[Puzzle]]:
    """Puzzles of each kind: random ones, and some of the library."""
    drawn = {
        kind: [puzzle for _ in range(12) if (puzzle := generator(**SMALL.get(kind, {})).draw(random))]
        for kind, generator in GENERATORS.items()
    }
    entries = [entry for suite in library.suites() for entry in library.suite(suite).entries]
    for entry in random.sample(entries, 40):
        puzzle = library_puzzle(entry)
        drawn[puzzle.kind].append(puzzle)
    return drawn


def tasks() -> Iterator[tuple[Puzzle, dict[str, Any]]]:
    """Puzzles and settings that the engine does not refuse, in equal parts for all kinds."""
    random = Random(37)
    drawn = puzzles(random)
    count = 0
    while count < TASKS:
        puzzle = random.choice(drawn[list(drawn)[count % len(drawn)]])
        engine, metric, quality = random.choice(ENGINES), random.choice(puzzle.own_metrics), random.choice(QUALITIES)
        if OWN[engine].refuses(puzzle, Objective(quality, metric)):
            continue
        names = [name for name, each in HEURISTICS.items() if not each.refuses(puzzle)]
        heuristic = random.choice(names) if engine in ("astar", "ida", "sma", "nbs", "bae") else None
        yield puzzle, {"engine": engine, "heuristic": heuristic, "metric": metric, "quality": quality}
        count += 1


def facts(outcome: dict[str, Any]) -> dict[str, Any]:
    found = {key: outcome[key] for key in ("status", "cost", "lower_bound", "plan")}
    return {**found, **{key: outcome["stats"][key] for key in ("expanded", "generated")}}


def test_the_browser_core_returns_what_the_native_core_returns(page: Page) -> None:
    given = list(tasks())
    requests = [
        {"puzzle": puzzle.to_json(), **spec, "nodes": NODES, "options": {"improve": "no"}, "quick": False}
        for puzzle, spec in given
    ]
    wrong = []
    for (puzzle, spec), found in zip(given, page.evaluate(SOLVE, requests), strict=True):
        task = prepare(puzzle, SolveSpec.of(**spec, nodes=NODES, threads=1))
        expected = run(replace(task, holds_quick_plan=False))
        theirs, ours = facts(found) if "stats" in found else found, facts(expected.to_json())
        if theirs != ours:
            wrong.append({"puzzle": puzzle, **spec, "browser": theirs, "native": ours})
    assert not wrong, f"{len(wrong)} of {len(given)} tasks, the first being {wrong[0]}"
