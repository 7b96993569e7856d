"""Measures searches with 1, 2, 4, 8 and 16 threads and prints a Markdown table: `python bench/threads.py`.

Times are wall-clock seconds of the search, so the machine should be idle. The searches expand millions of states, and
must prove the same cost with any number of threads.
"""

from __future__ import annotations

import os
import platform
import time
from typing import Any

import budge
from budge.puzzles import Puzzle

THREADS = (1, 2, 4, 8, 16)

FIFTEEN = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"  # the first of Korf's hundred

BLOCKS = """\
ABBC.
ABBC.
DEEFG
DHIFJ
KL.MN

.....
.....
.....
...BB
...BB
"""

SOKOBAN = """\
############
#    #     #
#  $ #  .. #
#    # $.. #
# $    $   #
#  $ # $.. #
# @  #     #
############
"""


def cases() -> list[tuple[str, Puzzle, dict[str, Any]]]:
    [fifteen] = budge.load(FIFTEEN, goal="blank-first")
    [blocks] = budge.load(BLOCKS)
    [sokoban] = budge.load(SOKOBAN)
    return [
        ("15-puzzle, `astar`, manhattan", fifteen, {"engine": "astar", "heuristic": "manhattan"}),
        ("blocks 5×5, `astar`, by moves", blocks, {"engine": "astar", "heuristic": "zero", "metric": "moves"}),
        ("blocks 5×5, `dijkstra`, by moves", blocks, {"engine": "dijkstra", "metric": "moves"}),
        ("Sokoban, `astar`, by moves", sokoban, {"engine": "astar", "metric": "moves"}),
        ("Sokoban, `dijkstra`, by moves", sokoban, {"engine": "dijkstra", "metric": "moves"}),
    ]


def main() -> None:
    counts = [threads for threads in THREADS if threads <= (os.cpu_count() or 1)]
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores\n")
    print("| search | expanded | cost |" + "".join(f" {threads} |" for threads in counts))
    print("| --- | ---: | ---: |" + " ---: |" * len(counts))
    for name, puzzle, settings in cases():
        row, first, cost = f"| {name} |", 0.0, None
        for threads in counts:
            began = time.perf_counter()
            found = budge.solve(puzzle, threads=threads, **settings)
            seconds = time.perf_counter() - began
            if threads == counts[0]:
                first, cost = seconds, found.cost
                row += f" {found.stats.expanded:,} | {cost} | {seconds:.1f} s |"
            else:
                row += f" {seconds:.1f} s, {first / seconds:.1f} × |"
            if (found.status, found.cost) != ("optimal", cost):
                raise SystemExit(f"{name} with {threads} threads: {found.status} {found.cost}, expected {cost}")
        print(row, flush=True)


if __name__ == "__main__":
    main()
