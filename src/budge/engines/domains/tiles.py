"""Tiles for the core: like tokens on a grid, but with their own heuristics and search loops."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from budge.engines.base import Task
from budge.engines.domains.base import AllPlans, Domain, Explored, Step
from budge.engines.domains.calls import Calls
from budge.engines.forms import is_form, is_pdb, parts
from budge.engines.native.options import DUAL, REFLECT
from budge.model import Objective
from budge.native import core
from budge.patterns import Board, Lookups, Partition, Pattern, Store, guide, lookups, partition, walk_automaton
from budge.puzzles import Plan, Puzzle, Tiles
from budge.puzzles.tiles import STEPS, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Heuristics to which a long search switches if none was named. A search starts with the strongest one whose databases
# are in the store; the first of several does not count, so that node counts of short searches do not depend on the
# store. It switches to the next heuristic after `nodes`: then it has taken about as long as the build of the next
# databases will take, so no search takes twice as long as necessary. The switch to 6-6-6-6 comes earlier, because
# searches that get this far usually take much longer.
HEURISTIC_LADDER = {
    (4, 4): (Step(3_000_000, "pdb:5-5-5", fewer=60), Step(100_000_000, "pdb:7-8", fewer=30)),
    (5, 5): (
        Step(2_000_000, "pdb:5-5-5-5-4", fewer=20),
        Step(8_000_000, "pdb:6-6-6-6", fewer=3),
        Step(2_000_000_000, "pdb:7-7-7-3", fewer=2),
    ),
}
FSM_AUTO = 12  # depth for `fsm=auto`: 14 saves 10% of the nodes and no time
FSM_AUTO_CELLS = range(17, 36)  # cells of the boards on which `fsm=auto` prunes; on larger ones it costs time


class TilesDomain(Domain[Tiles]):
    kind = "tiles"
    explores_on_threads = True
    cuts_iterations = True

    def choose(self, puzzle: Tiles, objective: Objective) -> str:
        """Quality `any`: construct a plan tile by tile. Boards of up to ten cells have a small space, which A* searches
        in milliseconds. Larger boards: IDA*, which needs no memory."""
        if objective.quality == "any":
            return "construct"
        return "astar" if len(puzzle.start) <= 10 else "ida"

    def prepared_alike(self, puzzle: Tiles) -> Hashable | None:
        """The default heuristic of larger boards depends on the databases in the store."""
        size = (puzzle.width, puzzle.height)
        return None if size in HEURISTIC_LADDER else (*size, puzzle.goal)

    def default_heuristic(self, puzzle: Tiles) -> str:
        """The strongest large pattern database in the store; otherwise linear conflict if it applies, which takes the
        least time on Korf's hundred instances (see docs/heuristics.md), else Manhattan distance."""
        steps = HEURISTIC_LADDER.get((puzzle.width, puzzle.height), ())
        store = Store() if steps else None
        for step in reversed(steps[1:] or steps):
            if store is not None and all(pattern in store for pattern in self.databases(puzzle, step.heuristic, {})):
                return step.heuristic
        return self.reproducible_heuristic(puzzle)

    def heuristic_ladder(self, puzzle: Tiles, heuristic: str | None) -> tuple[Step, ...]:
        steps = HEURISTIC_LADDER.get((puzzle.width, puzzle.height), ())
        known = [step.heuristic for step in steps]
        return steps[known.index(heuristic) + 1 :] if heuristic in known else steps

    def reproducible_heuristic(self, puzzle: Tiles) -> str:
        return "manhattan" if self.refuses_heuristic("linear-conflict", puzzle) else "linear-conflict"

    def refuses_heuristic(self, heuristic: str, puzzle: Tiles) -> str | None:
        return None if is_form(heuristic) else core.refuses_tiles(heuristic, puzzle.width, puzzle.height)

    def is_costly(self, heuristic: str, puzzle: Tiles) -> bool:
        return not is_form(heuristic) and core.costly_on_tiles(heuristic, puzzle.width, puzzle.height)

    def databases(self, puzzle: Tiles, heuristic: str, options: Mapping[str, Any]) -> list[Pattern]:
        return database_lookups(puzzle, heuristic, options).patterns

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        depth = fsm_depth(puzzle, task.options.get("fsm", "no"))
        if depth:
            walk_automaton(depth)  # builds it for the core
        return core.solve_tiles(
            to_native(puzzle),
            task.options["order"],
            algorithm,
            native_heuristic(puzzle, task.heuristic or "zero", task.options),
            weight,
            run,
            depth,
        )

    def plan(self, path: list[int], puzzle: Tiles, metric: str) -> Plan:
        """The directions of the blank's moves, from the cells that it visits."""
        letter = letters(puzzle.width)
        cells = [puzzle.start.index(0), *path]
        return Plan(tuple([letter[there - here] for here, there in zip(cells, path, strict=False)]))

    def distances(self, puzzle: Tiles, positions: NDArray[Any]) -> NDArray[Any] | None:
        from budge.engines.domains.tiles_table import has_table, looked_up

        return looked_up(puzzle, positions) if has_table(puzzle, len(positions)) else None

    def calls(self, puzzle: Tiles, metric: str) -> Calls:
        return replace(super().calls(puzzle, metric), goals=[puzzle.goal])

    def all_plans(self, puzzle: Tiles, metric: str, optimum: int, max_plans: int, run: core.Run) -> AllPlans:
        return core.all_plans_of_tiles(to_native(puzzle), optimum, max_plans, run)

    def evaluate(self, puzzle: Tiles, heuristic: str, metric: str) -> int:
        return core.evaluate_tiles(to_native(puzzle), native_heuristic(puzzle, heuristic, {}))

    def explore(self, puzzle: Tiles, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        found = core.explore_tiles(to_native(puzzle), source == "goal", keep, run)
        hardest = [self.state_of(state, puzzle) for state in found.hardest]
        return Explored(found.by_depth, hardest, found.stopped_by, found.peak_bytes)


@cache
def letters(width: int) -> dict[int, str]:
    """The moves by the difference between the blank's cells."""
    letter = {down * width + right: move for move, (down, right) in STEPS.items()}
    return letter | {-1: "U", 1: "D"} if width == 1 else letter  # one column: left is the same difference as up


def to_native(puzzle: Tiles, state: State | None = None) -> core.TilesPuzzle:
    """The puzzle for the core, from its start or from another state."""
    return core.TilesPuzzle(puzzle.width, puzzle.height, puzzle.start if state is None else state, puzzle.goal)


def plans_hold(puzzles: Sequence[Puzzle], plans: Sequence[str]) -> list[bool]:
    """Whether each plan solves its board. All boards have the same size, of at most 256 cells, and the same goal. Like
    `Tiles.verify`, but a hundred times as fast. Letters are directions of the blank.

    >>> plans_hold([Tiles.of(["1 0 2"], goal=(1, 2, 0))] * 3, ["R", "RL", "RR"])
    [True, False, False]
    """
    first = puzzles[0]
    assert isinstance(first, Tiles)
    return core.replay_tiles(
        first.width, bytes(first.goal), b"".join(bytes(puzzle.initial) for puzzle in puzzles), list(plans)
    )


def native_heuristic(puzzle: Tiles, heuristic: str, options: Mapping[str, Any]) -> str | core.Guide:
    """The heuristic for the core: its name, or a guide with its databases."""
    if not is_form(heuristic):
        return heuristic
    names = [part for part in parts(heuristic) if not is_pdb(part)]
    return guide(names, database_lookups(puzzle, heuristic, options), Store())


def database_lookups(puzzle: Tiles, heuristic: str, options: Mapping[str, Any]) -> Lookups:
    reflect, dual = (option.parse(options.get(option.name, option.default)) for option in (REFLECT, DUAL))
    return lookups(tuple(partitions(heuristic, puzzle)), reflect=reflect, dual=dual)


def partitions(heuristic: str, puzzle: Tiles) -> list[Partition]:
    """The partitions whose databases a heuristic looks up; raises `BadInput`."""
    board = Board(puzzle.width, puzzle.height, puzzle.goal.index(0))
    return [partition(part[len("pdb:") :], board, puzzle.goal) for part in parts(heuristic) if is_pdb(part)]


def fsm_depth(puzzle: Tiles, option: str | int) -> int:
    """The depth of the finite-state machine that prunes duplicate walks; 0 for none.

    `auto` does not prune on small boards, so that node counts match the literature, nor on large ones, where the
    machine costs more time than it saves.
    """
    if option == "auto":
        return FSM_AUTO if len(puzzle.start) in FSM_AUTO_CELLS else 0
    return 0 if option == "no" else int(option)
