"""The positions along a plan, for the page to play."""

from __future__ import annotations

from typing import Any

from budge.puzzles import Plan, Puzzle

MOST_NUMBERS = 2_000_000  # in all frames together: some ten megabytes of JSON


def frames(puzzle: Puzzle, plan: Plan) -> list[Any] | None:
    """The states along a legal plan, the start included; None where they would be too many to send."""
    if (len(plan) + 1) * puzzle.state_length > MOST_NUMBERS:
        return None
    return [puzzle.state_to_json(state) for state in puzzle.states(plan.moves)]
