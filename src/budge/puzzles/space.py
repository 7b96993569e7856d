"""The size of a state space, computed by a theorem: see `Puzzle.space`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Space:
    """The arrangements of a puzzle's pieces."""

    arrangements: int  # reachable or not
    components: int  # connected components under moves
    reachable: int  # in the component of the start
