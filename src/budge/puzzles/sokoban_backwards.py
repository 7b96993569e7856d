"""Sokoban played backwards: draws a random solvable state.

Boxes start on the targets and are pulled by players who walk at random. Pushes undo pulls, so every state reached is
solvable.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from budge.puzzles.base import BadInput
from budge.puzzles.sokoban_board import flood

if TYPE_CHECKING:
    from budge.puzzles.sokoban import Sokoban, State

STEPS = 20  # per player and floor cell; a step away from an adjacent box pulls it with probability 1/2


def shuffled(level: Sokoban, random: Random) -> State:
    """The state after random backward play; boxes and players start in their own connected parts of the floor."""
    part = parts(level)
    boxes = solved(level, part, random)
    players: list[int] = []
    for own in level.players:
        free = [cell for cell in sorted(level.floor.difference(boxes, players)) if part[cell] == part[own]]
        if not free:
            raise BadInput("no solvable position can be drawn: the solved position has no free cell for a player")
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
    """For every floor cell the first cell of its connected part."""
    found: dict[int, int] = {}
    cells = {divmod(cell, level.width) for cell in level.floor}
    for cell in sorted(level.floor):
        if cell not in found:
            reached = flood(cells, [divmod(cell, level.width)])
            found.update(dict.fromkeys((y * level.width + x for y, x in reached), cell))
    return found


def solved(level: Sokoban, part: dict[int, int], random: Random) -> list[int]:
    """The boxes of a solved state: every target holds an allowed box; the other boxes are on random other cells."""
    holder: dict[int, int] = {}  # target → box
    numbers = random.sample(range(len(level.boxes)), len(level.boxes))

    def find(target: int, tried: set[int]) -> bool:
        """Finds a box for a target by an augmenting path, which may reassign other targets."""
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
                raise BadInput(f"the box at {level.where(start)} has no free cell outside the targets")
            places[box] = random.choice(free)
    return [places[box] for box in range(len(level.boxes))]
