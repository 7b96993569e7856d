"""A*, and weighted A* for qualities below optimal."""

from __future__ import annotations

from budge.engines.native.informed import InformedEngine


class AStar(InformedEngine):
    name = "astar"
    summary = "best-first by f = g + h; optimal, fewest expansions, memory for every state met"
