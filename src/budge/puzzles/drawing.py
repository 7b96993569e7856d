"""Puzzles as self-contained SVG pictures: pieces at their goal in green, the others in sand; the blank is empty."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import atan2, cos, sin, tau

from budge.puzzles.base import Puzzle
from budge.puzzles.layout import layout
from budge.puzzles.tiles import Tiles
from budge.puzzles.tokens import BLANK, Tokens

PAPER, LINE = "#f6f4ef", "#b9b4a7"
HOME, HOME_INK = "#cfe5d6", "#1f4d36"
AWAY, AWAY_INK = "#eadfc8", "#4d4330"
FONT = "font-family='ui-sans-serif, system-ui, Helvetica, Arial, sans-serif' text-anchor='middle'"

EDGE = 84  # pixels per unit of the layout, about the length of an edge
RADIUS = 20


def tiles_svg(puzzle: Tiles, state: tuple[int, ...]) -> str:
    """A board of tiles; large boards get smaller cells, but never too small for their numbers."""
    digits = len(str(len(state) - 1))
    cell = max(14 + 7 * digits, min(64, 640 // max(puzzle.width, puzzle.height)))
    gap, margin = max(1, cell // 16), cell // 6
    font = min(cell * 0.44, (cell - gap) / (0.7 * digits + 0.3))
    shapes: dict[bool, list[str]] = {True: [], False: []}
    for place, tile in enumerate(state):
        if not tile:
            continue
        x, y = margin + place % puzzle.width * cell, margin + place // puzzle.width * cell
        side = cell - gap
        shapes[tile == puzzle.goal[place]].append(
            f"<rect x='{x + gap / 2:g}' y='{y + gap / 2:g}' width='{side}' height='{side}' rx='{cell * 0.1:g}'/>"
            f"<text x='{x + cell / 2:g}' y='{y + cell / 2 + font * 0.36:g}'>{tile}</text>"
        )
    width, height = puzzle.width * cell + 2 * margin, puzzle.height * cell + 2 * margin
    board = f"<rect width='{width}' height='{height}' rx='{cell * 0.16:g}' fill='{PAPER}' stroke='{LINE}'/>"
    return picture(width, height, puzzle, [board, *(_pieces(home, shapes[home], font) for home in shapes)])


def tokens_svg(puzzle: Tokens, state: tuple[str, ...]) -> str:
    """A graph: every vertex is a circle with its token inside and its name next to it."""
    places = layout(puzzle.adjacency)
    margin = EDGE * 0.75
    left, top = min(x for x, _ in places), min(y for _, y in places)
    spots = [(margin + EDGE * (x - left), margin + EDGE * (y - top)) for x, y in places]
    width, height = (max(spot[axis] for spot in spots) + margin for axis in (0, 1))
    ends = ((*spots[one], *spots[other]) for one, other in puzzle.edges)
    lines = "".join(f"<line x1='{a:.1f}' y1='{b:.1f}' x2='{c:.1f}' y2='{d:.1f}'/>" for a, b, c, d in ends)
    edges = f"<g stroke='{LINE}' stroke-width='2'>{lines}</g>"
    shapes: dict[bool, list[str]] = {True: [], False: []}
    blanks, names = [], []
    font = RADIUS * 0.85
    for vertex, (x, y) in enumerate(spots):
        token, circle = state[vertex], f"cx='{x:.1f}' cy='{y:.1f}' r='{RADIUS}'"
        if token == BLANK:
            blanks.append(f"<circle {circle}/>")
        else:
            fitted = f" textLength='{1.7 * RADIUS:g}' lengthAdjust='spacingAndGlyphs'" if len(token) > 3 else ""
            shapes[token == puzzle.goal[vertex]].append(
                f"<circle {circle}/><text x='{x:.1f}' y='{y + font * 0.36:.1f}'{fitted}>{escape(token)}</text>"
            )
        dx, dy = _free_direction(spots[vertex], [spots[other] for other in puzzle.adjacency[vertex]])
        far, name = RADIUS + 10, escape(puzzle.vertices[vertex])
        names.append(f"<text x='{x + far * dx:.1f}' y='{y + far * dy + 4:.1f}'>{name}</text>")
    empty = f"<g fill='white' stroke='{LINE}' stroke-width='2' stroke-dasharray='4 4'>{''.join(blanks)}</g>"
    labels = f"<g {FONT} font-size='11' fill='#8a8577'>{''.join(names)}</g>"
    paper = f"<rect width='{width:.0f}' height='{height:.0f}' rx='10' fill='{PAPER}'/>"
    pieces = [_pieces(home, shapes[home], font) for home in shapes]
    return picture(round(width), round(height), puzzle, [paper, edges, empty, *pieces, labels])


def _free_direction(here: tuple[float, float], others: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """A unit vector into the widest gap between the edges of a vertex, where its name fits."""
    angles = sorted(round(atan2(y - here[1], x - here[0]), 3) for x, y in others)
    if not angles:
        return 0.0, -1.0
    gaps = [(after - before, before) for before, after in zip(angles, [*angles[1:], angles[0] + tau], strict=True)]
    gap, before = max(gaps)
    return cos(before + gap / 2), sin(before + gap / 2)


def _pieces(home: bool, shapes: list[str], font: float) -> str:
    """Shapes and labels in the colours of pieces at their goal, or of the others."""
    fill, ink = (HOME, HOME_INK) if home else (AWAY, AWAY_INK)
    inked = "".join(shapes).replace("<text ", f"<text fill='{ink}' ")
    return f"<g {FONT} font-size='{font:.1f}' fill='{fill}'>{inked}</g>"


def picture(width: int, height: int, puzzle: Puzzle, parts: Iterable[str]) -> str:
    name = "".join(char for char in puzzle.name or "" if char.isprintable())  # XML forbids control characters
    title = escape(name or f"{puzzle.kind} {puzzle.size}")
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' role='img'><title>{title}</title>{''.join(parts)}</svg>\n"
    )
