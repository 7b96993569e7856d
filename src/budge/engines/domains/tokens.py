"""Tokens for the core: numbers on the vertices of a graph; the blank is 0."""

from __future__ import annotations

from dataclasses import replace

from budge.engines.base import Task
from budge.engines.domains.base import AllPlans, Domain, Explored
from budge.engines.domains.calls import Calls
from budge.model import Objective
from budge.native import core
from budge.puzzles import Plan, Tokens
from budge.puzzles.tokens import BLANK


class TokensDomain(Domain[Tokens]):
    kind = "tokens"
    explores_on_threads = True
    cuts_iterations = True

    def choose(self, puzzle: Tokens, objective: Objective) -> str:
        """Graphs of up to ten vertices have a small space: A*. Quality below optimal: weighted A*. Otherwise heuristics
        are too weak on such graphs: bidirectional breadth-first search."""
        if len(puzzle.vertices) <= 10 or objective.quality != "optimal":
            return "astar"
        return "bidirectional"

    def default_heuristic(self, puzzle: Tokens) -> str:
        return "manhattan"

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, Tokens)
        return core.solve_tokens(to_native(puzzle), algorithm, task.heuristic or "zero", weight, run)

    def plan(self, path: list[int], puzzle: Tokens, metric: str) -> Plan:
        """The names of the vertices that the blank moves to."""
        return Plan(tuple(puzzle.vertices[vertex] for vertex in path), " ")

    def calls(self, puzzle: Tokens, metric: str) -> Calls:
        return replace(super().calls(puzzle, metric), goals=[puzzle.goal])

    def all_plans(self, puzzle: Tokens, metric: str, optimum: int, max_plans: int, run: core.Run) -> AllPlans:
        return core.all_plans_of_tokens(to_native(puzzle), optimum, max_plans, run)

    def evaluate(self, puzzle: Tokens, heuristic: str, metric: str) -> int:
        return core.evaluate_tokens(to_native(puzzle), heuristic)

    def state_of(self, listed: list[int], puzzle: Tokens) -> tuple[str, ...]:
        label = [BLANK, *(token for token in puzzle.goal if token != BLANK)]
        return tuple(label[token] for token in listed)

    def explore(self, puzzle: Tokens, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        found = core.explore_tokens(to_native(puzzle), source == "goal", keep, run)
        hardest = [self.state_of(state, puzzle) for state in found.hardest]
        return Explored(found.by_depth, hardest, found.stopped_by, found.peak_bytes)


def to_native(puzzle: Tokens) -> core.TokensPuzzle:
    """The puzzle for the core: neighbours of every vertex, and tokens numbered in the order of the goal."""
    start, goal = puzzle.numbered()
    return core.TokensPuzzle(puzzle.adjacency, start, goal)
