"""Input and output of engines: objective, limits, observer; outcome, statistics."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

from budge.puzzles import KINDS, BadInput, Cost, CustomPuzzle, Plan, Puzzle, kind_named
from budge.settings import setting
from budge.sizes import to_bytes
from budge.trace import Trace

STATUSES = ("optimal", "solved", "unsolvable", "stopped")
REASONS = {  # why a search stopped, as text
    "seconds": "the time limit was reached",
    "nodes": "the node limit was reached",
    "memory": "the memory limit was reached",
    "disk": "the limit on disk was reached, or the disk is full",
    "interrupt": "interrupted",
    "cancel": "cancelled",
    "engine": "the engine stopped without giving a reason",
}
IN_A_WORD = {
    "seconds": "time",
    "memory": "memory",
    "disk": "disk",
    "nodes": "nodes",
    "crash": "crash",
    "referee": "wrong plan",
}


def stop_reason(stopped_by: str | None) -> str:
    """Why a search stopped, as text.

    >>> stop_reason("seconds")
    'the time limit was reached'
    """
    return REASONS.get(stopped_by or "", REASONS["cancel"])


def as_pair(cost: Cost) -> tuple[int, int]:
    """A cost of either form as a pair, for comparisons.

    >>> as_pair((3, 7)) < as_pair(4)
    True
    """
    return cost if isinstance(cost, tuple) else (cost, 0)


# Largest p of the fraction p / q that represents a quality: precise enough for plans of hundreds of moves, and with few
# enough values of q·g + p·h for an open list that is sorted by them.
LARGEST_NUMERATOR = 1000


def number(text: str) -> Fraction | Decimal:
    """A number written as a decimal or as a fraction, whatever its size; raises ValueError or ArithmeticError.

    >>> number("1.25"), number("5/4"), number("1e999999999") > 1000
    (Decimal('1.25'), Fraction(5, 4), True)
    """
    if "/" in text:
        return Fraction(text)
    value = Decimal(text)  # not a Fraction at once: that writes out all digits of 1e999999999
    if not value.is_finite():
        raise ValueError(text)
    return value


def below(value: Fraction, most: int) -> Fraction:
    """The greatest fraction p / q ≤ value with p ≤ most; the value lies between 1 and `most`.

    >>> below(Fraction(4, 3), 1000), below(Fraction("1.333333"), 1000), below(Fraction("999.5"), 1000)
    (Fraction(4, 3), Fraction(997, 748), Fraction(999, 1))
    """
    if value.numerator <= most:
        return value
    return max(Fraction(p, q) for q in range(1, most + 1) if (p := int(value * q)) <= most)


@dataclass(frozen=True)
class Objective:
    """What to minimise and how well: `optimal`, `any`, or a number w for a proven cost ≤ w × optimum.

    A number is given as text or as any Python number and kept as text; a float means what it prints as.

    >>> Objective(quality="1.5").weight
    Fraction(3, 2)
    >>> Objective(quality=1.1)
    Objective(quality='1.1', metric=None)
    >>> Objective(quality="any").weight is None
    True
    """

    quality: str = setting(
        "optimal",
        "How good the plan must be: proven optimal, any plan, or proven at most NUMBER times the optimum.",
        metavar="optimal|any|NUMBER",
        suggestions=lambda: ("optimal", "any"),
        max_length=20,
    )
    metric: str | None = setting(
        None,
        "What a plan costs; by default the first metric of the puzzle. `budge list kinds` shows them.",
        suggestions=lambda: sorted({metric for kind in KINDS.values() for metric in kind.metrics}),
        max_length=40,
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "quality", str(self.quality))
        if self.quality in ("optimal", "any"):
            return
        shown = self.quality if len(self.quality) <= 40 else f"{self.quality[:40]}…"
        try:
            sensible = 1 <= number(self.quality) <= 1000
        except (ValueError, ArithmeticError):
            raise BadInput(f"quality {shown!r}; expected optimal, any, or a number such as 1.5") from None
        if not sensible:
            raise BadInput(f"quality {shown}; a bound on cost / optimum lies between 1 and 1000")

    @property
    def weight(self) -> Fraction | None:
        """How far above the optimum a plan may be; None for `any`."""
        if self.quality == "any":
            return None
        return Fraction(1) if self.quality == "optimal" else Fraction(number(self.quality))

    @property
    def simple_weight(self) -> Fraction | None:
        """The weight as a fraction of small numbers, for searches that order nodes by q·g + p·h.

        It is the weight itself or the greatest such fraction below it, never above: what is proven for it holds for the
        given weight.

        >>> Objective("1.5").simple_weight, Objective("1.4142135623730951").simple_weight
        (Fraction(3, 2), Fraction(816, 577))
        """
        return None if self.weight is None else below(self.weight, LARGEST_NUMERATOR)

    def metric_of(self, puzzle: Puzzle) -> str:
        """The given metric, or the puzzle's first; raises `BadInput` if the puzzle does not have it."""
        metric = self.metric or puzzle.own_metrics[0]
        if metric not in puzzle.own_metrics:
            what = f"{puzzle.kind} {puzzle.size}" if metric in puzzle.metrics else puzzle.kind
            raise BadInput(f"{what} has no metric {metric!r}; it has {', '.join(puzzle.own_metrics)}")
        return metric


# Larger limits are cut to these, which the core and the system's clocks can represent.
MAX_COUNT = (1 << 62) - 1
MAX_SECONDS = 1e9


@dataclass(frozen=True)
class Limits:
    """Limits of a solve; None means no limit, except that memory defaults to what the machine has free.

    >>> Limits(nodes=1e6)
    Limits(seconds=None, nodes=1000000, memory=None)
    """

    seconds: float | None = setting(None, "Time limit.", minimum=0.001, maximum=MAX_SECONDS)
    nodes: int | None = setting(None, "Limit on the nodes generated.", minimum=1, maximum=MAX_COUNT)
    memory: int | None = setting(
        None,
        "Memory limit, as 512M or 4G; by default what the machine has free.",
        metavar="SIZE",
        minimum=1,
        maximum=MAX_COUNT,
        parse=to_bytes,
    )

    def __post_init__(self) -> None:
        if self.seconds is not None:
            if not (_is_number(self.seconds) and self.seconds > 0):
                raise BadInput(f"a limit of {self.seconds} seconds; expected a positive number")
            object.__setattr__(self, "seconds", min(self.seconds, MAX_SECONDS))
        for name, what in (("nodes", "nodes"), ("memory", "bytes of memory")):
            limit = getattr(self, name)
            if limit is None:
                continue
            if not (_is_number(limit) and limit == int(limit) and limit >= 1):
                raise BadInput(f"a limit of {limit} {what}; expected a whole number, at least 1")
            object.__setattr__(self, name, int(min(limit, MAX_COUNT)))

    def within(self, others: Limits) -> Limits:
        """The smaller of two limits each.

        >>> Limits(seconds=60).within(Limits(seconds=90, memory=1000))
        Limits(seconds=60, nodes=None, memory=1000)
        """

        def smaller(one: Any, other: Any) -> Any:
            return min((limit for limit in (one, other) if limit is not None), default=None)

        return Limits(*(smaller(getattr(self, each.name), getattr(others, each.name)) for each in fields(self)))

    def after(self, seconds: float) -> Limits:
        """The limits after some time has passed: always positive, so that an engine can still report its results.

        >>> Limits(seconds=60).after(45), Limits(seconds=60).after(61).seconds, Limits().after(61)
        (Limits(seconds=15, nodes=None, memory=None), 0.001, Limits(seconds=None, nodes=None, memory=None))
        """
        return self if self.seconds is None else replace(self, seconds=max(1e-3, self.seconds - seconds))


def _is_number(value: object) -> bool:
    if not isinstance(value, Real) or isinstance(value, bool):  # type: ignore[unreachable]
        return False
    return isinstance(value, Integral) or math.isfinite(value)  # `isfinite` fails on very large integers


@dataclass(frozen=True)
class Progress:
    """The state of a running search.

    >>> Progress(expanded=7, generated=19, lower_bound=4, best_cost=None, bytes=0, seconds=0.1).lower_bound
    4
    """

    expanded: int
    generated: int
    lower_bound: Cost
    best_cost: Cost | None
    bytes: int
    seconds: float
    preparing: str | None = None  # what is being built before the search
    share: float = 0.0  # the completed share of what is being built
    stage: str | None = None  # of a search with several stages
    trace: Trace | None = None  # so far, with fewer depths; only if the observer wants one, from native searches


@dataclass(frozen=True)
class Offer:
    """An offer to build large pattern databases for a long search, and what they would gain.

    >>> large = Offer("pdb:7-8", fewer=25, bytes=576_000_000, seconds=60)
    >>> Observer(offer=lambda offer: offer.bytes < 100_000_000).offer(large)
    False
    """

    heuristic: str
    fewer: int  # nodes with the present heuristic, divided by those with this one, roughly
    bytes: int
    seconds: float  # time to build them, roughly


class Observer:
    """Watches a solve and can stop it.

    `progress` is called about ten times a second from the solving thread. An exception it raises stops the search and
    is raised to the caller of `solve`. `cancel()` may be called from any thread: the solve then returns its best.
    `trace` records the search, with up to `max_expansions` of its expansions one by one.
    `offer` is called before large pattern databases are built for a long search; if it returns False, none are built.

    >>> import budge
    >>> impatient = Observer()
    >>> impatient.cancel()
    >>> budge.solve("fifteen/42", engine="dijkstra", observer=impatient).stopped_by
    'cancel'
    """

    def __init__(
        self,
        progress: Callable[[Progress], None] | None = None,
        trace: bool = False,
        offer: Callable[[Offer], bool] | None = None,
        max_expansions: int = 0,
    ) -> None:
        self.progress = progress
        self.trace = trace
        self.max_expansions = max_expansions
        self.offer = offer
        self._cancelled = False

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process has no callbacks, and is not cancelled with this one."""
        return Observer, (None, self.trace, None, self.max_expansions)

    def cancel(self) -> None:
        """Ask the solve to stop soon."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled


@dataclass(frozen=True)
class Stats:
    """The effort of a solve. Nodes are those of the engine; of a logic engine, its decisions and propagations.

    >>> import budge
    >>> budge.solve("1 2 3/4 0 6/7 5 8", engine="astar", heuristic="manhattan").stats.expanded
    2
    """

    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    first_plan_seconds: float | None = None  # until the first plan, if the engine reports it


@dataclass(frozen=True)
class PuzzleName:
    """Identifies the puzzle of an outcome; not the puzzle itself."""

    kind: str
    name: str | None = None
    level: int | None = None


@dataclass(frozen=True)
class Outcome:
    """What a solve found and what it proved.

    `lower_bound` is always proven: no plan is cheaper. `status` is `optimal` only if the cost equals it.
    An engine fills in what it knows; `budge.solve` adds the rest after the referee has replayed the plan.

    >>> import budge
    >>> outcome = budge.solve("1 2 3/4 0 6/7 5 8")
    >>> outcome.status, outcome.cost, outcome.lower_bound, Outcome.from_json(outcome.to_json()) == outcome
    ('optimal', 2, 2, True)
    """

    status: str
    plan: Plan | None = None
    cost: Cost | None = None
    lower_bound: Cost = 0
    reason: str | None = None  # as text: why unsolvable, why stopped
    stopped_by: str | None = None  # seconds, nodes, memory, interrupt, cancel, crash, engine, workers
    stats: Stats = field(default_factory=Stats)
    trace: Trace | None = None
    certificate: str | None = None
    puzzle: PuzzleName | None = None
    engine: str | None = None
    heuristic: str | None = None
    metric: str | None = None
    quality: str | None = None
    costs: dict[str, Cost] | None = None
    solutions: int | None = None  # the number of optimal plans, if all were to be counted
    plans: tuple[Plan, ...] = ()  # the first of them

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"status {self.status!r}; expected one of {', '.join(STATUSES)}")

    def to_json(self) -> dict[str, Any]:
        """Plain data; `Outcome.from_json` gives back an equal outcome."""
        data = _mapped(asdict(self), tuple, list)
        data["plan"] = None if self.plan is None else self.plan.text
        data["plans"] = [plan.text for plan in self.plans]
        order = ["puzzle", "engine", "heuristic", "metric", "quality", "status", "cost", "lower_bound", "plan", "costs"]
        return {key: data[key] for key in order + [key for key in data if key not in order]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Outcome:
        """The outcome that `to_json` described; raises `BadInput` for any other data."""
        try:
            data = {"solutions": None, "plans": []} | data
            known = _mapped({each.name: data[each.name] for each in fields(cls)}, list, tuple)
            known["plans"] = ()
            known["stats"] = Stats(**data["stats"])
            if data["trace"] is not None:
                known["trace"] = Trace.from_json(data["trace"])
            if data["puzzle"] is not None:
                known["puzzle"] = PuzzleName(**data["puzzle"])
                rules = kind_named(data["puzzle"]["kind"]) or CustomPuzzle
                if data["plan"] is not None:
                    known["plan"] = rules.split_plan(data["plan"])
                known["plans"] = tuple(map(rules.split_plan, data["plans"]))
            return cls(**known)
        except (AttributeError, KeyError, TypeError, ValueError) as problem:
            what = f"it has no {problem}" if isinstance(problem, KeyError) else problem
            raise BadInput(f"not an outcome of budge: {what}") from None

    def __str__(self) -> str:
        from budge.outcome_text import outcome_text

        return outcome_text(self)

    def _repr_html_(self) -> str:
        from html import escape

        rows = {
            "status": self.status,
            "cost": None if self.cost is None else f"{self.cost} {self.metric}",
            "lower bound": self.lower_bound,
            "plan": None if self.plan is None else self.plan.text,
            "reason": self.reason,
            "engine": self.engine,
            "expanded": f"{self.stats.expanded:,}",
            "seconds": f"{self.stats.seconds:.3f}",
        }
        cells = "".join(
            f"<tr><th align='left'>{escape(key)}</th><td align='left'>{escape(str(value))}</td></tr>"
            for key, value in rows.items()
            if value is not None
        )
        return f"<table>{cells}</table>"


def _mapped(data: dict[str, Any], given: type, wanted: type) -> dict[str, Any]:
    """An outcome as plain data, with costs of two parts converted from one type to the other."""

    def turned(cost: Any) -> Any:
        return wanted(cost) if isinstance(cost, given) else cost

    costs = data["costs"] and {metric: turned(cost) for metric, cost in data["costs"].items()}
    return {**data, "cost": turned(data["cost"]), "lower_bound": turned(data["lower_bound"]), "costs": costs}
