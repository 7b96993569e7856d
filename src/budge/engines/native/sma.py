"""SMA*: A* within a given amount of memory."""

from __future__ import annotations

from budge.engines.domains import served
from budge.engines.native.informed import InformedEngine


class SMAStar(InformedEngine):
    name = "sma"
    kinds = served(name)
    summary = "A* that forgets its worst leaves when memory is full; optimal if a shortest path fits"
