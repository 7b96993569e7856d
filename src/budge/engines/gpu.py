"""IDA* on a GPU, for boards of tiles of 9 to 32 cells: see docs/gpu.md.

The small databases of the 24-puzzle are quick to build and solve most instances within a second. The large ones take
seconds and many gigabytes, and need a fifth of the nodes. So a single puzzle begins with the small ones and switches to
the large ones if it is hard; several puzzles begin with the large ones.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from budge.engines.base import Engine, Refusal, Task
from budge.engines.options import Option
from budge.gpu.boards import Orientation
from budge.gpu.device import DeviceLost, NoDevice, device_number, free_memory, missing
from budge.model import REASONS, Objective, Outcome, Progress, Stats
from budge.patterns import walk_automaton
from budge.puzzles import Plan, Puzzle, Tiles

if TYPE_CHECKING:  # numpy comes with the extra
    from budge.gpu.partitions import Views
    from budge.gpu.solver import Solved, Solver

MIN_CELLS, MAX_CELLS = 9, 32
FASTER_FROM_CELLS = 20  # the CPU solves smaller boards before a GPU is ready
FASTER_IN_BULK_FROM_CELLS = 12  # likewise, if thousands of boards share the passes of a search
PATIENCE = 150_000_000_000  # nodes with the small databases before the large ones are worth building
LONG_PATIENCE = 300_000_000_000  # nodes with the large ones before those of other partitions are, too
SEVERAL = 6  # puzzles that are worth building them at once
MAX_SHARING_CELLS = 16  # cells of boards that share the passes of a search
WORKING_MEMORY = 2 << 30


def has_large_databases(task: Task) -> bool:
    """Whether there are databases of two sizes for a board."""
    from budge.gpu.partitions import views

    puzzle = task.puzzle
    assert isinstance(puzzle, Tiles)
    where = puzzle.width, puzzle.height, Orientation.of(puzzle.width, puzzle.height, puzzle.goal).home
    return views(*where, strong=True) != views(*where, strong=False)


TABLES = Option(
    "tables",
    "auto",
    "size of the databases on the GPU",
    ("auto", "small", "large"),
    used_with="boards that have large databases, such as 5×5",
    used_if=has_large_databases,
)
LARGE = "8-8-8"  # of the 24-puzzle
WALKS = {"small": 12, "large": 14}  # maximum length of the walks that the finite-state machine knows


AnyTask = TypeVar("AnyTask", bound=Task)


class Solvers:
    """The solvers whose databases are on a GPU, by device, views and machine. Later puzzles reuse them."""

    def __init__(self) -> None:
        self.open: dict[tuple[int, Views, int], Solver] = {}

    def close(self, device: int | None = None) -> None:
        """Frees the databases of one device or of all."""
        for key in [key for key in self.open if device in (None, key[0])]:
            del self.open[key]


SOLVERS = Solvers()  # of this process


class Gpu(Engine):
    name = "gpu"
    kinds = ("tiles",)
    summary = "IDA* on a GPU, with pattern databases built there; optimal, boards of 9 to 32 cells; needs CuPy"
    options = (TABLES,)

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        reason = super().refuses(puzzle, objective)
        if reason:
            return reason
        assert isinstance(puzzle, Tiles)
        if min(puzzle.width, puzzle.height) < 2 or not MIN_CELLS <= len(puzzle.start) <= MAX_CELLS:
            some = f"{MIN_CELLS} to {MAX_CELLS} cells in at least two rows and columns"
            return f"{self.name} solves boards of {some}, not {puzzle.size}"
        return missing()

    def is_faster(self, puzzle: Puzzle, *, in_bulk: bool) -> bool:
        """Whether there is a GPU that finds an optimal plan faster than the CPU; `in_bulk`, for thousands of boards."""
        if self.kinds != (puzzle.kind,):
            return False
        assert isinstance(puzzle, Tiles)
        cells = len(puzzle.start)
        fits = cells >= FASTER_FROM_CELLS if not in_bulk else FASTER_IN_BULK_FROM_CELLS <= cells <= MAX_SHARING_CELLS
        return fits and self.refuses(puzzle, Objective()) is None

    def for_several(self, task: AnyTask, puzzles: int) -> AnyTask:
        """The task with the large databases, if they fit on the GPU and building them pays for this many puzzles."""
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        where = puzzle.width, puzzle.height, Orientation.of(puzzle.width, puzzle.height, puzzle.goal).home
        if puzzles < SEVERAL or task.options["tables"] != "auto" or not self._has_large(where):
            return task
        return replace(task, options={**task.options, "tables": "large"})

    def pass_of(self, puzzle: Puzzle) -> Hashable:
        """A key: boards with the same key share the passes of a search. None for a board that is searched alone."""
        if self.kinds != (puzzle.kind,):
            return None
        assert isinstance(puzzle, Tiles)
        return (puzzle.width, puzzle.height, puzzle.goal) if len(puzzle.start) <= MAX_SHARING_CELLS else None

    def solve_all(self, task: Task, puzzles: Sequence[Puzzle]) -> Together:
        """Solves boards that share passes. The limits of the task hold for all of them; plans are not yet refereed."""
        assert all(isinstance(puzzle, Tiles) for puzzle in puzzles[:1])
        boards: Sequence[Tiles] = puzzles  # type: ignore[assignment]
        turned = Orientation.of(boards[0].width, boards[0].height, boards[0].goal)
        together = Together(Run(task), [None] * len(boards), [0] * len(boards))
        starts = turned.boards(board.start for board in boards)
        solvable = turned.solvable(starts).nonzero()[0]
        if not len(solvable):
            return together
        run = together.run
        try:
            solver = self._solver((boards[0].width, boards[0].height, turned.home), True, run)
            solved = [] if solver is None else solver.solve_many(starts[solvable], run.search_callback(None))
        except (NoDevice, Refusal) as problem:
            run.stopped_by, together.problem = "refusal", str(problem)
            return together
        except DeviceLost as problem:
            SOLVERS.close(device_number())
            together.problem = str(problem)
            return together
        for number, one in zip(solvable.tolist(), solved, strict=False):
            together.plans[number] = None if one.moves is None else turned.plan(one.moves)
            together.bounds[number] = one.bound
        run.generated, run.expanded = sum(one.generated for one in solved), sum(one.expanded for one in solved)
        return together

    def solve(self, task: Task) -> Outcome:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        turned = Orientation.of(puzzle.width, puzzle.height, puzzle.goal)
        board, where = turned.board(puzzle.start), (puzzle.width, puzzle.height, turned.home)
        run = Run(task)
        try:
            large = self._begins_large(where, task.options["tables"])
            if not large:
                solved = self._attempt(where, False, board, run, PATIENCE if self._has_large(where) else None)
            if large or (solved.moves is None and run.stopped_by is None):
                solved = self._by_large(where, board, run)
        except NoDevice as problem:
            raise Refusal(str(problem)) from None
        except DeviceLost as problem:
            SOLVERS.close(device_number())
            return run.outcome(None, str(problem))
        return run.outcome(turned.plan(solved.moves) if solved.moves is not None else None)

    def _by_large(self, where: tuple[int, int, int], board: tuple[int, ...], run: Run) -> Solved:
        """Solves with the large databases. After a long search, those of other partitions are added, and each puzzle
        then uses the best one."""
        from budge.gpu.solver import Solved
        from budge.gpu.tables import BuildCancelled

        while True:
            solver = self._solver(where, True, run)
            further = [] if solver is None else self._further(solver)
            if solver is not None and further and solver.generated >= LONG_PATIENCE:
                needed = self._check_memory(further[0], solver)
                try:
                    solver.add(further[0], run.build_callback(needed))
                except BuildCancelled:
                    return Solved(None, run.bound)
                continue
            left = LONG_PATIENCE - solver.generated if solver is not None and further else None
            solved = self._attempt(where, True, board, run, left)
            if solved.moves is not None or run.stopped_by is not None or left is None:
                return solved

    def _further(self, solver: Solver) -> list[Views]:
        """Partitions that the solver does not have yet and that fit on the device."""
        from budge.gpu.partitions import rivals

        known = [tables.views for tables in solver.tables]
        return [each for each in rivals(solver.views) if each not in known and self._fits(each, solver)]

    def _attempt(
        self, where: tuple[int, int, int], large: bool, board: tuple[int, ...], run: Run, patience: int | None
    ) -> Solved:
        from budge.gpu.solver import Solved, TooFar

        solver = self._solver(where, large, run)
        if solver is None:
            return Solved(None, run.bound)
        try:
            solved = solver.solve(board, run.search_callback(patience), run.bound)
        except TooFar as problem:
            raise Refusal(f"{self.name}: {problem}") from None
        run.ended(solved)
        return solved

    def _begins_large(self, where: tuple[int, int, int], tables: str) -> bool:
        from budge.gpu.partitions import views

        width, height, home = where
        large = views(width, height, home, strong=True)
        if large == views(width, height, home, strong=False):
            return True
        built = (device_number(), large, WALKS["large"]) in SOLVERS.open
        if tables == "large" and not built:
            self._check_memory(large)
        return tables == "large" or (tables == "auto" and built)

    def _has_large(self, where: tuple[int, int, int]) -> bool:
        """Whether there are large databases that fit on the device."""
        from budge.gpu.partitions import views

        width, height, home = where
        large = views(width, height, home, strong=True)
        if large == views(width, height, home, strong=False):
            return False
        return self._fits(large)

    def _fits(self, views: Views, loaded: Solver | None = None) -> bool:
        try:
            self._check_memory(views, loaded)
        except Refusal:
            return False
        return True

    def _check_memory(self, views: Views, loaded: Solver | None = None) -> int:
        """The memory of the databases that are not built yet; raises `Refusal` if less is free."""
        from budge.gpu.tables import memory_needed

        tables, during_build = memory_needed(views, loaded.tables[0].built if loaded is not None else ())
        needed, free = tables + during_build + (WORKING_MEMORY if loaded is None else 0), free_memory()
        if needed > free:
            raise Refusal(
                f"databases {views.name} take {needed / 1e9:.0f} GB of the GPU, and it has {free / 1e9:.0f} GB free"
            )
        return needed

    def _solver(self, where: tuple[int, int, int], large: bool, run: Run) -> Solver | None:
        """The solver for a board, its databases built; None if that was stopped."""
        from budge.gpu.partitions import views
        from budge.gpu.solver import Solver
        from budge.gpu.tables import BuildCancelled

        width, height, home = where
        chosen = views(width, height, home, strong=large)
        walks = WALKS["large" if large and chosen.name == LARGE else "small"]
        key = (device_number(), chosen, walks)
        if key not in SOLVERS.open:
            needed = self._check_memory(chosen)
            try:
                SOLVERS.open[key] = Solver(chosen, packed_walks(walks), run.build_callback(needed))
            except BuildCancelled:
                return None
        return SOLVERS.open[key]


class Run:
    """The limits, the observer and the state of one task."""

    def __init__(self, task: Task) -> None:
        self.task, self.began = task, time.monotonic()
        self.bound = self.generated = self.expanded = 0
        self.stopped_by: str | None = None
        self._before = (0, 0)  # nodes of earlier attempts: generated, expanded

    def _stops(self) -> bool:
        limits = self.task.limits
        if self.task.observer.cancelled:
            self.stopped_by = "cancel"
        elif limits.seconds is not None and time.monotonic() - self.began >= limits.seconds:
            self.stopped_by = "seconds"
        elif limits.nodes is not None and self.generated >= limits.nodes:
            self.stopped_by = "nodes"
        return self.stopped_by is not None

    def search_callback(self, patience: int | None) -> Any:
        """A callback for the search between rounds. It returns False at a limit or after `patience` nodes."""
        self._before = (self.generated, self.expanded)

        def callback(expanded: int, generated: int, bound: int) -> bool:
            self.bound = max(self.bound, bound)
            self.generated, self.expanded = self._before[0] + generated, self._before[1] + expanded
            if self.task.observer.progress is not None:
                seconds = time.monotonic() - self.began
                self.task.observer.progress(Progress(self.expanded, self.generated, self.bound, None, 0, seconds))
            return not self._stops() and (patience is None or generated < patience)

        return callback

    def build_callback(self, needed: int) -> Any:
        """A callback for the build of databases; returns False at a limit."""

        def callback(what: str, share: float) -> bool:
            if self.task.observer.progress is not None:
                seconds = time.monotonic() - self.began
                doing = f"building {what}, {needed / 1e9:.1f} GB in all"
                self.task.observer.progress(Progress(0, 0, self.bound, None, 0, seconds, doing, share))
            return not self._stops()

        return callback

    def ended(self, solved: Solved) -> None:
        self.bound = max(self.bound, solved.bound)
        self.generated, self.expanded = self._before[0] + solved.generated, self._before[1] + solved.expanded

    def outcome(self, plan: str | None, problem: str | None = None) -> Outcome:
        stats = Stats(expanded=self.expanded, generated=self.generated)
        if plan is not None:
            return Outcome("optimal", plan=Plan(tuple(plan)), lower_bound=self.bound, stats=stats)
        stopped_by = self.stopped_by or "engine"
        reason = problem or REASONS[stopped_by]
        return Outcome("stopped", lower_bound=self.bound, reason=reason, stopped_by=stopped_by, stats=stats)


@dataclass
class Together:
    """The results of boards that share passes. The effort is known only as a sum: see `run`."""

    run: Run
    plans: list[str | None]
    bounds: list[int]  # proven
    problem: str | None = None  # of the device, as text

    def outcome(self, number: int) -> Outcome:
        """The outcome of one board."""
        plan, bound = self.plans[number], self.bounds[number]
        if plan is not None:
            return Outcome("optimal", plan=Plan(tuple(plan)), lower_bound=bound)
        stopped_by = self.run.stopped_by or "engine"
        return Outcome("stopped", lower_bound=bound, reason=self.problem or REASONS[stopped_by], stopped_by=stopped_by)


def packed_walks(length: int) -> Any:
    """The finite-state machine of redundant walks in the layout of the device."""
    import numpy as np

    from budge.gpu.machine import packed

    return packed(np.frombuffer(walk_automaton(length), np.uint32).reshape(-1, 4))
