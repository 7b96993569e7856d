"""Tiles in the core: tokens on a grid, with heuristics and loops of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from budge.engines.base import Task
from budge.engines.domains.base import Domain, Explored, Step
from budge.engines.forms import is_form, is_pdb, parts
from budge.engines.native.options import DUAL, REFLECT
from budge.model import Objective
from budge.native import core
from budge.patterns import Board, Lookups, Partition, Pattern, Store, guide, lookups, partition, walk_machine
from budge.puzzles import Plan, Puzzle, Tiles
from budge.puzzles.tiles import STEPS, State

# Followed without being asked for: the best of those that have been built at once (but the first, which is not worth
# counts that depend on it), then one after the other as a search takes long. Each is begun when the search has taken
# about as long as the building will, so none takes twice as long as it has to; 6-6-6-6 sooner, for what has come that
# far is mostly far from its end.
STEPS_WHEN_LONG = {
    (4, 4): (Step(3_000_000, "pdb:5-5-5", fewer=60), Step(100_000_000, "pdb:7-8", fewer=30)),
    (5, 5): (
        Step(2_000_000, "pdb:5-5-5-5-4", fewer=20),
        Step(8_000_000, "pdb:6-6-6-6", fewer=3),
        Step(2_000_000_000, "pdb:7-7-7-3", fewer=2),
    ),
}
FSM_AUTO = 12  # the depth of the machine of `fsm=auto`: 14 saves a tenth of the nodes and no time
FSM_AUTO_CELLS = range(17, 36)  # and the boards that it is used for: on larger ones it costs more than it saves


class TilesDomain(Domain[Tiles]):
    kind = "tiles"
    cuts_iterations = True

    def choose(self, puzzle: Tiles, objective: Objective) -> str:
        """`any`: put the tiles home one by one, whatever the size. Up to ten cells the whole space is small and A*
        takes milliseconds. Larger boards: IDA*, which needs no memory."""
        if objective.quality == "any":
            return "construct"
        return "astar" if len(puzzle.start) <= 10 else "ida"

    def default_heuristic(self, puzzle: Tiles) -> str:
        """A large pattern database, if it lies in the store already; else the one that costs the least time over Korf's
        hundred, where it applies: see docs/heuristics.md."""
        store = Store()
        steps = STEPS_WHEN_LONG.get((puzzle.width, puzzle.height), ())
        for step in reversed(steps[1:] or steps):
            if all(pattern in store for pattern in self.databases(puzzle, step.heuristic, {})):
                return step.heuristic
        return self.reproducible_heuristic(puzzle)

    def steps_when_long(self, puzzle: Tiles, heuristic: str | None) -> tuple[Step, ...]:
        steps = STEPS_WHEN_LONG.get((puzzle.width, puzzle.height), ())
        known = [step.heuristic for step in steps]
        return steps[known.index(heuristic) + 1 :] if heuristic in known else steps

    def reproducible_heuristic(self, puzzle: Tiles) -> str:
        return "manhattan" if self.refuses_heuristic("linear-conflict", puzzle) else "linear-conflict"

    def refuses_heuristic(self, heuristic: str, puzzle: Tiles) -> str | None:
        return None if is_form(heuristic) else core.refuses_tiles(heuristic, puzzle.width, puzzle.height)

    def databases(self, puzzle: Tiles, heuristic: str, options: Mapping[str, Any]) -> list[Pattern]:
        return wanted(puzzle, heuristic, options).patterns

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tiles)
        depth = fsm_depth(puzzle, task.options.get("fsm", "no"))
        if depth:
            walk_machine(depth)  # so that the core knows it
        return core.solve_tiles(
            stated(puzzle),
            task.options["order"],
            algorithm,
            followed(puzzle, task.heuristic or "zero", task.options),
            weight,
            run,
            depth,
        )

    def plan(self, path: list[int], puzzle: Tiles, metric: str) -> Plan:
        """The steps of the blank, from the cells that it goes to."""
        letter = {down * puzzle.width + right: move for move, (down, right) in STEPS.items()}
        if puzzle.width == 1:  # up and left are the same step there
            letter |= {-1: "U", 1: "D"}
        cells = [puzzle.start.index(0), *path]
        return Plan(tuple(letter[there - here] for here, there in zip(cells, path, strict=False)))

    def evaluate(self, puzzle: Tiles, heuristic: str, metric: str) -> int:
        return core.evaluate_tiles(stated(puzzle), followed(puzzle, heuristic, {}))

    def explore(self, puzzle: Tiles, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        found = core.explore_tiles(stated(puzzle), source == "goal", keep, run)
        hardest = [tuple(state) for state in found.hardest]
        return Explored(found.by_depth, hardest, found.stopped_by, found.peak_bytes)


def stated(puzzle: Tiles, state: State | None = None) -> core.TilesPuzzle:
    """A puzzle in the core's terms, from its start or from another board."""
    return core.TilesPuzzle(puzzle.width, puzzle.height, puzzle.start if state is None else state, puzzle.goal)


def plans_hold(puzzles: Sequence[Puzzle], plans: Sequence[str]) -> list[bool]:
    """Whether the referee accepts each plan, of many boards of one size and goal: as `Tiles.verify`, a hundred times as
    fast. Letters are where the blank goes; boards have at most 256 cells.

    >>> plans_hold([Tiles.of(["1 0 2"], goal=(1, 2, 0))] * 3, ["R", "RL", "RR"])
    [True, False, False]
    """
    first = puzzles[0]
    assert isinstance(first, Tiles)
    return core.replay_tiles(
        first.width, bytes(first.goal), b"".join(bytes(puzzle.initial) for puzzle in puzzles), list(plans)
    )


def followed(puzzle: Tiles, heuristic: str, options: Mapping[str, Any]) -> str | core.Guide:
    """A heuristic in the core's terms."""
    if not is_form(heuristic):
        return heuristic
    names = [part for part in parts(heuristic) if not is_pdb(part)]
    return guide(names, wanted(puzzle, heuristic, options), Store())


def wanted(puzzle: Tiles, heuristic: str, options: Mapping[str, Any]) -> Lookups:
    reflect, dual = (option.parse(options.get(option.name, option.default)) for option in (REFLECT, DUAL))
    return lookups(tuple(partitions(heuristic, puzzle)), reflect=reflect, dual=dual)


def partitions(heuristic: str, puzzle: Tiles) -> list[Partition]:
    """The partitions whose databases a heuristic looks into; raises `BadInput`."""
    board = Board(puzzle.width, puzzle.height, puzzle.goal.index(0))
    return [partition(part[len("pdb:") :], board, puzzle.goal) for part in parts(heuristic) if is_pdb(part)]


def fsm_depth(puzzle: Tiles, option: str | int) -> int:
    """How deep a machine prunes; 0 for none. Small boards go without, so that counts are those of the literature, and
    so do large ones, where it would be slower."""
    if option == "auto":
        return FSM_AUTO if len(puzzle.start) in FSM_AUTO_CELLS else 0
    return 0 if option == "no" else int(option)
