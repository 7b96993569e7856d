"""Graph puzzles: tokens on a ring with chords or on a graph of a named shape, at a random reachable position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, ClassVar

from budge.generators.blank import MAX_VARIATION_WALK, Adjacency, BlankGenerator, State, walked
from budge.puzzles import BadInput, Puzzle, Tokens
from budge.puzzles.tokens import BLANK

MAX_VERTICES = 100

Edges = set[tuple[int, int]]


def ring(vertices: int) -> Edges:
    return {(min(pair), max(pair)) for pair in ((one, (one + 1) % vertices) for one in range(vertices))}


def wheel(vertices: int) -> Edges:
    """A ring and a hub, which is the last vertex."""
    return ring(vertices - 1) | {(one, vertices - 1) for one in range(vertices - 1)}


def ladder(vertices: int) -> Edges:
    """Two rows joined by rungs; if the number of vertices is odd, the last square becomes a triangle."""
    rungs = {(one, one + 1) for one in range(0, vertices - 1, 2)} | {(vertices - 2, vertices - 1)}
    return rungs | {(one, one + 2) for one in range(vertices - 2)}


def complete(vertices: int) -> Edges:
    return set(combinations(range(vertices), 2))


SHAPES: dict[str, Callable[[int], Edges] | None] = {
    "chords": None,
    "ring": ring,
    "wheel": wheel,
    "ladder": ladder,
    "complete": complete,
}


@dataclass(frozen=True, kw_only=True)
class TokensGenerator(BlankGenerator):
    """The parameters of a graph.

    A ring with chords is 2-connected. On such graphs all or half of the arrangements are reachable (Wilson's theorem),
    except on rings and θ₀.

    >>> puzzle = TokensGenerator(vertices=6, edges=8, walk=30).draw(Random(1))
    >>> puzzle.size, len(puzzle.edges), puzzle.why_unsolvable()
    ('6 vertices', 8, None)
    """

    kind: ClassVar[str] = "tokens"
    choices: ClassVar[Mapping[str, Sequence[str]]] = {"shape": tuple(SHAPES)}
    max_nodes: ClassVar[int] = 2_000_000
    small: ClassVar[int] = 8  # vertices; a vertex may have more neighbours than a cell of a board

    vertices: int = 7
    edges: int | None = None  # of a ring with chords; None: two chords
    shape: str = "chords"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.shape not in SHAPES:
            raise BadInput(f"shape {self.shape!r}; expected one of {', '.join(SHAPES)}")
        if not 4 <= self.vertices <= MAX_VERTICES:
            raise BadInput(f"{self.vertices} vertices; expected 4 to {MAX_VERTICES}")
        if self.edges is not None:
            if self.shape != "chords":
                raise BadInput(
                    f"{self.edges} edges for the shape {self.shape}; only the shape chords has this parameter"
                )
            maximum = self.vertices * (self.vertices - 1) // 2
            if not self.vertices <= self.edges <= maximum:
                raise BadInput(f"{self.edges} edges on {self.vertices} vertices; expected {self.vertices} to {maximum}")

    def board(self, random: Random) -> tuple[Adjacency, State]:
        shape = SHAPES[self.shape]
        if shape is None:
            edges = ring(self.vertices)
            chords = sorted(complete(self.vertices) - edges)
            count = self.vertices + 2 if self.edges is None else self.edges
            edges |= set(random.sample(chords, min(len(chords), count - self.vertices)))
        else:
            edges = shape(self.vertices)
        neighbours: list[list[int]] = [[] for _ in range(self.vertices)]
        for one, other in sorted(edges):
            neighbours[one].append(other)
            neighbours[other].append(one)
        return tuple(map(tuple, neighbours)), (*range(1, self.vertices), 0)

    @property
    def one_board(self) -> bool:
        return SHAPES[self.shape] is not None

    def puzzle(self, adjacency: Adjacency, start: State, goal: State) -> Puzzle:
        names = [chr(ord("a") + vertex) if len(goal) <= 26 else f"v{vertex + 1}" for vertex in range(len(goal))]
        return Tokens(
            vertices=tuple(names),
            edges=tuple((one, other) for one, others in enumerate(adjacency) for other in others if one < other),
            start=tuple(str(token) if token else BLANK for token in start),
            goal=tuple(str(token) if token else BLANK for token in goal),
        )

    def shuffled(self, adjacency: Adjacency, goal: State, random: Random) -> State:
        """The end of a random walk that is long enough to reach any position; its parity is random."""
        return walked(adjacency, goal, 20 * len(goal) ** 2 + random.randrange(2), random)

    def varied(self, puzzle: Puzzle, random: Random) -> Puzzle | None:
        assert isinstance(puzzle, Tokens)
        if self.walk is not None:
            return None
        tokens = tuple(0 if token == BLANK else int(token) for token in puzzle.start)
        after = walked(puzzle.adjacency, tokens, random.randint(1, MAX_VARIATION_WALK), random)
        return self.restarted(puzzle, tuple(str(token) if token else BLANK for token in after))

    def restarted(self, puzzle: Puzzle, state: Any) -> Puzzle | None:
        return puzzle.starting_at(state)
