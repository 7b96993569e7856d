"""Planning as satisfiability (Kautz and Selman, 1992): a SAT solver decides for each T whether a plan of T moves
exists.

Optimal: every shorter length is refuted first. Solvers run in child processes, so limits are hard and a solver that
crashes does not harm the caller. With several threads, different solvers run in parallel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from budge.engines.base import Engine, Task
from budge.engines.logic.base import OutcomeBuilder, missing, no_clauses, race, refuse_completed
from budge.engines.logic.lengths import by_team
from budge.engines.options import Option, Switch
from budge.kinds import kinds_in
from budge.model import Objective, Outcome
from budge.puzzles import KINDS, BadInput, Puzzle
from budge.studies.extras import Extras

RACERS = ("glucose4", "cadical195", "maplechrono", "lingeling", "minisat", "glucose42", "cadical153", "mergesat")
STUDIED = kinds_in("budge.studies.sat")
STRATEGIES = ("auto", "incremental", "restart", "binary", "doubling")
FROM_ABOVE = ("binary", "doubling")
WITH_STUDY: dict[str, Any] = {
    "used_with": "style=study",
    "used_if": lambda task: task.options.get("style", "study") == "study",
}
LENGTH_BY_LENGTH = ("auto", "restart")  # lengths are independent, so workers can decide them in parallel


@dataclass(frozen=True)
class SatQuestion:
    """The input of a SAT job: find a plan of at most `slack` × the optimum; any plan if `slack` is None."""

    puzzle: Puzzle
    metric: str
    solver: str
    strategy: str  # or `auto`
    slack: float | None
    conflicts: int | None
    wait: bool = True  # whether one of several players may wait
    study: Extras | None = None  # of `style=study`
    values: str = "direct"  # or `order`; of `style=study`


class Sat(Engine):
    name = "sat"
    summary = "tests each plan length with a SAT solver; optimal: every shorter length is refuted"
    kinds = kinds_in("budge.encodings.sat")
    jobs = "budge.engines.logic.sat_strategies"
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "solver",
            "glucose4",
            "cadical, glucose, minisat, lingeling, kissat, … of python-sat, or a program",
        ),
        Option(
            "strategy",
            "auto",
            "which lengths are tested in which order",
            STRATEGIES,
        ),
        Switch(
            "wait",
            "yes",
            "whether one of several players may wait",
            kinds=tuple(kind for kind, puzzle in KINDS.items() if "makespan" in puzzle.metrics),
            used_with="metric makespan",
            used_if=lambda task: task.metric == "makespan",
        ),
        Option("style", "budge", "clauses: ours, or those of the studies", ("budge", "study"), kinds=STUDIED),
        Option(
            "extras",
            "",
            "joined by +: no-undo, completed, distance; dead-squares, bad-blocks",
            kinds=STUDIED,
            **WITH_STUDY,
        ),
        Option(
            "values",
            "direct",
            "a Boolean variable for each value of a constraint variable, or for each bound (order encoding)",
            ("direct", "order"),
            kinds=STUDIED,
            **WITH_STUDY,
        ),
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return (
            missing("sat", "sat", "pysat", "numpy")
            or super().refuses(puzzle, objective)
            or no_clauses(puzzle, objective)
        )

    def shares(self, puzzle: Puzzle, objective: Objective) -> bool:
        return objective.weight == 1

    def solve(self, task: Task) -> Outcome:
        from budge.engines.logic.sat_solvers import check_solver

        check_solver(task.options["solver"])
        metric = task.metric
        study = self._study(task, metric)
        no_waits = not task.options["wait"] and metric == "makespan"
        strategy, weight = task.options["strategy"], task.objective.weight
        if no_waits:
            if strategy in FROM_ABOVE:
                raise BadInput(f"strategy={strategy} pads plans with waits; with wait=no use incremental or restart")
            weight = Fraction(1)
        solvers = [task.options["solver"], *(name for name in RACERS if name != task.options["solver"])]
        questions = [
            SatQuestion(
                task.puzzle,
                metric,
                solver,
                strategy,
                None if weight is None else float(weight),
                task.limits.nodes,
                not no_waits,
                study,
                task.options["values"],
            )
            for solver in solvers[: task.own_threads]
        ]
        if task.team is not None and weight == 1 and strategy in LENGTH_BY_LENGTH and not no_waits:
            return OutcomeBuilder(task).follow(by_team(task.team, self.jobs, questions[0], task.limits, task.observer))
        outcome = OutcomeBuilder(task).follow(race(f"{self.jobs}:answer", questions, task.limits, task.observer))
        if no_waits and outcome.status == "solved":
            reason = "no shorter plan keeps all players moving; one with waits may be shorter"
            return replace(outcome, reason=reason)
        return outcome

    def _study(self, task: Task, metric: str) -> Extras | None:
        from budge.studies.sat import parse_study

        if task.options["style"] != "study":
            return None
        if task.options["values"] == "order" and task.options["strategy"] == "incremental":
            raise BadInput("values=order makes a formula for each length; use strategy restart, binary or doubling")
        extras = parse_study(task.options["extras"], task.puzzle, metric, task.options["values"])
        refuse_completed(extras, task.objective)
        return extras
