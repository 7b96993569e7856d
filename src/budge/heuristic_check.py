"""Compares a heuristic of the caller with exact distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Unpack

from budge.api import solve
from budge.arguments import expect
from budge.engines.domains import DOMAINS
from budge.engines.functions import HeuristicFunction
from budge.puzzles import BadInput, Puzzle
from budge.solve_settings import SolveSettings
from budge.spec import SolveSpec

TOLERANCE = 1e-6


@dataclass(frozen=True)
class HeuristicReport:
    """How a heuristic compares with exact distances: for every state along optimal plans, and every neighbour of one.

    >>> HeuristicReport(states=9, worst_excess=-1, worst_inconsistency=0, mean_share=0.5).admissible
    True
    """

    states: int  # whose exact distance is known
    worst_excess: float  # greatest estimate minus distance; the heuristic is admissible if it is not above 0
    worst_inconsistency: float  # greatest estimate minus cost of a move minus estimate after it
    mean_share: float  # of the distance that the estimate covers, on average over states that are not goals
    worst_state: Any = None  # where the excess is greatest

    @property
    def admissible(self) -> bool:
        """Whether no estimate exceeds the distance."""
        return self.worst_excess <= TOLERANCE

    @property
    def consistent(self) -> bool:
        """Whether no estimate falls by more than a move costs."""
        return self.worst_inconsistency <= TOLERANCE

    def __str__(self) -> str:
        bound = "admissible" if self.admissible else f"not admissible: up to {self.worst_excess:g} too high"
        drop = "consistent" if self.consistent else f"inconsistent by up to {self.worst_inconsistency:g}"
        return f"{bound} and {drop} on {self.states} states; on average {self.mean_share:.0%} of the distance"


def check_heuristic(
    heuristic: Any, puzzles: Puzzle | Iterable[Puzzle], /, **settings: Unpack[SolveSettings]
) -> HeuristicReport:
    """Compares a heuristic with the exact distances of all states along an optimal plan of each puzzle.

    `settings` are those of `solve`, which finds the plans without this heuristic. A puzzle without a solution does not
    count. A few puzzles cannot prove that a heuristic is admissible; they can show that it is not.

    >>> from budge.puzzles import Tiles
    >>> str(check_heuristic(lambda puzzle, state: 1, Tiles.of(["1 2", "0 3"])))
    'not admissible: up to 1 too high and consistent on 2 states; on average 100% of the distance'
    """
    spec = SolveSpec.of(**settings)
    function = heuristic if isinstance(heuristic, HeuristicFunction) else HeuristicFunction(heuristic)
    found = Comparison(function)
    for puzzle in [puzzles] if isinstance(puzzles, Puzzle) else puzzles:
        expect(puzzle, Puzzle, "puzzles; load() gives a list of them")
        found.add(puzzle, spec)
    return found.report()


class Comparison:
    def __init__(self, function: HeuristicFunction) -> None:
        self.function = function
        self.excesses: list[tuple[float, Any]] = []
        self.inconsistencies: list[float] = []
        self.shares: list[float] = []

    def add(self, puzzle: Puzzle, spec: SolveSpec) -> None:
        metric, outcome = spec.objective.metric_of(puzzle), solve(puzzle, spec)
        if outcome.status == "unsolvable":
            return
        if outcome.status != "optimal" or outcome.plan is None:
            raise BadInput(f"the distance of {puzzle.name or puzzle.kind} is not known: {outcome.reason}")
        calls = DOMAINS[puzzle.kind].calls(puzzle, metric)
        assert calls.moves is not None
        assert calls.apply is not None
        cost = calls.cost or (lambda state, move: 1)
        states = list(puzzle.replay(outcome.plan))
        assert isinstance(outcome.cost, int)
        left = outcome.cost
        estimates = self.estimates(puzzle, states)
        for number, (state, estimate) in enumerate(zip(states, estimates, strict=True)):
            self.excesses.append((estimate - left, state))
            if left:
                self.shares.append(estimate / left)
            steps = [(cost(state, move), calls.apply(state, move)) for move in calls.moves(state)]
            after = self.estimates(puzzle, [successor for _, successor in steps])
            self.inconsistencies += [estimate - step[0] - there for step, there in zip(steps, after, strict=True)]
            if number + 1 < len(states):
                left -= min(paid for paid, successor in steps if successor == states[number + 1])

    def estimates(self, puzzle: Puzzle, states: list[Any]) -> list[float]:
        """The values as numbers; raises `BadInput`."""
        if self.function.in_batches and states:
            return [float(value) for value in self._called(self.function.batch(puzzle), "batch", states)]
        estimate = self.function.estimate(puzzle)
        return [float(self._called(estimate, "estimate", state)) for state in states]

    def _called(self, function: Callable[[Any], Any], call: str, given: Any) -> Any:
        try:
            return function(given)
        except Exception as problem:
            raise self.function.failed(call, given, problem) from problem

    def report(self) -> HeuristicReport:
        if not self.excesses:
            raise BadInput("no puzzle with a solution to compare with")
        excess, worst = max(self.excesses, key=lambda pair: pair[0])
        return HeuristicReport(
            states=len(self.excesses),
            worst_excess=excess,
            worst_inconsistency=max(self.inconsistencies, default=0),
            mean_share=sum(self.shares) / len(self.shares) if self.shares else 1.0,
            worst_state=worst,
        )
