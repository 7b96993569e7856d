"""An outcome as text."""

from __future__ import annotations

from itertools import groupby

import click

from budge.cli.terminal import amount, bare, facts, seconds_in_words, size_in_words, width
from budge.model import Outcome, stop_reason
from budge.puzzles import KINDS, BadInput, Plan, Puzzle

COLOURS = {"optimal": "green", "solved": "green", "unsolvable": "yellow", "stopped": "red"}
LONG = 200  # moves; a longer plan is written with run lengths
PLAN_LINES = 12
NOTICEABLE = 0.1  # seconds
UNBROKEN = "\u00a0"  # a space inside a move, at which lines are not broken


def report(title: str, outcome: Outcome, puzzle: Puzzle | None = None) -> str:
    """A few lines: the plan, the proven bounds and the effort; compared with the plan that came with the puzzle."""
    rows = [(outcome.status, finding(outcome))]
    kind = outcome.puzzle.kind if outcome.puzzle else ""
    if outcome.plan is not None and len(outcome.plan):
        rows.append(("plan", plan_in_words(outcome.plan, PLAN_LINES * (width() - 15), kind)))
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


def finding(outcome: Outcome) -> str:
    """The result in one sentence.

    >>> finding(Outcome("solved", plan=Plan(("U", "L")), cost=2, lower_bound=1, metric="moves", quality="any"))
    '2 moves; at least 1 move is needed'
    >>> finding(Outcome("stopped", plan=Plan(()), cost=107, lower_bound=93, metric="moves", stopped_by="seconds"))
    'the time limit was reached; the best plan has between 93 and 107 moves'
    >>> finding(Outcome("stopped", cost=(7, 1900), lower_bound=(5, 1), metric="pushes-then-moves", reason="enough"))
    'enough; the best plan has between 5 pushes, 1 move and 7 pushes, 1,900 moves'
    """
    metric = outcome.metric or "moves"
    cost = "" if outcome.cost is None else amount(outcome.cost, metric)
    needed = f"at least {amount(outcome.lower_bound, metric)} {'is' if outcome.lower_bound == 1 else 'are'} needed"
    if outcome.status == "unsolvable":
        return outcome.reason or "every reachable position was searched"
    if outcome.status == "stopped":
        why = outcome.reason or stop_reason(outcome.stopped_by)
        if outcome.cost is None:
            return f"{why}; no plan yet; {needed}"
        least = amount(outcome.lower_bound, metric) if isinstance(outcome.cost, tuple) else bare(outcome.lower_bound)
        return f"{why}; the best plan has between {least} and {cost}"
    if outcome.cost in (0, (0, 0)):
        return "nothing to do: the start is the goal"
    if outcome.status == "optimal":
        return f"{cost}; no plan is shorter"
    bound = "" if outcome.quality in ("any", "optimal") else f", so this is at most {outcome.quality} times the optimum"
    return f"{cost}; {needed}{bound}"


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


def effort(outcome: Outcome) -> str:
    stats = outcome.stats
    parts = [f"{stats.expanded:,} expanded", f"{stats.generated:,} generated", seconds_in_words(stats.seconds)]
    return ", ".join([*parts, size_in_words(stats.peak_bytes)] if stats.peak_bytes else parts)


def plan_in_words(plan: Plan, room: int, kind: str = "") -> str:
    """The plan as text: in compact notation if it is longer than `room` characters, and cut if still too long.

    >>> plan_in_words(Plan(tuple("U" * 300 + "L")), 80)
    '300UL'
    """
    text = plan.separator.join(move.replace(" ", UNBROKEN) for move in plan.moves)
    if len(plan) > LONG and not plan.separator:
        runs = ((move, len(list(run))) for move, run in groupby(plan.moves))
        text = "".join(f"{count if count > 1 else ''}{move}" for move, count in runs)
    elif len(text) > room and kind in KINDS:
        text = KINDS[kind].compact(plan)
    return text if len(text) <= room else f"{text[: room - 60]}… (--json gives all {len(plan):,} moves)"
