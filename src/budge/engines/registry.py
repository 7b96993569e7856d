"""Every engine by name: budge's own, then those that others add through the entry point group `budge.engines`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from budge.engines.astar import AStar
from budge.engines.base import Engine, Refusal
from budge.engines.bidirectional import Bidirectional
from budge.engines.construct import Construct
from budge.engines.dijkstra import Dijkstra
from budge.engines.ida import IDAStar
from budge.engines.model import Objective
from budge.engines.near import near
from budge.engines.sma import SMAStar
from budge.puzzles import BadInput, Puzzle

OWN: tuple[type[Engine], ...] = (Dijkstra, AStar, IDAStar, SMAStar, Bidirectional, Construct)


@cache
def engines() -> dict[str, Engine]:
    """All engines by name. An entry point may name an `Engine` class; it cannot replace one of budge's own."""
    found = {engine.name: engine() for engine in OWN}
    for point in entry_points(group="budge.engines"):
        engine = point.load()()
        found.setdefault(engine.name, engine)
    return found


def engine_named(name: str, puzzle: Puzzle, objective: Objective) -> Engine:
    """The engine called `name` (`auto` picks one), ready to serve; or an error that says who can."""
    if name == "auto":
        name = choose(puzzle, objective)
    if name not in engines():
        raise BadInput(f"unknown engine {name!r}; {near(name, ['auto', *engines()])}")
    engine = engines()[name]
    reason = engine.refuses(puzzle, objective)
    if reason:
        willing = [other.name for other in engines().values() if other.refuses(puzzle, objective) is None]
        raise Refusal(f"{reason}; engines that can: {', '.join(willing) or 'none'}")
    return engine


def choose(puzzle: Puzzle, objective: Objective) -> str:
    """What `auto` picks: rules to read.

    - `any` on a board of tiles: put the tiles home one by one, whatever the size.
    - Up to ten cells or vertices the whole space is small: A* finds the optimum in milliseconds.
    - Larger boards of tiles: IDA*, which needs no memory.
    - Larger graphs: breadth-first from both ends, since their heuristics are weak.
    """
    cells = len(puzzle.start) if hasattr(puzzle, "start") else 0
    if objective.quality == "any" and puzzle.kind == "tiles" and engines()["construct"].refuses(puzzle, objective) is None:
        return "construct"
    if cells <= 10 or objective.quality != "optimal":
        return "astar"
    return "ida" if puzzle.kind == "tiles" else "bidirectional"
