"""IDA*, and weighted IDA* for qualities below optimal; over several threads if asked."""

from __future__ import annotations

from budge.engines.domains import served
from budge.engines.native.informed import InformedEngine
from budge.engines.native.options import FSM


class IDAStar(InformedEngine):
    name = "ida"
    kinds = served(name)
    summary = "depth-first to a growing bound on f = g + h; optimal, next to no memory, uses --threads"
    options = (*InformedEngine.options, FSM)
