"""Measures the documented claims about search on tiles and prints a Markdown table: `make bench-core`.

Uses Korf's hundred 15-puzzles from the folder BUDGE_DATA (default: ../shared/data), or a hundred random ones from a
fixed seed. Rates are per CPU-second, because machines are shared.
"""

from __future__ import annotations

import csv
import os
import platform
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import budge
from budge import Limits, Objective, Tiles
from budge.engines.domains.tiles import to_native
from budge.native import core
from budge.puzzles.tiles import blank_first, blank_last

DATA = Path(os.environ.get("BUDGE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))


def random_board(width: int, height: int, seed: int, goal: tuple[int, ...] = ()) -> Tiles:
    numbers = random.Random(seed)
    while True:
        cells = numbers.sample(range(width * height), width * height)
        puzzle = Tiles(width=width, height=height, start=tuple(cells), goal=goal)
        if puzzle.why_unsolvable() is None:
            return puzzle


def hundred() -> list[Tiles]:
    path = DATA / "tiles" / "korf100.csv"
    if not path.exists():
        return [random_board(4, 4, seed, blank_first(16)) for seed in range(100)]
    with path.open() as file:
        starts = [tuple(map(int, row["tiles"].split())) for row in csv.DictReader(file)]
    return [Tiles(width=4, height=4, start=start, goal=blank_first(16)) for start in starts]


def show(what: str, promised: str, measured: str) -> None:
    print(f"| {what} | {promised} | {measured} |", flush=True)


def ida(puzzles: list[Tiles]) -> None:
    manhattan = None
    for heuristic in ("manhattan", "linear-conflict", "xy"):
        outcomes = [budge.solve(puzzle, engine="ida", heuristic=heuristic) for puzzle in puzzles]
        seconds = sum(outcome.stats.cpu_seconds for outcome in outcomes)
        generated = sum(outcome.stats.generated for outcome in outcomes)
        manhattan = manhattan or seconds
        promised = "≥ 400 M/s" if heuristic == "manhattan" else f"< {manhattan:.1f} s"
        rate = f"{generated / seconds / 1e6:.0f} M generated/s, {seconds:.1f} s, mean {generated / len(puzzles):,.0f}"
        show(f"ida {heuristic}, {len(puzzles)} 15-puzzles", promised, rate)


def astar(puzzles: list[Tiles]) -> None:
    for heuristic in ("manhattan", "linear-conflict", "xy"):
        expanded, stored, peak, seconds = 0, 0, 0, 0.0
        for puzzle in puzzles:
            run = core.Run(seconds=None, nodes=30_000_000, memory=8 << 30)
            began = time.process_time()
            answer = core.solve_tiles(to_native(puzzle), "ULRD", "astar", heuristic, (1, 1), run)
            seconds += time.process_time() - began
            expanded += answer.expanded
            stored += answer.stored
            peak += answer.peak_bytes
        rate = f"{expanded / seconds / 1e6:.2f} M/s, {peak / stored:.1f} bytes"
        show(f"astar {heuristic}: expansions, memory a state", "≥ 2 M/s, ≤ 24 bytes", rate)


def parallel(puzzle: Tiles) -> None:
    for heuristic in ("manhattan", "linear-conflict", "xy"):
        walls = []
        for threads in (1, 2):
            runs = [budge.solve(puzzle, engine="ida", heuristic=heuristic, threads=threads) for _ in range(3)]
            walls.append(min(outcome.stats.seconds for outcome in runs))
        show(
            f"ida {heuristic}, two threads",
            "≥ 1.7 ×",
            f"{walls[0] / walls[1]:.2f} × ({walls[0]:.1f} s → {walls[1]:.1f} s)",
        )


def shell() -> None:
    command = [str(Path(sys.executable).with_name("budge")), "solve", "1 2 3/4 0 6/7 5 8"]
    times = []
    for _ in range(10):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    show("budge solve on an easy 8-puzzle, from shell to answer", "≤ 0.3 s", f"{median(times):.2f} s (median of 10)")


def explore() -> None:
    found = budge.explore(Tiles(width=4, height=3, start=blank_last(12)), threads=2)
    measured = f"{found.states:,} states, depth {found.depth}, {found.seconds:.1f} s, {found.peak_bytes / 1e6:.0f} MB"
    show("explore 3×4", "239,500,800 states, depth 53, ≤ 1 GB", measured)


def construct() -> None:
    boards = [random_board(20, 20, seed) for seed in range(5)]
    first = [budge.solve(board, objective=Objective("any")) for board in boards]
    worst = max(outcome.stats.seconds for outcome in first)
    mean = sum(outcome.cost or 0 for outcome in first) / len(first)
    show("any on 20×20", "a plan in ≤ 1 s", f"{worst:.2f} s at worst, mean {mean:,.0f} moves")
    later = budge.solve(boards[0], objective=Objective("any"), limits=Limits(seconds=10))
    show("the first of them, improved for 10 s", "shorter", f"{first[0].cost:,} → {later.cost:,} moves")


def main() -> None:
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {core.__name__}\n")
    print("| what | promised | measured |\n| --- | --- | --- |")
    puzzles = hundred()
    shell()
    explore()
    construct()
    ida(puzzles)
    astar(puzzles[:10])
    parallel(puzzles[2])


if __name__ == "__main__":
    main()
