"""All engines by name: those of budge, and those of other packages in the entry point group `budge.engines`."""

from __future__ import annotations

from functools import cache

from budge.engines.base import Engine, Refusal
from budge.engines.domains import DOMAINS
from budge.engines.gpu import Gpu
from budge.engines.logic.asp import Asp
from budge.engines.logic.cp import Cp
from budge.engines.logic.sat import Sat
from budge.engines.native.algorithms import AStar, Bidirectional, Dijkstra, SMAStar
from budge.engines.native.construct import Construct
from budge.engines.native.fess import Fess
from budge.engines.native.ida import IDAStar
from budge.engines.native.nbs import BAE, NBS
from budge.engines.native.table import Table
from budge.model import Objective
from budge.names import near
from budge.plugins import plugins
from budge.puzzles import BadInput, Puzzle

OWN: dict[str, Engine] = {
    engine.name: engine
    for engine in (
        *(Dijkstra(), AStar(), IDAStar(), SMAStar(), Bidirectional(), NBS(), BAE()),
        *(Table(), Construct(), Fess(), Sat(), Cp(), Asp(), Gpu()),
    )
}


@cache
def engines() -> dict[str, Engine]:
    """All engines by name. An entry point names an `Engine` class; it cannot replace one of budge's own."""
    found = plugins("budge.engines", "name", "summary", "kinds", "options", "solve")
    return {engine.name: engine for engine in found} | OWN


def programs() -> dict[str, Engine]:
    """Programs of other authors as engines. Only their names select them: nothing tries them on its own, because each
    run translates the puzzle first."""
    from budge.engines.logic.fast_downward import FastDownward

    return {FastDownward.name: FastDownward()}


def engine_called(name: str) -> Engine | None:
    """The engine of a name; None for an unknown name."""
    return OWN.get(name) or engines().get(name) or programs().get(name)


def refusal(engine: Engine, puzzle: Puzzle, objective: Objective) -> str | None:
    """None, or why an engine cannot solve a puzzle; an error in `refuses` is a reason, too."""
    try:
        return engine.refuses(puzzle, objective)
    except BadInput:
        raise
    except Exception as problem:
        return f"engine {engine.name} failed in refuses(): {type(problem).__name__}: {problem}"


def engine_named(name: str | Engine, puzzle: Puzzle, objective: Objective) -> Engine:
    """The engine of this name (`auto` selects one), or the engine given.

    Raises `BadInput` for an unknown name, and `Refusal` with the engines that can solve the puzzle if this one cannot.
    """
    if name == "auto":
        name = DOMAINS[puzzle.kind].choose(puzzle, objective)
    engine = engine_called(name) if isinstance(name, str) else name
    if engine is None:
        raise BadInput(f"unknown engine {name!r}; {near(str(name), ['auto', *engines(), *programs()])}")
    reason = refusal(engine, puzzle, objective)
    if reason:
        willing = [other.name for other in engines().values() if refusal(other, puzzle, objective) is None]
        raise Refusal(f"{reason}; engines that can: {', '.join(willing) or 'none'}")
    return engine
