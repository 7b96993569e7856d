"""A plan as text: every position as a terminal shows it, with its caption above."""

from __future__ import annotations

from budge.puzzles import Plan, Puzzle
from budge.render.frames import frames


def plan_to_text(puzzle: Puzzle, plan: Plan, delay: float = 0) -> bytes:
    """All positions in UTF-8; without a move, only the drawing of the start.

    >>> from budge.puzzles import Tiles
    >>> plan_to_text(Tiles.of(["1 0 2"]), Plan(("R",))).decode().split("\\n")
    ['start', '', '1 · 2', '', '1/1  R', '', '1 2 ·', '']
    """
    if not plan:
        return f"{puzzle.draw()}\n".encode()
    text = "\n\n".join(f"{caption}\n\n{puzzle.draw(state)}" for caption, state in frames(puzzle, plan))
    return f"{text}\n".encode()
