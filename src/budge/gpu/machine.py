"""The machine of forbidden walks in as few states as do, for a node has sixteen bits for the one it is in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

REFUSED = 0xFFFFFFFF
MOST_STATES = 1 << 16


def packed(after: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """By state and move: the next state, and 16 bits above it the moves allowed there. State 0 is the first.

    `after` has the next state for every state and move, or `REFUSED`. States that allow the same walks become one.
    >>> back_and_forth = np.array([[1, 2], [1, REFUSED], [REFUSED, 2], [1, REFUSED]], np.uint32)
    >>> packed(back_and_forth).reshape(-1, 2).tolist()
    [[65537, 131074], [65537, 0], [0, 131074]]
    """
    refused = after == REFUSED
    target = np.where(refused, 0, after).astype(np.int64)
    kinds = np.zeros(len(after), np.int64)
    count = 1
    while True:
        following = np.where(refused, count, kinds[target])
        for move in range(after.shape[1]):
            _, kinds = np.unique(kinds * (count + 1) + following[:, move], return_inverse=True)
        if int(kinds.max()) + 1 == count:
            break
        count = int(kinds.max()) + 1
    _, first = np.unique(kinds, return_index=True)
    order = np.argsort(first)  # state 0 comes first
    name = np.empty(count, np.int64)
    name[order] = np.arange(count)
    chosen = first[order]
    assert count < MOST_STATES
    allowed = (~refused).astype(np.uint32) @ (np.uint32(1) << np.arange(after.shape[1], dtype=np.uint32))
    next_state = name[kinds[target[chosen]]]
    moves = allowed[target[chosen]].astype(np.uint32) << np.uint32(16)
    return np.where(refused[chosen], 0, next_state.astype(np.uint32) | moves).astype(np.uint32).reshape(-1)
