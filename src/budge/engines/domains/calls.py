"""What the core calls to search a puzzle by rules in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Calls:
    """The rules of a puzzle, its costs and a heuristic, as functions of states; None for what it does not have."""

    start: Any
    failed: Callable[[str, Any, BaseException], BaseException]  # the error for a call that failed, with its state
    moves: Callable[[Any], Any] | None = None
    apply: Callable[[Any, Any], Any] | None = None
    neighbours: Callable[[Any], Any] | None = None  # instead of the two
    cost: Callable[[Any, Any], int] | None = None  # of a move in a state; by default 1
    is_goal: Callable[[Any], Any] | None = None
    goals: list[Any] | None = None
    estimate: Callable[[Any], Any] | None = None
    estimate_from_start: Callable[[Any], Any] | None = None
    batch: Callable[[list[Any]], list[Any]] | None = None  # estimates of many states at once
    batch_size: int = 1  # states whose neighbours are estimated together
    finite: bool = False  # whether an infinite estimate is only a large one; otherwise it proves a dead end
    bytes: int = 300  # memory that is charged for a state
