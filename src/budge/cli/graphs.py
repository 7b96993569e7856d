"""The graph of all positions as a file: GraphML for programs that draw graphs, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePath

from budge.cli.output import check_output, naming
from budge.engines.domains.base import Graph
from budge.explore import Meter, graph
from budge.puzzles import BadInput, Puzzle

SUFFIXES = (".graphml", ".json")
KEYS = (("position", "string"), ("start", "boolean"), ("goal", "boolean"))


def check_graph_file(path: str, source: str) -> None:
    """Refuse what cannot be written before anything is counted."""
    if PurePath(path).suffix.lower() not in SUFFIXES:
        raise BadInput(f"{path}: a graph is written as {' or '.join(SUFFIXES)}")
    check_output(path, [source])


def write_graph(path: str, puzzle: Puzzle, metric: str, source: str, meter: Meter) -> None:
    """Every position with its picture in text, whether it is the start, whether it is a goal; and every move.

    Raises `GraphStopped` where a limit comes first; the file is then as it was before.
    """
    found = graph(puzzle, metric=metric, limits=meter.left())
    check_output(path, [source])
    unfinished = Path(f"{path}.part")
    try:
        with naming(path), unfinished.open("w", encoding="utf-8") as file:
            for piece in (as_json if PurePath(path).suffix.lower() == ".json" else as_graphml)(puzzle, found):
                meter.heed()
                file.write(piece)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def as_json(puzzle: Puzzle, found: Graph) -> Iterator[str]:
    yield f'{{"directed": {json.dumps(found.directed)}, "nodes": ['
    for number, state in enumerate(found.states):
        node = {"id": number, "position": puzzle.grid_text(state), "start": number == 0, "goal": puzzle.is_goal(state)}
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
    for number, state in enumerate(found.states):
        values = (puzzle.grid_text(state), str(number == 0).lower(), str(puzzle.is_goal(state)).lower())
        data = "".join(
            f"<data key='{key}'>{escape(value)}</data>" for (key, _), value in zip(KEYS, values, strict=True)
        )
        yield f"<node id='n{number}'>{data}</node>\n"
    for one, other in found.edges:
        yield f"<edge source='n{one}' target='n{other}'/>\n"
    yield "</graph>\n</graphml>\n"
