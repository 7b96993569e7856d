"""Breadth-first search from both ends at once."""

from __future__ import annotations

from budge.engines.domains import served
from budge.engines.native.search import SearchEngine


class Bidirectional(SearchEngine):
    name = "bidirectional"
    kinds = served(name)
    summary = "breadth-first from start and goal until they meet; optimal, needs no heuristic"
