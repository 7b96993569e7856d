"""The search algorithms of the core that need no code of their own here. `ida.py` and `nbs.py` hold the others."""

from __future__ import annotations

from budge.engines.domains import served
from budge.engines.native.search import InformedEngine, SearchEngine
from budge.model import Objective
from budge.puzzles import Puzzle


class Dijkstra(SearchEngine):
    """Dijkstra's algorithm (1959): breadth-first search if every move costs the same."""

    name = "dijkstra"
    kinds = served(name)
    summary = "breadth-first from the start; optimal, no heuristic, stores all states, uses --threads, --disk"
    uses_disk = True


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
    summary = "best-first by f = g + h; optimal, fewest expansions, stores all states, uses --threads, --disk"
    uses_disk = True

    def one_thread(self, puzzle: Puzzle, objective: Objective) -> str | None:
        if objective.simple_weight != 1:
            return f"one thread for quality {objective.quality}, whose plan must not depend on timing"
        return super().one_thread(puzzle, objective)


class SMAStar(InformedEngine):
    """SMA* (Russell, 1992): A* within a given amount of memory."""

    name = "sma"
    kinds = served(name)
    summary = "A* that forgets its worst leaves when memory is full; optimal if a shortest path fits"
    uses_threads = False
