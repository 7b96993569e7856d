"""An outcome as text."""

from __future__ import annotations

import click

from budge.cli.terminal import facts, width
from budge.model import Outcome
from budge.outcome_text import UNBROKEN, effort, finding, plan_in_words, solutions
from budge.puzzles import BadInput, Puzzle
from budge.wording import amount, seconds_in_words

COLOURS = {"optimal": "green", "solved": "green", "unsolvable": "yellow", "stopped": "red"}
PLAN_LINES = 12
NOTICEABLE = 0.1  # seconds


def report(title: str, outcome: Outcome, puzzle: Puzzle | None = None) -> str:
    """A few lines: the plan, the proven bounds and the effort; compared with the plan that came with the puzzle."""
    rows = [(outcome.status, finding(outcome))]
    kind = outcome.puzzle.kind if outcome.puzzle else ""
    if outcome.plan is not None and len(outcome.plan):
        rows.append(("plan", plan_in_words(outcome.plan, PLAN_LINES * (width() - 15), kind)))
        rows += solutions(outcome, PLAN_LINES * (width() - 15))
    if outcome.stats.generated or outcome.status != "unsolvable":
        rows.append(("engine", " with ".join(filter(None, (outcome.engine, outcome.heuristic)))))
        rows.append(("effort", effort(outcome)))
        first, improving = outcome.stats.first_plan_seconds, outcome.quality == "any"
        if improving and first is not None and outcome.stats.seconds - first > NOTICEABLE:
            rows.append(("first plan", f"after {seconds_in_words(first)}"))
    if puzzle is not None and puzzle.stored_plan is not None:
        rows.append(("in the file", stored_plan_in_words(puzzle, puzzle.stored_plan, outcome)))
    if outcome.certificate:
        rows.append(("certificate", f"{outcome.certificate}; `budge certify check {outcome.certificate}` checks it"))
    if outcome.status == "stopped" and outcome.plan is None and outcome.quality != "any":
        rows.append(
            (
                "hint",
                "--quality any finds some plan sooner; --quality 1.5 one at most 1.5 times as long as the shortest",
            )
        )
    return f"{click.style(title, bold=True)}\n{facts(rows, colours=COLOURS)}".replace(UNBROKEN, " ")


def report_line(title: str, outcome: Outcome, puzzle: Puzzle | None = None) -> str:
    """The same in a line, without the plan: one of many puzzles.

    >>> import budge
    >>> print(click.unstyle(report_line("easy", budge.solve("1 2 3/4 0 6/7 5 8"))))
    easy                          optimal    ... s  2 moves; no plan is shorter
    """
    status = click.style(outcome.status.ljust(10), fg=COLOURS[outcome.status])
    words = finding(outcome)
    if puzzle is not None and puzzle.stored_plan is not None and outcome.plan is not None:
        words += f"; in the file: {stored_plan_in_words(puzzle, puzzle.stored_plan, outcome)}"
    return f"{title:<28}  {status} {seconds_in_words(outcome.stats.seconds):>9}  {words}"


def stored_plan_in_words(puzzle: Puzzle, stored: str, outcome: Outcome) -> str:
    """The cost of the plan that came with the puzzle, compared with the plan of the outcome.

    >>> import budge
    >>> level = budge.load("7#|#@ $ .#|7#")[0]
    >>> stored_plan_in_words(level, "rRR", budge.solve(level))
    'a plan with 2 pushes: the one found is as good'
    >>> stored_plan_in_words(level, "rR", budge.solve(level))
    'a plan that does not solve the puzzle: the plan is legal but does not end at the goal'
    """
    metric = outcome.metric or puzzle.own_metrics[0]
    try:
        verdict = puzzle.verify(puzzle.parse_plan(stored))
    except BadInput as problem:
        return f"a plan that cannot be read: {problem}"
    if not verdict:
        return f"a plan that does not solve the puzzle: {verdict.reason}"
    cost = verdict.costs[metric]
    words = f"a plan with {amount(cost, metric)}"
    if outcome.cost is None:
        return words
    # Both are costs in one metric: numbers, or pairs.
    worse, better = outcome.cost > cost, outcome.cost < cost  # type: ignore[operator]
    return f"{words}: the one found is {'worse' if worse else 'better' if better else 'as good'}"
