"""The interface of a kind of puzzle to the native core: converts puzzles for the core, and plans and positions back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from budge.engines.base import Refusal, Task
from budge.engines.domains.calls import Calls
from budge.model import REASONS, Objective
from budge.native import core
from budge.patterns import Pattern
from budge.puzzles import BadInput, Plan, Puzzle, metric_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

P = TypeVar("P", bound=Puzzle)
AllPlans = tuple[str | None, str, list[list[int]]]  # why counting stopped, the number in the base 16, the first plans


@dataclass(frozen=True)
class Explored:
    """The result of an exploration. The last three numbers are None if the kind does not count them."""

    by_depth: list[int]
    hardest: list[Any]
    stopped_by: str | None
    peak_bytes: int
    optimum: int | None = None  # from the start to the nearest goal
    solutions: int | None = None  # plans of that length
    goal_states: int | None = None


@dataclass(frozen=True)
class Graph:
    """Positions, the start first, and the moves between them as pairs of indices."""

    states: list[Any]
    edges: list[tuple[int, int]]
    directed: bool = False  # otherwise each edge is listed once and goes both ways

    def depths(self) -> list[int]:
        """The number of moves from the start to each position.

        >>> Graph(["a", "b", "c"], [(0, 1), (1, 2)]).depths()
        [0, 1, 2]
        """
        neighbours: list[list[int]] = [[] for _ in self.states]
        for one, other in self.edges:
            neighbours[one].append(other)
            if not self.directed:
                neighbours[other].append(one)
        found = {0: 0}
        for node in (queue := [0]):
            for other in neighbours[node]:
                if other not in found:
                    found[other] = found[node] + 1
                    queue.append(other)
        return [found[node] for node in range(len(self.states))]


class GraphStopped(BadInput):
    """A limit was reached before the graph was complete."""

    def __init__(self, stopped_by: str) -> None:
        super().__init__(f"the graph is not complete: {REASONS[stopped_by]}")
        self.stopped_by = stopped_by


@dataclass(frozen=True)
class Step:
    """A step of a heuristic ladder: after `nodes` nodes with the previous heuristic, the search uses this one."""

    nodes: int
    heuristic: str
    fewer: int  # rough factor by which the previous heuristic generates more nodes


class Explanation(ABC):
    """Why a position is lost, and which of its pieces and cells are dead, frozen or out of reach."""

    reason: str | None  # why it is lost, as text

    @property
    @abstractmethod
    def map(self) -> str:
        """The board as text with marks, and a legend."""

    @abstractmethod
    def cells(self) -> dict[str, Any]:
        """For the page: `dead` squares, `frozen` pieces with the reason, `corrals`, `culprits`, `deadlock`."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Plain data, cells as [row, column] counted from 1."""


class Difficulty(ABC):
    """An estimate of how hard a puzzle is for a person."""

    @property
    @abstractmethod
    def grade(self) -> int:
        """From 1 to 10; a puzzle of the next grade is about twice as hard."""

    @property
    @abstractmethod
    def rows(self) -> list[tuple[str, str]]:
        """The grade, its reasons and other facts for a player, as rows of text."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Plain data, the `grade` among it."""


class Domain(ABC, Generic[P]):
    """One kind of puzzle for the searches of the core; `P` is the type of its puzzles."""

    kind: ClassVar[str]
    cuts_iterations: ClassVar[bool] = False  # whether `ida` can give subtrees to other workers
    explores_on_threads: ClassVar[bool] = False  # whether `explore` can use several threads
    counted_from: ClassVar[Mapping[str, str]] = {  # what a complete exploration covers
        "goal": "all states that the goal can reach",
        "start": "all states that the start can reach",
    }

    def refuses(self, algorithm: str, puzzle: P, objective: Objective) -> str | None:
        """None, or why this algorithm cannot solve this puzzle with this objective."""
        return None

    @abstractmethod
    def choose(self, puzzle: P, objective: Objective) -> str:
        """The engine that `auto` selects; the docstring gives the rules."""

    def prepared_alike(self, puzzle: P) -> Hashable | None:
        """Solvable puzzles with equal keys have the same engine, heuristic and databases, whatever their start; None if
        that may depend on the start or on what is stored."""
        return None

    @abstractmethod
    def default_heuristic(self, puzzle: P) -> str:
        """The heuristic of an informed search if none is named."""

    def heuristic_ladder(self, puzzle: P, heuristic: str | None) -> tuple[Step, ...]:
        """The stronger heuristics to which a long search switches, in order; their databases are built first."""
        return ()

    def reproducible_heuristic(self, puzzle: P) -> str | None:
        """A default heuristic that does not depend on which databases are in the store; None if no default does."""
        return None

    def heuristics(self, puzzle: P) -> tuple[str, ...] | None:
        """The only heuristics of this puzzle by name; None if it has those that the core lists for its kind."""
        return None

    def refuses_heuristic(self, heuristic: str, puzzle: P) -> str | None:
        """None, or what a heuristic needs and this puzzle lacks: "needs …"."""
        return None

    def is_costly(self, heuristic: str, puzzle: P) -> bool:
        """Whether a single value of this heuristic may take seconds."""
        return False

    def databases(self, puzzle: P, heuristic: str, options: Mapping[str, Any]) -> list[Pattern]:
        """The pattern databases that this heuristic looks up."""
        return []

    @abstractmethod
    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        """Run a search; `weight` is the largest allowed ratio of cost to optimum, as numerator and denominator."""

    @abstractmethod
    def plan(self, path: list[int], puzzle: P, metric: str) -> Plan:
        """The core's plan in the notation of the kind, as moves that the metric counts."""

    def why_uncountable(self, puzzle: P, metric: str) -> str | None:
        """None, or why the optimal plans of a puzzle cannot be counted in a metric."""
        return None

    def all_plans(self, puzzle: P, metric: str, optimum: int, max_plans: int, run: core.Run) -> AllPlans:
        """Counts the plans of a known optimum, which is coded as the core does, and lists the first."""
        raise NotImplementedError

    def calls(self, puzzle: P, metric: str) -> Calls:
        """The rules in Python, with the costs of a metric, for a search that follows a function of the caller."""
        if len(metric_parts(metric)) > 1:
            raise Refusal(f"a function as heuristic estimates a single number, and the cost {metric} has two")

        def failed(call: str, state: Any, problem: BaseException) -> BaseException:
            return problem

        return Calls(
            start=puzzle.initial, moves=puzzle.moves, apply=puzzle.apply, is_goal=puzzle.is_goal, failed=failed
        )

    def plan_of(self, numbers: list[int], puzzle: P, metric: str) -> Plan:
        """The plan that a search by `calls` has found, as the number of each move among the moves of its state."""
        moves, state = self.calls(puzzle, metric).moves, puzzle.initial
        assert moves is not None
        made = []
        for number in numbers:
            made.append(list(moves(state))[number])
            state = puzzle.apply(state, made[-1])
        return self.written(made, puzzle)

    def written(self, moves: list[str], puzzle: P) -> Plan:
        """A plan of these moves."""
        return replace(puzzle.split_plan(""), moves=tuple(moves))

    @abstractmethod
    def evaluate(self, puzzle: P, heuristic: str, metric: str) -> int:
        """The value of a heuristic at the start."""

    def distances(self, puzzle: P, positions: NDArray[Any]) -> NDArray[Any] | None:
        """The distances of many positions, one in each row, if they can be looked up; -1 where no plan exists."""
        return None

    def why_unsolvable(self, puzzle: P) -> str | None:
        """Why a puzzle has no solution, if the core can prove it without a search; otherwise None."""
        return None

    def explain(self, puzzle: P, state: Any) -> Explanation | None:
        """Why a position is lost, if it is, and its dead and frozen parts; None for kinds without lost positions."""
        return None

    def difficulty(self, puzzle: P, plan: Plan | None = None) -> Difficulty | None:
        """The difficulty measured on this plan, or on one found quickly; None for kinds without an estimate."""
        return None

    def state_of(self, listed: list[int], puzzle: P) -> Any:
        """The state that the core lists as numbers."""
        return tuple(listed)

    @abstractmethod
    def explore(self, puzzle: P, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        """All states that `source` (`goal` or `start`) can reach, and at most `keep` of the hardest."""

    def graph(
        self, puzzle: P, metric: str, max_states: int, run: core.Run, check: Callable[[Any], None]
    ) -> Graph | None:
        """All positions that the start can reach and the moves between them; None if there are more than `max_states`.

        `check` is called with every position and raises `GraphStopped` when a limit is reached.
        """
        number = {puzzle.state_key(puzzle.initial): 0}
        steps = set()
        for here, state in enumerate(queue := [puzzle.initial]):
            check(state)
            for move in puzzle.moves(state):
                successor = puzzle.apply(state, move)
                key = puzzle.state_key(successor)
                if key not in number:
                    if len(number) == max_states:
                        return None
                    number[key] = len(number)
                    queue.append(successor)
                steps.add((here, number[key]))
        directed = any((end, start) not in steps for start, end in steps)
        return Graph(queue, sorted(step for step in steps if directed or step[0] < step[1]), directed)
