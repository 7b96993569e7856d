"""Puzzles that a program defines itself: subclass `CustomPuzzle`, and every engine for general graphs solves them.

The class says what a state is, which moves it has and what they lead to. The searches of the core call these methods,
and the referee replays every plan by them.
"""

from __future__ import annotations

import re
import sys
from abc import ABCMeta
from collections.abc import Hashable, Iterable, Iterator
from copy import copy
from html import escape
from typing import Any, ClassVar, TypeVar

from budge.puzzles.base import BadInput, Cost, IllegalMove, Plan, Puzzle

SEPARATOR = " "  # between the moves of a plan
MAX_SHOWN = 80  # characters of a state in a message
CHARACTER, LINE = 9, 20  # pixels of a letter in pictures

CUSTOM: dict[str, type[CustomPuzzle]] = {}  # the classes by kind, as they are defined


class CustomPuzzle(Puzzle):
    """A puzzle with rules of your own: `start`, `moves`, `apply`, and `is_goal` or `goals`.

    States and moves are hashable values of any type. Equal states must be equal values.

    >>> import budge
    >>> class Pancakes(budge.CustomPuzzle):
    ...     '''Turn the upper pancakes of a stack until it is sorted.'''
    ...     def __init__(self, *sizes):
    ...         self.start, self.goals = sizes, [tuple(sorted(sizes))]
    ...     def moves(self, state):
    ...         return range(2, len(state) + 1)
    ...     def apply(self, state, move):
    ...         return state[:move][::-1] + state[move:]
    >>> budge.solve(Pancakes(3, 1, 4, 2)).plan.text
    '3 4 2 3'

    Further methods are optional:

    - `cost(state, move)`: a whole number; a plan then minimises the metric `cost` instead of `moves`.
    - `estimate(state)`: a lower bound on the cost to the nearest goal. `optimal` relies on it: an estimate that may be
      too high belongs in `solve(heuristic=…)`.
    - `estimate_from_start(state)`: a lower bound on the cost from the start, for `nbs`.
    - `neighbours(state)`: pairs (move, state), instead of `moves` and `apply` or because it is faster.
    - `move_text(move)`: a move as text without spaces, by default `str(move)`.
    - `draw(state)`: text; `svg(state)`: a picture.

    `reversible = True` says that every move can be undone by another move. If `goals` is known as well, `bidirectional`
    and `nbs` search from both ends.
    """

    kind: ClassVar[str] = "custom"
    metrics: ClassVar[tuple[str, ...]] = ("moves",)
    things: ClassVar[str] = "parts"
    reversible: ClassVar[bool] = False

    start: Any
    goals: Iterable[Hashable] | None = None  # all goal states, if there are few

    # Optional methods; None if the class does not define them.
    cost: ClassVar[Any] = None
    estimate: ClassVar[Any] = None
    estimate_from_start: ClassVar[Any] = None

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "kind" not in vars(cls):
            cls.kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        if cls.cost is not None and "metrics" not in vars(cls):
            cls.metrics = ("cost", "moves")
        register(cls)

    # A subclass may set attributes in `__init__` like any class, although puzzles are frozen dataclasses.
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__

    # The rules.

    @property
    def initial(self) -> Any:
        state = vars(self).get("_starting_at", self)
        if state is not self:
            return state
        try:
            return self.start
        except AttributeError as problem:
            raise BadInput(f"{type(self).__name__} needs the attribute start, the state that plans start from") from (
                problem
            )

    def moves(self, state: Any) -> Any:
        """All legal moves in `state`."""
        self._check_defined()
        return [move for move, _ in self.neighbours(state)]

    def apply(self, state: Any, move: Any) -> Any:
        """The state after a legal move."""
        self._check_defined()
        for legal, successor in self.neighbours(state):
            if legal == move:
                return successor
        raise IllegalMove(f"{self.move_text(move)} is not a legal move here")

    def _check_defined(self) -> None:
        if not self.has("neighbours"):
            missing = "moves" if not self.has("moves") else "apply"
            raise BadInput(f"{type(self).__name__} needs the method {missing}")

    def is_goal(self, state: Any) -> bool:
        goals = self.goals
        if goals is None:
            raise BadInput(f"{type(self).__name__} needs the method is_goal or the attribute goals")
        return state in goals

    @classmethod
    def has(cls, method: str) -> bool:
        """Whether the class defines an optional method."""
        return getattr(cls, method, None) is not getattr(CustomPuzzle, method, None)

    def failed(self, call: str, state: Any, problem: BaseException) -> BadInput:
        """The error for a call of a method of this class that failed: it names class, method and state."""
        return failure(type(self).__name__, call, state, problem)

    # Plans: the text of each move.

    def move_text(self, move: Any) -> str:
        """A move as text without spaces."""
        return "".join(str(move).split())

    def plan(self, moves: Iterable[Any]) -> Plan:
        """A plan of these moves."""
        return Plan(tuple(map(self.move_text, moves)), SEPARATOR)

    def moves_of(self, plan: Plan | str) -> list[Any]:
        """The moves of a legal plan as `moves` gives them."""
        return [move for move, _ in self._steps(self.parse_plan(plan).moves if isinstance(plan, str) else plan.moves)]

    def _steps(self, texts: Iterable[str]) -> Iterator[tuple[Any, Any]]:
        """Each move of a plan, and the state after it; raises `IllegalMove`."""
        state = self.initial
        for text in texts:
            for move, successor in self._named(state):
                if self.move_text(move) == text:
                    state = successor
                    yield move, state
                    break
            else:
                raise IllegalMove(f"{text[:MAX_SHOWN]} is not a legal move in {short(state)}")

    def _named(self, state: Any) -> Iterator[tuple[Any, Any]]:
        try:
            yield from self.neighbours(state)
        except BadInput:
            raise
        except Exception as problem:
            raise self.failed("neighbours" if self.has("neighbours") else "moves and apply", state, problem) from (
                problem
            )

    def follow(self, moves: Iterable[str]) -> tuple[Any, int, IllegalMove | None]:
        state, made = self.initial, 0
        try:
            for _, successor in self._steps(moves):
                state, made = successor, made + 1
        except IllegalMove as illegal:
            return state, made, illegal
        return state, made, None

    def replay(self, plan: Plan | str) -> Iterator[Any]:
        plan = self.parse_plan(plan) if isinstance(plan, str) else plan
        yield self.initial
        made = 0
        try:
            for _, state in self._steps(plan.moves):
                made += 1
                yield state
        except IllegalMove as illegal:
            raise IllegalMove(f"move {made + 1} of the plan: {illegal}") from None

    def costs(self, plan: Plan) -> dict[str, Cost]:
        costs: dict[str, Cost] = {"moves": len(plan)}
        if self.cost is not None:
            total, state = 0, self.initial
            for move, successor in self._steps(plan.moves):
                total += self.cost(state, move)
                state = successor
            costs["cost"] = total
        return {metric: costs[metric] for metric in self.own_metrics}

    def parse_plan(self, text: str) -> Plan:
        return self.split_plan(text)

    @classmethod
    def split_plan(cls, text: str) -> Plan:
        return Plan(tuple(text.split()), SEPARATOR)

    # Values.

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((self.kind, self.initial))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {short(self.initial)}>"

    def __getstate__(self) -> dict[str, Any]:
        return dict(vars(self))

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Workers import the class; if they cannot, because the program itself or a notebook defines it, they get a
        copy of it."""
        if is_importable(type(self)):
            return super().__reduce_ex__(protocol)
        import cloudpickle

        return restored, (cloudpickle.dumps(type(self)), self.__getstate__())

    @classmethod
    def example(cls) -> Puzzle:
        try:
            return cls()
        except TypeError:
            raise BadInput(f"{cls.__name__} has no example: its puzzles need arguments") from None

    def starting_at(self, state: Any) -> Puzzle:
        other = copy(self)
        vars(other)["_starting_at"] = state
        return other

    def state_to_json(self, state: Any) -> Any:
        return plain(state)

    def state_from_json(self, data: Any) -> Any:
        return hashable(data)

    @property
    def state_length(self) -> int:
        return self.pieces

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            **{key.lstrip("_"): plain(value) for key, value in vars(self).items() if key != "name"},
        }

    @classmethod
    def from_json(cls, data: Any) -> Puzzle:
        if not isinstance(data, dict) or data.get("kind", cls.kind) != cls.kind:
            raise BadInput(f"expected an object with the kind {cls.kind!r}")
        return cls.from_fields(data)

    @classmethod
    def from_fields(cls, data: dict[str, Any]) -> Puzzle:
        """By default the puzzle with these attributes; its `__init__` is not called."""
        puzzle = cls.__new__(cls)
        for key, value in data.items():
            if key != "kind" and not (key == "name" and value is None):
                vars(puzzle)["_starting_at" if key == "starting_at" else key] = hashable(value)
        return puzzle

    def why_unsolvable(self) -> str | None:
        return None

    # How it looks.

    @property
    def size(self) -> str:
        return f"{self.pieces} {self.things}"

    @property
    def pieces(self) -> int:
        state = self.initial
        return len(state) if isinstance(state, tuple | str | frozenset) else 1

    def draw(self, state: Any = None) -> str:
        return str(self.initial if state is None else state)

    def one_line(self, state: Any) -> Any:
        return "|".join(self.draw(state).splitlines())

    def svg(self, state: Any = None) -> str:
        """By default the text of `draw`."""
        lines = self.draw(state).splitlines() or [""]
        width, height = CHARACTER * max(4, *map(len, lines)) + 20, LINE * len(lines) + 20
        rows = "".join(
            f"<text x='10' y='{LINE * number + 25}' xml:space='preserve'>{escape(line)}</text>"
            for number, line in enumerate(lines)
        )
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
            f"viewBox='0 0 {width} {height}' font-family='monospace' font-size='15'>"
            f"<rect width='{width}' height='{height}' fill='#fff'/>{rows}</svg>"
        )


Rules = TypeVar("Rules", bound=type[Any])


def puzzle(rules: Rules) -> Rules:
    """Decorator: makes a plain class with `start`, `moves`, `apply` and `is_goal` a `CustomPuzzle`.

    >>> import budge
    >>> @budge.puzzle
    ... class Countdown:
    ...     start = 10
    ...     def moves(self, state): return [move for move in (1, 3) if move <= state]
    ...     def apply(self, state, move): return state - move
    ...     def is_goal(self, state): return state == 0
    >>> budge.solve(Countdown()).plan.text
    '3 3 3 1'
    """
    if not isinstance(rules, type):
        raise TypeError(f"{type(rules).__name__} given; expected a class")
    if issubclass(rules, CustomPuzzle):
        return rules
    own: dict[str, Any] = {
        name: getattr(rules, name) for name in ("__module__", "__qualname__", "__doc__") if hasattr(rules, name)
    }
    if getattr(rules, "__hash__", None) is None:  # a dataclass that is not frozen
        own["__hash__"] = CustomPuzzle.__hash__
    if "__repr__" not in vars(rules):
        own["__repr__"] = CustomPuzzle.__repr__
    return ABCMeta(rules.__name__, (rules, CustomPuzzle), own)  # type: ignore[return-value]


def register(rules: type[CustomPuzzle]) -> None:
    """Makes a class known by its kind. A class of the same name replaces it, as when a notebook runs a cell again."""
    from budge.puzzles import KINDS  # the list of kinds imports this module

    if rules.kind in KINDS:
        raise BadInput(f"the kind {rules.kind!r} is one of budge; choose another name or set the attribute kind")
    CUSTOM[rules.kind] = rules


def failure(owner: str, call: str, state: Any, problem: BaseException) -> BadInput:
    """The error of a callback. A problem without a traceback was found in its result, by the core."""
    raised = problem.__traceback__ is not None
    what = f"raised {type(problem).__name__}: {problem}" if raised else str(problem)
    error = BadInput(f"{owner}.{call}({short(state)}){' ' if raised else ': '}{what}")
    error.__cause__ = problem if raised else None
    return error


def short(value: Any) -> str:
    """A value as text for a message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def is_importable(thing: Any) -> bool:
    """Whether another process can import a class or a function."""
    module, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", "<")
    if module in (None, "__main__") or "<" in name:
        return False
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found is thing


def restored(packed: bytes, state: dict[str, Any]) -> CustomPuzzle:
    """A puzzle of a class that was sent with it."""
    import cloudpickle

    rules = cloudpickle.loads(packed)
    made: CustomPuzzle = rules.__new__(rules)
    made.__setstate__(state)
    return made


def plain(value: Any) -> Any:
    """A value for JSON: tuples and sets as lists, and what JSON does not have as text."""
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, frozenset | set):
        return sorted((plain(each) for each in value), key=repr)
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)


def hashable(data: Any) -> Any:
    """The inverse of `plain` for tuples, numbers and text."""
    return tuple(hashable(each) for each in data) if isinstance(data, list) else data
