"""Planning as satisfiability (Kautz and Selman, 1992): is there a plan of T moves? Ask a SAT solver, T by T.

Optimal: every length below that of the plan is refuted first. Runs in child processes, so that limits are hard and a
crash of a solver costs nothing but the answer; with several threads as many different solvers race.
"""

from __future__ import annotations

from budge.encodings.extras import Extras
from budge.engines.base import Engine, Option, Task
from budge.engines.logic import Watch, missing, race, refuse_completed, unsaid
from budge.engines.model import Objective, Outcome
from budge.puzzles import BadInput, Puzzle

RACERS = ("glucose4", "cadical195", "maplechrono", "lingeling", "minisat", "glucose42", "cadical153", "mergesat")
SHORT = 36  # moves: plans up to here are found soonest by one growing formula


class Sat(Engine):
    name = "sat"
    summary = "asks a SAT solver for a plan of each length; optimal, and every shorter length refuted"
    kinds = ("tiles", "tokens", "sokoban")
    options = (
        Option(
            "solver",
            "glucose4",
            "cadical, glucose, minisat, lingeling, kissat, … of python-sat, or a program",
        ),
        Option(
            "strategy",
            "auto",
            "which lengths are asked about, and how",
            ("auto", "incremental", "restart", "binary", "doubling"),
        ),
        Option("style", "budge", "whose clauses: ours, or those of the studies", ("budge", "study")),
        Option("extras", "", "for style=study of tiles, with + between: no-undo, completed"),
    )

    def refuses(self, puzzle: Puzzle, objective: Objective) -> str | None:
        return (
            missing("sat", "sat", "pysat", "numpy") or super().refuses(puzzle, objective) or unsaid(puzzle, objective)
        )

    def solve(self, task: Task) -> Outcome:
        from budge.encodings.sat import FAR, encode
        from budge.engines.sat_solvers import check_solver
        from budge.engines.sat_strategies import Question, answer

        check_solver(task.options["solver"])
        study = self._study(task)
        lower_bound = encode(task.puzzle).least
        if lower_bound >= FAR:
            return Outcome("unsolvable", reason="something cannot get to its place, even alone")
        metric = task.objective.metric_of(task.puzzle)
        strategy = task.options["strategy"]
        if strategy == "auto":
            # Only the counters of tiles and tokens make it worth while to begin anew for each length.
            grows = task.puzzle.kind == "sokoban" or lower_bound <= SHORT // 2
            strategy = "incremental" if grows else "restart"
        weight = task.objective.weight
        slack = None if weight is None else float(weight)
        solvers = [task.options["solver"], *(name for name in RACERS if name != task.options["solver"])]
        questions = [
            Question(task.puzzle, metric, solver, strategy, slack, task.limits.nodes, study)
            for solver in solvers[: task.threads]
        ]
        return Watch(task, lower_bound).follow(race(answer, questions, task.limits, task.observer))

    def _study(self, task: Task) -> Extras | None:
        from budge.encodings.sat.study import parse_study

        if task.options["style"] != "study":
            if task.options["extras"]:
                raise BadInput("extras= are for style=study")
            return None
        extras = parse_study(task.options["extras"], task.puzzle, task.objective.metric_of(task.puzzle))
        refuse_completed(extras, task.objective)
        return extras
