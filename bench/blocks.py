"""Measures the documented claims about sliding blocks and prints a Markdown table: `python bench/blocks.py`.

Reads instances from the folder BUDGE_DATA (default: ../shared/data). Times are CPU-seconds of the search on one core,
for short runs the minimum of five, because machines are shared.
"""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path

import budge
from budge.engines.domains.blocks import BlocksDomain, to_native
from budge.model import Objective
from budge.native import core
from budge.puzzles import Blocks

DATA = Path(os.environ.get("BUDGE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")) / "blocks"
METRICS = ("steps", "slides", "moves")


def puzzles(name: str) -> list[Blocks]:
    found = budge.load(DATA / name)
    return [puzzle for puzzle in found if isinstance(puzzle, Blocks)]


def search(puzzle: Blocks, metric: str, algorithm: str, nodes: int | None = None) -> tuple[core.Answer, float]:
    run = core.Run(seconds=None, nodes=nodes, memory=8 << 30)
    statement = to_native(puzzle)
    began = time.process_time()
    answer = core.solve_blocks(statement, metric, algorithm, "zero", (1, 1), run)
    return answer, time.process_time() - began


def best(puzzle: Blocks, metric: str, algorithm: str = "dijkstra") -> tuple[core.Answer, float]:
    return min((search(puzzle, metric, algorithm) for _ in range(5)), key=lambda found: found[1])


def show(what: str, promised: str, measured: str) -> None:
    print(f"| {what} | {promised} | {measured} |", flush=True)


def classics() -> None:
    promised = {"Klotski": "≤ 7 / 8 / 8 ms", "Century": "≤ 15 ms each", "Super Century": "≤ 15 ms each"}
    for puzzle in puzzles("classic.txt"):
        runs = [best(puzzle, metric) for metric in METRICS]
        optima = "/".join(str(answer.lower_bound) for answer, _ in runs)
        times = " / ".join(f"{1000 * seconds:.1f}" for _, seconds in runs)
        rate = max(answer.expanded / seconds for answer, seconds in runs) / 1e6
        name = (puzzle.name or "").split(" (")[0]
        show(f"{name}, {optima} {'/'.join(METRICS)}", promised.get(name, ""), f"{times} ms, {rate:.1f} M states/s")


def cards() -> None:
    for name, promise in (("rush40.txt", "≤ 40 ms together"), ("fogleman_100.txt", "all right")):
        runs = [best(puzzle, "slides") for puzzle in puzzles(name)]
        show(f"{name}, slides", promise, f"{1000 * sum(seconds for _, seconds in runs):.1f} ms, {len(runs)} positions")


def layton() -> None:
    for puzzle in puzzles("layton_12.txt"):
        algorithm = BlocksDomain().choose(puzzle, Objective(metric="moves"))
        answer, seconds = search(puzzle, "moves", algorithm)
        show(f"{puzzle.name}, {algorithm}", "≤ 2 s", f"{answer.lower_bound} moves, {seconds:.2f} s")


def many() -> None:
    """Breadth-first search of a space of tens of millions of states."""
    machine = next(puzzle for puzzle in puzzles("layton_12.txt") if "Time Machine" in (puzzle.name or ""))
    answer, seconds = search(machine, "steps", "dijkstra", nodes=60_000_000)
    rate = f"{answer.expanded / seconds / 1e6:.2f} M expanded/s, {answer.stored / seconds / 1e6:.2f} M stored/s"
    memory = f"{answer.peak_bytes / answer.stored:.1f} bytes each"
    show(f"breadth-first, {answer.stored / 1e6:.1f} M states stored", "≥ 1.5 M/s, ≤ 30 bytes", f"{rate}, {memory}")


def main() -> None:
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {core.__name__}\n")
    print("| what | promised | measured |\n| --- | --- | --- |")
    classics()
    cards()
    layton()
    many()


if __name__ == "__main__":
    main()
