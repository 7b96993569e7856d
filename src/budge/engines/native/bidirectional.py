"""Breadth-first search from both ends at once."""

from __future__ import annotations

from budge.engines.native.search import SearchEngine


class Bidirectional(SearchEngine):
    name = "bidirectional"
    summary = "breadth-first from start and goal until they meet; optimal, needs no heuristic"
