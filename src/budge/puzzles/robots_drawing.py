"""Robots as text and as SVG: walls as lines, targets as small letters; a robot and its target share a colour."""

from __future__ import annotations

from itertools import product

from budge.puzzles.blocks_drawing import HEAVY, LIGHT, LINES
from budge.puzzles.drawing import FONT, LINE, PAPER, picture
from budge.puzzles.robots import ANY, CLOSED, Robots, State

TALL = 2  # characters down, with one line between
FLOOR, NONE = "·", 0

COLOURS = ("#d9534a", "#3f7fbf", "#3c9a5f", "#d9a520", "#8a63b8", "#3aa6a0", "#c7668f", "#7a7f8c")
INK, FLOOR_LINE, STOP_LINE = "#ffffff", "#e3dfd3", "#4a453a"
CELL = 40  # pixels


def cell_wide(puzzle: Robots) -> int:
    """Characters across, with one line between; large boards are drawn narrow."""
    return 4 if puzzle.width <= 20 else 2


def robots_text(puzzle: Robots, state: State) -> str:
    """A drawing in lines; a robot is its letter, a target the small letter of its robot, right of a robot on the same
    cell.

    >>> from budge.puzzles.robots import Goal, Robot
    >>> print(Robots(width=2, height=1, robots=(Robot("A", 0),), goals=(Goal("A", 1),), walls=((0, 1),)).draw())
    ┏━━━┳━━━┓
    ┃ A ┃ a ┃
    ┗━━━┻━━━┛
    """
    wide = cell_wide(puzzle)
    canvas = [[" "] * (puzzle.width * wide + 1) for _ in range(puzzle.height * TALL + 1)]
    for row, column in product(range(puzzle.height + 1), range(puzzle.width + 1)):
        right, down = level(puzzle, row, column), upright(puzzle, row, column)
        up, left = upright(puzzle, row - 1, column), level(puzzle, row, column - 1)
        y, x = row * TALL, column * wide
        canvas[y][x] = LINES[27 * up + 9 * right + 3 * down + left]
        if column < puzzle.width:
            canvas[y][x + 1 : x + wide] = LINES[10 * right] * (wide - 1)
        if row < puzzle.height:
            canvas[y + 1][x] = LINES[30 * down]
    targets = {goal.cell: goal.robot.lower() for goal in puzzle.goals}
    for cell in range(puzzle.width * puzzle.height):
        y, x = cell // puzzle.width * TALL + 1, cell % puzzle.width * wide + wide // 2
        robot = puzzle.names[state.index(cell)] if cell in state else ""
        canvas[y][x] = robot or targets.get(cell, FLOOR)
        if robot and cell in targets and wide > 2:
            canvas[y][x + 1] = targets[cell]
    return "\n".join("".join(line).rstrip() for line in canvas)


def level(puzzle: Robots, row: int, column: int) -> int:
    """The weight of the line above a cell, which may lie outside the board."""
    if not 0 <= column < puzzle.width:
        return NONE
    if row in (0, puzzle.height):
        return HEAVY if puzzle.edges == CLOSED else LIGHT
    cell = row * puzzle.width + column
    return HEAVY if puzzle.walled(cell - puzzle.width, cell) else NONE


def upright(puzzle: Robots, row: int, column: int) -> int:
    """The weight of the line to the left of a cell."""
    if not 0 <= row < puzzle.height:
        return NONE
    if column in (0, puzzle.width):
        return HEAVY if puzzle.edges == CLOSED else LIGHT
    cell = row * puzzle.width + column
    return HEAVY if puzzle.walled(cell - 1, cell) else NONE


def colour(puzzle: Robots, name: str) -> str:
    return STOP_LINE if name == ANY else COLOURS[puzzle.names.index(name) % len(COLOURS)]


def robots_svg(puzzle: Robots, state: State) -> str:
    """A picture: robots as discs, targets as tilted squares; an open edge is drawn in dashes."""
    margin = CELL // 4
    wide, tall = puzzle.width * CELL, puzzle.height * CELL
    grid = "".join(f"M{x * CELL} 0V{tall}" for x in range(1, puzzle.width))
    grid += "".join(f"M0 {y * CELL}H{wide}" for y in range(1, puzzle.height))
    dashes = "" if puzzle.edges == CLOSED else f" stroke-dasharray='{CELL // 10} {CELL // 5}'"
    parts = [
        f"<rect width='{wide + 2 * margin}' height='{tall + 2 * margin}' rx='10' fill='{PAPER}' stroke='{LINE}'/>",
        f"<g transform='translate({margin} {margin})'><path d='{grid}' stroke='{FLOOR_LINE}'/>",
        f"<rect width='{wide}' height='{tall}' fill='none' stroke='{STOP_LINE}' stroke-width='4'{dashes}/>",
    ]
    for goal in puzzle.goals:
        x, y = middle(puzzle, goal.cell)
        side, paint = CELL * 0.46, colour(puzzle, goal.robot)
        parts.append(
            f"<rect x='{x - side / 2:g}' y='{y - side / 2:g}' width='{side:g}' height='{side:g}' rx='3' fill='{paint}' "
            f"fill-opacity='.25' stroke='{paint}' stroke-width='2' transform='rotate(45 {x:g} {y:g})'/>"
            f"<text x='{x:g}' y='{y + 5:g}' {FONT} font-size='15' fill='{paint}'>{goal.robot.lower()}</text>"
        )
    walls = "".join(stroke(puzzle, one, other) for one, other in puzzle.walls)
    parts.append(f"<path d='{walls}' stroke='{STOP_LINE}' stroke-width='4' stroke-linecap='round'/>")
    for name, cell in zip(puzzle.names, state, strict=True):
        x, y = middle(puzzle, cell)
        parts.append(
            f"<circle cx='{x:g}' cy='{y:g}' r='{CELL * 0.36:g}' fill='{colour(puzzle, name)}' stroke='{INK}' "
            f"stroke-width='2'/><text x='{x:g}' y='{y + 6:g}' {FONT} font-size='17' fill='{INK}'>{name}</text>"
        )
    return picture(wide + 2 * margin, tall + 2 * margin, puzzle, [*parts, "</g>"])


def middle(puzzle: Robots, cell: int) -> tuple[float, float]:
    return (cell % puzzle.width + 0.5) * CELL, (cell // puzzle.width + 0.5) * CELL


def stroke(puzzle: Robots, one: int, other: int) -> str:
    """The line between two adjacent cells."""
    x, y = other % puzzle.width * CELL, other // puzzle.width * CELL
    return f"M{x} {y}h{CELL}" if other == one + puzzle.width else f"M{x} {y}v{CELL}"
