"""Measures the documented claims about the logic engines and prints a Markdown table: `make bench-core`.

Time is CPU time, children included, because machines are shared. The maps of the model-checking study and Boxoban's
medium levels come from the folder BUDGE_DATA (default: ../shared/data). The argument `long` adds 15-puzzles of 47 and
50 moves and Boxoban by moves, half an hour. `python bench/logic.py asp` solves the levels of the answer-set study by
moves with three engines, at most ten minutes each, and compares the results with the published plan lengths.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
from math import inf
from pathlib import Path

from foundation import DATA, show

import budge
from budge import Limits, Objective, Puzzle, Tiles
from budge.certificates import check_certificate, write_certificate

FIFTEENS = {  # by the length of a shortest plan; goal with the blank first
    40: (10, 7, 5, 1, 14, 0, 4, 2, 8, 9, 15, 3, 12, 11, 13, 6),
    47: (2, 5, 10, 1, 9, 4, 8, 6, 13, 0, 15, 11, 14, 7, 3, 12),
    50: (10, 13, 15, 9, 2, 3, 6, 0, 1, 5, 7, 14, 8, 12, 11, 4),
}
WITHIN = {40: 10, 47: 200, 50: 250}  # seconds
BLOCKS = {"rushhour/15": "moves", "rushhour/29": "moves", "polyominoes/one-blank-21": "steps"}
MAPS = {"map1": "≤ 0.3 s", "map5": "≤ 1.0 s", "map13": "≤ 0.6 s", "map1MA": "≤ 0.5 s"}


def random_eights(count: int) -> list[Tiles]:
    source, found = random.Random(1), []
    while len(found) < count:
        puzzle = Tiles(width=3, height=3, start=tuple(source.sample(range(9), 9)), goal=tuple(range(9)))
        if puzzle.why_unsolvable() is None:
            found.append(puzzle)
    return found


def seconds(puzzle: Puzzle, engine: str = "sat", metric: str | None = None) -> float:
    outcome = budge.solve(puzzle, engine=engine, objective=Objective(metric=metric))
    assert outcome.status == "optimal"
    return outcome.stats.cpu_seconds


def study_of_answer_sets() -> None:
    """Confirms or corrects each published plan length: what search, `sat` and `asp` prove."""
    print(
        "| level | published | "
        + " | ".join(engines := ("astar", "sat", "asp"))
        + " |\n| --- | --- | --- | --- | --- |"
    )
    for file in sorted((DATA / "sokoban" / "asp").glob("*.lp")):
        [level] = budge.load(file)
        published = re.search(r"horizon\s*=\s*(\d+)", file.read_text())
        cells = [file.stem, published[1] if published else "none"]
        for engine in engines:
            outcome = budge.solve(level, engine=engine, objective=Objective(metric="moves"), limits=Limits(seconds=600))
            proven = str(outcome.cost) if outcome.status == "optimal" else f"at least {outcome.lower_bound}"
            cells.append(f"{proven} ({outcome.stats.cpu_seconds:.1f} s)")
        print(f"| {' | '.join(cells)} |", flush=True)


def boxoban(metric: str, limit: float) -> list[float]:
    """CPU-seconds of each of the 50 levels; infinity if the limit was reached."""
    file = DATA / "sokoban" / "boxoban_medium.sok"
    if not file.exists():
        return []
    outcomes = [
        budge.solve(level, engine="sat", objective=Objective(metric=metric), limits=Limits(seconds=4 * limit))
        for level in budge.load(file)
    ]
    return [outcome.stats.cpu_seconds if outcome.status == "optimal" else inf for outcome in outcomes]


def show_boxoban() -> None:
    if pushes := boxoban("pushes", 10):
        show("sat, 50 Boxoban levels by pushes, slowest", "≤ 10 s", f"{max(pushes):.1f} s")
    if "long" in sys.argv and (moves := boxoban("moves", 30)):
        show("sat, Boxoban levels by moves within 30 s", "≥ 47 of 50", f"{sum(each <= 30 for each in moves)}")


def main() -> None:
    if "asp" in sys.argv:
        study_of_answer_sets()
        return
    seconds(random_eights(1)[0])  # starts the fork server
    times = [seconds(puzzle) for puzzle in random_eights(100)]
    show("sat, 100 random 8-puzzles, mean", "≤ 0.10 s", f"{sum(times) / 100:.3f} s")
    for name in ("eight/hardest-1", "eight/hardest-2"):
        show(f"sat, {name}, 31 moves", "≤ 0.6 s", f"{seconds(*budge.load(name)):.2f} s")
    for optimum, start in FIFTEENS.items():
        if optimum == 40 or "long" in sys.argv:
            puzzle = Tiles(width=4, height=4, start=start, goal=tuple(range(16)))
            show(
                f"sat, a 15-puzzle of {optimum} moves",
                f"≤ {WITHIN[optimum]} s",
                f"{seconds(puzzle):.1f} s",
            )
    for name, promised in MAPS.items():
        file = DATA / "sokoban" / "bmc" / f"{name}.txt"
        if file.exists():
            [level] = budge.load(file)
            metric = "makespan" if name == "map1MA" else "moves"
            show(f"sat, {name} by {metric}", promised, f"{seconds(level, metric=metric):.2f} s")
    hall = DATA / "sokoban" / "asp" / "Inst-A-Z20-6Halle.lp"
    if hall.exists():
        show("asp, 5×4 hall with 6 boxes by moves", "≤ 1.5 s", f"{seconds(*budge.load(hall), 'asp', 'moves'):.2f} s")
    show("asp, eight/hardest-1", "", f"{seconds(*budge.load('eight/hardest-1'), engine='asp'):.2f} s")
    show_boxoban()
    for name, metric in BLOCKS.items():
        show(f"sat, {name} by {metric}", "", f"{seconds(*budge.load(name), metric=metric):.2f} s")
    show("cp, eight/hardest-1", "", f"{seconds(*budge.load('eight/hardest-1'), engine='cp'):.2f} s")
    fifteen = Tiles(width=4, height=4, start=FIFTEENS[40], goal=tuple(range(16)))
    for puzzle, what, promised in (
        (budge.load("eight/hardest-1")[0], "a 31-move 8-puzzle", "≤ 10 s"),
        (fifteen, "a 40-move 15-puzzle", "≤ 120 s"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            check_certificate(write_certificate(puzzle, budge.solve(puzzle), Path(folder, "new")))
            show(f"certificate of {what}, written and checked", promised, f"{time.perf_counter() - began:.1f} s wall")


if __name__ == "__main__":
    main()
