"""The positions along a plan, for everything that shows a plan: terminal, files, notebooks and the page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from budge.puzzles import Plan, Puzzle

MAX_NUMBERS = 2_000_000  # of all states in JSON: about 10 MB


def captions(plan: Plan) -> Iterator[str]:
    """One caption for the start, and one for every move.

    >>> list(captions(Plan(("D", "R"))))
    ['start', '1/2  D', '2/2  R']
    """
    return chain(["start"], (f"{number}/{len(plan)}  {move}" for number, move in enumerate(plan, 1)))


def frames(puzzle: Puzzle, plan: Plan) -> Iterator[tuple[str, Any]]:
    """The caption and the state of the start and after every move; raises `BadInput` at an illegal move.

    Lazy, because all states of a long plan on a large board may not fit in memory.
    """
    return zip(captions(plan), puzzle.replay(plan), strict=True)


def states_to_json(puzzle: Puzzle, plan: Plan) -> list[Any] | None:
    """The states along a legal plan as plain data, the start included; None if they exceed `MAX_NUMBERS`."""
    if (len(plan) + 1) * puzzle.state_length > MAX_NUMBERS:
        return None
    return [puzzle.state_to_json(state) for state in puzzle.replay(plan)]
