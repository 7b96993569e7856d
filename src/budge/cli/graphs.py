"""The graph of all positions as a file: GraphML and DOT for programs that draw graphs, or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path, PurePath

from budge.cli.output import check_output, naming
from budge.engines.domains.base import Graph
from budge.explore import Meter, graph
from budge.puzzles import BadInput, Puzzle

KEYS = (("position", "string"), ("depth", "int"), ("start", "boolean"), ("goal", "boolean"))


def check_graph_file(path: str, source: str) -> None:
    """Raises `BadInput` if the file cannot be written, before positions are counted."""
    if PurePath(path).suffix.lower() not in FORMATS:
        raise BadInput(f"{path}: a graph is written as {', '.join(FORMATS)}")
    check_output(path, [source])


def write_graph(path: str, puzzle: Puzzle, metric: str, source: str, meter: Meter) -> None:
    """Writes every move, and every position with its drawing as text, its depth, and whether it is the start or a goal.

    Raises `GraphStopped` at a limit; the file is then unchanged.
    """
    found = graph(puzzle, metric=metric, limits=meter.left())
    check_output(path, [source])
    unfinished = Path(f"{path}.part")
    try:
        with naming(path), unfinished.open("w", encoding="utf-8") as file:
            for piece in FORMATS[PurePath(path).suffix.lower()](puzzle, found):
                meter.check()
                file.write(piece)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def as_json(puzzle: Puzzle, found: Graph) -> Iterator[str]:
    yield f'{{"directed": {json.dumps(found.directed)}, "nodes": ['
    for number, (state, depth) in enumerate(zip(found.states, found.depths(), strict=True)):
        node = {"id": number, "position": puzzle.grid_text(state), "depth": depth}
        node |= {"start": number == 0, "goal": puzzle.is_goal(state)}
        yield (", " if number else "") + json.dumps(node)
    yield '], "edges": ['
    for number, edge in enumerate(found.edges):
        yield (", " if number else "") + json.dumps(edge)
    yield "]}\n"


def as_graphml(puzzle: Puzzle, found: Graph) -> Iterator[str]:
    yield "<?xml version='1.0' encoding='UTF-8'?>\n<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>\n"
    for name, kind in KEYS:
        yield f"<key id='{name}' for='node' attr.name='{name}' attr.type='{kind}'/>\n"
    yield f"<graph edgedefault='{'directed' if found.directed else 'undirected'}'>\n"
    for number, (state, depth) in enumerate(zip(found.states, found.depths(), strict=True)):
        flags = (str(number == 0).lower(), str(puzzle.is_goal(state)).lower())
        values = (puzzle.grid_text(state), str(depth), *flags)
        data = "".join(
            f"<data key='{key}'>{escape(value)}</data>" for (key, _), value in zip(KEYS, values, strict=True)
        )
        yield f"<node id='n{number}'>{data}</node>\n"
    for one, other in found.edges:
        yield f"<edge source='n{one}' target='n{other}'/>\n"
    yield "</graph>\n</graphml>\n"


def as_dot(puzzle: Puzzle, found: Graph) -> Iterator[str]:
    """For Graphviz: the start is bold, goals have two rings, and the label is the position."""
    kind, arrow = ("digraph", "->") if found.directed else ("graph", "--")
    yield f'{kind} {{\nnode [shape=box, fontname="monospace"];\n'
    for number, (state, depth) in enumerate(zip(found.states, found.depths(), strict=True)):
        label = puzzle.grid_text(state).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        marks = (", style=bold" if number == 0 else "") + (", peripheries=2" if puzzle.is_goal(state) else "")
        yield f'n{number} [label="{label}", depth={depth}{marks}];\n'
    for one, other in found.edges:
        yield f"n{one} {arrow} n{other};\n"
    yield "}\n"


FORMATS: dict[str, Callable[[Puzzle, Graph], Iterator[str]]] = {
    ".graphml": as_graphml,
    ".dot": as_dot,
    ".json": as_json,
}
