"""The record of a search, from which the page and the reports draw their plots."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any


@dataclass(frozen=True)
class Iteration:
    """One iteration of an iterative-deepening search: its bound and its effort."""

    bound: int
    expanded: int
    generated: int
    seconds: float


@dataclass(frozen=True)
class Expansion:
    """An expansion: the state, its g and h, the nodes generated before it, and whether it was made from the goal."""

    state: Any
    g: int
    h: int
    generated: int
    backwards: bool


@dataclass(frozen=True)
class BoundStats:
    """One question of a logic engine, whether there is a plan of this length, with the answer and the effort."""

    bound: int
    satisfiable: bool | None  # None: no answer within the limits
    variables: int
    clauses: int
    decisions: int
    conflicts: int
    propagations: int
    seconds: float
    building: float = 0.0  # the part of `seconds` before the solver starts: writing clauses, grounding rules
    kept: int | None = None  # clauses left after reading, as MiniSat counts: no units, none satisfied by earlier units


Square = tuple[int, int]  # row and column of a board, from one


@dataclass(frozen=True)
class PackingStep:
    """A target place, in the order of a packing plan; `parked` is the place where a piece waits before, if any."""

    place: Square
    parked: Square | None = None


@dataclass(frozen=True)
class MacroMove:
    """A move of one piece over any distance, and the advisor that named it (None: it was tried in its turn)."""

    start: Square
    end: Square
    player: Square  # after the move
    advisor: str | None
    stage: int  # steps of the packing plan completed before


@dataclass(frozen=True)
class Trace:
    """The record of a search.

    `expansions_by_depth` has all expansions. `depths` has the depth of every `stride`-th expansion in order (the stride
    doubles when the record grows long); in long iterations of `ida`, of an expansion nearby. For a search from both
    ends, `backward_by_depth` counts the expansions of the backward search, `depths` samples the forward search, and
    `backward_depths` the backward search at the same stride.
    `expansions` are the first `max_expansions` of the observer, in order, from which a small search can be replayed;
    searches of the core list them for all kinds but Sokoban, and `ida` for tiles and tokens only.
    `packing` and `macro_moves` record how `fess` found its first plan.

    >>> import budge
    >>> watched = budge.Observer(trace=True)
    >>> found = budge.solve("1 2 3/4 0 6/7 5 8", engine="ida", heuristic="manhattan", observer=watched)
    >>> [(each.bound, each.generated) for each in found.trace.iterations]
    [(2, 6)]
    >>> watched = budge.Observer(trace=True, max_expansions=1000)
    >>> found = budge.solve("1 2 3/4 0 6/7 5 8", engine="astar", heuristic="manhattan", observer=watched)
    >>> [(each.g, each.h) for each in found.trace.expansions]
    [(0, 2), (1, 1)]
    """

    expansions_by_depth: list[int] = field(default_factory=list)
    backward_by_depth: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    backward_depths: list[int] = field(default_factory=list)
    stride: int = 1
    expansions: list[Expansion] = field(default_factory=list)
    iterations: list[Iteration] = field(default_factory=list)
    bounds: list[BoundStats] = field(default_factory=list)
    packing: list[PackingStep] = field(default_factory=list)
    macro_moves: list[MacroMove] = field(default_factory=list)

    def followed_by(self, later: Trace) -> Trace:
        """The trace of two searches, one after the other.

        >>> both = Trace([1, 2], depths=[0, 1, 1]).followed_by(Trace([1, 4, 4], depths=[0, 1, 2], stride=2))
        >>> both.expansions_by_depth, both.depths, both.stride
        ([2, 6, 4], [0, 1, 0, 1, 2], 2)
        """
        stride = max(self.stride, later.stride)

        def added(ours: list[int], theirs: list[int]) -> list[int]:
            return list(map(sum, zip_longest(ours, theirs, fillvalue=0)))

        def joined(ours: list[int], theirs: list[int]) -> list[int]:
            return ours[:: stride // self.stride] + theirs[:: stride // later.stride]

        return Trace(
            expansions_by_depth=added(self.expansions_by_depth, later.expansions_by_depth),
            backward_by_depth=added(self.backward_by_depth, later.backward_by_depth),
            depths=joined(self.depths, later.depths),
            backward_depths=joined(self.backward_depths, later.backward_depths),
            stride=stride,
            expansions=self.expansions + later.expansions,
            iterations=self.iterations + later.iterations,
            bounds=self.bounds + later.bounds,
            packing=self.packing + later.packing,
            macro_moves=self.macro_moves + later.macro_moves,
        )

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Trace:
        """The trace whose `asdict` was converted to JSON and back.

        >>> trace = Trace(packing=[PackingStep((2, 3))], macro_moves=[MacroMove((2, 5), (2, 3), (2, 4), "packing", 0)])
        >>> import json
        >>> from dataclasses import asdict
        >>> Trace.from_json(json.loads(json.dumps(asdict(trace)))) == trace
        True
        """

        def read(kind: type[Any], rows: list[dict[str, Any]]) -> list[Any]:
            return [kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in dict(row).items()}) for row in rows]

        kinds = {
            "expansions": Expansion,
            "iterations": Iteration,
            "bounds": BoundStats,
            "packing": PackingStep,
            "macro_moves": MacroMove,
        }
        return cls(**{**data, **{name: read(kind, data.get(name, [])) for name, kind in kinds.items()}})
