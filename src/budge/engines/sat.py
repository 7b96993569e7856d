"""Planning as satisfiability (Kautz and Selman, 1992): is there a plan of T moves? Ask a SAT solver, T by T.

Optimal: every length below that of the plan is refuted first. Runs in child processes, so that limits are hard and a
crash of a solver costs nothing but the answer; with several threads as many different solvers race.
"""

from __future__ import annotations

from budge.engines.base import Engine, Option, Task
from budge.engines.logic import Watch, missing, race, unsaid
from budge.engines.model import Objective, Outcome
from budge.puzzles import Puzzle

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
        solvers = [task.options["solver"], *(name for name in RACERS if name != task.options["solver"])]
        questions = [
            Question(
                task.puzzle, metric, solver, strategy, None if weight is None else float(weight), task.limits.nodes
            )
            for solver in solvers[: task.threads]
        ]
        return Watch(task, lower_bound).follow(race(answer, questions, task.limits, task.observer))
