"""IDA*, and weighted IDA* for qualities below optimal; over several threads if asked."""

from __future__ import annotations

from budge.engines.base import Option
from budge.engines.domains import served
from budge.engines.native.informed import InformedEngine

DEPTHS = ("auto", "off", *map(str, range(2, 15)))
FSM = Option(
    "fsm", "auto", "prune walks of the blank that a finite-state machine of this depth knows another way for", DEPTHS
)


class IDAStar(InformedEngine):
    name = "ida"
    kinds = served(name)
    summary = "depth-first to a growing bound on f = g + h; optimal, next to no memory, uses --threads"
    options = (*InformedEngine.options, FSM)
