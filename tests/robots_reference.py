"""Random small puzzles of robots."""

from __future__ import annotations

from hypothesis import strategies as st
from random_puzzles import NAMES

from budge.puzzles.robots import ANY, CLOSED, LETTERS, OPEN, Goal, Robot, Robots


@st.composite
def robots(draw: st.DrawFn, most: int = 4, count: int = 3, goals: int = 2) -> Robots:
    """A board with walls, robots and targets, solvable or not."""
    width = draw(st.integers(1, most))
    height = draw(st.integers(2 if width == 1 else 1, most))
    cells = list(range(width * height))
    pairs = [(cell, cell + 1) for cell in cells if (cell + 1) % width]
    pairs += [(cell, cell + width) for cell in cells[:-width]]
    walls = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=len(cells) // 2))
    places = draw(st.permutations(cells))[: draw(st.integers(1, min(count, len(cells))))]
    names = draw(st.permutations(LETTERS[: len(places) + 1]))
    targets = draw(st.permutations(cells))[: draw(st.integers(1, min(goals, len(places))))]
    whose = draw(st.permutations(names[: len(places)]))
    return Robots(
        width=width,
        height=height,
        walls=tuple(walls),
        edges=draw(st.sampled_from([CLOSED, OPEN])),
        robots=tuple(map(Robot, names, places)),
        goals=tuple(Goal(draw(st.sampled_from([name, ANY])), cell) for name, cell in zip(whose, targets, strict=False)),
        name=draw(NAMES),
    )
