"""The search algorithms of the core that need no code of their own here. `ida.py` and `nbs.py` hold the others."""

from __future__ import annotations

from budge.engines.domains import served
from budge.engines.native.search import InformedEngine, SearchEngine


class Dijkstra(SearchEngine):
    """Dijkstra's algorithm (1959): breadth-first search if every move costs the same."""

    name = "dijkstra"
    kinds = served(name)
    summary = "breadth-first from the start; optimal, no heuristic, stores every generated state, uses --threads"


class Bidirectional(SearchEngine):
    """Breadth-first search from both ends; optimal because it continues until no shorter meeting is possible."""

    name = "bidirectional"
    kinds = served(name)
    summary = "breadth-first from start and goal until they meet; optimal, needs no heuristic"
    uses_threads = False


class AStar(InformedEngine):
    """A* (Hart, Nilsson and Raphael, 1968), and weighted A* for qualities below optimal."""

    name = "astar"
    kinds = served(name)
    summary = "best-first by f = g + h; optimal, fewest expansions, stores every generated state, uses --threads"


class SMAStar(InformedEngine):
    """SMA* (Russell, 1992): A* within a given amount of memory."""

    name = "sma"
    kinds = served(name)
    summary = "A* that forgets its worst leaves when memory is full; optimal if a shortest path fits"
    uses_threads = False
