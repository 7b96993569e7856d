"""An outcome as text, on the command line and in Python."""

from __future__ import annotations

import textwrap
from itertools import groupby

from budge.model import Outcome, stop_reason
from budge.puzzles import Plan, kind_named
from budge.wording import amount, bare, seconds_in_words, size_in_words

LONG = 200  # moves; a longer plan is written with run lengths
UNBROKEN = "\u00a0"  # a space inside a move, at which lines are not broken
LABEL, LINE = 13, 100  # characters
PLAN_LINES = 12


def outcome_text(outcome: Outcome) -> str:
    """The result, the plan and the effort: what `print(outcome)` shows.

    >>> import budge
    >>> print(budge.solve("1 2 3/4 0 6/7 5 8"))
    optimal      2 moves; no plan is shorter
    plan         DR
    engine       astar with linear-conflict
    effort       ...
    """
    rows = [(outcome.status, finding(outcome))]
    if outcome.plan is not None and len(outcome.plan):
        kind = outcome.puzzle.kind if outcome.puzzle else ""
        rows.append(("plan", plan_in_words(outcome.plan, PLAN_LINES * (LINE - LABEL), kind, "outcome.plan has")))
        rows += solutions(outcome, PLAN_LINES * (LINE - LABEL), "outcome.plans has")
    if outcome.engine is not None:
        rows.append(("engine", " with ".join(filter(None, (outcome.engine, outcome.heuristic)))))
        rows.append(("effort", effort(outcome)))
    lines = []
    for label, text in rows:
        first, *others = textwrap.wrap(text, LINE - LABEL, break_on_hyphens=False) or [""]
        lines += [label.ljust(LABEL) + first, *(" " * LABEL + line for line in others)]
    return "\n".join(lines).replace(UNBROKEN, " ")


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


def solutions(outcome: Outcome, room: int, where: str = "--json gives") -> list[tuple[str, str]]:
    """The number of optimal plans and those listed, as rows; none if they were not counted."""
    if outcome.solutions is None:
        return []
    kind = outcome.puzzle.kind if outcome.puzzle else ""
    rows = [("solutions", "this is the only optimal plan" if outcome.solutions == 1 else f"{outcome.solutions:,}")]
    if outcome.solutions == 1:
        return rows
    return rows + [(f"plan {n}", plan_in_words(plan, room, kind, where)) for n, plan in enumerate(outcome.plans, 1)]


def effort(outcome: Outcome) -> str:
    stats = outcome.stats
    parts = [f"{stats.expanded:,} expanded", f"{stats.generated:,} generated", seconds_in_words(stats.seconds)]
    return ", ".join([*parts, size_in_words(stats.peak_bytes)] if stats.peak_bytes else parts)


def plan_in_words(plan: Plan, room: int, kind: str = "", where: str = "--json gives") -> str:
    """The plan as text: in compact notation if it is longer than `room` characters, and cut if still too long.

    >>> plan_in_words(Plan(tuple("U" * 300 + "L")), 80)
    '300UL'
    """
    text = plan.separator.join(move.replace(" ", UNBROKEN) for move in plan.moves)
    if len(plan) > LONG and not plan.separator:
        runs = ((move, len(list(run))) for move, run in groupby(plan.moves))
        text = "".join(f"{count if count > 1 else ''}{move}" for move, count in runs)
    elif len(text) > room and (rules := kind_named(kind)):
        text = rules.compact(plan)
    return text if len(text) <= room else f"{text[: room - 60]}… ({where} all {len(plan):,} moves)"
