"""Random and structured small puzzles of every kind, as the JSON form that budge reads and the oracles read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Data = dict[str, Any]
BLANK = "_"


def tiles(random: Random, size: int) -> Data:
    width, height = random.choice([(2, 2), (3, 2), (2, 3), (1, 5), (6, 1), (4, 2), (2, 4), (3, 3)][: size + 2])
    cells = list(range(width * height))
    goal = random.choice([cells, [*cells[1:], 0], random.sample(cells, len(cells))])
    start = random.sample(cells, len(cells)) if random.random() < 0.3 else list(goal)
    for _ in range(random.choice([0, 10, 30, 60])):  # a walk of the blank: solvable if the start was the goal
        blank = start.index(0)
        row, column = divmod(blank, width)
        near = [blank - width] * (row > 0) + [blank + width] * (row + 1 < height)
        other = random.choice(near + [blank - 1] * (column > 0) + [blank + 1] * (column + 1 < width))
        start[blank], start[other] = start[other], start[blank]
    rows = [[each[row * width : row * width + width] for row in range(height)] for each in (start, goal)]
    return {"kind": "tiles", "start": rows[0], "goal": rows[1]}


def tokens(random: Random, size: int) -> Data:
    count = random.randint(2, min(size + 2, 7))
    ring = [(vertex, (vertex + 1) % count) for vertex in range(count)] if random.random() < 0.4 and count > 2 else []
    pairs = [(one, other) for one in range(count) for other in range(one) if (other, one) not in ring]
    pairs = [pair for pair in pairs if pair not in ring]
    edges = ring + random.sample(pairs, random.randint(0 if ring else 1, len(pairs)) // (2 if ring else 1))
    held = [BLANK, *map(str, range(1, count))]
    return {
        "kind": "tokens",
        "vertices": (names := list("abcdefgh"[:count])),
        "edges": [[names[one], names[other]] for one, other in edges],
        "start": random.sample(held, count),
        "goal": random.sample(held, count),
    }


def blocks(random: Random, size: int) -> Data:
    width, height = random.randint(1, min(size, 4)), random.randint(2, min(size + 1, 4))
    symmetric = random.random() < 0.3
    free = set(range(width * height))
    pieces: list[Data] = []
    for name in "ABCDEF"[: random.randint(1, 6)]:
        cells = grown(random, free, width, 1 if symmetric else random.choice([1, 1, 2, 2, 3, 4]))
        if len(free) - len(cells) < 1:
            break
        free -= cells
        pieces.append(
            {"name": name, "cells": sorted(cells), "axis": random.choice([None, None, "horizontal", "vertical"])}
        )
    if not pieces:
        return blocks(random, size)
    walls = random.sample(sorted(free), random.choice([0, 0, 1])) if len(free) > 2 else []
    rest = sorted(free - set(walls))
    gates = random.sample(rest, random.choice([0, 0, 1, 2])) if len(rest) > 2 else []
    keepers = random.sample([piece["name"] for piece in pieces], random.randint(1, len(pieces)))
    goals = []
    for _ in range(random.choice([1, 1, 1, 2])):
        goal, taken = {}, set(walls)
        for piece in random.sample(pieces, random.randint(1, len(pieces))):
            barred = taken | (set(gates) if piece["name"] not in keepers else set())
            places = [
                (anchor, cells)
                for anchor in range(width * height)
                if (cells := moved(piece["cells"], anchor, width, height)) and not cells & barred
            ]
            if places:
                goal[piece["name"]], cells = random.choice(places)
                taken |= cells
        if goal:
            goals.append(goal)
    return {
        "kind": "blocks",
        "width": width,
        "height": height,
        "walls": walls,
        "blocks": pieces,
        "gates": [{"cells": sorted(gates), "pieces": sorted(keepers)}] if gates else [],
        "goals": goals or [{pieces[0]["name"]: pieces[0]["cells"][0]}],
    }


def grown(random: Random, free: set[int], width: int, count: int) -> set[int]:
    """A connected set of up to `count` free cells."""
    cells = {random.choice(sorted(free))}
    while len(cells) < count:
        edge = {cell + step for cell in cells for step in (-width, width)}
        edge |= {cell - 1 for cell in cells if cell % width} | {cell + 1 for cell in cells if (cell + 1) % width}
        edge &= free - cells
        if not edge:
            break
        cells.add(random.choice(sorted(edge)))
    return cells


def moved(cells: list[int], anchor: int, width: int, height: int) -> set[int] | None:
    """The cells of a piece whose first cell is moved to `anchor`; None if it does not fit."""
    found = set()
    for cell in cells:
        row = cell // width - cells[0] // width + anchor // width
        column = cell % width - cells[0] % width + anchor % width
        if not (0 <= row < height and 0 <= column < width):
            return None
        found.add(row * width + column)
    return found


def robots(random: Random, size: int) -> Data:
    width, height = random.randint(1, min(size + 1, 5)), random.randint(2, min(size + 1, 5))
    cells = range(width * height)
    pairs = [[cell, cell + 1] for cell in cells if (cell + 1) % width] + [
        [cell, cell + width] for cell in cells[:-width]
    ]
    count = random.randint(1, min(3, len(cells)))
    names = random.sample("ABCD", count)
    wanted = random.sample(cells, random.randint(1, count))
    return {
        "kind": "robots",
        "width": width,
        "height": height,
        "edges": random.choice(["closed", "closed", "open"]),
        "robots": dict(zip(names, random.sample(cells, count), strict=True)),
        "goals": [
            {"robot": random.choice([name, name, "*"]), "cell": cell} for name, cell in zip(names, wanted, strict=False)
        ],
        "walls": random.sample(pairs, random.randint(0, len(pairs) // 3)),
    }


def sokoban(random: Random, size: int) -> Data:
    board = random.choice(FLOORS)(random, size)
    floor = [(row, column) for row, line in enumerate(board) for column, mark in enumerate(line) if mark == " "]
    players = 2 if random.random() < 0.15 and len(floor) > 3 else 1
    boxes = random.randint(1, max(1, min(3 if players == 1 else 2, len(floor) - players - 1)))
    if len(floor) < players + boxes:
        return sokoban(random, size)
    cells = random.sample(floor, players + boxes)
    targets = set(random.sample(floor, random.choice([boxes, boxes, max(1, boxes - 1)])))
    if random.random() < 0.3:  # boxes that begin on targets, often frozen there
        targets = {*cells[players:][: len(targets)]} if len(targets) <= boxes else targets
        targets = {random.choice(floor) if random.random() < 0.3 else cell for cell in targets}
    for number, (row, column) in enumerate(cells):
        on_target = (row, column) in targets
        board[row][column] = ("+" if on_target else "@") if number < players else ("*" if on_target else "$")
    for row, column in targets:
        if board[row][column] == " ":
            board[row][column] = "."
    data: Data = {"kind": "sokoban", "board": ["".join(line) for line in board]}
    if random.random() < 0.15:
        numbers = range(1, len(targets) + 1)
        data["assigned"] = [sorted(random.sample(numbers, random.randint(1, len(targets)))) for _ in range(boxes)]
    return data


def walled(inner: list[list[str]]) -> list[list[str]]:
    width = len(inner[0]) + 2
    return [list("#" * width), *(["#", *line, "#"] for line in inner), list("#" * width)]


def yard(random: Random, size: int) -> list[list[str]]:
    """Open floor with a few walls."""
    width, height = random.randint(2, min(size + 1, 6)), random.randint(2, min(size + 1, 5))
    return walled([["#" if random.random() < 0.15 else " " for _ in range(width)] for _ in range(height)])


def corridors(random: Random, size: int) -> list[list[str]]:
    """Narrow passages: a random walk through walls."""
    width, height = random.randint(3, min(size + 2, 7)), random.randint(3, min(size + 1, 6))
    inner = [["#"] * width for _ in range(height)]
    row, column = random.randrange(height), random.randrange(width)
    for _ in range(3 * size + 6):
        inner[row][column] = " "
        down, right = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        row, column = min(max(row + down, 0), height - 1), min(max(column + right, 0), width - 1)
    return walled(inner)


def goal_room(random: Random, size: int) -> list[list[str]]:
    """Two rooms, joined by a door one cell wide."""
    height, left, right = random.randint(2, 3), random.randint(2, min(size, 3)), random.randint(2, 3)
    door = random.randrange(height)
    return walled([[*(" " * left), " " if row == door else "#", *(" " * right)] for row in range(height)])


def mirrored(random: Random, size: int) -> list[list[str]]:
    """A board that is its own mirror image."""
    width, height = random.randint(2, 3), random.randint(2, min(size + 1, 4))
    rows = [["#" if random.random() < 0.2 else " " for _ in range(width)] for _ in range(height)]
    return walled([row + row[::-1] for row in rows])


FLOORS: list[Callable[[Random, int], list[list[str]]]] = [yard, yard, corridors, goal_room, mirrored]
KINDS: dict[str, Callable[[Random, int], Data]] = {
    "tiles": tiles,
    "tokens": tokens,
    "blocks": blocks,
    "robots": robots,
    "sokoban": sokoban,
}
