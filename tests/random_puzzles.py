"""Random puzzles for the tests of formats and rules."""

from hypothesis import strategies as st

from budge.puzzles import Tiles, Tokens
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
