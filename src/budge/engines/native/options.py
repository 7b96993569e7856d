"""The options of the native searches."""

from __future__ import annotations

from itertools import permutations

from budge.engines.options import Number, Option, Switch

ORDERS = tuple("".join(order) for order in permutations("ULRD"))
ORDER = Option("order", "ULRD", "the order in which a blank on a board tries its moves", ORDERS)
REFLECT = Switch("reflect", "yes", "pattern databases: also look up the position reflected, where the goal allows")
DUAL = Switch("dual", "no", "pattern databases: also look up the inverse position")
FSM = Number(
    "fsm",
    "auto",
    "prune walks of the blank that a finite-state machine of this depth knows another way for",
    words=("auto", "no"),
    numbers=range(2, 15),
)
