"""Dijkstra's algorithm: breadth-first where, as here, every move costs the same."""

from __future__ import annotations

from budge.engines.domains import served
from budge.engines.native.search import SearchEngine


class Dijkstra(SearchEngine):
    name = "dijkstra"
    kinds = served(name)
    summary = "breadth-first from the start; optimal, blind, memory for every state met"
