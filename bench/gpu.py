"""Measures the claims of docs/gpu.md: Korf's 24-puzzles, his hundred 15-puzzles, random ones in batches.

python bench/gpu.py [FOLDER WITH korf100.csv AND korf24_first25.csv] [--parts small,15,many,24,24small] [--random24 N]

Needs CuPy and a GPU. If the variable FSM names files with the machines of redundant walks (see `machine`), all parts
but `many` run without the native module, so that they work on computers where the package cannot be built.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
import types
from pathlib import Path

import numpy as np

BEGAN = time.perf_counter()
if os.environ.get("FSM"):
    package = types.ModuleType("budge")
    package.__path__ = [str(Path(__file__).parents[1] / "src" / "budge")]
    sys.modules["budge"] = package

from budge.gpu.machine import packed  # noqa: E402
from budge.gpu.partitions import rivals, views  # noqa: E402
from budge.gpu.solver import Solver  # noqa: E402

STEPS = {0: (-1, 0), 1: (0, -1), 2: (0, 1), 3: (1, 0)}


def machine(length: int) -> np.ndarray:
    folder = os.environ.get("FSM")
    if folder:
        return np.load(Path(folder) / f"fsm{length}.npy")
    from budge.native import core

    return packed(np.frombuffer(core.walk_automaton(length), np.uint32).reshape(-1, 4))


def ends_home(board: list[int], width: int, moves: bytes) -> bool:
    """Whether the moves solve the board."""
    cells, height = list(board), len(board) // width
    blank = cells.index(0)
    for move in moves:
        row, column = blank // width + STEPS[move][0], blank % width + STEPS[move][1]
        if not (0 <= row < height and 0 <= column < width):
            return False
        there = row * width + column
        cells[blank], cells[there] = cells[there], 0
        blank = there
    return cells == list(range(len(cells)))


def random_boards(width: int, height: int, count: int, seed: int) -> np.ndarray:
    generator, found = np.random.default_rng(seed), []
    cells = width * height
    while len(found) < count:
        board = generator.permutation(cells)
        blank = int(np.flatnonzero(board == 0)[0])
        seen, odd = np.zeros(cells, bool), False
        for cell in range(cells):
            length = 0
            while not seen[cell]:
                seen[cell], cell, length = True, int(board[cell]), length + 1
            odd ^= length > 0 and length % 2 == 0
        if odd == bool((blank // width + blank % width) % 2):
            found.append(board)
    return np.array(found, np.uint8)


def read(path: Path) -> list[tuple[str, list[int], int]]:
    with path.open() as file:
        return [(row["id"], [*map(int, row["tiles"].split())], int(row["optimal"])) for row in csv.DictReader(file)]


def log(*words: object) -> None:
    print(f"[{time.perf_counter() - BEGAN:7.2f}]", *words, flush=True)


def small_boards() -> None:
    """Checks every distance of the 3×3, and that plans on other boards end at home."""
    depth = {tuple(range(9)): 0}
    level = list(depth)
    while level:
        after = []
        for board in level:
            blank = board.index(0)
            for down, right in STEPS.values():
                row, column = blank // 3 + down, blank % 3 + right
                if 0 <= row < 3 and 0 <= column < 3:
                    cells = list(board)
                    cells[blank], cells[3 * row + column] = cells[3 * row + column], 0
                    if tuple(cells) not in depth:
                        depth[tuple(cells)] = depth[board] + 1
                        after.append(tuple(cells))
        level = after
    solver = Solver(views(3, 3, 0, True), machine(12))
    boards = list(depth)
    solved = solver.solve_many(np.array(boards, np.uint8))
    wrong = [board for board, one in zip(boards, solved, strict=True) if one.bound != depth[board]]
    lost = [board for board, one in zip(boards, solved, strict=True) if not ends_home(board, 3, one.moves or b"")]
    log(f"3×3: {len(boards)} boards, {len(wrong)} lengths wrong, {len(lost)} plans wrong", solver.passes.counts)
    few = boards[:: len(boards) // 40]
    wrong = [board for board in few if len(solver.solve(board).moves or ()) != depth[board]]
    log(f"3×3 one by one: {len(wrong)} of {len(few)} wrong")
    for width, height in ((3, 4), (4, 3), (4, 4), (3, 6), (5, 4)):
        some = random_boards(width, height, 20 if width * height < 18 else 4, 1)
        solver = Solver(views(width, height, 0, True), machine(12))
        solved = solver.solve_many(some)
        single = [solver.solve(board.tolist()) for board in some[:5]]
        good = [ends_home(board.tolist(), width, one.moves or b"") for board, one in zip(some, solved, strict=True)]
        same = [a.bound == b.bound == len(a.moves or ()) for a, b in zip(solved, single, strict=False)]
        log(f"{width}×{height} ({solver.views.name}): plans hold {all(good)}, batch agrees with one by one {all(same)}")


def fifteen(folder: Path, batch: int) -> None:
    began = time.perf_counter()
    solver = Solver(views(4, 4, 0, True), machine(12))
    log(f"4×4 {solver.views.name}: ready in {time.perf_counter() - began:.2f} s, {solver.tables[0].bytes / 1e6:.0f} MB")
    korf = read(folder / "korf100.csv")
    solved = solver.solve_many(np.array([board for _, board, _ in korf], np.uint8))
    right = sum(
        one.bound == optimal == len(one.moves or b"") for one, (_, _, optimal) in zip(solved, korf, strict=True)
    )
    held = sum(ends_home(board, 4, one.moves or b"") for one, (_, board, _) in zip(solved, korf, strict=True))
    log(f"Korf's hundred: {right} lengths right, {held} plans hold")
    for count in (1000, batch, batch):
        boards, before, rounds = (
            random_boards(4, 4, count, count),
            solver.passes.counts.generated,
            solver.passes.counts.rounds,
        )
        began = time.perf_counter()
        solved = solver.solve_many(boards)
        seconds = time.perf_counter() - began
        held = sum(
            ends_home(board.tolist(), 4, one.moves or b"") for board, one in zip(boards[:500], solved, strict=False)
        )
        nodes = solver.passes.counts.generated - before
        log(
            f"{count} random 15-puzzles: {seconds:.2f} s, {count / seconds:,.0f} a second, {nodes / 1e9:.2f} G nodes, "
            f"{solver.passes.counts.rounds - rounds} rounds, mean length {np.mean([one.bound for one in solved]):.2f}, "
            f"{held} plans hold"
        )


def together(count: int) -> None:
    """All of `budge.solve_many`, from puzzles to outcomes with replayed plans."""
    import budge
    from budge.puzzles import Tiles

    goal = tuple(range(16))
    boards = random_boards(4, 4, count, 15).tolist()
    puzzles = [Tiles(width=4, height=4, start=tuple(board), goal=goal) for board in boards]
    began = time.perf_counter()
    list(budge.solve_many(puzzles[:100], device="gpu"))
    log(f"solve_many: ready in {time.perf_counter() - began:.2f} s")
    for device in ("gpu", "auto"):
        began = time.perf_counter()
        found = list(budge.solve_many(puzzles, device=device))
        seconds = time.perf_counter() - began
        proven = sum(outcome.status == "optimal" for outcome in found)
        log(f"solve_many, {device}: {count} in {seconds:.2f} s, {count / seconds:,.0f} a second, {proven} optimal")
    held = sum(bool(one.verify(outcome.plan)) for one, outcome in zip(puzzles[:2000], found, strict=False))
    log(f"the referee in Python accepts {held} of the first {min(count, 2000)} plans")


def twenty_four(folder: Path, random: int, strong: bool, few: int | None, length: int, more: int) -> None:
    began = time.perf_counter()
    walks = machine(length)
    solver = Solver(views(5, 5, 0, strong), walks)
    for rival in rivals(solver.views)[:more]:
        solver.add(rival)
    log(f"5×5 {solver.views.name}: ready in {time.perf_counter() - began:.2f} s, {solver.tables[0].bytes / 1e9:.2f} GB")
    rows = read(folder / "korf24_first25.csv")[:few]
    rows += [(f"r{at}", board.tolist(), 0) for at, board in enumerate(random_boards(5, 5, random, 24))]
    times: list[float] = []
    for name, board, optimal in rows:
        counts, start = solver.passes.counts, time.perf_counter()
        rounds = counts.rounds
        one = solver.solve(board)
        times.append(time.perf_counter() - start)
        good = (
            ends_home(board, 5, one.moves or b"") and len(one.moves or b"") == one.bound and optimal in (0, one.bound)
        )
        rate = one.generated / times[-1] / 1e9
        log(
            f"{name:>4} {one.bound:4} {'right' if good else 'WRONG'} {one.generated / 1e9:9.3f} G nodes "
            f"{times[-1]:7.3f} s {rate:5.1f} G/s {counts.rounds - rounds} rounds"
        )
    for what, part in (("Korf", times[: len(rows) - random]), ("random", times[len(rows) - random :])):
        if part:
            log(
                f"{what} ({solver.views.name}): {len(part)} in {sum(part):.2f} s, mean {np.mean(part):.3f} "
                f"median {np.median(part):.3f} worst {max(part):.2f}"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path, nargs="?", default=Path("../shared/data/tiles"))
    parser.add_argument("--parts", default="small,15,many,24")
    parser.add_argument("--random24", type=int, default=0)
    parser.add_argument("--batch", type=int, default=20_000)
    parser.add_argument("--few", type=int)
    parser.add_argument("--rivals", type=int, default=0)
    parser.add_argument("--walks", type=int, default=14)
    given = parser.parse_args()
    for part in given.parts.split(","):
        if part == "small":
            small_boards()
        elif part == "15":
            fifteen(given.folder, given.batch)
        elif part == "many":
            together(given.batch)
        else:
            twenty_four(given.folder, given.random24, part == "24", given.few, given.walks, given.rivals)
