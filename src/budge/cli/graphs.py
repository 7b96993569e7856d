"""The graph of all positions as a file: GraphML for programs that draw graphs, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import PurePath

from budge.cli.output import check_output, write_text
from budge.engines.domains.base import Graph
from budge.explore import graph
from budge.puzzles import BadInput, Puzzle

SUFFIXES = (".graphml", ".json")
KEYS = (("position", "string"), ("start", "boolean"), ("goal", "boolean"))


def check_graph_file(path: str, source: str) -> None:
    """Refuse what cannot be written before anything is counted."""
    if PurePath(path).suffix.lower() not in SUFFIXES:
        raise BadInput(f"{path}: a graph is written as {' or '.join(SUFFIXES)}")
    check_output(path, [source])


def write_graph(path: str, puzzle: Puzzle, metric: str, source: str) -> None:
    """Every position with its picture in text, whether it is the start, whether it is a goal; and every move."""
    found = graph(puzzle, metric=metric)
    text = as_json(puzzle, found) if PurePath(path).suffix.lower() == ".json" else "".join(as_graphml(puzzle, found))
    write_text(path, text, [source])


def as_json(puzzle: Puzzle, found: Graph) -> str:
    nodes = [
        {"id": number, "position": puzzle.grid_text(state), "start": number == 0, "goal": puzzle.is_goal(state)}
        for number, state in enumerate(found.states)
    ]
    return json.dumps({"directed": found.directed, "nodes": nodes, "edges": found.edges}) + "\n"


def as_graphml(puzzle: Puzzle, found: Graph) -> Iterator[str]:
    yield "<?xml version='1.0' encoding='UTF-8'?>\n<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>\n"
    for name, kind in KEYS:
        yield f"<key id='{name}' for='node' attr.name='{name}' attr.type='{kind}'/>\n"
    yield f"<graph edgedefault='{'directed' if found.directed else 'undirected'}'>\n"
    for number, state in enumerate(found.states):
        values = (puzzle.grid_text(state), str(number == 0).lower(), str(puzzle.is_goal(state)).lower())
        data = "".join(
            f"<data key='{key}'>{escape(value)}</data>" for (key, _), value in zip(KEYS, values, strict=True)
        )
        yield f"<node id='n{number}'>{data}</node>\n"
    for one, other in found.edges:
        yield f"<edge source='n{one}' target='n{other}'/>\n"
    yield "</graph>\n</graphml>\n"
