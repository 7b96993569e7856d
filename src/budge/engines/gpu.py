"""IDA* on a GPU, for boards of tiles of 9 to 25 cells: see docs/gpu.md.

The small databases of the 24-puzzle take a moment to build and solve most within a second; the large ones take seconds
and many gigabytes, and need a fifth of the nodes. So a single puzzle begins with the small ones and goes over to the
large ones when it proves hard, and several puzzles begin with the large ones."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from budge.engines.base import Engine, Refusal, Task
from budge.engines.options import Option
from budge.gpu.boards import Oriented, oriented
from budge.gpu.device import DeviceLost, NoDevice, free_memory, missing
from budge.model import REASONS, Objective, Outcome, Progress, Stats
from budge.patterns import walk_machine
from budge.puzzles import Plan, Puzzle, Tiles

if TYPE_CHECKING:  # numpy comes with the extra
    from budge.gpu.partitions import Views
    from budge.gpu.solver import Solved, Solver

FEWEST_CELLS, MOST_CELLS = 9, 25
WINS_FROM = 20  # cells: smaller boards are done before a GPU has begun
PATIENCE = 150_000_000_000  # nodes with the small databases before the large ones are worth building
LONG_PATIENCE = 300_000_000_000  # nodes with the large ones before those of other partitions are, too
SEVERAL = 6  # puzzles that are worth building them at once
MOST_SHARING = 16  # cells of boards that share the passes of a search
WORKING_MEMORY = 2 << 30
TABLES = Option("tables", "auto", "how large the databases on a GPU are", ("auto", "small", "large"))
WALKS = {"small": 12, "large": 14}  # how long the walks are that the machine of forbidden walks knows


class Gpu(Engine):
    name = "gpu"
    kinds = ("tiles",)
    summary = "IDA* on a GPU, with pattern databases built there; optimal, boards of 9 to 25 cells; needs CuPy"
    options = (TABLES,)

    def __init__(self) -> None:
        self._solvers: dict[tuple[Views, int], Solver] = {}  # kept while the process lives: puzzles come in numbers
        self._several = False

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        reason = super().refuses(puzzle, objective)
        if reason:
            return reason
        assert isinstance(puzzle, Tiles)
        if min(puzzle.width, puzzle.height) < 2 or not FEWEST_CELLS <= len(puzzle.start) <= MOST_CELLS:
            some = f"{FEWEST_CELLS} to {MOST_CELLS} cells in at least two rows and columns"
            return f"{self.name} solves boards of {some}, not {puzzle.size}"
        return missing()

    def wins(self, puzzle: Puzzle, objective: Objective) -> bool:
        """Whether a GPU is there and faster than the CPU."""
        if objective.quality != "optimal" or self.kinds != (puzzle.kind,):
            return False
        assert isinstance(puzzle, Tiles)
        return len(puzzle.start) >= WINS_FROM and self.refuses(puzzle, objective) is None

    def expect(self, puzzles: int) -> None:
        """How many puzzles are to come, which decides what databases are worth building."""
        self._several = puzzles >= SEVERAL

    @staticmethod
    def shares_passes(puzzle: Puzzle) -> bool:
        """Whether such boards share the passes of a search."""
        assert isinstance(puzzle, Tiles)
        return len(puzzle.start) <= MOST_SHARING

    def solve_all(self, tasks: Sequence[Task]) -> list[Outcome]:
        """Boards that share passes, each as for itself; outcomes in their order. Its nodes are told of all of a size
        together, in the first outcome, and the limits of the first hold for all. Plans are not refereed here."""
        outcomes: dict[int, Outcome] = {}
        together: dict[Any, list[tuple[int, Oriented]]] = {}
        for number, task in enumerate(tasks):
            puzzle = task.puzzle
            assert isinstance(puzzle, Tiles)
            assert self.shares_passes(puzzle)
            reason = puzzle.why_unsolvable()
            if reason:
                outcomes[number] = Outcome("unsolvable", reason=reason)
            else:
                board = oriented(puzzle.width, puzzle.height, puzzle.start, puzzle.goal)
                together.setdefault((puzzle.width, puzzle.height, board.home), []).append((number, board))
        for where, each in together.items():
            outcomes |= self._solve_together(tasks[0], where, each)
        return [outcomes[number] for number in range(len(tasks))]

    def solve(self, task: Task) -> Outcome:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        board = oriented(puzzle.width, puzzle.height, puzzle.start, puzzle.goal)
        where = (puzzle.width, puzzle.height, board.home)
        run = Run(task)
        try:
            large = self._begins_large(where, task.options["tables"], self._several)
            if not large:
                solved = self._attempt(where, False, board, run, PATIENCE if self._has_large(where) else None)
            if large or (solved.moves is None and run.stopped_by is None):
                solved = self._by_large(where, board, run)
        except NoDevice as problem:
            raise Refusal(str(problem)) from None
        except DeviceLost as problem:
            self._solvers.clear()
            return run.outcome(None, str(problem))
        return run.outcome(board.plan(solved.moves) if solved.moves is not None else None)

    def _by_large(self, where: tuple[int, int, int], board: Oriented, run: Run) -> Solved:
        """With the large databases; and when much has been searched by them, with those of other partitions, too, of
        which each puzzle then takes what serves it best."""
        from budge.gpu.solver import Solved
        from budge.gpu.tables import BuildCancelled

        while True:
            solver = self._solver(where, True, run)
            further = [] if solver is None else self._further(solver)
            if solver is not None and further and solver.generated >= LONG_PATIENCE:
                needed = self._check_memory(further[0], solver)
                try:
                    solver.add(further[0], run.preparing(needed))
                except BuildCancelled:
                    return Solved(None, run.bound)
                continue
            left = LONG_PATIENCE - solver.generated if solver is not None and further else None
            solved = self._attempt(where, True, board, run, left)
            if solved.moves is not None or run.stopped_by is not None or left is None:
                return solved

    def _further(self, solver: Solver) -> list[Views]:
        """Partitions that a solver does not know yet and the device has room for."""
        from budge.gpu.partitions import rivals

        known = [tables.views for tables in solver.tables]
        return [each for each in rivals(solver.views) if each not in known and self._fits(each, solver)]

    def _attempt(
        self, where: tuple[int, int, int], large: bool, board: Oriented, run: Run, patience: int | None
    ) -> Solved:
        from budge.gpu.solver import Solved, TooFar

        solver = self._solver(where, large, run)
        if solver is None:
            return Solved(None, run.bound)
        try:
            solved = solver.solve(board.board, run.go_on(patience), run.bound)
        except TooFar as problem:
            raise Refusal(f"{self.name}: {problem}") from None
        run.ended(solved)
        return solved

    def _solve_together(
        self, task: Task, where: tuple[int, int, int], each: list[tuple[int, Oriented]]
    ) -> dict[int, Outcome]:
        import numpy as np

        run = Run(task)
        try:
            solver = self._solver(where, True, run)
            if solver is None:
                return {number: run.outcome(None) for number, _ in each}
            solved = solver.solve_many(np.array([board.board for _, board in each], np.uint8), run.go_on(None))
        except (NoDevice, Refusal) as problem:
            refused = Outcome("stopped", stopped_by="refusal", reason=str(problem))
            return {number: refused for number, _ in each}
        except DeviceLost as problem:
            self._solvers.clear()
            return {number: run.outcome(None, str(problem)) for number, _ in each}
        outcomes = {}
        for (number, board), one in zip(each, solved, strict=True):
            run.bound, run.generated, run.expanded = one.bound, one.generated, one.expanded
            outcomes[number] = run.outcome(None if one.moves is None else board.plan(one.moves))
        return outcomes

    def _begins_large(self, where: tuple[int, int, int], tables: str, several: bool) -> bool:
        from budge.gpu.partitions import views

        width, height, home = where
        large = views(width, height, home, strong=True)
        if large == views(width, height, home, strong=False):
            return True
        built = (large, WALKS["large"]) in self._solvers
        if tables == "large" and not built:
            self._check_memory(large)
        return tables == "large" or (tables == "auto" and (built or (several and self._has_large(where))))

    def _has_large(self, where: tuple[int, int, int]) -> bool:
        """Whether there are large databases, and the device has room for them."""
        from budge.gpu.partitions import views

        width, height, home = where
        large = views(width, height, home, strong=True)
        if large == views(width, height, home, strong=False):
            return False
        return self._fits(large)

    def _fits(self, views: Views, beside: Solver | None = None) -> bool:
        try:
            self._check_memory(views, beside)
        except Refusal:
            return False
        return True

    def _check_memory(self, views: Views, beside: Solver | None = None) -> int:
        """What the databases take that a solver has not built yet; raises `Refusal` if that is more than is free."""
        from budge.gpu.tables import memory_needed

        tables, besides = memory_needed(views, beside.tables[0].built if beside is not None else ())
        needed, free = tables + besides + (WORKING_MEMORY if beside is None else 0), free_memory()
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
        walks = WALKS["large" if large and chosen.shape.cells == MOST_CELLS else "small"]
        if (chosen, walks) not in self._solvers:
            needed = self._check_memory(chosen)
            try:
                self._solvers[chosen, walks] = Solver(chosen, packed_walks(walks), run.preparing(needed))
            except BuildCancelled:
                return None
        return self._solvers[chosen, walks]


class Run:
    """Limits, observer and what is known so far, of one task."""

    def __init__(self, task: Task) -> None:
        self.task, self.began = task, time.monotonic()
        self.bound = self.generated = self.expanded = 0
        self.stopped_by: str | None = None
        self._before = (0, 0)  # what earlier attempts did

    def _stops(self) -> bool:
        limits = self.task.limits
        if self.task.observer.cancelled:
            self.stopped_by = "cancel"
        elif limits.seconds is not None and time.monotonic() - self.began >= limits.seconds:
            self.stopped_by = "seconds"
        elif limits.nodes is not None and self.generated >= limits.nodes:
            self.stopped_by = "nodes"
        return self.stopped_by is not None

    def go_on(self, patience: int | None) -> Any:
        """Called by a search between rounds; false when it is to stop, for a limit or because it takes too long."""
        from budge.gpu.solver import Watch

        self._before = (self.generated, self.expanded)

        def told(expanded: int, generated: int, bound: int) -> bool:
            self.bound = max(self.bound, bound)
            self.generated, self.expanded = self._before[0] + generated, self._before[1] + expanded
            if self.task.observer.progress is not None:
                seconds = time.monotonic() - self.began
                self.task.observer.progress(Progress(self.expanded, self.generated, self.bound, None, 0, seconds))
            return not self._stops() and (patience is None or generated < patience)

        return Watch(told)

    def preparing(self, needed: int) -> Any:
        """Called while databases are built."""

        def told(what: str, share: float) -> bool:
            if self.task.observer.progress is not None:
                seconds = time.monotonic() - self.began
                doing = f"building {what}, {needed / 1e9:.1f} GB in all"
                self.task.observer.progress(Progress(0, 0, self.bound, None, 0, seconds, doing, share))
            return not self._stops()

        return told

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


def packed_walks(length: int) -> Any:
    """The machine of forbidden walks as the device reads it."""
    import numpy as np

    from budge.gpu.machine import packed

    return packed(np.frombuffer(walk_machine(length), np.uint32).reshape(-1, 4))
