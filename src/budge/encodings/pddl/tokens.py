"""Tokens for planners: a token moves along an edge into the blank."""

from __future__ import annotations

from budge.encodings.pddl.base import Action, Names, Planning, written_domain, written_problem
from budge.puzzles import Plan, Tokens
from budge.puzzles.tokens import BLANK, State


class TokensPlanning(Planning):
    @classmethod
    def of(cls, puzzle: Tokens, metric: str) -> TokensPlanning:
        return cls(puzzle)

    def __init__(self, puzzle: Tokens) -> None:
        self.puzzle = puzzle
        tokens = [token for token in puzzle.goal if token != BLANK]
        self.names = Names({"v": puzzle.vertices, "t": tokens})
        self.vertices = [self.names["v", vertex] for vertex in puzzle.vertices]
        self.tokens = [self.names["t", token] for token in tokens]

    def domain(self) -> str:
        return written_domain("tokens")

    def problem(self) -> str:
        edges = (
            f"edge {self.vertices[one]} {self.vertices[other]}"
            for one, others in enumerate(self.puzzle.adjacency)
            for other in others
        )
        return written_problem(
            self.puzzle,
            "tokens",
            {"token": self.tokens, "vertex": self.vertices},
            [*self.arrangement(self.puzzle.start), *edges],
            self.arrangement(self.puzzle.goal),
        )

    def arrangement(self, state: State) -> list[str]:
        return [
            f"blank {vertex}" if token == BLANK else f"at {self.names['t', token]} {vertex}"
            for token, vertex in zip(state, self.vertices, strict=True)
        ]

    def plan(self, actions: list[Action]) -> Plan:
        """The blank moves to the vertex that each token comes from."""
        visited = []
        for action in actions:
            vertex = self.names.original("v", action.argument(1))
            if action.name != "move" or vertex is None:
                raise action.unknown()
            visited.append(vertex)
        return Plan(tuple(visited), " ")
