"""The keywords of `solve` and `solve_many` as a type, so that editors complete them and type checkers check them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, TypedDict

from budge.engines.base import Engine
from budge.model import Limits, Objective


class SolveSettings(TypedDict, total=False):
    """Every setting of `SolveSpec`, of its objective and its limits, and every option of an engine of budge.

    A test compares it with these. Options of other engines are given as `options={name: value}`.
    """

    engine: str | Engine
    heuristic: Any  # a name, a function of a puzzle and a state, or an object with `batch(states)`
    admissible: bool  # a claim about a function as heuristic
    objective: Objective | None
    limits: Limits | None
    threads: int
    device: Literal["auto", "cpu", "gpu"]
    all: int | None
    disk: str | None
    disk_limit: int | None
    resume: bool
    options: Mapping[str, Any]

    quality: str | float | Fraction
    metric: str | None
    seconds: float | None
    nodes: float | None
    memory: float | None

    bounds: str | bool
    clutter: str | bool
    distance: str | bool
    dual: str | bool
    encoding: str
    extras: str
    forbidden: str | bool
    fsm: str | int
    improve: str | bool
    order: str
    outer: str | bool
    reflect: str | bool
    solver: str
    strategy: str
    style: str
    tables: str
    undo: str | bool
    values: str
    wait: str | bool
