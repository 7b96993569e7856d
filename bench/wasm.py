"""Compares the core in a browser with the native one: size, time to start, and CPU time of the same searches.

    make wasm
    .venv/bin/python bench/wasm.py

Prints a table in Markdown. CPU time is that of all processes of chromium, or of the native search; both search with one
thread, in turns, and the least of several runs counts. Node counts must be equal.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page

from budge import SolveSpec
from budge.api import prepare, run
from budge.generators import GENERATORS
from budge.puzzles import Puzzle, Tiles
from budge.web.bundle import FOLDER
from budge.web.settings import Settings
from budge.web.static_export import CORE, export, has_core

sys.path.append(str(Path(__file__).parents[1] / "tests/web"))
from browsing import started
from exported import served


def drawn(kind: str, **params: Any) -> Puzzle:
    """A random puzzle that cannot be solved at a glance."""
    return next(filter(None, iter(lambda: GENERATORS[kind](**params).draw(RANDOM), 0)))


RANDOM = Random(37)
KORF_1 = ["14 13 15 7", "11 12 9 5", "6 0 2 1", "4 8 10 3"]  # of R. E. Korf's hundred instances
KORF_3 = ["14 7 8 2", "13 11 10 4", "9 12 5 0", "3 6 1 15"]
BLANK_FIRST = tuple(range(16))
TASKS = (
    ("Korf 1", Tiles.of(KORF_1, goal=BLANK_FIRST), {"engine": "ida", "heuristic": "manhattan"}),
    ("Korf 3", Tiles.of(KORF_3, goal=BLANK_FIRST), {"engine": "ida", "heuristic": "linear-conflict"}),
    ("Korf 1", Tiles.of(KORF_1, goal=BLANK_FIRST), {"engine": "astar"}),
    ("graph of 16 vertices", drawn("tokens", vertices=16), {"engine": "astar", "nodes": 2_000_000}),
    (
        "blocks, 5×6",
        drawn("blocks", style="klotski", width=5, height=6, empty=4),
        {"engine": "dijkstra", "nodes": 4_000_000},
    ),
    (
        "Sokoban, 6 boxes",
        drawn("sokoban", width=12, height=10, boxes=6),
        {"engine": "dijkstra", "metric": "moves", "nodes": 1_000_000},
    ),
    ("robots, 16×16", drawn("robots"), {"engine": "dijkstra", "nodes": 4_000_000}),
)
SOLVE = """async (request) => {
  const { solve } = await import("./static/backends/browser.js");
  return new Promise((resolve, reject) => solve(request, (event, data) => {
    if (event === "outcome") resolve(data);
    if (event === "problem") reject(new Error(data.detail));
  }));
}"""
START = """async () => {
  const began = performance.now();
  const { ask } = await import("./static/core/client.js");
  await ask("evaluate", "tiles", "zero", "moves", 2, 2, [0, 1, 2, 3], [0, 1, 2, 3], "ULRD", 0, 0, []);
  return performance.now() - began;
}"""


def cpu(browser: Browser) -> float:
    """The CPU-seconds of all processes of the browser."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")
    session.detach()
    return sum(process["cpuTime"] for process in found["processInfo"])


def in_browser(browser: Browser, page: Page, request: dict[str, Any]) -> tuple[float, int]:
    began = cpu(browser)
    outcome = page.evaluate(SOLVE, request)
    return cpu(browser) - began, outcome["stats"]["generated"]


def native(puzzle: Puzzle, spec: dict[str, Any]) -> tuple[float, int]:
    outcome = run(replace(prepare(puzzle, SolveSpec.of(**spec, memory=1 << 30, threads=1)), holds_quick_plan=False))
    return outcome.stats.cpu_seconds, outcome.stats.generated


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="runs of each search, of which the fastest counts")
    runs = parser.parse_args().runs
    if not has_core():
        sys.exit("There is no core for the browser: run `make wasm` first.")
    core = (FOLDER / CORE).read_bytes()
    print(f"Size: {len(core) / 1e6:.2f} MB, {len(gzip.compress(core, 9)) / 1e3:.0f} kB with gzip.")
    with tempfile.TemporaryDirectory() as folder, started() as browser:
        export(Path(folder), Settings(), [])
        with served(Path(folder)) as address:
            page = browser.new_page()
            times = []
            for _ in range(runs):
                page.goto("about:blank")
                page.goto(address)
                times.append(page.evaluate(START))
            print(f"From the first call to its answer, with the download: {min(times):.0f} ms.\n")
            print("| puzzle | search | native, s | browser, s | ratio |\n| --- | --- | ---: | ---: | ---: |")
            for name, puzzle, spec in TASKS:
                request = {"puzzle": puzzle.to_json(), **spec, "quick": False}
                pairs = [(native(puzzle, spec), in_browser(browser, page, request)) for _ in range(runs)]
                assert len({count for pair in pairs for _, count in pair}) == 1, f"{name}: node counts differ"
                ours, theirs = (min(pair[side][0] for pair in pairs) for side in (0, 1))
                search = ", ".join(f"{value:,} nodes" if key == "nodes" else value for key, value in spec.items())
                print(f"| {name} | {search} | {ours:.2f} | {theirs:.2f} | {theirs / ours:.1f} |", flush=True)


if __name__ == "__main__":
    main()
