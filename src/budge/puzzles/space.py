"""How large the state space of a puzzle is, by theory alone: see `Puzzle.space`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Space:
    """The arrangements of a puzzle's pieces."""

    arrangements: int  # all, whether or not they can be reached
    components: int  # the parts into which moves divide them
    reachable: int  # those in the part of the start
