"""Facts about a level that need no search: dead squares, and reasons why a level is unsolvable.

Every function considers one box without the others and a player on any cell that is reachable without boxes. This
relaxation is sound: a square reported as dead is dead, but other squares may be dead, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budge.puzzles.sokoban import Sokoban


def within_reach(level: Sokoban) -> set[int]:
    """The cells that a player could reach if there were no boxes."""
    reached = set(level.players)
    front = list(reached)
    while front:
        for cell in level.adjacent(front.pop()):
            if cell in level.floor and cell not in reached:
                reached.add(cell)
                front.append(cell)
    return reached


def pulls(level: Sokoban) -> dict[int, list[int]]:
    """For each cell the adjacent cells to which a player could pull a single box."""
    reach = within_reach(level)
    return {
        box: [cell for cell in level.adjacent(box) if cell in reach and 2 * cell - box in reach] for box in level.floor
    }


def sources(target: int, pulled: dict[int, int]) -> int:
    """The cells from which a single box can be pushed to `target`: those that it can be pulled to from there.

    A set of cells is the bits of an integer, so that one shift pulls all boxes of a set at once. `pulled` holds, for
    each direction, the cells that a box can be pulled to.
    """
    found = front = 1 << target
    while front:
        fresh = 0
        for step, cells in pulled.items():
            fresh |= shifted(front, step) & cells
        front = fresh & ~found
        found |= front
    return found


def shifted(cells: int, step: int) -> int:
    return cells << step if step > 0 else cells >> -step


def why_unsolvable(level: Sokoban) -> str | None:
    """The reason why targets cannot be matched to different boxes that can be pushed there; None if they can.

    >>> from budge.puzzles import Sokoban
    >>> why_unsolvable(Sokoban.of(["#####", "#@ .#", "#$  #", "#####"]))
    'the box at row 3, column 2 can be pushed to no target'
    """
    reach = within_reach(level)
    walked = sum(1 << cell for cell in reach)
    pulled = {step: walked & shifted(walked, -step) for step in level.adjacent(0)}
    from_where = {target: sources(target, pulled) for target in level.targets}
    able = {
        target: [
            number
            for number, cell in enumerate(level.boxes)
            if from_where[target] >> cell & 1 and target in level.allowed[number]
        ]
        for target in level.targets
    }
    unserved = [target for target, boxes in able.items() if not boxes]
    for target in unserved:
        if target not in reach:
            return f"the target at {level.where(target)} is walled off from the player, and holds no box"
    if len(level.boxes) == len(level.targets):
        useful = {box for boxes in able.values() for box in boxes}
        for number, cell in enumerate(level.boxes):
            if number not in useful:
                return f"the box at {level.where(cell)} can be pushed to no target"
    for target in unserved:
        return f"no box can be pushed to the target at {level.where(target)}"
    served = matched(able)
    if served < len(able):
        return f"only {served} of the {len(able)} targets can have a box of their own pushed to them"
    return None


def matched(able: dict[int, list[int]]) -> int:
    """The size of a maximum matching of targets to boxes, by augmenting paths."""
    target_of: dict[int, int] = {}

    def serve(target: int, tried: set[int]) -> bool:
        for box in able[target]:
            if box not in tried:
                tried.add(box)
                if box not in target_of or serve(target_of[box], tried):
                    target_of[box] = target
                    return True
        return False

    return sum(serve(target, set()) for target in able)


def dead_squares(level: Sokoban) -> frozenset[int]:
    """The floor cells from which a single box cannot be pushed to any target.

    >>> from budge.puzzles import Sokoban
    >>> sorted(dead_squares(Sokoban.of(["######", "#@$ .#", "#    #", "######"])))  # the row without a target, a corner
    [7, 13, 14, 15, 16]
    """
    pulled = pulls(level)
    alive = set(level.targets)
    front = list(alive)
    while front:
        for cell in pulled[front.pop()]:
            if cell not in alive:
                alive.add(cell)
                front.append(cell)
    return level.floor - alive


def bad_blocks(level: Sokoban) -> list[list[int]]:
    """The floor cells of each 2×2 square that is deadlocked if boxes fill them: none can move, and one is off target.

    >>> from budge.puzzles import Sokoban
    >>> bad_blocks(Sokoban.of(["#####", "#@$.#", "#####"]))  # above and below; in the corners one box is enough
    [[6], [6, 7], [7, 8]]
    """
    found = set()
    for cell in range(level.width * (level.height - 1)):
        if cell % level.width < level.width - 1:
            square = [cell, cell + 1, cell + level.width, cell + level.width + 1]
            floor = tuple(each for each in square if each in level.floor)
            if not set(floor) <= set(level.targets):
                found.add(floor)
    return [list(floor) for floor in sorted(found)]
