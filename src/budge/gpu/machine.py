"""Minimizes the finite-state machine (FSM) that prunes duplicate walks: a node has sixteen bits for its state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

REFUSED = 0xFFFFFFFF
MAX_STATES = 1 << 16


def packed(after: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """For each state and move the next state, and in the upper 16 bits the moves allowed there. State 0 is initial.

    `after` has the next state for every state and move, or `REFUSED`. States that allow the same walks are merged.
    >>> back_and_forth = np.array([[1, 2], [1, REFUSED], [REFUSED, 2], [1, REFUSED]], np.uint32)
    >>> packed(back_and_forth).reshape(-1, 2).tolist()
    [[65537, 131074], [65537, 0], [0, 131074]]
    """
    refused = after == REFUSED
    target = np.where(refused, 0, after).astype(np.int64)
    classes = np.zeros(len(after), np.int64)
    count = 1
    while True:
        following = np.where(refused, count, classes[target])
        for move in range(after.shape[1]):
            _, classes = np.unique(classes * (count + 1) + following[:, move], return_inverse=True)
        if int(classes.max()) + 1 == count:
            break
        count = int(classes.max()) + 1
    _, first = np.unique(classes, return_index=True)
    order = np.argsort(first)  # state 0 stays first
    number = np.empty(count, np.int64)
    number[order] = np.arange(count)
    chosen = first[order]
    assert count < MAX_STATES
    allowed = (~refused).astype(np.uint32) @ (np.uint32(1) << np.arange(after.shape[1], dtype=np.uint32))
    next_state = number[classes[target[chosen]]]
    moves = allowed[target[chosen]].astype(np.uint32) << np.uint32(16)
    return np.where(refused[chosen], 0, next_state.astype(np.uint32) | moves).astype(np.uint32).reshape(-1)
