"""Compares budge with programs that people use instead, and prints a Markdown table. Longer plans are named.

The other programs are no part of `make dev`; Fast Downward is:

    python3 -m venv build/against && build/against/bin/pip install slidingpuzzle
    npm install --prefix build/against klotski@4 rush-hour-solver@3
    .venv/bin/python bench/against.py

Times are CPU-seconds from the puzzle in memory to the answer, the median of three; of Fast Downward, of both processes,
because its search reads only what its translator writes. Starting Python or Node is not counted for the others.
"""

from __future__ import annotations

import json
import platform
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import budge
from budge import Blocks, Objective, Puzzle, Tiles
from budge.encodings.pddl import planning, read_planners_plan
from budge.engines.logic.fast_downward import SEARCHES, downward

OTHERS = Path(__file__).resolve().parents[1] / "build" / "against"
MAX_SECONDS = 20  # of CPU time for each answer
REPEATS = 3  # the median counts

SLIDINGPUZZLE = """
import json, sys, time
from slidingpuzzle import from_rows, search
board, began = from_rows(*json.loads(sys.argv[1])), time.process_time()
found = search(board)
print(len(found.solution), time.process_time() - began)
"""
NPM_KLOTSKI = """
const Klotski = require("klotski"), game = JSON.parse(process.argv[1]), began = process.cpuUsage()
const moves = new Klotski().solve(game), used = process.cpuUsage(began)
console.log(moves[moves.length - 1].step, (used.user + used.system) / 1e6)
"""
NPM_RUSH_HOUR = """
const { Game, solve } = require("rush-hour-solver").default, blocks = JSON.parse(process.argv[1])
const game = new Game({ size: 6, blocks }), began = process.cpuUsage()
const moves = solve(game), used = process.cpuUsage(began)
console.log(moves.length, (used.user + used.system) / 1e6)
"""

Answer = tuple[int, float]  # the cost of a plan, and CPU-seconds


class TooSlow(Exception):
    """A program has used its CPU time."""


def run(*command: str, cwd: Path = OTHERS, feed: Path | None = None) -> str:
    with open(feed or "/dev/null") as text:
        ran = subprocess.run(command, cwd=cwd, stdin=text, capture_output=True, text=True, preexec_fn=limit_cpu)
    if ran.returncode < 0:
        raise TooSlow
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def limit_cpu() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))


def cost_and_seconds(printed: str) -> Answer:
    cost, seconds = printed.split()
    return int(cost), float(seconds)


def ask_budge(puzzle: Puzzle, metric: str) -> Answer:
    outcome = budge.solve(puzzle, objective=Objective(metric=metric))
    assert outcome.status == "optimal"
    return outcome.cost, outcome.stats.cpu_seconds


def ask_slidingpuzzle(puzzle: Tiles, _metric: str) -> Answer:
    rows = [puzzle.start[first : first + puzzle.width] for first in range(0, len(puzzle.start), puzzle.width)]
    return cost_and_seconds(run(str(OTHERS / "bin" / "python"), "-c", SLIDINGPUZZLE, json.dumps(rows)))


def ask_npm_klotski(puzzle: Blocks, _metric: str) -> Answer:
    [[(target, place)]] = puzzle.goals
    blocks = sorted(puzzle.blocks, key=lambda piece: piece.name != target)  # the one that escapes comes first
    game = {
        "blocks": [rectangle(puzzle, piece.cells) for piece in blocks],
        "boardSize": [puzzle.height, puzzle.width],
        "escapePoint": divmod(place, puzzle.width),
    }
    return cost_and_seconds(run("node", "-e", NPM_KLOTSKI, json.dumps(game)))


def ask_npm_rush_hour(puzzle: Blocks, _metric: str) -> Answer:
    [[(target, _)]] = puzzle.goals
    cars = []
    for piece in puzzle.blocks:
        car = rectangle(puzzle, piece.cells)
        direction = "H" if car["shape"][0] == 1 else "V"
        known = {"length": len(piece.cells), "position": car["position"], "direction": direction}
        cars.append({**known, "isTarget": piece.name == target})
    return cost_and_seconds(run("node", "-e", NPM_RUSH_HOUR, json.dumps(cars)))


def rectangle(puzzle: Blocks, cells: tuple[int, ...]) -> dict[str, Any]:
    (top, left), (bottom, right) = (divmod(cell, puzzle.width) for cell in (min(cells), max(cells)))
    return {"shape": [bottom - top + 1, right - left + 1], "position": [top, left]}


def ask_fast_downward(puzzle: Puzzle, metric: str) -> Answer:
    """Of its three heuristics, the fastest."""
    found = []
    for search in SEARCHES.values():
        try:
            found.append(downward_with(search, puzzle, metric))
        except TooSlow:
            continue
    if not found:
        raise TooSlow
    return min(found, key=lambda answer: answer[1])


def downward_with(search: str, puzzle: Puzzle, metric: str) -> Answer:
    written = planning(puzzle, metric)
    with TemporaryDirectory() as name:
        folder, before = Path(name), seconds_of_children()
        (folder / "domain.pddl").write_text(written.domain())
        (folder / "problem.pddl").write_text(written.problem())
        run(sys.executable, "-m", "fast_downward.translate", "domain.pddl", "problem.pddl", cwd=folder)
        run(str(downward()), "--search", search, "--internal-plan-file", "plan", cwd=folder, feed=folder / "output.sas")
        plan = read_planners_plan(puzzle, (folder / "plan").read_text(), metric)
    return budge.verify(puzzle, plan).costs[metric], seconds_of_children() - before


def seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(ask: Callable[[Any, str], Answer], puzzle: Puzzle, metric: str, optimum: int) -> str:
    """The median of the CPU-seconds, once it is sure that the program finds the optimum."""
    seconds = []
    try:
        while len(seconds) < REPEATS and sum(seconds) < MAX_SECONDS:
            cost, used = ask(puzzle, metric)
            if cost != optimum:
                return f"{cost} instead of {optimum}"
            seconds.append(used)
    except TooSlow:
        return f"> {MAX_SECONDS} s"
    return readable(sorted(seconds)[len(seconds) // 2])


def readable(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"


ROWS = (  # puzzle, metric, and a package made for such puzzles
    ("eight/hardest-1", "moves", "slidingpuzzle (PyPI)", ask_slidingpuzzle),
    ("fifteen/44", "moves", "slidingpuzzle (PyPI)", ask_slidingpuzzle),
    ("classic/klotski", "moves", "klotski (npm)", ask_npm_klotski),
    ("rushhour/41", "moves", "rush-hour-solver (npm)", ask_npm_rush_hour),
    ("sokoban/rooms-18", "pushes", None, None),
)


def main() -> None:
    print(f"{platform.machine()}, one core, Python {platform.python_version()}\n")
    print("| puzzle | budge | a package for such puzzles | the planner Fast Downward |\n| --- | --- | --- | --- |")
    for name, metric, package, ask_package in ROWS:
        [puzzle] = budge.load(name)
        optimum, _ = ask_budge(puzzle, metric)
        ours = measure(ask_budge, puzzle, metric, optimum)
        package_time = f"{package}: {measure(ask_package, puzzle, metric, optimum)}" if ask_package else "–"
        planner_time = measure(ask_fast_downward, puzzle, metric, optimum)
        print(f"| `{name}`, {optimum} {metric} | {ours} | {package_time} | {planner_time} |", flush=True)


if __name__ == "__main__":
    main()
