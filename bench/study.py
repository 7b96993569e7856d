"""Reproduces tables 1 to 3 of M. J. Ota, "Solving the 15-puzzle using pattern databases": `make bench-core`.

The study solved ten of Korf's hundred and does not say which. This uses ten whose mean for IDA* with Manhattan distance
is the study's, 13.0 million nodes generated. The study's IDA* counts as expanded what it generates. Times are
CPU-seconds.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import time
from pathlib import Path

import budge
from budge import Tiles
from budge.patterns import Board, Store, partition
from budge.puzzles.tiles import blank_first

DATA = Path(os.environ.get("BUDGE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
TEN = (2, 6, 18, 30, 47, 51, 65, 90, 94, 97)
HEURISTICS = ("manhattan", "pdb:5-5-5", "pdb:6-6-3", "pdb:7-8")
STUDY = {
    "astar": {
        "manhattan": "12.15 s, 4,067,542, 7,518,747",
        "pdb:5-5-5": "1.45 s, 212,167, 430,230",
        "pdb:6-6-3": "5.81 s, 127,031, 250,090",
    },
    "ida": {
        "manhattan": "12.87 s, 12,995,446, 12,995,449",
        "pdb:5-5-5": "1.99 s, 1,183,248, 1,183,254",
        "pdb:6-6-3": "6.39 s, 911,387, 911,393",
    },
}


def ten() -> list[Tiles]:
    path = DATA / "tiles" / "korf100.csv"
    if not path.exists():
        sys.exit(f"{path} is not here; BUDGE_DATA names the folder that holds it")
    with path.open() as file:
        alike = [row for row in csv.DictReader(file) if int(row["id"]) in TEN]
    return [
        Tiles(width=4, height=4, start=tuple(map(int, row["tiles"].split())), goal=blank_first(16)) for row in alike
    ]


def built(names: tuple[str, ...]) -> list[str]:
    """The heuristics whose databases are in the store; builds the small ones."""
    store, found = Store(), []
    for name in names:
        if name.startswith("pdb:"):
            patterns = [view.pattern for view in partition(name[4:], Board(4, 4, 0), range(16)).views()]
            if not all(pattern in store for pattern in patterns) and any(pattern.size > 10**7 for pattern in patterns):
                print(f"{name} is skipped because it is not built (budge patterns build {name[4:]} --yes)\n")
                continue
            for pattern in patterns:
                store.fetch(pattern)
        found.append(name)
    return found


def opening(name: str) -> float:
    """Milliseconds to open the databases of a partition, in a new process; the minimum of five."""
    code = (
        "import time; from budge.patterns import Board, Store, partition; store = Store()\n"
        f"patterns = [view.pattern for view in partition({name!r}, Board(4, 4, 0), range(16)).views()]\n"
        "began = time.perf_counter(); [store.open(pattern) for pattern in patterns]\n"
        "print(1000 * (time.perf_counter() - began))"
    )
    ran = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True) for _ in range(5)]
    return min(float(each.stdout) for each in ran)


def main() -> None:
    puzzles, names = ten(), built(HEURISTICS)
    print("Table 1, opening the databases: " + ", ".join(f"{n[4:]} {opening(n[4:]):.2f} ms" for n in names[1:]))
    print("(study: 5/5/5 727 ms, 6/6/3 5,126 ms)\n")
    for number, engine in ((2, "astar"), (3, "ida")):
        print(f"Table {number}, {engine}: means over ten of Korf's hundred\n")
        print("| heuristic | time, expanded, generated | of the study's ten |\n| --- | --- | --- |")
        for name in names:
            began = time.process_time()
            stats = [budge.solve(puzzle, engine=engine, heuristic=name, reflect="no").stats for puzzle in puzzles]
            seconds = (time.process_time() - began) / len(puzzles)
            expanded, generated = (
                sum(getattr(each, field) for each in stats) / len(stats) for field in ("expanded", "generated")
            )
            print(f"| {name} | {seconds:.4f} s, {expanded:,.0f}, {generated:,.0f} | {STUDY[engine].get(name, '')} |")
        print()


if __name__ == "__main__":
    main()
