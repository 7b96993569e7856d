"""IDA*, and weighted IDA* for qualities below optimal; over several threads if asked."""

from __future__ import annotations

from budge.engines.informed import InformedEngine


class IDAStar(InformedEngine):
    name = "ida"
    summary = "depth-first to a growing bound on f = g + h; optimal, next to no memory, uses --threads"
