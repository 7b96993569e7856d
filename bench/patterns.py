"""Measures the documented claims about pattern databases and prints a Markdown table: `make bench-core`.

Builds everything in a temporary folder, which takes 250 MB. Korf's instances come from the folder BUDGE_DATA (default:
../shared/data); without them, a hundred random 15-puzzles from a fixed seed and no 24-puzzles are used. Searches are
measured in CPU-seconds, because machines are shared; builds and the 24-puzzle, which use two threads, in wall-clock
time. `python bench/patterns.py builds fifteen fsm astar twenty-four` measures only those parts.
"""

from __future__ import annotations

import csv
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time

from foundation import DATA, hundred, show

import budge
from budge import Limits, Outcome, Tiles
from budge.native import core
from budge.patterns import Board, Pattern, Store, Terms, partition
from budge.puzzles.tiles import blank_first

PROMISED = {"5-5-5": "≤ 0.3 s", "6-6-3": "≤ 1 s", "7-8": "≤ 10 s, ≤ 200 MB", "6-6-6-6": "≤ 8 s"}


def patterns(name: str, side: int) -> list[Pattern]:
    """The distinct databases of a partition."""
    views = partition(name, Board(side, side, 0), range(side * side)).views()
    return list(dict.fromkeys(view.pattern for view in views))


def builds() -> None:
    for name, promised in PROMISED.items():
        wanted = patterns(name, 5 if name == "6-6-6-6" else 4)
        began, used = time.perf_counter(), time.process_time()
        for pattern in wanted:
            Store().fetch(pattern, Terms(threads=2))
        wall, cpu = time.perf_counter() - began, time.process_time() - used
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        size, entries = (sum(each) for each in zip(*((one.size, one.entries) for one in wanted), strict=True))
        measured = f"{wall:.2f} s wall, {cpu:.2f} s CPU, {entries:,} entries, {size / 1e6:.1f} MB, peak {peak:.2f} GB"
        show(f"build {name} on two threads", promised, measured)


def opening() -> None:
    code = (
        "import time; from budge.patterns import Board, Store, partition; store = Store()\n"
        "wanted = [view.pattern for view in partition('7-8', Board(4, 4, 0), range(16)).views()]\n"
        "began = time.perf_counter(); [store.open(pattern) for pattern in wanted]\n"
        "print(1000 * (time.perf_counter() - began))"
    )
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    show("open a built 7-8", "≤ 10 ms", f"{float(printed):.1f} ms")


def summary(outcomes: list[Outcome]) -> str:
    seconds = sum(outcome.stats.cpu_seconds for outcome in outcomes)
    generated = sum(outcome.stats.generated for outcome in outcomes)
    solved = sum(outcome.status == "optimal" for outcome in outcomes)
    return (
        f"{solved} solved, mean {generated / len(outcomes):,.0f}, {seconds:.2f} s, {generated / seconds / 1e6:.1f} M/s"
    )


def fifteen(puzzles: list[Tiles]) -> None:
    for name, options, promised in (
        ("5-5-5", {}, "mean ≤ 1.2 M, ≤ 3 s"),
        ("6-6-3", {}, "mean ≤ 1.2 M, ≤ 4 s"),
        ("7-8", {}, "mean ≤ 38,500, ≤ 0.20 s"),
        ("7-8", {"dual": "yes"}, "mean ≤ 20,000"),
        ("5-5-5", {"fsm": "12"}, "fewer"),
        ("7-8", {"fsm": "12"}, "fewer"),
    ):
        budge.solve(puzzles[0], engine="ida", heuristic=f"pdb:{name}", **options)  # opens and reads the database
        outcomes = [budge.solve(puzzle, engine="ida", heuristic=f"pdb:{name}", **options) for puzzle in puzzles]
        chosen = "".join(f", {option}={value}" for option, value in options.items())
        show(f"ida pdb:{name}{chosen}, {len(puzzles)} 15-puzzles", promised, summary(outcomes))


def fsm(puzzles: list[Tiles]) -> None:
    runs = [[budge.solve(p, engine="ida", heuristic="manhattan", fsm=fsm) for p in puzzles] for fsm in ("no", "12")]
    nodes = [sum(outcome.stats.generated for outcome in outcomes) for outcomes in runs]
    seconds = [sum(outcome.stats.cpu_seconds for outcome in outcomes) for outcomes in runs]
    measured = f"{nodes[1] / nodes[0]:.0%} of the nodes, {seconds[0]:.1f} s → {seconds[1]:.1f} s"
    show(f"ida manhattan, fsm=12, {len(puzzles)} 15-puzzles", "≤ 60 % of the nodes, less time", measured)


def astar(puzzles: list[Tiles]) -> None:
    for name in ("5-5-5", "6-6-3", "7-8"):
        limits = Limits(memory=4 << 30)
        outcomes = [budge.solve(p, engine="astar", heuristic=f"pdb:{name}", limits=limits) for p in puzzles]
        peak = max(outcome.stats.peak_bytes for outcome in outcomes)
        measured = f"{summary(outcomes)}, peak {peak / 1e9:.2f} GB"
        show(f"astar pdb:{name}, {len(puzzles)} 15-puzzles", "all within 4 GB", measured)


def twenty_four() -> None:
    path = DATA / "tiles" / "korf24_first25.csv"
    if not path.exists():
        return
    with path.open() as file:
        easiest = sorted(csv.DictReader(file), key=lambda row: int(row["korf_felner_nodes_6666"]))[:5]
    for row in easiest:
        puzzle = Tiles(width=5, height=5, start=tuple(map(int, row["tiles"].split())), goal=blank_first(25))
        outcome = budge.solve(puzzle, engine="ida", heuristic="pdb:6-6-6-6", fsm="12", threads=2)
        stats = outcome.stats
        measured = (
            f"{outcome.cost} moves (known: {row['optimal']}), {stats.generated:,} generated, {stats.seconds:.1f} s, "
            f"{stats.generated / stats.seconds / 1e6:.1f} M/s, {2 * stats.generated / stats.cpu_seconds / 1e6:.1f} M/s "
            "by CPU time"
        )
        show(f"24-puzzle {row['id']}, 6-6-6-6, fsm, two threads", "≥ 52 M/s", measured)


def main() -> None:
    wanted = sys.argv[1:] or ["builds", "fifteen", "fsm", "astar", "twenty-four"]
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {core.__name__}\n")
    print("| what | promised | measured |\n| --- | --- | --- |")
    puzzles = hundred()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("BUDGE_CACHE", folder)
        if "builds" in wanted:
            builds()
            opening()
        if "fifteen" in wanted:
            fifteen(puzzles)
        if "fsm" in wanted:
            fsm(puzzles)
        if "astar" in wanted:
            astar(puzzles)
        if "twenty-four" in wanted:
            twenty_four()


if __name__ == "__main__":
    main()
