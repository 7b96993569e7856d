"""The options of the native searches."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from budge.engines.base import Task
from budge.engines.forms import is_pdb, parts
from budge.engines.options import Number, Option, Switch


def uses_pdb(task: Task) -> bool:
    """Whether the heuristic looks into pattern databases."""
    return any(map(is_pdb, parts(task.heuristic or "")))


ORDERS = tuple("".join(order) for order in permutations("ULRD"))
ORDER = Option("order", "ULRD", "order in which the moves of the blank are tried", ORDERS, kinds=("tiles",))
OF_DATABASES: dict[str, Any] = {"kinds": ("tiles",), "used_with": "heuristic pdb:…", "used_if": uses_pdb}
REFLECT = Switch("reflect", "yes", "also look up the mirrored position, if the goal allows it", **OF_DATABASES)
DUAL = Switch("dual", "no", "also look up the inverse position", **OF_DATABASES)
FSM = Number(
    "fsm",
    "auto",
    "depth of the finite-state machine that prunes redundant walks of the blank",
    words=("auto", "no"),
    numbers=range(2, 15),
    kinds=("tiles",),
)
