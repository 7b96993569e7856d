"""Tokens on a graph to play: an arrow, the token's own key, Tab and Enter, or a click slides it into the blank."""

from __future__ import annotations

from math import hypot

from rich.text import Text

from budge.play.view import ARROWS, AWAY, CHOSEN, FAINT, HOME, View
from budge.puzzles.layout import layout
from budge.puzzles.tokens import BLANK, State, Tokens

WIDE, TALL = 46, 18  # maximum size of the graph in characters, unless its labels need more
UNIT_WIDE, UNIT_TALL = 9, 4  # maximum size of an edge in characters
LABEL = 4  # characters shown of a token
ALONG = 0.5  # an arrow selects edges within 60° of its direction (cosine)


class TokensView(View[Tokens]):
    help = "←↑↓→ or its number slides a token, or Tab and Enter, or a click"

    def __init__(self, puzzle: Tokens) -> None:
        super().__init__(puzzle)
        points = layout(puzzle.adjacency)
        wide, tall = (max(point[axis] for point in points) or 1 for axis in (0, 1))
        label = min(LABEL, max(map(len, puzzle.start))) + 2
        across, down = max(label + 1, min(UNIT_WIDE, WIDE / wide)), max(2, min(UNIT_TALL, TALL / tall))
        self.margin = (label + 1) // 2
        self.places = [(round(x * across) + self.margin, round(y * down)) for x, y in points]
        self.chosen: int | None = None  # a neighbour of the blank

    def draw(self, state: State) -> Text:
        width = max(x for x, _ in self.places) + self.margin + 1
        height = max(y for _, y in self.places) + 1
        canvas = [[(" ", "")] * width for _ in range(height)]
        for one, other in self.puzzle.edges:
            for x, y in line(self.places[one], self.places[other]):
                canvas[y][x] = ("·", FAINT)
        for vertex, (x, y) in enumerate(self.places):
            token = state[vertex]
            label = f"({' ' if token == BLANK else token[:LABEL]})"
            style = HOME if token == self.puzzle.goal[vertex] else AWAY
            style = CHOSEN if vertex == self.chosen else "bold" if token == BLANK else style
            for number, character in enumerate(label):
                canvas[y][x - len(label) // 2 + number] = (character, style)
        return Text("\n").join(Text.assemble(*row) for row in canvas)

    def key(self, key: str, character: str | None, state: State) -> list[str] | None:
        blank = state.index(BLANK)
        near = self.puzzle.adjacency[blank]
        if key in ARROWS:
            found = max(near, key=lambda vertex: self._along(vertex, blank, key), default=None)
            if found is None or self._along(found, blank, key) < ALONG:
                return []
            return [self.puzzle.vertices[found]]
        for vertex in near:
            if character is not None and state[vertex] == character:
                return [self.puzzle.vertices[vertex]]
        if key in ("tab", "shift+tab"):
            there = near.index(self.chosen) + (1 if key == "tab" else -1) if self.chosen in near else 0
            self.chosen = near[there % len(near)] if near else None
            return []
        if key == "enter":
            return [] if self.chosen is None else [self.puzzle.vertices[self.chosen]]
        return None

    def _along(self, vertex: int, blank: int, arrow: str) -> float:
        """The cosine between an arrow and the direction from a token to the blank."""
        down, right = ARROWS[arrow]
        x, y = (self.places[blank][axis] - self.places[vertex][axis] for axis in (0, 1))
        y *= 2  # characters are twice as high as wide
        return (x * right + y * down) / (hypot(x, y) or 1)

    def click(self, x: int, y: int, state: State) -> list[str]:
        reach = self.margin
        hit = [vertex for vertex, (left, top) in enumerate(self.places) if top == y and abs(left - x) <= reach]
        near = [vertex for vertex in hit if vertex in self.puzzle.adjacency[state.index(BLANK)]]
        return [self.puzzle.vertices[vertex] for vertex in near[:1]]

    def centre(self, state: State) -> tuple[int, int]:
        return self.places[state.index(BLANK)]

    def say(self, move: str, state: State) -> str:
        return f"{state[self.puzzle.vertices.index(move)]} slides from {move}"

    def note(self, state: State) -> str:
        rows = zip(self.puzzle.vertices, state, self.puzzle.goal, strict=True)
        shown = (tuple("·" if word == BLANK else word for word in row) for row in rows)
        return "vertex  holds → goal\n" + "\n".join(
            f"{vertex[:6]:6}  {token[:5]:>5} → {goal[:5]}" for vertex, token, goal in shown
        )

    def forget(self) -> None:
        self.chosen = None


def line(one: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    """The characters between two places, ends included."""
    steps = max(abs(one[0] - other[0]), abs(one[1] - other[1]), 1)
    return [
        (round(one[0] + (other[0] - one[0]) * step / steps), round(one[1] + (other[1] - one[1]) * step / steps))
        for step in range(steps + 1)
    ]
