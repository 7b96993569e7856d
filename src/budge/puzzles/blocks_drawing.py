"""Sliding blocks as text and as SVG: pieces with a goal are highlighted, and their goal is marked on the board."""

from __future__ import annotations

from html import escape
from itertools import product

from budge.puzzles.blocks import Blocks, State
from budge.puzzles.drawing import FONT, HOME, HOME_INK, LINE, PAPER, picture
from budge.puzzles.grid import EMPTY, WALL, Shape

# Crossings of four lines, each absent, light or heavy, in the order up, right, down, left; the last varies fastest.
LINES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
LIGHT, HEAVY = 1, 2
CELL_WIDTH, CELL_HEIGHT = 4, 2  # characters, with one line of the frame
WALL_FILL, GATE_FILL, GOAL_MARK = "▒", "░", "·"

TARGET, TARGET_INK = "#d9534a", "#fff5f2"
INK = "#3a3428"
COLOURS = ("#e8c77d", "#9dbfd6", "#c9b3d8", "#b7d3a0", "#e3ab8d", "#a5cfc8", "#d8c2a8", "#b9bccf")  # by shape
CELL, GAP, ROUND = 56, 4, 7  # pixels


def blocks_text(puzzle: Blocks, state: State) -> str:
    """A drawing in lines: heavy lines around pieces with a goal, dots on goal cells, shaded walls."""
    owner = "".join(puzzle.rows(state))
    wanted = targets(puzzle)

    def at(row: int, column: int) -> str:
        inside = 0 <= row < puzzle.height and 0 <= column < puzzle.width
        return owner[row * puzzle.width + column] if inside else ""

    def weight(one: str, other: str) -> int:
        """The weight of the line between two cells with these contents."""
        return 0 if one == other else HEAVY if one in wanted or other in wanted else LIGHT

    canvas = [[" "] * (puzzle.width * CELL_WIDTH + 1) for _ in range(puzzle.height * CELL_HEIGHT + 1)]
    for row, column in product(range(puzzle.height + 1), range(puzzle.width + 1)):
        before, above = at(row, column - 1), at(row - 1, column)
        here, across = at(row, column), at(row - 1, column - 1)
        up, right, down, left = weight(across, above), weight(above, here), weight(before, here), weight(across, before)
        y, x = row * CELL_HEIGHT, column * CELL_WIDTH
        walled = {across, above, before, here} == {WALL}
        canvas[y][x] = WALL_FILL if walled else LINES[27 * up + 9 * right + 3 * down + left]
        if column < puzzle.width:
            seam = WALL_FILL if above == here == WALL else LINES[10 * right]
            canvas[y][x + 1 : x + CELL_WIDTH] = seam * (CELL_WIDTH - 1)
        if row < puzzle.height:
            canvas[y + 1][x] = WALL_FILL if before == here == WALL else LINES[30 * down]
    gates, goals = {cell for gate in puzzle.gates for cell in gate.cells}, goal_cells(puzzle)
    for cell, sign in enumerate(owner):
        y, x = cell // puzzle.width * CELL_HEIGHT + 1, cell % puzzle.width * CELL_WIDTH + 1
        if sign == WALL or (sign == EMPTY and cell in gates):
            canvas[y][x : x + CELL_WIDTH - 1] = (WALL_FILL if sign == WALL else GATE_FILL) * (CELL_WIDTH - 1)
        elif sign == EMPTY and cell in goals:
            canvas[y][x + 1] = GOAL_MARK
    for piece, anchor in enumerate(state):
        row_of_name, column_of_name = middle(puzzle, puzzle.cells(piece, anchor))
        y, x = round(CELL_HEIGHT * row_of_name) + 1, round(CELL_WIDTH * column_of_name) + 2
        canvas[y][x] = puzzle.blocks[piece].name
    return "\n".join("".join(line).rstrip() for line in canvas)


def blocks_svg(puzzle: Blocks, state: State) -> str:
    """A picture: one colour per shape; pieces with a goal are red, and green at their goal."""
    margin = CELL // 5
    wide, tall = puzzle.width * CELL + 2 * margin, puzzle.height * CELL + 2 * margin
    parts = [f"<rect width='{wide}' height='{tall}' rx='10' fill='{PAPER}' stroke='{LINE}'/>"]
    parts.append(f"<g transform='translate({margin} {margin})'>")
    parts.append(f"<path d='{area(puzzle, puzzle.walls, 0)}' fill='{LINE}'/>")
    for gate in puzzle.gates:
        parts.append(f"<path d='{area(puzzle, gate.cells, 0)}' fill='{LINE}' fill-opacity='.35'/>")
    parts.append(f"<path d='{area(puzzle, goal_cells(puzzle), 0)}' fill='{TARGET}' fill-opacity='.15'/>")
    colours, wanted = colours_by_shape(puzzle), targets(puzzle)
    for piece, anchor in enumerate(state):
        name, cells = puzzle.blocks[piece].name, puzzle.cells(piece, anchor)
        fill, ink = colours[piece], INK
        if any((name, anchor) in goal for goal in puzzle.goals):
            fill, ink = HOME, HOME_INK
        elif name in wanted:
            fill, ink = TARGET, TARGET_INK
        path = area(puzzle, cells, GAP / 2 + ROUND)
        row, column = middle(puzzle, cells)
        parts.append(
            f"<path d='{path}' fill='{fill}' stroke='{ink}' stroke-opacity='.35' stroke-width='{2 * ROUND + 2}' "
            f"stroke-linejoin='round'/><path d='{path}' fill='{fill}' stroke='{fill}' stroke-width='{2 * ROUND}' "
            f"stroke-linejoin='round'/><text x='{(column + 0.5) * CELL:g}' y='{(row + 0.5) * CELL + 7:g}' {FONT} "
            f"font-size='20' fill='{ink}'>{escape(name)}</text>"
        )
    return picture(wide, tall, puzzle, [*parts, "</g>"])


def colours_by_shape(puzzle: Blocks) -> list[str]:
    shape = [(piece.axis, tuple(cell - piece.cells[0] for cell in piece.cells)) for piece in puzzle.blocks]
    number = {each: count for count, each in enumerate(dict.fromkeys(shape))}
    return [COLOURS[number[each] % len(COLOURS)] for each in shape]


def targets(puzzle: Blocks) -> set[str]:
    """The highlighted pieces: those with a goal, unless all have one."""
    found = {name for goal in puzzle.goals for name, _ in goal}
    return set() if len(found) == len(puzzle.blocks) > 1 else found


def goal_cells(puzzle: Blocks) -> Shape:
    """The cells that the goal covers, if there is only one goal and some pieces are not part of it."""
    if len(puzzle.goals) > 1 or not targets(puzzle):
        return ()
    placed = ((puzzle.index[name], anchor) for name, anchor in puzzle.goals[0])
    return tuple(sorted(cell for piece, anchor in placed for cell in puzzle.cells(piece, anchor)))


def middle(puzzle: Blocks, cells: Shape) -> tuple[float, float]:
    """Row and column of the middle of a piece; if it is not a rectangle, of its cell nearest to the middle."""
    rows, columns = [cell // puzzle.width for cell in cells], [cell % puzzle.width for cell in cells]
    row, column = (min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2
    if len(cells) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1):
        return row, column
    near = min(cells, key=lambda cell: abs(cell // puzzle.width - row) + abs(cell % puzzle.width - column))
    return near // puzzle.width, near % puzzle.width


def area(puzzle: Blocks, cells: Shape, inset: float) -> str:
    """A path that fills cells, inset from the edge of their union: one square per cell, and one across each seam."""
    path = []
    for cell in cells:
        row, column = divmod(cell, puzzle.width)
        right = column + 1 < puzzle.width and cell + 1 in cells
        down = cell + puzzle.width in cells
        corner = right and down and cell + puzzle.width + 1 in cells
        for wide, tall in ((1, 1), *[(2, 1)] * right, *[(1, 2)] * down, *[(2, 2)] * corner):
            x, y = column * CELL + inset, row * CELL + inset
            path.append(f"M{x:g} {y:g}h{wide * CELL - 2 * inset:g}v{tall * CELL - 2 * inset:g}H{x:g}Z")
    return "".join(path)
