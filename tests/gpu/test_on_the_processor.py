"""All of budge.gpu without a GPU: the kernels and their host code, on boards that can be searched exhaustively.

The compiler takes a few seconds for each board, so there are two: 3×3, where the second view is the reflection, and
2×5, which has patterns of two sizes and two partitions, and uses the code for boards of more than 25 cells."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import gpu_on_processor as processor
import numpy as np
import pytest
from exhaustive import by_distance

import budge
import budge.engines.gpu as gpu_engine
from budge.api import prepare, run
from budge.device import choose_device
from budge.engines.base import Refusal
from budge.engines.gpu import Gpu, packed_walks
from budge.execution import device_pool, tuning
from budge.execution.jobs import Batch, Bundle, JobResult, NumberedJob, SolveJob
from budge.gpu import device, partitions, passes, solver
from budge.gpu.boards import Orientation
from budge.gpu.partitions import views
from budge.model import Limits, Observer
from budge.processes.child import Emit
from budge.puzzles import BadInput, Tiles
from budge.spec import SolveSpec

pytestmark = pytest.mark.skipif(processor.COMPILER is None, reason="there is no C++ compiler")


@pytest.fixture(scope="module")
def on_processor() -> Iterator[None]:
    """The processor as a device with two small multiprocessors. Small limits make warps hand over, store and reload
    nodes often."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "cupy", processor.cupy())
        patch.setattr(passes, "WARPS", 2)
        patch.setattr(passes, "WARPS_NOT_COMPACT", 2)
        patch.setattr(passes, "CHUNKS", 1)
        patch.setattr(passes, "SEEDS_PER_WARP", 4)
        patch.setattr(passes, "SEEDS_PER_PUZZLE", 4)
        device.missing.cache_clear()
        yield
    device.missing.cache_clear()


@pytest.fixture(scope="module")
def eight(on_processor: None) -> solver.Solver:
    return solver.Solver(views(3, 3, 0, strong=True), packed_walks(12))


@pytest.fixture(scope="module")
def oblong(on_processor: None) -> solver.Solver:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partitions, "MAX_COMPACT_CELLS", 9)
        return solver.Solver(views(5, 2, 0, strong=True), packed_walks(12))


@pytest.fixture(scope="module")
def distances() -> dict[tuple[int, ...], int]:
    """The distance of every board of the 8-puzzle from the goal with the blank first."""
    return dict(by_distance(Tiles(width=3, height=3, start=tuple(range(9)), goal=tuple(range(9)))))


def pattern_distances(width: int, height: int, home: int, tiles: tuple[int, ...]) -> dict[Any, int]:
    """The distance of every state of a pattern, by plain search. A state has the cells of its tiles and the region of
    the blank."""

    def neighbours(cell: int) -> list[int]:
        row, column = divmod(cell, width)
        steps = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [r * width + c for r, c in steps if 0 <= r < height and 0 <= c < width]

    @cache
    def region(cells: frozenset[int], blank: int) -> frozenset[int]:
        seen, queue = {blank}, [blank]
        for cell in queue:
            for other in neighbours(cell):
                if other not in seen and other not in cells:
                    seen.add(other)
                    queue.append(other)
        return frozenset(seen)

    start = (tiles, region(frozenset(tiles), home))
    found = {start: 0}
    for cells, free in (queue := [start]):
        for number, cell in enumerate(cells):
            for to in neighbours(cell):
                if to in free:
                    moved = (*cells[:number], to, *cells[number + 1 :])
                    after = (moved, region(frozenset(moved), cell))
                    if after not in found:
                        found[after] = found[cells, free] + 1
                        queue.append(after)
    return found


@pytest.mark.parametrize("which", ["eight", "oblong"])
def test_a_database_has_the_distance_of_every_state(which: str, request: pytest.FixtureRequest) -> None:
    built: solver.Solver = request.getfixturevalue(which)
    shape = built.views.shape
    for view, sets in enumerate((built.views.first, built.views.second)):
        for number, tiles in enumerate(sets):
            expected = pattern_distances(shape.width, shape.height, 0, tiles)
            levels = built.tables[0].built[tiles].levels
            assert list(levels) == np.bincount(list(expected.values())).tolist()
            some = list(expected)[:: max(1, len(expected) // 500)]
            queries = []
            for cells, free in some:
                dummies = shape.largest - len(tiles)
                order = sum(place << 3 * place for place in range(dummies))
                for place, tile in enumerate(np.argsort(cells).tolist()):
                    order |= (tile + dummies) << 3 * (place + dummies)
                goal = sum(1 << tile for tile in tiles)
                queries.append([sum(1 << cell for cell in cells), order, min(free), goal, 0, number])
            found = built.passes.distances(built.tables[0], view, np.array(queries, np.uint32))
            assert found.tolist() == [expected[state] for state in some]


def test_plans_of_the_eight_puzzle_are_shortest(eight: solver.Solver, distances: dict[tuple[int, ...], int]) -> None:
    boards = list(distances)[::6001] + list(distances)[-2:]
    together = eight.solve_many(np.array(boards, np.uint8))
    alone = [eight.solve(board) for board in boards[::5] + boards[-1:]]
    for board, solved in zip(boards + boards[::5] + boards[-1:], together + alone, strict=True):
        plan = Orientation.of(3, 3, tuple(range(9))).plan(solved.moves or b"")
        verdict = budge.verify(Tiles(width=3, height=3, start=board, goal=tuple(range(9))), plan)
        assert verdict
        assert len(plan) == solved.bound == distances[board]


def test_plans_of_an_oblong_board_are_shortest(oblong: solver.Solver) -> None:
    goal = tuple(range(10))
    some = np.random.default_rng(5).permutation(10)
    puzzles = [Tiles(width=5, height=2, start=tuple(np.roll(some, turn).tolist()), goal=goal) for turn in range(10)]
    puzzles = [puzzle for puzzle in puzzles if not puzzle.why_unsolvable()]
    assert puzzles
    for puzzle, solved in zip(puzzles, oblong.solve_many(np.array([p.start for p in puzzles], np.uint8)), strict=True):
        assert budge.verify(puzzle, Orientation.of(5, 2, goal).plan(solved.moves or b""))
        assert solved.bound == budge.solve(puzzle, engine="astar").cost


def test_waves_find_no_longer_plans(
    eight: solver.Solver, distances: dict[tuple[int, ...], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "WAVE_MIN_NODES", 0)
    for board in list(distances)[10_000::40_001]:
        assert len(eight.solve(board).moves or ()) == distances[board]


def test_a_stopped_search_reports_a_lower_bound(
    eight: solver.Solver, distances: dict[tuple[int, ...], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "SEEDS_PER_WARP", 1)
    board = list(distances)[-1]
    stopped = eight.solve(board, lambda expanded, generated, bound: False)
    assert stopped.moves is None
    assert 10 < stopped.bound <= distances[board]


def test_a_round_that_ends_early_does_not_lengthen_the_queue(
    eight: solver.Solver, distances: dict[tuple[int, ...], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paused warps keep their nodes. Handed over each time, they would overflow the queue of a hard puzzle."""
    monkeypatch.setattr(passes, "MAX_TURNS", 1)
    end, ends = eight.passes._end_round, []
    monkeypatch.setattr(eight.passes, "_end_round", lambda: ends.append(end()) or ends[-1])
    board = list(distances)[-1]
    assert len(eight.solve(board).moves or ()) == distances[board] == 31
    early = [handed for _, handed, _, held in ends if held]
    assert early
    assert not any(early)


RIVAL = ".ABABBABA"


@pytest.fixture
def with_rival(eight: solver.Solver, monkeypatch: pytest.MonkeyPatch) -> Iterator[solver.Solver]:
    """Boards of 3×3 have a second partition, which is tried at the smallest bound."""
    monkeypatch.setitem(partitions.RIVALS, (3, 3), (RIVAL,))
    monkeypatch.setattr(solver, "TRIAL_MIN_NODES", 1)
    yield eight
    del eight.tables[1:]


def test_each_puzzle_uses_the_better_of_two_partitions(
    with_rival: solver.Solver, distances: dict[tuple[int, ...], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = [board for board, moves in distances.items() if moves > 25][::3000]
    alone = [with_rival.solve(board) for board in boards]
    [rival] = partitions.rivals(with_rival.views)
    with_rival.add(rival)
    assert with_rival.tables[1].built is with_rival.tables[0].built
    used = []
    run = with_rival.passes.run

    def watched(tables: Any, *given: Any) -> Any:
        used.append(with_rival.tables.index(tables))
        return run(tables, *given)

    monkeypatch.setattr(with_rival.passes, "run", watched)
    both = [with_rival.solve(board) for board in boards]
    assert [len(one.moves or ()) for one in both] == [distances[board] for board in boards]
    assert [one.bound for one in both] == [one.bound for one in alone]
    assert {0, 1} == {*used}


def test_a_long_search_continues_with_another_partition(
    gpu: Gpu, with_rival: solver.Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "SEEDS_PER_WARP", 1)
    monkeypatch.setattr(gpu_engine, "LONG_PATIENCE", with_rival.generated + 1)
    assert budge.solve(HARD, engine="gpu").cost == 31
    assert len(with_rival.tables) == 2


@pytest.fixture
def gpu(eight: solver.Solver, monkeypatch: pytest.MonkeyPatch) -> Gpu:
    """The engine, with the databases of the eight-puzzle built."""
    monkeypatch.setattr(gpu_engine.SOLVERS, "open", {(0, eight.views, 12): eight})
    return Gpu()


HARD = "8 6 7/2 5 4/3 0 1"


def test_the_engine_solves_for_a_blank_in_any_corner(gpu: Gpu) -> None:
    outcome = budge.solve(HARD, device="gpu")
    assert (outcome.engine, outcome.status, outcome.cost) == ("gpu", "optimal", 31)
    assert outcome.stats.generated > 0
    mirrored = Tiles(width=3, height=3, start=(6, 4, 7, 8, 5, 0, 3, 2, 1), goal=(3, 2, 1, 6, 5, 4, 0, 8, 7))
    assert budge.solve(mirrored, engine="gpu").cost == budge.solve(mirrored, engine="astar").cost


def test_each_of_many_puzzles_has_an_outcome(gpu: Gpu) -> None:
    puzzles = [HARD, "1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0", "1 2 3/4 0 6/7 5 8", "klotski"]
    found = list(budge.solve_many(puzzles, device="gpu"))
    assert [outcome.status for outcome in found] == ["optimal", "optimal", "unsolvable", "optimal", "stopped"]
    assert [outcome.cost for outcome in found] == [31, 0, None, 2, None]
    assert [outcome.engine for outcome in found] == ["gpu"] * 4 + ["auto"]
    assert found[3].plan is not None
    assert found[3].plan.text == "DR"
    assert found[4].stopped_by == "refusal"


def test_each_large_board_is_solved_alone_on_the_device(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outcomes come as they are found, not after the last one."""
    monkeypatch.setattr(gpu_engine, "MAX_SHARING_CELLS", 8)
    monkeypatch.setattr(tuning, "BATCH_SECONDS", 0.0)
    outcomes = budge.solve_many([HARD, "1 2 3/4 5 6/7 8 0", "1 2 3/4 0 6/7 5 8"], engine="gpu", ordered=False)
    assert [next(outcomes).cost, *(outcome.cost for outcome in outcomes)] == [31, 0, 2]


def test_plans_of_a_batch_are_checked_by_the_referee(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Orientation, "plan", lambda turned, moves: "U" * len(moves))
    [outcome] = budge.solve_many([HARD], device="gpu")
    assert outcome.stopped_by == "referee"


def test_auto_sends_each_puzzle_where_it_is_solved_faster(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_engine, "FASTER_FROM_CELLS", 9)
    texts = (HARD, "1 2/0 3", "1 2 3/4 0 6/7 5 8")
    jobs = [*enumerate(SolveJob(budge.load(text)[0], SolveSpec()) for text in texts)]
    found: dict[int, Any] = {}
    with device_pool.AutoPool(1) as pool:
        pool.submit(0, Batch(tuple(jobs)))
        while (reply := pool.next_reply(60)) is None:
            pass
    for event in reply[1][:-1]:
        results = event.unpacked() if isinstance(event, Bundle) else event
        found |= {result.number: result.outcome for result in results}
    costs = [(found[number].engine, found[number].cost) for number in range(3)]
    assert costs == [("gpu", 31), ("astar", 1), ("gpu", 2)]


def test_auto_uses_the_gpu_for_thousands_of_small_boards(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_engine, "FASTER_IN_BULK_FROM_CELLS", 9)
    monkeypatch.setattr(tuning, "MIN_BULK_JOBS", 3)
    boards = [HARD, "1 2 3/4 5 6/7 8 0", "1 2 3/4 0 6/7 5 8", "1 2/0 3"]
    found = [(outcome.engine, outcome.cost) for outcome in budge.solve_many(boards)]
    assert found == [("gpu", 31), ("gpu", 0), ("gpu", 2), ("astar", 1)]
    jobs, spec = device_pool.choose_bulk_device(iter([SolveJob(budge.load(HARD)[0], SolveSpec())] * 2), SolveSpec())
    assert spec.device == "auto"
    assert len([*jobs]) == 2


def test_each_of_several_gpus_gets_a_batch(on_processor: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["cupy"].cuda.runtime, "getDeviceCount", lambda: 2)
    monkeypatch.setattr(device_pool.DevicePool, "batch_jobs", 1)
    both, devices = threading.Barrier(2, timeout=60), set[int]()

    def noted(jobs: Sequence[NumberedJob], memory: int, observer: Observer, emit: Emit, *_: object) -> None:
        both.wait()
        devices.add(device.device_number())
        emit([JobResult(number, job.stopped("refusal", "not run"), 0.0) for number, job in jobs])

    monkeypatch.setattr(device_pool, "run_on_device", noted)
    assert len([*budge.solve_many([HARD, HARD], device="gpu")]) == 2
    assert devices == {0, 1}


def test_every_gpu_has_its_own_databases(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []
    monkeypatch.setattr(solver, "Solver", lambda *_: built.append(device.device_number()))
    monkeypatch.setattr(gpu_engine, "WORKING_MEMORY", 0)
    run = gpu_engine.Run(prepare(budge.load(HARD)[0], SolveSpec("gpu")))
    for number in (0, 1, 1, 0):
        with device.use_device(number):
            gpu._solver((3, 3, 0), True, run)
    assert built == [1]


def test_limits_and_cancel_stop_the_engine(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes, "SEEDS_PER_WARP", 1)
    by_nodes = budge.solve(HARD, engine="gpu", limits=Limits(nodes=1))
    assert (by_nodes.status, by_nodes.stopped_by) == ("stopped", "nodes")
    assert 10 < by_nodes.lower_bound <= 31  # type: ignore[operator]
    observer = Observer()
    observer.cancel()
    assert budge.solve(HARD, engine="gpu", observer=observer).stopped_by == "cancel"


def test_a_lost_device_leaves_the_lower_bound(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    class CUDARuntimeError(RuntimeError):
        __module__ = "cupy_backends.cuda.api.runtime"

    def lost(*_: object, **__: object) -> None:
        raise CUDARuntimeError("cudaErrorIllegalAddress: an illegal memory access was encountered\nand more")

    solving = next(iter(gpu_engine.SOLVERS.open.values()))
    rounds = []
    monkeypatch.setattr(passes, "SEEDS_PER_WARP", 1)
    search = solving.passes._search

    def twice(*given: Any, **named: Any) -> None:
        rounds.append(1)
        (lost if len(rounds) > 2 else search)(*given, **named)

    monkeypatch.setattr(solving.passes, "_search", twice)
    task = prepare(budge.load(HARD)[0], SolveSpec("gpu"))
    outcome = run(replace(task, holds_quick_plan=False))  # a quick plan would meet the bound and be optimal
    assert outcome.status == "stopped"
    assert outcome.reason == ("the GPU failed: cudaErrorIllegalAddress: an illegal memory access was encountered")
    assert 10 < outcome.lower_bound <= 31  # type: ignore[operator]


def test_a_device_with_too_little_memory_reports_what_is_needed(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["cupy"].cuda.runtime, "memGetInfo", lambda: (1 << 30, 1 << 30))
    hard = Tiles(width=5, height=5, start=(*range(24, 0, -1), 0))
    with pytest.raises(Refusal, match=r"databases 8-8-8 take \d+ GB of the GPU, and it has 1 GB free"):
        budge.solve(hard, engine="gpu", tables="large")


def test_several_large_boards_get_the_large_databases_if_these_fit(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    task = prepare(Tiles(width=5, height=5, start=(*range(24, 0, -1), 0)), SolveSpec("gpu"))
    tables = []
    for gigabytes, puzzles in ((100, gpu_engine.SEVERAL), (100, gpu_engine.SEVERAL - 1), (1, gpu_engine.SEVERAL)):
        free = gigabytes << 30
        monkeypatch.setattr(sys.modules["cupy"].cuda.runtime, "memGetInfo", lambda free=free: (free, free))
        tables.append(gpu.for_several(task, puzzles).options["tables"])
    assert tables == ["large", "auto", "auto"]


def test_closing_frees_the_databases_of_one_device_or_of_all() -> None:
    solvers = gpu_engine.Solvers()
    solvers.open = dict.fromkeys([(0, "views", 12), (1, "views", 12), (1, "views", 14)])  # type: ignore[arg-type]
    solvers.close(1)
    assert list(solvers.open) == [(0, "views", 12)]
    solvers.close()
    assert not solvers.open


def test_auto_uses_the_gpu_where_it_is_faster(gpu: Gpu) -> None:
    large = Tiles(width=5, height=5, start=(1, 0, *range(2, 25)), goal=tuple(range(25)))
    assert choose_device(large, SolveSpec()) == "gpu"
    assert choose_device(large, SolveSpec.of(quality="any")) == "cpu"
    assert choose_device(large, SolveSpec(heuristic="manhattan")) == "cpu"
    assert choose_device(large, SolveSpec().for_child(1 << 30)) == "cpu"
    assert choose_device(budge.load(HARD)[0], SolveSpec()) == "cpu"
    assert choose_device(budge.load("klotski")[0], SolveSpec()) == "cpu"
    with pytest.raises(BadInput, match="engine ida does not run on the GPU"):
        budge.solve(HARD, engine="ida", device="gpu")
    with pytest.raises(BadInput, match="device 'tpu'"):
        budge.solve(HARD, device="tpu")


def test_boards_that_a_node_cannot_hold_are_refused(gpu: Gpu) -> None:
    with pytest.raises(Refusal, match="gpu solves boards of 9 to 32 cells in at least two rows and columns, not 6×6"):
        budge.solve(Tiles(width=6, height=6, start=(*range(1, 35), 0, 35)), engine="gpu")


def test_a_missing_gpu_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "find_spec", lambda name: None)
    device.missing.cache_clear()
    with pytest.raises(Refusal, match=r"CuPy, which is not installed; pip install 'budge\[gpu\]'"):
        budge.solve(HARD, device="gpu")
    assert budge.solve(HARD).engine == "astar"
    device.missing.cache_clear()
