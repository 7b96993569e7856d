"""Slow, short solvers, written from the documentation alone. They share no code with budge.

An oracle reads the JSON form of a puzzle. `moves(state, metric)` yields `(label, state after it, cost)`; a cost is a
tuple, so that metrics of two parts are compared in order. `search` and `layers` are the only algorithms.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any, Protocol

State = Any
Cost = tuple[int, ...]
ZERO = {1: (0,), 2: (0, 0)}


class Oracle(Protocol):
    start: State

    def moves(self, state: State, metric: str) -> Iterator[tuple[str, State, Cost]]: ...

    def is_goal(self, state: State) -> bool: ...

    def replay(self, plan: tuple[str, ...]) -> tuple[State, dict[str, Cost]]:
        """The state after a plan, and the cost of the plan in every metric; `ValueError` if a move is illegal."""
        ...


class TooLarge(Exception):
    """The puzzle has more states than an oracle is to visit."""


def oracle(data: dict[str, Any]) -> Oracle:
    from oracles.blocks import Blocks
    from oracles.graphs import Tiles, Tokens
    from oracles.robots import Robots
    from oracles.sokoban import Sokoban

    kinds = {"tiles": Tiles, "tokens": Tokens, "blocks": Blocks, "robots": Robots, "sokoban": Sokoban}
    return kinds[data["kind"]](data)


def distances(asked: Oracle, metric: str, max_states: int = 1 << 62) -> dict[State, Cost]:
    """The cost of a cheapest path from the start to every state that it can reach (Dijkstra)."""
    zero = ZERO[2 if "-then-" in metric else 1]
    found = {asked.start: zero}
    queue = [(zero, 0, asked.start)]
    done = set()
    pushed = 0
    while queue:
        cost, _, state = heapq.heappop(queue)
        if state in done:
            continue
        done.add(state)
        if len(found) > max_states:
            raise TooLarge
        for _, after, step in asked.moves(state, metric):
            total = tuple(map(sum, zip(cost, step, strict=True)))
            if after not in found or total < found[after]:
                found[after] = total
                pushed += 1
                heapq.heappush(queue, (total, pushed, after))
    return found


def optimum(asked: Oracle, metric: str, max_states: int = 1 << 62) -> Cost | None:
    """The cost of a cheapest plan; None if no goal can be reached."""
    return min(
        (cost for state, cost in distances(asked, metric, max_states).items() if asked.is_goal(state)), default=None
    )
