"""SMA*: A* within a given amount of memory."""

from __future__ import annotations

from budge.engines.informed import InformedEngine


class SMAStar(InformedEngine):
    name = "sma"
    summary = "A* that forgets its worst leaves when memory is full; optimal if a shortest path fits"
