"""Sokoban levels as text and as SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from budge.puzzles.drawing import AWAY, AWAY_INK, HOME, HOME_INK, PAPER, picture

if TYPE_CHECKING:
    from budge.puzzles.sokoban import Sokoban, State

# Two characters per cell, so that cells look square on a terminal.
WALL, FLOOR, TARGET, BOX, HOME_BOX = "██", "  ", "··", "[]", "■■"

BRICK, INK, MARK = "#8d8779", "#33415c", "#c8553d"
DEAD, SHADE = "#e5d3cd", "#dfe3ea"


def sokoban_text(level: Sokoban, state: State, marks: Mapping[int, str] | None = None) -> str:
    """The level with two characters per cell; `marks` replaces some of the cells.

    >>> from budge.puzzles import Sokoban
    >>> print(Sokoban.of(["######", "#+ $*#", "######"]).draw())
    ████████████
    ██@·  []■■██
    ████████████
    """
    players, boxes = state
    cells = dict.fromkeys(level.floor, FLOOR) | dict.fromkeys(level.targets, TARGET)
    cells |= {box: HOME_BOX if box in level.targets else BOX for box in boxes}
    for number, player in enumerate(players, 1):
        ground = "·" if player in level.targets else " "
        cells[player] = f"@{ground if len(players) == 1 else number}"
    cells |= marks or {}
    lines = []
    for row, marked in enumerate(level.board):
        shown = (
            cells.get(row * level.width + column, WALL if mark == "#" else FLOOR) for column, mark in enumerate(marked)
        )
        lines.append("".join(shown).rstrip())
    return "\n".join(lines)


def sokoban_svg(
    level: Sokoban, state: State, dead: Collection[int] = (), shaded: Collection[int] = (), marked: Collection[int] = ()
) -> str:
    """A picture: brick walls, boxes (green on a target), rings for targets; `dead` and `shaded` cells have their own
    colours, and `marked` cells a cross."""
    players, boxes = state
    cell = max(16, min(48, 960 // max(level.width, level.height)))

    def corner(place: int) -> tuple[int, int]:
        return place % level.width * cell, place // level.width * cell

    def squares(places: Iterable[int], inset: float, round_: float, style: str) -> str:
        side = cell - 2 * inset
        shapes = "".join(
            f"<rect x='{x + inset:g}' y='{y + inset:g}' width='{side:g}' height='{side:g}' rx='{round_:g}'/>"
            for x, y in map(corner, sorted(places))
        )
        return f"<g {style}>{shapes}</g>" if shapes else ""

    def circles(places: Iterable[int], radius: float, style: str) -> str:
        shapes = "".join(
            f"<circle cx='{x + cell / 2:g}' cy='{y + cell / 2:g}' r='{radius:g}'/>"
            for x, y in map(corner, sorted(places))
        )
        return f"<g {style}>{shapes}</g>" if shapes else ""

    walls = {
        row * level.width + column
        for row, marks in enumerate(level.board)
        for column, mark in enumerate(marks)
        if mark == "#"
    }
    home, away = set(boxes) & set(level.targets), set(boxes) - set(level.targets)
    thin = cell * 0.04
    parts = [
        squares(level.floor, -0.5, 0, f"fill='{PAPER}'"),
        squares(dead, 0, 0, f"fill='{DEAD}'"),
        squares(shaded, 0, 0, f"fill='{SHADE}'"),
        squares(walls, 0.5, cell * 0.08, f"fill='{BRICK}'"),
        circles(level.targets, cell * 0.18, f"fill='none' stroke='{MARK}' stroke-width='{2 * thin:g}'"),
        *(
            squares(some, cell * 0.09, cell * 0.1, f"fill='{fill}' stroke='{ink}' stroke-width='{thin:g}'")
            + squares(some, cell * 0.24, cell * 0.04, f"fill='none' stroke='{ink}' stroke-width='{thin:g}'")
            for some, fill, ink in ((away, AWAY, AWAY_INK), (home, HOME, HOME_INK))
        ),
        "".join(cross(*corner(place), cell) for place in sorted(marked)),
        circles(players, cell * 0.32, f"fill='{INK}'"),
        "".join(
            eyes(*corner(place), cell) if len(players) == 1 else label(*corner(place), cell, str(number))
            for number, place in enumerate(players, 1)
        ),
    ]
    return picture(level.width * cell, level.height * cell, level, parts)


def cross(x: int, y: int, cell: int) -> str:
    low, high = cell * 0.2, cell * 0.8
    path = f"M{x + low:g} {y + low:g}L{x + high:g} {y + high:g}M{x + high:g} {y + low:g}L{x + low:g} {y + high:g}"
    return f"<path d='{path}' stroke='{MARK}' stroke-width='{cell * 0.08:g}' stroke-linecap='round'/>"


def eyes(x: int, y: int, cell: int) -> str:
    return "".join(
        f"<circle cx='{x + cell * (0.5 + side):g}' cy='{y + cell * 0.45:g}' r='{cell * 0.05:g}' fill='white'/>"
        for side in (-0.11, 0.11)
    )


def label(x: int, y: int, cell: int, text: str) -> str:
    style = f"font-family='sans-serif' text-anchor='middle' font-size='{cell * 0.4:g}' fill='white'"
    return f"<text x='{x + cell / 2:g}' y='{y + cell * 0.64:g}' {style}>{text}</text>"
