"""Compares searches on disk with the same searches in memory: `python bench/disk.py [--large]`.

Rates are states expanded per second of processor time, so they hold on a busy machine. Both searches of a row must
prove the same cost, or stop at the same node limit. `--large` is for an idle machine with 100 GB on disk: a
breadth-first search of the 15-puzzle to the layer in which it has expanded three billion states.
"""

from __future__ import annotations

import argparse
import tempfile
from typing import Any

import budge
from budge.puzzles import Puzzle

FIFTEEN = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"  # the first of Korf's hundred
MEMORY = "500M"


def cases(nodes: int) -> list[tuple[str, str | Puzzle, dict[str, Any]]]:
    [fifteen] = budge.load(FIFTEEN, goal="blank-first")
    return [
        ("15-puzzle, `dijkstra`", fifteen, {"engine": "dijkstra", "nodes": nodes}),
        ("15-puzzle, `astar`, manhattan", fifteen, {"engine": "astar", "heuristic": "manhattan", "nodes": nodes}),
        ("`graphs/petersen`, `dijkstra`", "graphs/petersen", {"engine": "dijkstra"}),
        ("`robots/the-long-way`, `dijkstra`", "robots/the-long-way", {"engine": "dijkstra"}),
    ]


def measured(puzzle: str | Puzzle, **settings: Any) -> tuple[budge.Outcome, float]:
    """The outcome, and states expanded per second of processor time."""
    found = budge.solve(puzzle, **settings)
    return found, found.stats.expanded / found.stats.cpu_seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=30_000_000, help="node limit of the long searches")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--disk", help="folder for the states; by default the one for temporary files")
    parser.add_argument("--large", action="store_true", help="expand three billion states on disk")
    given = parser.parse_args()
    threads, parent = given.threads, given.disk or tempfile.gettempdir()
    if given.large:
        [fifteen] = budge.load(FIFTEEN, goal="blank-first")
        settings = {"engine": "dijkstra", "disk": parent, "resume": True, "memory": budge.sizes.to_bytes("8G")}
        found, rate = measured(fifteen, threads=threads, nodes=10_000_000_000, **settings)
        print(f"{found.stats.expanded:,} states, {rate:,.0f} a second; {found.reason or found.cost}")
        return
    print("| search | expanded in memory | a second | expanded on disk | a second | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, puzzle, settings in cases(given.nodes):
        inside, fast = measured(puzzle, threads=threads, **settings)
        outside, slow = measured(puzzle, threads=threads, disk=parent, memory=budge.sizes.to_bytes(MEMORY), **settings)
        if (inside.status, inside.cost) != (outside.status, outside.cost):
            raise SystemExit(
                f"{name}: {inside.status} {inside.cost} in memory, {outside.status} {outside.cost} on disk"
            )
        print(
            f"| {name} | {inside.stats.expanded:,} | {fast:,.0f} "
            f"| {outside.stats.expanded:,} | {slow:,.0f} | {slow / fast:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
