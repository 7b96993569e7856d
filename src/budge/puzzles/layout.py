"""Graph layout: a point for every vertex, with neighbours about one unit apart.

Polygons and dense graphs are drawn on a circle. For other connected graphs, distances in the drawing approximate
distances in the graph: classical scaling gives a first layout, and stress majorization improves it (E. Gansner,
Y. Koren, S. North, Graph drawing by stress majorization, 2004). If edges of a small graph still cross, it is also drawn
by Tutte's method: a shortest cycle is the outer polygon, and every other vertex is at a weighted mean of its neighbours
(W. T. Tutte, How to draw a graph, 1963). The drawing with the fewest crossings is chosen, so the cube and the Petersen
graph look as in textbooks. Parts of a disconnected graph are placed side by side. The result is deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin, sqrt

from budge.puzzles.wilson import Adjacency, connected_parts, shortest_path

Points = list[tuple[float, float]]

MAX_VERTICES = 200  # of a connected part; larger parts are drawn on a circle
MAX_EDGES = 60  # of a connected part whose edge crossings are counted and reduced
PAIRS = 600_000  # vertex pairs processed in all rounds: about half a second
APART = 0.7  # vertices nearer than this would touch


def layout(adjacency: Adjacency) -> Points:
    """A point for every vertex.

    >>> sorted((round(x), round(y)) for x, y in layout([[1], [0]]))
    [(0, 0), (1, 0)]
    """
    points: Points = [(0.0, 0.0)] * len(adjacency)
    left = 0.0
    for part in connected_parts(adjacency):
        part = sorted(part)
        placed = _part(adjacency, part)
        min_x, min_y = min(x for x, _ in placed), min(y for _, y in placed)
        for vertex, (x, y) in zip(part, placed, strict=True):
            points[vertex] = (x - min_x + left, y - min_y)
        left += max(x for x, _ in placed) - min_x + 1.2
    return points


def _part(adjacency: Adjacency, part: list[int]) -> Points:
    place = {vertex: index for index, vertex in enumerate(part)}
    graph = [[place[other] for other in adjacency[vertex]] for vertex in part]
    edges = [(one, other) for one, others in enumerate(graph) for other in others if one < other]
    if len(graph) > 2 and all(len(others) == 2 for others in graph):
        return _around(_cycle(graph))
    if len(graph) > MAX_VERTICES or (len(graph) > 4 and len(edges) > 0.45 * len(graph) * (len(graph) - 1)):
        return _around(range(len(graph)))
    distances = [_distances(graph, [vertex]) for vertex in range(len(graph))]
    best = _aligned(_majorized(distances, _scaled(distances)), graph)
    if len(edges) <= MAX_EDGES and (fewest := _crossings(best, edges)):
        for ring in _short_cycles(graph, edges):
            points = _inside(ring, graph)
            if _is_roomy(points, edges) and (crossings := _crossings(points, edges)) < fewest:
                best, fewest = points, crossings
    return _apart(best)


def _around(order: Sequence[int]) -> Points:
    """The vertices on a circle in the given order, the first one at the top."""
    radius = 0.5 / sin(pi / len(order))
    points: Points = [(0.0, 0.0)] * len(order)
    for index, vertex in enumerate(order):
        angle = 2 * pi * index / len(order)
        points[vertex] = (radius * sin(angle), -radius * cos(angle))
    return points


def _cycle(graph: Adjacency) -> list[int]:
    order = [0, graph[0][0]]
    while len(order) < len(graph):
        order.append(next(other for other in graph[order[-1]] if other != order[-2]))
    return order


def _distances(graph: Adjacency, sources: Sequence[int]) -> list[int]:
    """Every vertex's distance from the nearest source."""
    distance = [-1] * len(graph)
    for source in sources:
        distance[source] = 0
    queue = list(sources)
    for here in queue:
        for other in graph[here]:
            if distance[other] < 0:
                distance[other] = distance[here] + 1
                queue.append(other)
    return distance


def _scaled(distances: list[list[int]]) -> Points:
    """Classical scaling: the two leading eigenvectors of the centred squared distances, by power iteration."""
    size = len(distances)
    means = [sum(d * d for d in row) / size for row in distances]
    mean = sum(means) / size
    gram = [
        [(means[one] + means[other] - mean - d * d) / 2 for other, d in enumerate(row)]
        for one, row in enumerate(distances)
    ]
    axes: list[list[float]] = []
    for seed in (1.0, 2.0):
        vector = [sin(seed + 1.7 * seed * index) for index in range(size)]
        for _ in range(max(8, min(60, PAIRS // (4 * size * size)))):
            for axis in axes:
                along = sum(a * v for a, v in zip(axis, vector, strict=True))
                vector = [v - along * a for a, v in zip(axis, vector, strict=True)]
            length = sqrt(sum(v * v for v in vector)) or 1.0
            unit = [v / length for v in vector]
            vector = [sum(g * u for g, u in zip(row, unit, strict=True)) for row in gram]
        axes.append(unit)
    value = sqrt(max(map(abs, vector), default=1.0)) or 1.0
    return [(value * x, value * y) for x, y in zip(*axes, strict=True)]


def _majorized(distances: list[list[int]], points: Points) -> Points:
    """Repeatedly moves every vertex to the weighted mean of the positions that the others prefer."""
    size = len(points)
    weights = [[1 / (d * d) if d else 0.0 for d in row] for row in distances]
    totals = [sum(row) or 1.0 for row in weights]
    for _ in range(min(300, PAIRS // (size * size))):
        for here in range(size):
            x, y = points[here]
            sum_x = sum_y = 0.0
            for (other_x, other_y), weight, distance in zip(points, weights[here], distances[here], strict=True):
                length = hypot(x - other_x, y - other_y)
                pull = distance / length if length > 1e-9 else 0.0
                sum_x += weight * (other_x + pull * (x - other_x))
                sum_y += weight * (other_y + pull * (y - other_y))
            points[here] = (sum_x / totals[here], sum_y / totals[here])
    return points


def _aligned(points: Points, graph: Adjacency) -> Points:
    """Rotates the layout so that edges are as parallel to the axes as possible: a grid becomes upright."""
    across = along = 0.0
    for vertex, others in enumerate(graph):
        for other in others:
            angle = 4 * atan2(points[other][1] - points[vertex][1], points[other][0] - points[vertex][0])
            across, along = across + sin(angle), along + cos(angle)
    turn = -atan2(across, along) / 4
    return [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in points]


def _short_cycles(graph: Adjacency, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Shortest cycles, one for each edge that lies on one."""
    found = []
    for one, other in edges:
        without = [[far for far in others if {near, far} != {one, other}] for near, others in enumerate(graph)]
        if path := shortest_path(without, one, other):
            found.append(path)
    shortest = min(map(len, found), default=0)
    return [cycle for cycle in found if len(cycle) == shortest]


def _inside(ring: list[int], graph: Adjacency) -> Points:
    """The ring as a regular polygon, every other vertex at a mean of its neighbours, weighted towards the ring."""
    corner = {vertex: (sin(2 * pi * i / len(ring)), -cos(2 * pi * i / len(ring))) for i, vertex in enumerate(ring)}
    points = [corner.get(vertex, (0.0, 0.0)) for vertex in range(len(graph))]
    depth = _distances(graph, ring)
    for _ in range(100):
        for vertex, others in enumerate(graph):
            if vertex not in corner:
                pulls = [(2.0 ** (depth[vertex] - depth[other]), *points[other]) for other in others]
                total = sum(weight for weight, _, _ in pulls)
                points[vertex] = (sum(w * x for w, x, _ in pulls) / total, sum(w * y for w, _, y in pulls) / total)
    return points


def _is_roomy(points: Points, edges: Sequence[tuple[int, int]]) -> bool:
    """Whether no two vertices are so close that the drawing would have to be enlarged much."""
    longest = max(hypot(points[a][0] - points[b][0], points[a][1] - points[b][1]) for a, b in edges)
    return _nearest(points) > 0.25 * longest


def _crossings(points: Points, edges: Sequence[tuple[int, int]]) -> int:
    pairs = ((a, b, c, d) for i, (a, b) in enumerate(edges) for c, d in edges[:i] if len({a, b, c, d}) == 4)
    return sum(_cross(*(points[vertex] for vertex in pair)) for pair in pairs)


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def _nearest(points: Points) -> float:
    return min((hypot(p[0] - q[0], p[1] - q[1]) for i, p in enumerate(points) for q in points[:i]), default=1.0)


def _apart(points: Points) -> Points:
    """Enlarges the layout, at most four times, so that no two vertices touch."""
    scale = min(max(1.0, APART / max(_nearest(points), 1e-9)), 4.0)
    return [(scale * x, scale * y) for x, y in points]
