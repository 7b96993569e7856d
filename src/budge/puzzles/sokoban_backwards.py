"""Sokoban played backwards: a random position that can be solved.

Boxes begin on the targets and are pulled about by players who walk at random. Whatever a pull does, a push undoes, so
a position that is met on the way has a solution.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from budge.puzzles.base import BadInput
from budge.puzzles.sokoban_board import flood

if TYPE_CHECKING:
    from budge.puzzles.sokoban import Sokoban, State

STEPS = 20  # of every player for every cell of the floor; every other one pulls, if a box is there


def shuffled(level: Sokoban, random: Random) -> State:
    """Where backward play leads from a solved position; boxes and players stay in their parts of the floor."""
    part = parts(level)
    boxes = solved(level, part, random)
    players: list[int] = []
    for own in level.players:
        free = [cell for cell in sorted(level.floor.difference(boxes, players)) if part[cell] == part[own]]
        if not free:
            raise BadInput("a solved position leaves a player no room; none can be made by pulls")
        players.append(random.choice(free))
    for _ in range(STEPS * len(level.floor)):
        for player, here in enumerate(players):
            step = random.choice((-level.width, -1, 1, level.width))
            there, behind = here + step, here - step
            if there not in level.floor or there in boxes or there in players:
                continue
            players[player] = there
            if behind in boxes and random.random() < 0.5:
                boxes[boxes.index(behind)] = here
    return tuple(players), tuple(boxes if level.assigned else sorted(boxes))


def parts(level: Sokoban) -> dict[int, int]:
    """For every cell of the floor the first cell of its connected part."""
    found: dict[int, int] = {}
    cells = {divmod(cell, level.width) for cell in level.floor}
    for cell in sorted(level.floor):
        if cell not in found:
            reached = flood(cells, [divmod(cell, level.width)])
            found.update(dict.fromkeys((y * level.width + x for y, x in reached), cell))
    return found


def solved(level: Sokoban, part: dict[int, int], random: Random) -> list[int]:
    """The boxes in a solved position: each target has one that may end there; boxes beyond these are anywhere."""
    holder: dict[int, int] = {}  # of each target
    numbers = random.sample(range(len(level.boxes)), len(level.boxes))

    def find(target: int, tried: set[int]) -> bool:
        """A box for a target; one that holds another may have to give way."""
        for box in numbers:
            if box in tried or target not in level.allowed[box] or part[level.boxes[box]] != part[target]:
                continue
            tried.add(box)
            held = next((other for other, own in holder.items() if own == box), None)
            if held is None or find(held, tried):
                holder[target] = box
                return True
        return False

    for target in level.targets:
        if not find(target, set()):
            raise BadInput(f"no box can end on the target at {level.where(target)}: no position can be solved")
    places = {box: target for target, box in holder.items()}
    for box, start in enumerate(level.boxes):
        if box not in places:
            taken = {*places.values(), *level.targets}
            free = [cell for cell in sorted(level.floor.difference(taken)) if part[cell] == part[start]]
            if not free:
                raise BadInput(f"the box at {level.where(start)} has no room beside those on targets")
            places[box] = random.choice(free)
    return [places[box] for box in range(len(level.boxes))]
