"""New puzzles to order: made by a generator, solved by an engine before they are handed out, and graded by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from budge.api import solve
from budge.engines.model import Limits, Objective
from budge.engines.near import near
from budge.generators import GENERATORS
from budge.puzzles import BadInput, Puzzle

NODES = 200_000  # a puzzle that takes more to solve is passed over; nodes, not seconds, so that a seed is a promise
TRIES = 2_000


@dataclass(frozen=True)
class Generated:
    """A new puzzle and how hard it is."""

    puzzle: Puzzle
    optima: dict[str, int]  # by metric; all of them proven
    effort: int  # positions that the search for the first of them expanded


def generate(
    kind: str,
    *,
    seed: int = 0,
    count: int = 1,
    least: int = 1,
    most: int | None = None,
    least_effort: int = 0,
    most_effort: int | None = None,
    **wishes: Any,
) -> Iterator[Generated]:
    """Puzzles of a kind, each solved, with an optimum (and an effort) between `least` and `most`.

    The wishes are those of the kind's generator: for `sokoban` width, height, boxes, shape (`rooms`, `rectangle`,
    `cells`) and zones. The same seed and wishes give the same puzzles.

    >>> [level] = generate("sokoban", seed=3, width=6, height=6, boxes=1)
    >>> level.puzzle.pieces, level.optima["pushes"] >= 1
    (1, True)
    """
    if kind not in GENERATORS:
        raise BadInput(f"there is no generator for {kind!r}; {near(kind, GENERATORS)}")
    known = [field.name for field in fields(GENERATORS[kind])]
    for wish in wishes:
        if wish not in known:
            raise BadInput(f"{kind} takes no wish {wish!r}; {near(wish, known)}")
    if count < 0:
        raise BadInput(f"{count} puzzles; expected at least 1")
    generator, random = GENERATORS[kind](**wishes), Random(seed)

    def fits(found: Generated) -> bool:
        cost = found.optima[found.puzzle.own_metrics[0]]
        return least <= cost <= (most or cost) and least_effort <= found.effort <= (most_effort or found.effort)

    def stream() -> Iterator[Generated]:
        seen: set[Puzzle] = set()
        while len(seen) < count:
            for _ in range(TRIES):
                puzzle = generator.draw(random)
                if puzzle is None or puzzle in seen:
                    continue
                found = graded(puzzle)
                if found and fits(found):
                    break
            else:
                raise BadInput(f"none of {TRIES:,} puzzles made is so; ask for fewer boxes, more room or a wider range")
            seen.add(found.puzzle)
            yield replace(found, puzzle=replace(found.puzzle, name=f"{kind}-{seed}-{len(seen)}"))

    return stream()


def graded(puzzle: Puzzle) -> Generated | None:
    """The puzzle with its proven optima in each plain metric; None if that takes too long for the first of them."""
    optima: dict[str, int] = {}
    effort = 0
    for metric in puzzle.own_metrics[:2]:
        outcome = solve(puzzle, objective=Objective(metric=metric), limits=Limits(nodes=NODES))
        if outcome.status == "optimal" and isinstance(outcome.cost, int):
            optima[metric] = outcome.cost
            effort = effort or outcome.stats.expanded
        elif not optima:
            return None
    return Generated(puzzle, optima, effort)
