"""Heuristics that are functions of the caller: `solve(puzzle, heuristic=function)`.

A search that follows one uses the rules of the puzzle in Python, because its states are those of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from typing import Any

from budge.arguments import expect
from budge.engines.domains.calls import Calls
from budge.puzzles import BadInput, Puzzle
from budge.puzzles.custom import failure, is_importable

BATCH = 1000  # states whose neighbours are estimated together, unless the heuristic has an attribute batch_size


@dataclass(frozen=True)
class HeuristicFunction:
    """A function of a puzzle and a state, or an object with `batch(states)`; and whether it never overestimates.

    >>> zero = HeuristicFunction(lambda puzzle, state: 0, admissible=True)
    >>> zero.name
    'lambda'
    """

    function: Any
    admissible: bool = False

    def __post_init__(self) -> None:
        expect(self.admissible, bool, "admissible=True or False")
        if not callable(self.function) and not self.in_batches:
            kind = type(self.function).__name__
            raise TypeError(f"{kind} given; expected a heuristic by name, a function (puzzle, state), or batch(states)")

    @property
    def in_batches(self) -> bool:
        """Whether it estimates many states at once."""
        return callable(getattr(self.function, "batch", None))

    @property
    def name(self) -> str:
        """The name of the function, or the class of an object."""
        return getattr(self.function, "__name__", type(self.function).__name__).strip("<>")

    def estimate(self, puzzle: Puzzle) -> Callable[[Any], Any]:
        """The function of the states of one puzzle."""
        if callable(self.function):
            return partial(self.function, puzzle)
        batch = self.batch(puzzle)
        return lambda state: batch([state])[0]

    def batch(self, puzzle: Puzzle) -> Callable[[Sequence[Any]], list[Any]]:
        """The function of lists of states of one puzzle."""

        def estimates(states: Sequence[Any]) -> list[Any]:
            values = self.function.batch(array_of(puzzle, states))
            found = values.reshape(-1).tolist() if hasattr(values, "reshape") else list(values)
            if len(found) != len(states):
                raise WrongLength(f"it returned {len(found)} values for {len(states)} states")
            return found

        return estimates

    def failed(self, call: str, state: Any, problem: BaseException) -> BadInput:
        """The error for a call that failed."""
        if isinstance(problem, WrongLength):
            problem = problem.with_traceback(None)  # found by budge, not raised by the heuristic
        return failure("heuristic", f"{self.name}.batch" if call == "batch" else self.name, state, problem)

    def calls(self, rules: Calls, puzzle: Puzzle) -> Calls:
        """What the core calls to search by these rules and this heuristic."""

        def failed(call: str, state: Any, problem: BaseException) -> BaseException:
            return (self.failed if call in ("estimate", "batch") else rules.failed)(call, state, problem)

        return replace(
            rules,
            estimate=self.estimate(puzzle),
            estimate_from_start=None,
            batch=self.batch(puzzle) if self.in_batches else None,
            batch_size=max(1, int(getattr(self.function, "batch_size", BATCH))),
            finite=not self.admissible,
            failed=failed,
        )

    def __reduce__(self) -> Any:
        """Workers import the function; if they cannot, they get a copy of it."""
        thing = self.function if hasattr(self.function, "__qualname__") else type(self.function)
        if is_importable(thing):
            return HeuristicFunction, (self.function, self.admissible)
        import cloudpickle

        return _restored, (cloudpickle.dumps(self.function), self.admissible)


class WrongLength(ValueError):
    """A batch of estimates has another length than the batch of states."""


def _restored(packed: bytes, admissible: bool) -> HeuristicFunction:
    import cloudpickle

    return HeuristicFunction(cloudpickle.loads(packed), admissible)


def array_of(puzzle: Puzzle, states: Sequence[Any]) -> Any:
    """The states as an array of whole numbers, one row each, if they are tuples of such numbers of one length and NumPy
    is installed; otherwise as a list."""
    if find_spec("numpy") is None:
        return list(states)
    import numpy

    try:
        rows = numpy.array(states)
    except ValueError:  # of different lengths
        return list(states)
    return rows if rows.ndim > 1 and rows.dtype.kind in "iu" else list(states)
