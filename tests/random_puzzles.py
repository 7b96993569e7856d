"""Random puzzles for the tests of formats and rules."""

from hypothesis import strategies as st

from budge.puzzles import Blocks, Sokoban, Tiles, Tokens
from budge.puzzles.blocks import Gate, Piece
from budge.puzzles.tokens import BLANK

NAMES = st.none() | st.text(min_size=1, max_size=12) | st.sampled_from(["", "a b", "# no", 'say "x"', "a;b", "a\nb"])
WORDS = st.text("abcXYZ0123456789-_.θ()/", min_size=1, max_size=3)


@st.composite
def tiles(draw: st.DrawFn) -> Tiles:
    width = draw(st.integers(1, 6))
    height = draw(st.integers(2 if width == 1 else 1, 6))
    cells = list(range(width * height))
    start, goal = draw(st.permutations(cells)), draw(st.permutations(cells) | st.just([*cells[1:], 0]) | st.just(cells))
    return Tiles(width=width, height=height, start=tuple(start), goal=tuple(goal), name=draw(NAMES))


@st.composite
def tokens(draw: st.DrawFn) -> Tokens:
    vertices = draw(st.lists(WORDS, min_size=2, max_size=8, unique=True))
    pairs = [(one, other) for one in range(len(vertices)) for other in range(one)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True))
    count = len(vertices) - 1
    held = draw(st.lists(WORDS.filter(lambda word: word != BLANK), min_size=count, max_size=count, unique=True))
    start, goal = (draw(st.permutations([*held, BLANK])) for _ in range(2))
    return Tokens(vertices=tuple(vertices), edges=tuple(edges), start=tuple(start), goal=tuple(goal), name=draw(NAMES))


@st.composite
def solvable_boards(draw: st.DrawFn) -> Tiles:
    """Small boards that have been shuffled by moves."""
    width, height = draw(st.sampled_from([(2, 2), (3, 2), (2, 3), (5, 1), (3, 3)]))
    cells = tuple(draw(st.permutations(range(width * height))))
    puzzle = Tiles(width=width, height=height, start=cells, goal=cells)
    state = cells
    for choice in draw(st.lists(st.integers(0, 3), max_size=30)):
        moves = puzzle.moves(state)
        state = puzzle.apply(state, moves[choice % len(moves)])
    return Tiles(width=width, height=height, start=state, goal=cells)


@st.composite
def blocks(draw: st.DrawFn, most: int = 5, pieces: int = 6, signs: str = "Abc1;,*u|-") -> Blocks:
    """Polyominoes, walls, gates and axis locks on a small board, with goals where their pieces fit."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    free = set(range(width * height))
    found = []
    for sign in signs[: draw(st.integers(1, min(pieces, len(free))))]:
        if not free:
            break
        cells = {draw(st.sampled_from(sorted(free)))}
        for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 3]))):
            edge = {other for cell in cells for other in beside(cell, width, height)} & free - cells
            cells |= {draw(st.sampled_from(sorted(edge)))} if edge else set()
        free -= cells
        found.append(Piece(sign, tuple(cells), draw(st.sampled_from([None, None, None, "horizontal", "vertical"]))))
    walls = draw(st.sets(st.sampled_from(sorted(free)), max_size=2)) if free else set()
    gates = draw(st.sets(st.sampled_from(sorted(free - walls)), max_size=2)) if free - walls else set()
    keeper = draw(st.sampled_from(found)).name
    goals = []
    for _ in range(draw(st.sampled_from([1, 1, 1, 2]))):
        open_cells = set(range(width * height)) - walls
        goal = {}
        for piece in draw(st.permutations(found))[: draw(st.integers(1, len(found)))]:
            shape = sorted(piece.cells)
            usable = open_cells - gates if piece.name != keeper else open_cells
            fitting = [place for place in range(width * height) if placed(shape, place, width, height) <= usable]
            if fitting:
                goal[piece.name] = draw(st.sampled_from(fitting))
                open_cells -= placed(shape, goal[piece.name], width, height)
        goals.append(tuple((goal or {found[0].name: min(found[0].cells)}).items()))
    return Blocks(
        width=width,
        height=height,
        blocks=tuple(found),
        goals=tuple(goals),
        walls=tuple(walls),
        gates=(Gate(tuple(gates), (keeper,)),) if gates else (),
        name=draw(NAMES),
    )


def beside(cell: int, width: int, height: int) -> set[int]:
    row, column = divmod(cell, width)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return {y * width + x for y, x in around if 0 <= y < height and 0 <= x < width}


def placed(shape: list[int], anchor: int, width: int, height: int) -> set[int]:
    """The cells of a shape whose first one goes to `anchor`; -1 among them if it does not fit on the board."""
    found = set()
    for cell in shape:
        row = anchor // width + cell // width - shape[0] // width
        column = anchor % width + cell % width - shape[0] % width
        found.add(row * width + column if 0 <= row < height and 0 <= column < width else -1)
    return found


@st.composite
def sokoban(draw: st.DrawFn, most: int = 6, boxes: int = 3, players: int = 2, assigned: bool = True) -> Sokoban:
    """A random floor with walls in it, players, boxes and no more targets than boxes, solvable or not."""
    width, height = draw(st.integers(3, most)), draw(st.integers(2, most))
    every = [(row, column) for row in range(height) for column in range(width)]
    floor = draw(st.lists(st.sampled_from(every), unique=True, min_size=min(len(every), 6)))
    counts = draw(st.integers(1, players)), draw(st.integers(1, boxes))
    pieces = draw(st.permutations(floor))[: sum(counts)]
    targets = draw(st.lists(st.sampled_from(floor), unique=True, min_size=1, max_size=counts[1]))
    marks = dict.fromkeys(floor, "-") | dict.fromkeys(targets, ".")
    for number, cell in enumerate(pieces):
        plain = "@" if number < counts[0] else "$"
        marks[cell] = {"@": "+", "$": "*"}[plain] if cell in targets else plain
    rows = ["".join(marks.get((row, column), "#") for column in range(-1, width + 1)) for row in range(-1, height + 1)]
    numbers = st.lists(st.integers(1, len(targets)), unique=True)
    chosen = draw(st.lists(numbers, min_size=counts[1], max_size=counts[1])) if assigned and draw(st.booleans()) else []
    return Sokoban.of(rows, chosen, draw(NAMES))
