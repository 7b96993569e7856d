"""All positions of a puzzle as a graph of networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budge.arguments import expect, renamed
from budge.engines.base import Refusal
from budge.explore import MAX_NODES
from budge.explore import graph as positions
from budge.model import Limits
from budge.puzzles import Puzzle

if TYPE_CHECKING:
    import networkx


@renamed(most="max_positions")
def graph(
    puzzle: Puzzle, *, metric: str | None = None, max_positions: int = MAX_NODES, limits: Limits | None = None
) -> networkx.DiGraph[Any]:
    """All positions that the start can reach as a `networkx.DiGraph`: states, and an edge for every move between them.

    A node has its `depth` (moves from the start), `start`, `goal`, and its `position` as text. Positions that
    differ only by interchangeable pieces are one. Raises `BadInput` if there are more than `max_positions`,
    or at a limit.

    >>> from budge.puzzles import Tiles
    >>> found = graph(Tiles.of(["1 2", "3 0"]))
    >>> len(found), found.number_of_edges(), max(depth for _, depth in found.nodes(data="depth"))
    (12, 24, 6)
    """
    try:
        import networkx
    except ImportError:
        raise Refusal("a graph needs more than is installed: pip install 'budge[graph]'") from None
    expect(puzzle, Puzzle, "a puzzle; load() gives a list of them")
    found = positions(puzzle, metric=metric, max_positions=max_positions, limits=limits)
    made = networkx.DiGraph(name=puzzle.name or puzzle.kind)
    for state, depth in zip(found.states, found.depths(), strict=True):
        text, goal = puzzle.grid_text(state), puzzle.is_goal(state)
        made.add_node(state, depth=depth, start=depth == 0, goal=goal, position=text)
    for one, other in found.edges:
        made.add_edge(found.states[one], found.states[other])
        if not found.directed:
            made.add_edge(found.states[other], found.states[one])
    return made
