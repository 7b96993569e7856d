"""Random puzzles for the tests of formats and rules."""

from hypothesis import strategies as st

from budge.puzzles import Sokoban, Tiles, Tokens
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
