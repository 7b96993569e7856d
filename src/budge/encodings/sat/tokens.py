"""Tokens on a graph, and tiles, as clauses: one position of the blank per step; other tokens stay.

Variables of step s: `blank(c)`, `at(c, v)` for token v on vertex c, `waste(i)`: the move to s wasted at least i units,
and `spent(i)`: at least i units in total. A token that moves away from its goal wastes a move and needs another to
return; a plan of T moves from Manhattan distance h wastes exactly T - h moves, which bounds the counter. Clauses only
propagate tokens forward and require the goal at the end: none states that a vertex holds one token or that a token is
on one vertex. A token too far from its start or goal at a step has no variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.base import FAR, Clauses, Encoding, FormulaSpec
from budge.encodings.sat.formula import Formula, Literals
from budge.native import core
from budge.puzzles.tokens import Tokens

Mask = npt.NDArray[np.bool_]
MAX_SEARCHED_VERTICES = 63  # what proofs by search can represent
MAX_SEARCHED_WASTE = 255  # likewise, in units
OPEN_CAPACITY = 48  # units of waste that an open formula can count


class TokensEncoding(Encoding):
    """A blank and numbered tokens on the vertices of a graph; token 0 is the blank.

    >>> triangle = TokensEncoding([[1, 2], [0, 2], [0, 1]], [1, 2, 0], [0, 1, 2], horizon=2)
    >>> triangle.lower_bound, triangle.stride, len(triangle.formula()) > 0
    (2, 1, True)
    """

    counter_above = 18  # moves; for shorter plans one growing formula is fastest

    def __init__(
        self,
        graph: Sequence[Sequence[int]],
        start: Sequence[int],
        goal: Sequence[int],
        *,
        horizon: int | None = None,
        detours: bool = False,
        names: Sequence[str] | None = None,
    ) -> None:
        self.size = len(graph)
        self.graph = [np.array(neighbours, int) for neighbours in graph]
        self.names = names or [str(vertex) for vertex in range(self.size)]
        self.horizon, self.detours = horizon, detours
        self.left = np.array([vertex for vertex, neighbours in enumerate(graph) for _ in neighbours], int)
        self.entered = np.array([other for neighbours in graph for other in neighbours], int)
        self.distance = _distances(self.graph)
        self.origin = np.array([list(start).index(token) for token in range(self.size)])
        self.home = np.array([list(goal).index(token) for token in range(self.size)])

        bipartite = not np.any(self.distance[0][self.left] % 2 == self.distance[0][self.entered] % 2)
        self.stride = 2 if bipartite else 1
        self.lower_bound = int(self.distance[self.origin[1:], self.home[1:]].sum())
        self.longest = self.lower_bound + self.stride * (OPEN_CAPACITY - 1)
        self.capacity = OPEN_CAPACITY if horizon is None else self._allowed(horizon)  # of waste, in units
        # Between two moves of one token that do not undo each other, the blank must walk around it.
        self.round = 3 if bipartite or not _has_triangle(self.graph) else 2
        # The units of waste, each of `stride` moves, that one move can add.
        self.max_waste = 2 // self.stride

    extra = 0  # variables per step that a subclass adds

    # Variables

    def _first(self, step: int) -> int:
        per_step = self.size + self.size**2 + self.max_waste + self.capacity + self.extra
        return step * per_step + 1

    def _blank(self, step: int, vertex: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + np.asarray(vertex))

    def _at(self, step: int, vertex: npt.ArrayLike, token: npt.ArrayLike) -> Literals:
        offset = self.size + np.asarray(vertex) * self.size + np.asarray(token)
        return np.asarray(self._first(step) + offset)

    def _waste(self, step: int, amount: int) -> int:
        """The move to `step` wastes at least `amount` units."""
        return self._first(step) + self.size + self.size**2 + amount - 1

    def _spent(self, step: int, amount: int) -> int:
        """The waste up to `step` is at least `amount` ≥ 1 units."""
        return self._first(step) + self.size + self.size**2 + self.max_waste + amount - 1

    def _extra(self, step: int, number: npt.ArrayLike) -> Literals:
        """The variables of a subclass."""
        return np.asarray(self._first(step + 1) - self.extra + np.asarray(number))

    def _allowed(self, length: int) -> int:
        """The units of waste of a plan of this length."""
        return max(0, length - self.lower_bound) // self.stride

    @lru_cache(maxsize=1024)  # noqa: B019 (an encoding lives as long as its formula)
    def _possible(self, step: int) -> tuple[Mask, Mask]:
        """The possible positions of the blank and of the tokens at a step."""
        blank = self._in_time(self.origin[0], step)
        at = self._tokens_in_time(self.origin, step)
        if self.horizon is not None:
            blank = blank & self._in_time(self.home[0], self.horizon - step)
            at = at & self._tokens_in_time(self.home, self.horizon - step)
        return blank, at

    def _in_time(self, vertex: int, moves: int) -> Mask:
        apart = self.distance[vertex]
        return np.asarray((apart <= moves) & ((apart - moves) % self.stride == 0))

    def _tokens_in_time(self, places: npt.NDArray[np.int_], moves: int) -> Mask:
        """[vertex, token]: whether the token can be there: the blank must walk to it, and around it between its
        moves."""
        apart = self.distance[:, places]
        needed = self.distance[places[0], places] + (apart - 1) * self.round
        possible = (apart == 0) | (needed <= moves)
        possible[:, 0] = False
        return np.asarray(possible)

    # Clauses

    def start(self) -> Formula:
        formula = Formula()
        tokens = np.arange(1, self.size)
        blank, at = self._possible(0)
        in_time = blank[self.origin[0]] and at[self.origin[1:], tokens].all()
        if self.horizon is not None and (self.horizon < self.lower_bound or not in_time):
            formula.add(np.array([1, -1]))  # the waste would be negative, or the blank cannot reach a token in time
        formula.add(self._blank(0, self.origin[0]))
        formula.add(self._at(0, self.origin[1:], tokens))
        return formula

    def step(self, step: int) -> Formula:
        formula = Formula()
        self._move_blank(formula, step)
        self._move_tokens(formula, step)
        self._count(formula, step)
        return formula

    def _move_blank(self, formula: Formula, step: int) -> None:
        before, after = self._possible(step - 1)[0], self._possible(step)[0]
        for here, there, possible, reached in ((step - 1, step, before, after), (step, step - 1, after, before)):
            for vertex in np.flatnonzero(possible).tolist():
                near = self.graph[vertex][reached[self.graph[vertex]]]
                formula.add_clause([-int(self._blank(here, vertex)), *self._blank(there, near).tolist()])
        formula.at_most_one(self._blank(step, np.flatnonzero(after)))
        if step >= 2 and not self.detours:
            twice = np.flatnonzero(after & self._possible(step - 2)[0])
            formula.add(-self._blank(step - 2, twice), -self._blank(step, twice))

    def _move_tokens(self, formula: Formula, step: int) -> None:
        (blank_before, at_before), (blank_after, at_after) = (self._possible(s) for s in (step - 1, step))
        usable = blank_before[self.left] & blank_after[self.entered]
        left, entered = self.left[usable], self.entered[usable]

        # The blank moves from `left` to `entered`, and the token there to `left`.
        edge, token = np.nonzero(at_before[entered])
        here, there = left[edge], entered[edge]
        moved = (
            -self._blank(step - 1, here),
            -self._blank(step, there),
            -self._at(step - 1, there, token),
        )
        arrives = at_after[here, token]
        formula.add(*(column[~arrives] for column in moved))
        moved = tuple(column[arrives] for column in moved)
        here, there, token = here[arrives], there[arrives], token[arrives]
        formula.add(*moved, self._at(step, here, token))
        farther = 1 + self.distance[here, self.home[token]] - self.distance[there, self.home[token]]
        for amount in range(1, self.max_waste + 1):
            wasting = farther >= amount * self.stride
            formula.add(*(column[wasting] for column in moved), self._waste(step, amount))

        # Any other token stays.
        vertex, token = np.nonzero(at_before)
        was = -self._at(step - 1, vertex, token)
        stays, blank = self._at(step, vertex, token), self._blank(step, vertex)
        may_stay, may_leave = at_after[vertex, token], blank_after[vertex]
        for rows, *instead in (
            (~may_stay & ~may_leave,),
            (may_stay & ~may_leave, stays),
            (~may_stay & may_leave, blank),
            (may_stay & may_leave, stays, blank),
        ):
            formula.add(was[rows], *(column[rows] for column in instead))

    def _count(self, formula: Formula, step: int) -> None:
        """Adds the waste of this move to the counter, which has no variables above the allowed waste."""
        known = min((step - 1) * self.max_waste, self.capacity)  # upper bound on the waste so far
        for spent in range(1, known + 1):
            formula.add_clause([-self._spent(step - 1, spent), self._spent(step, spent)])
        for amount in range(1, self.max_waste + 1):
            wasted = -self._waste(step, amount)
            for spent in range(known + 1):
                prior = [-self._spent(step - 1, spent)] if spent else []
                if spent + amount <= self.capacity:
                    formula.add_clause([*prior, wasted, self._spent(step, spent + amount)])
                elif self.horizon is not None:
                    formula.add_clause([*prior, wasted])

    def goal(self, step: int) -> list[int]:
        if self.horizon is not None:  # at the last step, tokens have variables only at their goals
            return []
        vertex, token = np.nonzero(self._possible(step)[1])
        wrong = self.home[token] != vertex
        return [*(-self._at(step, vertex[wrong], token[wrong])).tolist(), -self._spent(step, self._allowed(step) + 1)]

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """The vertices that the blank enters."""
        path: list[list[int]] = []
        for step in range(1, length + 1):
            possible = np.flatnonzero(self._possible(step)[0]).tolist()
            path += [[vertex] for vertex in possible if holds(int(self._blank(step, vertex)))]
        return path

    def prove_by_search(self, formula: bytes, file: int, run: Any) -> str | None:
        assert self.horizon is not None
        if self.size > MAX_SEARCHED_VERTICES or self.capacity > MAX_SEARCHED_WASTE:
            return None
        vertices, steps = np.arange(self.size), range(self.horizon + 1)
        vertex, token = np.divmod(np.arange(self.size**2), self.size)
        tokens = core.TokensFormula()
        tokens.graph = [neighbours.tolist() for neighbours in self.graph]
        tokens.start = np.argsort(self.origin).tolist()
        tokens.length = self.horizon
        tokens.blank = [variable for step in steps for variable in self._blank(step, vertices).tolist()]
        tokens.at = [variable for step in steps for variable in self._at(step, vertex, token).tolist()]
        tokens.waste = [self._waste(step, units + 1) for step in steps for units in range(self.max_waste)]
        tokens.spent = [self._spent(step, units + 1) for step in steps for units in range(self.capacity)]
        tokens.max_waste, tokens.capacity = self.max_waste, self.capacity
        return str(core.refute_by_layers(tokens, formula, file, run))

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        for step in range(self.horizon + 1):
            blank, at = self._possible(step)
            for vertex in np.flatnonzero(blank).tolist():
                yield f"{self._blank(step, vertex)}: step {step}, the blank is on {self.names[vertex]}"
            for vertex, token in np.argwhere(at).tolist():
                yield f"{self._at(step, vertex, token)}: step {step}, token {token} is on {self.names[vertex]}"
            for amount in range(1, self.max_waste + 1 if step else 1):
                yield f"{self._waste(step, amount)}: move {step} wastes at least {amount}"
            for amount in range(1, min(step * self.max_waste, self.capacity) + 1):
                yield f"{self._spent(step, amount)}: at least {amount} wasted by step {step}"


def _distances(graph: list[npt.NDArray[np.int_]]) -> npt.NDArray[np.int_]:
    """Distances between all pairs of vertices; unconnected vertices are farther than any plan is long."""
    size = len(graph)
    distance = np.full((size, size), FAR)
    for vertex in range(size):
        distance[vertex, vertex] = 0
        queue = [vertex]
        for here in queue:
            for there in graph[here].tolist():
                if distance[vertex, there] == FAR:
                    distance[vertex, there] = distance[vertex, here] + 1
                    queue.append(there)
    return distance


def _has_triangle(graph: list[npt.NDArray[np.int_]]) -> bool:
    return any(np.intersect1d(graph[here], graph[there]).size for here in range(len(graph)) for there in graph[here])


class TokensClauses(Clauses):
    metrics = ("moves",)

    def encode(self, puzzle: Tokens, spec: FormulaSpec) -> Encoding:
        start, goal = puzzle.numbered()
        return TokensEncoding(
            puzzle.adjacency, start, goal, horizon=spec.horizon, detours=spec.detours, names=puzzle.vertices
        )
