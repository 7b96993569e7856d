"""Numbers of expansions that a new puzzle should have, as a study printed them, and how far a puzzle is from them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from budge.puzzles import BadInput


@dataclass(frozen=True)
class Likeness:
    """
    >>> like = Likeness.of({"astar linear-conflict": 145, "ida": 515})
    >>> like.searches
    (('astar', 'linear-conflict'), ('ida', None))
    >>> round(like.distance([145, 1031]), 2)
    0.69
    """

    searches: tuple[tuple[str, str | None], ...]  # engines and heuristics
    expanded: tuple[int, ...]

    @classmethod
    def of(cls, expanded: Mapping[str, int]) -> Likeness:
        """From engines, each with its heuristic after a space, and their expansions; raises `BadInput`."""
        searches = []
        for name, count in expanded.items():
            engine, _, heuristic = name.strip().partition(" ")
            if not engine or type(count) is not int or count < 0:
                raise BadInput(f"like: {name!r}: {count!r}; expected an engine, its heuristic and its expansions")
            searches.append((engine, heuristic.strip() or None))
        return cls(tuple(searches), tuple(expanded.values()))

    @property
    def max_expanded(self) -> int:
        """Beyond this many expansions a puzzle is too far from the target to be measured."""
        return 10 * max(self.expanded) + 1000

    def distance(self, expanded: Sequence[int]) -> float:
        """The sum of the logarithms of the ratios to the target: 0 if all are equal."""
        return sum(
            abs(math.log((ours + 1) / (theirs + 1))) for ours, theirs in zip(expanded, self.expanded, strict=True)
        )
