"""Which arrangements of tokens on a graph can reach each other: Wilson's theorem, for every graph.

With the blank at a vertex v, the closed walks of the blank generate a permutation group on the tokens. Rooting the
graph's blocks (biconnected parts) at v gives every other vertex to exactly one block; a walk into a block and back
permutes that block's tokens alone, so the group is the direct product over the blocks of

    an edge            the trivial group
    a polygon          the rotations
    the θ₀ graph       PGL(2, 5), of order 120 in S₆
    bipartite          the even permutations
    anything else      all permutations

(R. M. Wilson, Graph puzzles, homotopy, and the alternating group, 1974.) Hence the solvability of any pair of
arrangements and the number of components of the state space are known exactly, without search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import factorial, prod
from random import Random

from budge.puzzles.permutation import is_odd, mapping

Adjacency = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Block:
    """A biconnected part of a graph, with the group of permutations that the blank can apply to its tokens."""

    vertices: tuple[int, ...]  # the gate (the vertex nearest the root) first; a polygon in cyclic order
    group: str  # edge, polygon, theta0, even, all

    @property
    def order(self) -> int:
        """The number of reachable arrangements of this block's tokens."""
        tokens = len(self.vertices) - 1
        return {
            "edge": 1,
            "polygon": tokens,
            "theta0": 120,
            "even": max(1, factorial(tokens) // 2),
            "all": factorial(tokens),
        }[self.group]


def components(adjacency: Adjacency) -> int:
    """The number of components of the space of all arrangements (blank anywhere).

    >>> square = [[1, 3], [0, 2], [1, 3], [2, 0]]
    >>> components(square)
    2
    """
    parts = connected_parts(adjacency)
    # The blank never leaves its connected part, so different sets of tokens in that part are in different components.
    total = 0
    for part in parts:
        reachable = len(part) * prod(block.order for block in blocks(adjacency, part[0]))
        total += len(part) * factorial(len(adjacency) - 1) // reachable
    return total


def why_unreachable(adjacency: Adjacency, start: Sequence[str], goal: Sequence[str], blank: str) -> str | None:
    """The reason why no walk of the blank turns `start` into `goal`; None if one does."""
    source, target = start.index(blank), goal.index(blank)
    path = shortest_path(adjacency, source, target)
    if path is None:
        return "the blank cannot reach its goal vertex: the graph is not connected there"
    state = list(start)
    for here, there in pairwise(path):
        state[here], state[there] = state[there], state[here]
    inside = {vertex for part in connected_parts(adjacency) if target in part for vertex in part}
    if any(state[vertex] != goal[vertex] for vertex in range(len(state)) if vertex not in inside):
        return "a token must move in a part of the graph that the blank cannot reach"
    for block in blocks(adjacency, target):
        own = block.vertices[1:]
        have, want = [state[vertex] for vertex in own], [goal[vertex] for vertex in own]
        if have == want:
            continue
        if set(have) != set(want):
            return "a token would have to pass from one biconnected part of the graph to another"
        reason = _why_not_in_group(block, have, want, adjacency)
        if reason:
            return reason
    return None


def _why_not_in_group(block: Block, have: list[str], want: list[str], adjacency: Adjacency) -> str | None:
    if block.group == "polygon":
        shift = want.index(have[0])
        if have != want[shift:] + want[:shift]:
            return "on a polygon tokens can only rotate, and their cyclic order differs"
    elif block.group == "even" and is_odd(have, want):
        return "the graph is bipartite there and start and goal differ by an odd permutation"
    elif block.group == "theta0" and tuple(mapping(have, want)) not in _theta0_group(block, adjacency):
        return "on the θ₀ graph only 120 of the 720 arrangements can be reached, and the goal is not among them"
    return None


def shuffled(adjacency: Adjacency, goal: Sequence[str], blank: str, random: Random) -> list[str]:
    """A random arrangement from which `goal` is reachable, all equally likely.

    Each block's tokens are permuted by an element of its group; then the blank walks to any vertex of its part.
    """
    home, state = goal.index(blank), list(goal)
    for block in blocks(adjacency, home):
        own = block.vertices[1:]
        for place, token in zip(
            own, _permuted(block, [state[vertex] for vertex in own], adjacency, random), strict=True
        ):
            state[place] = token
    [part] = [part for part in connected_parts(adjacency) if home in part]
    path = shortest_path(adjacency, home, random.choice(part))
    assert path is not None
    for here, there in pairwise(path):
        state[here], state[there] = state[there], state[here]
    return state


def _permuted(block: Block, tokens: list[str], adjacency: Adjacency, random: Random) -> list[str]:
    """The tokens of a block after a random element of its group."""
    if block.group == "polygon":
        shift = random.randrange(len(tokens))
        return tokens[shift:] + tokens[:shift]
    if block.group == "theta0":
        return [tokens[index] for index in random.choice(_theta0_group(block, adjacency))]
    if block.group == "edge":
        return tokens
    mixed = random.sample(tokens, len(tokens))
    if block.group == "even" and is_odd(tokens, mixed):
        mixed[0], mixed[1] = mixed[1], mixed[0]
    return mixed


def connected_parts(adjacency: Adjacency) -> list[list[int]]:
    """The vertex sets of the connected parts, in order of their smallest vertex."""
    seen: set[int] = set()
    parts = []
    for root in range(len(adjacency)):
        if root in seen:
            continue
        part, queue = [root], deque([root])
        seen.add(root)
        while queue:
            for vertex in adjacency[queue.popleft()]:
                if vertex not in seen:
                    seen.add(vertex)
                    part.append(vertex)
                    queue.append(vertex)
        parts.append(part)
    return parts


def shortest_path(adjacency: Adjacency, source: int, target: int) -> list[int] | None:
    """Vertices from source to target, or None."""
    parent = {source: source}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        if here == target:
            path = [here]
            while path[-1] != source:
                path.append(parent[path[-1]])
            return path[::-1]
        for vertex in adjacency[here]:
            if vertex not in parent:
                parent[vertex] = here
                queue.append(vertex)
    return None


def blocks(adjacency: Adjacency, root: int) -> list[Block]:
    """The blocks of the part that holds `root` (Hopcroft and Tarjan, without recursion)."""
    depth = {root: 0}
    low: dict[int, int] = {root: 0}
    trail: list[int] = []  # vertices not yet assigned to a block
    place: dict[int, int] = {}  # index of each vertex in the trail
    found = []
    stack = [(root, -1, iter(adjacency[root]))]
    while stack:
        here, parent, rest = stack[-1]
        for vertex in rest:
            if vertex == parent:
                continue
            if vertex in depth:
                low[here] = min(low[here], depth[vertex])
            else:
                depth[vertex] = low[vertex] = len(stack)
                place[vertex] = len(trail)
                trail.append(vertex)
                stack.append((vertex, here, iter(adjacency[vertex])))
                break
        else:
            stack.pop()
            if parent >= 0:
                low[parent] = min(low[parent], low[here])
                if low[here] >= depth[parent]:
                    found.append(_classify(adjacency, [parent, *trail[place[here] :]]))
                    del trail[place[here] :]
    return found


def _classify(adjacency: Adjacency, vertices: list[int]) -> Block:
    if len(vertices) == 2:
        return Block(tuple(vertices), "edge")
    inner = _inner(adjacency, vertices)
    edges = sum(map(len, inner.values())) // 2
    if edges == len(vertices):
        return Block(tuple(_around(inner)), "polygon")
    if _is_theta0(inner, edges):
        return Block(tuple(vertices), "theta0")
    return Block(tuple(vertices), "even" if _is_bipartite(inner) else "all")


def _inner(adjacency: Adjacency, vertices: list[int]) -> dict[int, list[int]]:
    """The neighbours within a block, its gate first.

    The neighbours of the gate are collected from the other vertices: many blocks may share a gate of high degree.
    """
    gate = vertices[0]
    inner: dict[int, list[int]] = {vertex: [] for vertex in vertices}
    for vertex in vertices[1:]:
        for other in adjacency[vertex]:
            if other in inner:
                inner[vertex].append(other)
                if other == gate:
                    inner[gate].append(vertex)
    return inner


def _around(inner: dict[int, list[int]]) -> list[int]:
    """The vertices of a polygon in cyclic order, its gate first."""
    order = [next(iter(inner))]
    while len(order) < len(inner):
        order.append(next(other for other in inner[order[-1]] if other not in order[-2:]))
    return order


def _is_theta0(inner: dict[int, list[int]], edges: int) -> bool:
    """A hexagon and a vertex in the middle of a long diagonal: two hubs joined by paths of 1, 2 and 2 vertices."""
    hubs = [vertex for vertex, others in inner.items() if len(others) == 3]
    if len(inner) != 7 or edges != 8 or len(hubs) != 2 or hubs[1] in inner[hubs[0]]:
        return False
    return len(set(inner[hubs[0]]).intersection(inner[hubs[1]])) == 1


def _is_bipartite(inner: dict[int, list[int]]) -> bool:
    root = next(iter(inner))
    side = {root: 0}
    queue = deque([root])
    while queue:
        here = queue.popleft()
        for vertex in inner[here]:
            if vertex not in side:
                side[vertex] = 1 - side[here]
                queue.append(vertex)
            elif side[vertex] == side[here]:
                return False
    return True


def _theta0_group(block: Block, adjacency: Adjacency) -> tuple[tuple[int, ...], ...]:
    """All 120 permutations of the block's tokens."""
    place = {vertex: index for index, vertex in enumerate(block.vertices)}
    return _walks(tuple(tuple(place[to] for to in adjacency[vertex] if to in place) for vertex in block.vertices))


@cache
def _walks(neighbours: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The permutations of tokens made by closed walks of the blank from vertex 0."""
    first = (-1, *range(len(neighbours) - 1))  # -1 is the blank
    seen, queue = {first}, deque([first])
    while queue:
        state = queue.popleft()
        blank = state.index(-1)
        for to in neighbours[blank]:
            after = list(state)
            after[blank], after[to] = after[to], -1
            if tuple(after) not in seen:
                seen.add(tuple(after))
                queue.append(tuple(after))
    made = {tuple(mapping(range(len(neighbours) - 1), state[1:])) for state in seen if state[0] == -1}
    return tuple(sorted(made))
