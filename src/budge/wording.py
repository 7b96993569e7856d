"""Costs, sizes and times as text."""

from __future__ import annotations

from budge.puzzles import Cost, metric_parts

SINGULAR = {"pushes": "push"}


def size_in_words(amount: float) -> str:
    """
    >>> size_in_words(1_500_000), size_in_words(800)
    ('1.5 MB', '800 B')
    """
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 999.5:
            return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} TB"


def seconds_in_words(seconds: float) -> str:
    """
    >>> seconds_in_words(0.00421), seconds_in_words(75)
    ('0.004 s', '1:15 min')
    """
    if seconds < 60:
        return f"{seconds:.3f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02} h"


def amount(cost: Cost, metric: str) -> str:
    """
    >>> amount(1, "moves"), amount(1200, "moves"), amount((97, 1), "pushes-then-moves"), amount(16, "makespan")
    ('1 move', '1,200 moves', '97 pushes, 1 move', '16 steps')
    """
    if isinstance(cost, tuple):
        return ", ".join(map(amount, cost, metric_parts(metric)))
    unit = unit_of(metric)
    return f"{cost:,} {SINGULAR.get(unit, unit.removesuffix('s')) if cost == 1 else unit}"


def unit_of(metric: str) -> str:
    """The unit of a metric; of one with two parts, the unit of the first.

    >>> unit_of("pushes-then-moves"), unit_of("makespan")
    ('pushes', 'steps')
    """
    return "steps" if metric == "makespan" else metric_parts(metric)[0]


def bare(cost: Cost) -> str:
    """
    >>> bare(1097), bare((97, 1250))
    ('1,097', '97 then 1,250')
    """
    return " then ".join(map(bare, cost)) if isinstance(cost, tuple) else f"{cost:,}"


def exact_or_about(number: int) -> str:
    """
    >>> exact_or_about(181440), exact_or_about(10**30)
    ('181,440', 'about 1.0·10^30')
    """
    if number < 10**18:
        return f"{number:,}"
    digits = int(number.bit_length() * 0.30103)
    lead = number * 100 // 10**digits
    while lead >= 1000:
        lead, digits = lead // 10, digits + 1
    return f"about {lead / 100:.1f}·10^{digits}"
