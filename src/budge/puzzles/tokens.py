"""Tokens on the vertices of a graph with one blank: Wilson's graph puzzles.

A move names the vertex that the blank moves to; the token there moves to the previous vertex of the blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial, prod
from random import Random
from typing import Any, ClassVar

from budge.puzzles import wilson
from budge.puzzles.base import BadInput, IllegalMove, Plan, Puzzle
from budge.puzzles.space import Space

State = tuple[str, ...]

BLANK = "_"
MAX_VERTICES = 4096
NAME = re.compile(r"[^\s,:;=#]{1,64}")


@dataclass(frozen=True, kw_only=True)
class Tokens(Puzzle):
    """A graph puzzle: one token on every vertex but one.

    >>> square = Tokens.of({"a": "bd", "b": "c", "c": "d"}, start="12_3", goal="123_")
    >>> square.moves(square.start)
    ['b', 'd']
    >>> square.is_goal(square.apply(square.start, "d"))
    True
    """

    kind: ClassVar[str] = "tokens"
    metrics: ClassVar[tuple[str, ...]] = ("moves",)
    blank: ClassVar[bool] = True

    vertices: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    start: State
    goal: State = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.vertices) <= MAX_VERTICES:
            raise BadInput(f"a graph of {len(self.vertices)} vertices; expected 2 to {MAX_VERTICES}")
        for name in ("vertices", "start", "goal"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        check_names(self.vertices, "vertex", "graph")
        for one, other in self.edges:
            if not (0 <= one < len(self.vertices) and 0 <= other < len(self.vertices)):
                raise BadInput(f"an edge joins {one} to {other}; vertices are numbered 0 to {len(self.vertices) - 1}")
            if one == other:
                raise BadInput(f"an edge joins vertex {self.vertices[one]} to itself; expected a simple graph")
        object.__setattr__(self, "edges", tuple(sorted({(min(edge), max(edge)) for edge in self.edges})))
        self._check(self.start, "start")
        if not self.goal:
            object.__setattr__(self, "goal", sorted_goal(self.start))
        self._check(self.goal, "goal")
        if set(self.start) != set(self.goal):
            odd = min(set(self.start) ^ set(self.goal))
            where = "start" if odd in self.start else "goal"
            raise BadInput(f"token {odd} occurs only in the {where}")

    def _check(self, state: State, what: str) -> None:
        if len(state) != len(self.vertices):
            raise BadInput(f"the {what} names {len(state)} tokens but the graph has {len(self.vertices)} vertices")
        blanks = state.count(BLANK)
        if blanks != 1:
            raise BadInput(f"the {what} has {blanks or 'no'} blank{'s' if blanks > 1 else ''}; expected exactly one _")
        check_names(state, "token", what)

    @classmethod
    def of(
        cls,
        graph: Mapping[Any, Iterable[Any]] | Any,
        start: Sequence[object],
        goal: Sequence[object] = (),
        name: str | None = None,
    ) -> Tokens:
        """A puzzle from adjacency lists or a networkx graph; tokens in the order of the vertices."""
        pairs = graph.adjacency() if hasattr(graph, "adjacency") else graph.items()  # networkx graphs have `adjacency`
        lists = [(name_of(vertex), [name_of(other) for other in others]) for vertex, others in pairs]
        heads, tails = [vertex for vertex, _ in lists], [other for _, others in lists for other in others]
        check_names(heads, "vertex", "graph")
        vertices = list(dict.fromkeys(heads + tails))
        place = {vertex: index for index, vertex in enumerate(vertices)}
        return cls(
            vertices=tuple(vertices),
            edges=tuple((place[vertex], place[other]) for vertex, others in lists for other in others),
            start=tuple(map(str, start)),
            goal=tuple(map(str, goal)),
            name=name,
        )

    @property
    def initial(self) -> State:
        return self.start

    @property
    def pieces(self) -> int:
        return len(self.start) - 1

    def numbered(self) -> tuple[list[int], list[int]]:
        """Start and goal with tokens numbered from 1 in the order of the goal; the blank is 0."""
        number = {token: index for index, token in enumerate((t for t in self.goal if t != BLANK), 1)}
        number[BLANK] = 0
        return [number[token] for token in self.start], [number[token] for token in self.goal]

    @property
    def size(self) -> str:
        return f"{len(self.vertices)} vertices"

    @cached_property
    def adjacency(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of every vertex, in the order of the vertices."""
        lists: list[list[int]] = [[] for _ in self.vertices]
        for one, other in self.edges:
            lists[one].append(other)
            lists[other].append(one)
        return tuple(tuple(sorted(set(others))) for others in lists)

    def moves(self, state: State) -> list[str]:
        return [self.vertices[vertex] for vertex in self.adjacency[state.index(BLANK)]]

    def apply(self, state: State, move: str) -> State:
        blank = state.index(BLANK)
        if move not in self.vertices:
            raise IllegalMove(f"{move!r} is not a vertex of the graph")
        vertex = self.vertices.index(move)
        if vertex not in self.adjacency[blank]:
            raise IllegalMove(f"the blank at {self.vertices[blank]} has no edge to {move}")
        tokens = list(state)
        tokens[blank], tokens[vertex] = tokens[vertex], BLANK
        return tuple(tokens)

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    @classmethod
    def split_plan(cls, text: str) -> Plan:
        return Plan(tuple(text.split()), " ")

    def parse_plan(self, text: str) -> Plan:
        """The vertices the blank visits, separated by spaces or commas."""
        return Plan(tuple(word for word in re.split(r"[\s,]+", text) if word), " ")

    def why_unsolvable(self) -> str | None:
        return wilson.why_unreachable(self.adjacency, self.start, self.goal, BLANK)

    def draw(self, state: State | None = None) -> str:
        tokens = self.start if state is None else state
        wide = max(len(vertex) for vertex in self.vertices)
        return "\n".join(
            f"{vertex.ljust(wide)}  {'·' if token == BLANK else token}"
            for vertex, token in zip(self.vertices, tokens, strict=True)
        )

    def svg(self, state: State | None = None) -> str:
        from budge.puzzles.drawing import tokens_svg

        return tokens_svg(self, self.start if state is None else state)

    def layout(self) -> list[tuple[float, float]]:
        from budge.puzzles.layout import layout

        return layout(self.adjacency)

    def space(self) -> Space:
        blank = self.start.index(BLANK)
        [part] = [part for part in wilson.connected_parts(self.adjacency) if blank in part]
        reachable = len(part) * prod(block.order for block in wilson.blocks(self.adjacency, blank))
        return Space(factorial(len(self.vertices)), wilson.components(self.adjacency), reachable)

    @classmethod
    def example(cls) -> Tokens:
        return cls.of({"a": ["b"]}, [BLANK, "1"])

    def starting_at(self, state: State) -> Tokens:
        return replace(self, start=state)

    def random_state(self, random: Random) -> State:
        return tuple(wilson.shuffled(self.adjacency, self.goal, BLANK, random))

    def state_from_json(self, data: Any) -> State:
        if not isinstance(data, list) or not all(isinstance(token, str) for token in data):
            raise BadInput("state: expected a list of tokens, one for each vertex")
        return self.starting_at(tuple(data)).start

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "vertices": list(self.vertices),
            "edges": [[self.vertices[one], self.vertices[other]] for one, other in self.edges],
            "start": list(self.start),
            "goal": list(self.goal),
        }

    @classmethod
    def from_fields(cls, data: dict[str, Any]) -> Tokens:
        vertices = _words(data.get("vertices"), "vertices")
        place = {vertex: index for index, vertex in enumerate(vertices)}
        edges = []
        pairs = data.get("edges")
        if not isinstance(pairs, list):
            raise BadInput("edges: expected a list of pairs of vertices")
        for pair in pairs:
            ends = _words(pair, "edges")
            if len(ends) != 2 or not set(ends) <= set(place):
                raise BadInput(f"edges: {pair!r} is not a pair of vertices")
            edges.append((place[ends[0]], place[ends[1]]))
        return cls(
            vertices=vertices,
            edges=tuple(edges),
            start=_words(data.get("start"), "start"),
            goal=_words(data["goal"], "goal") if data.get("goal") is not None else (),
            name=data.get("name"),
        )


def _words(value: Any, what: str) -> tuple[str, ...]:
    """A list of names from untrusted JSON; numbers are accepted as names."""
    if not isinstance(value, list) or not all(type(item) in (str, int) for item in value):
        raise BadInput(f"{what}: expected a list of names")
    return tuple(str(item) for item in value)


def check_names(names: Sequence[str], what: str, where: str) -> None:
    """Checks that names are unique and contain no character with a meaning in plans or text."""
    seen = set()
    for name in names:
        if name in seen:
            raise BadInput(f"{what} {name} occurs twice in the {where}")
        if not NAME.fullmatch(name) or not name.isprintable():
            raise BadInput(f"{what} {name[:16]!r}: a name has 1 to 64 characters, no spaces and none of , : ; = #")
        seen.add(name)


def name_of(vertex: object) -> str:
    """The name of a networkx vertex; the parts of a tuple (a vertex of a grid graph) are joined by dots."""
    return ".".join(map(str, vertex)) if isinstance(vertex, tuple) else str(vertex)


def sorted_goal(start: State) -> State:
    """The default goal: tokens in ascending order, numbers by value, the blank on the last vertex."""

    def key(token: str) -> tuple[bool, int, str]:
        return (not token.isdecimal(), int(token) if token.isdecimal() else 0, token)

    return (*sorted((token for token in start if token != BLANK), key=key), BLANK)
