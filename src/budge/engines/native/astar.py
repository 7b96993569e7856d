"""A*, and weighted A* for qualities below optimal."""

from __future__ import annotations

from budge.engines.domains import served
from budge.engines.native.informed import InformedEngine


class AStar(InformedEngine):
    name = "astar"
    kinds = served(name)
    summary = "best-first by f = g + h; optimal, fewest expansions, memory for every state met"
