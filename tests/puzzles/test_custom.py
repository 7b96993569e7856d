"""Puzzles that a program defines: they are solved, explored, checked and shown like those of budge."""

from __future__ import annotations

import dataclasses
import pickle
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from own_puzzles import Eight, Graph, GuidedEight, Toll

import budge

HARDEST = (8, 6, 7, 2, 5, 4, 3, 0, 1)
FORWARD = ("dijkstra", "astar", "ida", "sma")


def shuffled(moves: int, seed: int) -> tuple[int, ...]:
    puzzle, chance = Eight(1, 2, 3, 4, 5, 6, 7, 8, 0), random.Random(seed)
    state = puzzle.start
    for _ in range(moves):
        state = puzzle.apply(state, chance.choice(puzzle.moves(state)))
    return state


def tiles(state: tuple[int, ...]) -> budge.Tiles:
    return budge.Tiles.of([list(state[row : row + 3]) for row in (0, 3, 6)])


@pytest.mark.parametrize("seed", range(4))
def test_every_search_agrees_with_the_built_in_puzzle(seed: int) -> None:
    start = shuffled(24, seed)
    optimum = budge.solve(tiles(start)).cost
    for engine in (*FORWARD, "bidirectional", "nbs"):
        for puzzle in (Eight(*start), GuidedEight(*start)):
            outcome = budge.solve(puzzle, engine=engine)
            assert (outcome.status, outcome.cost, outcome.lower_bound) == ("optimal", optimum, optimum), engine


@pytest.mark.parametrize("seed", range(3))
def test_costs_agree_with_an_exhaustive_search(seed: int) -> None:
    start = shuffled(16, seed)
    goal = Eight.goals[0]
    best, queue = {start: 0}, [(0, start)]
    while queue:  # Dijkstra's algorithm by a sorted list
        queue.sort(reverse=True)
        spent, state = queue.pop()
        if state == goal:
            break
        for move in Eight.NEAR[state.index(0)]:
            successor = Toll(*start).apply(state, move)
            if spent + state[move] < best.get(successor, 10**9):
                best[successor] = spent + state[move]
                queue.append((best[successor], successor))
    for engine in (*FORWARD, "bidirectional", "nbs"):
        outcome = budge.solve(Toll(*start), engine=engine)
        assert (outcome.status, outcome.cost, outcome.metric) == ("optimal", best[goal], "cost"), engine
        assert outcome.costs is not None
        assert outcome.costs["moves"] == len(outcome.plan or ())


def test_the_other_metric_counts_moves() -> None:
    outcome = budge.solve(Toll(*HARDEST), metric="moves")
    assert (outcome.status, outcome.cost) == ("optimal", 31)


@pytest.mark.parametrize("seed", range(30))
def test_random_graphs_with_inconsistent_estimates(seed: int) -> None:
    """Directed edges, costs of 0, dead ends, several goals, and estimates that are admissible but not consistent."""
    chance = random.Random(seed)
    names = "abcdefghij"
    edges = {name: {to: chance.randint(0, 5) for to in chance.sample(names, chance.randint(0, 4))} for name in names}
    distance = dict.fromkeys(names, 10**6) | dict.fromkeys("ij", 0)
    for _ in names:
        for name, to in edges.items():
            distance[name] = min([distance[name], *(cost + distance[there] for there, cost in to.items())])
    estimates = {
        name: float("inf") if far == 10**6 and chance.random() < 0.5 else chance.uniform(0, min(far, 9))
        for name, far in distance.items()
    }
    puzzle = Graph(edges, "a", "ij", estimates)
    for engine in FORWARD:
        outcome = budge.solve(puzzle, engine=engine)
        expected = ("unsolvable", None) if distance["a"] == 10**6 else ("optimal", distance["a"])
        assert (outcome.status, outcome.cost) == expected, engine
    outcome = budge.solve(puzzle, quality="1.5")
    if distance["a"] < 10**6:
        assert outcome.cost is not None
        assert distance["a"] <= outcome.cost <= 1.5 * distance["a"]
    found = budge.explore(puzzle, source="goal")
    assert sum(found.by_depth) == sum(1 for name in reached(edges) if distance[name] < 10**6)
    assert found.optimum == (None if distance["a"] == 10**6 else distance["a"])


def reached(edges: dict[str, dict[str, int]]) -> list[str]:
    found = ["a"]
    for name in found:
        found += [to for to in edges[name] if to not in found]
    return found


def test_explore_counts_all_positions() -> None:
    start = GuidedEight(1, 2, 3, 4, 5, 6, 7, 8, 0).starting_at(shuffled(9, 5))
    expected = budge.explore(tiles(start.initial), source="start")
    found = budge.explore(start, source="start")
    assert (found.by_depth, found.complete, found.goal_states) == (expected.by_depth, True, 1)
    assert found.hardest
    assert set(found.hardest) <= {*expected.hardest}


def test_graph_has_all_positions() -> None:
    puzzle = Graph({"a": {"b": 1, "c": 1}, "b": {"a": 1}, "c": {}}, "a", "c", {})
    found = budge.graph(puzzle)
    assert sorted(found.edges) == [("a", "b"), ("a", "c"), ("b", "a")]


def test_limits_return_bounds() -> None:
    puzzle = GuidedEight(*HARDEST)
    for engine in (*FORWARD, "bidirectional", "nbs"):
        outcome = budge.solve(puzzle, engine=engine, nodes=300)
        assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes")
        assert 0 < outcome.lower_bound <= 31


def test_searches_within_little_memory() -> None:
    """SMA* forgets states, and IDA* does without a table; the other searches stop."""
    puzzle = GuidedEight(*shuffled(300, 2))
    for engine in ("sma", "ida"):
        free = budge.solve(puzzle, engine=engine)
        limit = free.stats.peak_bytes // 3
        outcome = budge.solve(puzzle, engine=engine, memory=limit)
        assert (outcome.status, outcome.cost) == ("optimal", free.cost), engine
        assert outcome.stats.peak_bytes <= limit
        assert outcome.stats.expanded > free.stats.expanded  # what was forgotten is expanded again
    outcome = budge.solve(GuidedEight(*HARDEST), engine="astar", memory=200_000)
    assert (outcome.status, outcome.stopped_by) == ("stopped", "memory")


def test_cancelling_and_progress() -> None:
    seen: list[budge.Progress] = []

    class Endless(budge.CustomPuzzle):
        start = 0

        def moves(self, state: int) -> list[str]:
            return ["on"]

        def apply(self, state: int, move: str) -> int:
            return state + 1

        def is_goal(self, state: int) -> bool:
            return False

    observer = budge.Observer(lambda progress: (seen.append(progress), observer.cancel())[0])
    outcome = budge.solve(Endless(), observer=observer)
    assert (outcome.status, outcome.stopped_by) == ("stopped", "cancel")
    assert seen[0].expanded > 0


def test_traces_are_kept() -> None:
    outcome = budge.solve(GuidedEight(*HARDEST), engine="ida", observer=budge.Observer(trace=True))
    assert outcome.trace is not None
    assert [row.bound for row in outcome.trace.iterations] == list(range(21, 32, 2))
    assert sum(outcome.trace.expansions_by_depth) == outcome.stats.expanded


def test_solve_many_of_a_class_that_workers_cannot_import() -> None:
    """Defined in a function: workers get a copy of the class."""

    class Local(GuidedEight):
        pass

    outcomes = list(budge.solve_many([Local(*shuffled(15, seed)) for seed in range(3)], jobs=2))
    assert [outcome.status for outcome in outcomes] == ["optimal"] * 3
    assert outcomes[0].cost == budge.solve(tiles(shuffled(15, 0))).cost


def test_a_program_that_defines_a_puzzle(tmp_path: Path) -> None:
    """In a program the class belongs to `__main__`, which workers cannot import either."""
    program = tmp_path / "program.py"
    program.write_text(
        "import budge\n"
        "@budge.puzzle\n"
        "class Countdown:\n"
        "    def __init__(self, start): self.start = start\n"
        "    def moves(self, state): return [move for move in (1, 3) if move <= state]\n"
        "    def apply(self, state, move): return state - move\n"
        "    def is_goal(self, state): return state == 0\n"
        "if __name__ == '__main__':\n"
        "    print([outcome.cost for outcome in budge.solve_many([Countdown(5), Countdown(9)], jobs=1)])\n"
    )
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("[3, 3]\n", "")


def test_outcomes_and_puzzles_convert_to_plain_data() -> None:
    puzzle = Eight(*shuffled(10, 3))
    outcome = budge.solve(puzzle)
    assert budge.Outcome.from_json(outcome.to_json()) == outcome
    assert type(puzzle).from_json(puzzle.to_json()) == puzzle
    elsewhere = puzzle.starting_at(Eight.goals[0])
    assert type(puzzle).from_json(elsewhere.to_json()) == elsewhere != puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert puzzle != Eight(*shuffled(11, 3))
    assert puzzle.state_from_json(puzzle.state_to_json(puzzle.start)) == puzzle.start


def test_plans_are_verified() -> None:
    puzzle = Eight(1, 2, 3, 4, 0, 6, 7, 5, 8)
    assert budge.verify(puzzle, "7 8")
    verdict = budge.verify(puzzle, "7 2")
    assert (verdict.legal, verdict.broken_at) == (False, 1)
    assert verdict.reason == "2 is not a legal move in (1, 2, 3, 4, 5, 6, 7, 0, 8)"
    assert not budge.verify(puzzle, "7").solves
    assert puzzle.moves_of("7 8") == [7, 8]


def test_a_plan_plays_as_text_and_picture(tmp_path: Path) -> None:
    puzzle = Eight(1, 2, 3, 4, 0, 6, 7, 5, 8)
    assert "(1, 2, 3, 4, 0, 6, 7, 5, 8)" in puzzle.svg()
    assert "start" in budge.watch(puzzle, "7 8").html()
    for suffix in ("svg", "gif", "txt", "html"):
        assert budge.animate(puzzle, "7 8", tmp_path / f"plan.{suffix}").stat().st_size > 50


def test_a_dataclass_may_be_a_puzzle() -> None:
    @budge.puzzle
    @dataclasses.dataclass
    class Bits:
        start: int
        width: int = 4

        def moves(self, state: int) -> range:
            return range(self.width)

        def apply(self, state: int, move: int) -> int:
            return state ^ (1 << move)

        def is_goal(self, state: int) -> bool:
            return state == 0

    made: Any = Bits(11)
    assert isinstance(made, budge.CustomPuzzle)
    assert made.kind == "bits"
    assert budge.solve(made).cost == 3
    assert hash(made) == hash(Bits(11))


def test_moves_of_any_type() -> None:
    class Knight(budge.CustomPuzzle):
        start = (0, 0)
        goals = ((3, 3),)

        def neighbours(self, state: tuple[int, int]) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
            for right, down in ((1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)):
                there = (state[0] + right, state[1] + down)
                if min(there) >= 0 and max(there) < 5:
                    yield (right, down), there

    outcome = budge.solve(Knight())
    assert outcome.plan is not None
    assert len(outcome.plan) == 2
    assert outcome.plan.text.split()[0] in ("(1,2)", "(2,1)")
    assert Knight().moves((0, 0)) == [(1, 2), (2, 1)]
    assert Knight().apply((0, 0), (1, 2)) == (1, 2)


def raising(self: Any, *arguments: Any) -> Any:
    raise ZeroDivisionError("division by zero")


MISUSES: list[tuple[dict[str, Any], str]] = [
    ({"moves": raising}, r"Wrong.moves\(\(8, .*\)\) raised ZeroDivisionError: division by zero"),
    ({"moves": lambda self, state: 5}, r"Wrong.moves\(\(8, .*\)\): 'int' object is not iterable"),
    ({"apply": raising}, r"Wrong.apply\(\(8, .*\)\) raised ZeroDivisionError: division by zero"),
    (
        {"apply": lambda self, state, move: list(state)},
        r"Wrong.apply\(\(8, .*\)\): the state \[8, .*\] cannot be hashed; states are hashable values, such as tuples",
    ),
    ({"goals": None}, r"Wrong needs the method is_goal or the attribute goals"),
    ({"goals": [[1, 2]]}, r"Wrong.goals: unhashable type: 'list'; states are hashable values, such as tuples"),
    ({"goals": None, "is_goal": raising}, r"Wrong.is_goal\(\(8, .*\)\) raised ZeroDivisionError"),
    ({"estimate": raising}, r"Wrong.estimate\(\(8, .*\)\) raised ZeroDivisionError"),
    ({"estimate": lambda self, state: "far"}, r"Wrong.estimate\(.*\): it returned 'far'; expected a number"),
    ({"estimate": lambda self, state: float("nan")}, r"Wrong.estimate\(.*\): it returned nan; expected a number"),
    ({"estimate": lambda self, state: None}, r"Wrong.estimate\(.*\): it returned None; expected a number"),
    ({"estimate": lambda self, state: 3 * len(set(state))}, r"Wrong.estimate is not a lower bound: a plan costs 31"),
    ({"cost": lambda self, state, move: 1.5}, r"Wrong.cost\(.*\): it returned 1.5; expected a whole number"),
    ({"cost": lambda self, state, move: -1}, r"Wrong.cost\(.*\): it returned -1; expected a whole number between 0"),
    ({"neighbours": lambda self, state: [1]}, r"Wrong.neighbours\(.*\): it gave 1; expected pairs \(move, state\)"),
    ({"move_text": lambda self, move: "x"}, r"Wrong.move_text: 'x' is the text of \d moves; each move needs its own"),
    ({"move_text": lambda self, move: f"a {move}"}, r"Wrong.move_text: 'a \d' is empty or has spaces"),
]


@pytest.mark.parametrize(("methods", "message"), MISUSES, ids=[message[:40] for _, message in MISUSES])
def test_misuse_is_one_line_that_names_class_and_call(methods: dict[str, Any], message: str) -> None:
    wrong = type("Wrong", (Eight,), methods)
    with pytest.raises(budge.BadInput, match=message) as caught:
        budge.solve(wrong(*HARDEST))
    assert "\n" not in str(caught.value)


def test_missing_parts_are_named() -> None:
    class Empty(budge.CustomPuzzle):
        pass

    with pytest.raises(budge.BadInput, match="Empty needs the attribute start"):
        budge.solve(Empty())

    class NoMoves(budge.CustomPuzzle):
        start = 1
        goals = (2,)

    with pytest.raises(budge.BadInput, match="NoMoves needs the method moves"):
        budge.solve(NoMoves())


def test_a_false_claim_that_moves_are_reversible_is_found() -> None:
    class Wheel(budge.CustomPuzzle):
        start = 0
        goals = (7,)
        reversible = True

        def moves(self, state: int) -> list[str]:
            return ["on"]

        def apply(self, state: int, move: str) -> int:
            return (state + 1) % 10

    for engine in ("bidirectional", "nbs"):
        with pytest.raises(budge.BadInput, match="are all moves reversible"):
            budge.solve(Wheel(), engine=engine)


def test_engines_say_why_they_refuse() -> None:
    puzzle = Graph({"a": {"b": 1}}, "a", "b", {"a": 1, "b": 0})
    for engine, reason in [
        ("bidirectional", "Graph does not say that all can be undone"),
        ("sat", "sat solves .*, not graph"),
        ("construct", "not graph"),
    ]:
        with pytest.raises(budge.Refusal, match=reason):
            budge.solve(puzzle, engine=engine)
    with pytest.raises(budge.BadInput, match="unknown heuristic 'manhattan'; graph has estimate and zero"):
        budge.solve(puzzle, heuristic="manhattan")


def test_a_kind_of_budge_cannot_be_replaced() -> None:
    with pytest.raises(budge.BadInput, match="the kind 'tiles' is one of budge"):
        type("Tiles", (budge.CustomPuzzle,), {})
