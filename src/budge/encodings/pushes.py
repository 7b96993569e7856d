"""Turns lists of pushes into plans: adds the walks of the player between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from budge.puzzles.sokoban import Sokoban

Push = tuple[int, int]  # the cell of the box, and the direction: up, left, right, down


def with_walks(level: Sokoban, pushes: Iterable[Push]) -> list[int]:
    """All steps of the single player, with a shortest walk to each push.

    >>> level = Sokoban.of(["######", "#  @ #", "#  $.#", "######"])
    >>> with_walks(level, [(15, 2)])  # left and down, then push to the right
    [1, 3, 2]
    """
    return [*chain(*walks(level, pushes))]


def walks(level: Sokoban, pushes: Iterable[Push]) -> Iterator[list[int]]:
    """For each push the steps of the walk to it, followed by the push."""
    (player,), boxes = level.players, set(level.boxes)
    for box, way in pushes:
        ahead = level.adjacent(box)[way]
        yield [*_walk(level, boxes, player, 2 * box - ahead), way]
        boxes = boxes - {box} | {ahead}
        player = box


def _walk(level: Sokoban, boxes: set[int], start: int, goal: int) -> list[int]:
    """The directions of a shortest walk around the boxes."""
    came: dict[int, list[int]] = {start: []}
    queue = deque([start])
    while goal not in came:
        cell = queue.popleft()
        for way, there in enumerate(level.adjacent(cell)):
            if there in level.floor and there not in boxes and there not in came:
                came[there] = [*came[cell], way]
                queue.append(there)
    return came[goal]
