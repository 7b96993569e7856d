"""Plans by clingo: every encoding, with each of its optimisations on or off, finds what search finds."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from process_tree import children, descendants
from random_puzzles import sokoban, solvable_boards
from shared_data import DATA

import budge
from budge import BadInput, Limits, Objective, Observer, Refusal, Sokoban, Tiles
from budge.encodings.asp import ENCODINGS, FOLDER, ONE_LENGTH, RULES, facts, read_answer
from budge.engines.logic.asp import SWITCHES, AspQuestion
from budge.engines.logic.asp_answers import MultiShot, SingleShot, answer
from budge.engines.logic.base import PlanFound, Refuted
from budge.processes.child import _ForkServer

LONG = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0"  # nearly 80 moves: beyond any program
NAMES = tuple(switch.name for switch in SWITCHES)
ON = dict.fromkeys(NAMES, True)
HALL = ["#######", "#@    #", "# $$  #", "#  .. #", "#     #", "#######"]
SIX = ["#######", "#  $  #", "#@$ $.#", "#$ $ .#", "#. . $#", "#######"]
LISTING = ["#######", "# .$. #", "#@$ $ #", "#$ $ .#", "#. .$.#", "#######"]  # 4.1 of the answer-set study
MOVES = Objective(metric="moves")


def events(puzzle: budge.Puzzle, metric: str, encoding: str, switches: dict[str, bool]) -> list[Any]:
    """What a job emits, without a child process, which may not refute more than is true."""
    found: list[Any] = []
    true = optimum(puzzle, metric)

    def emit(event: Any) -> None:
        found.append(event)
        assert not isinstance(event, Refuted) or true is None or event.lower_bound <= true

    answer(AspQuestion(puzzle, metric, encoding, switches, 1, None, 1), emit)
    return found


def optimum(puzzle: budge.Puzzle, metric: str) -> int | None:
    cost = budge.solve(puzzle, objective=Objective(metric=metric)).cost
    assert not isinstance(cost, tuple)
    return cost


def check(puzzle: budge.Puzzle, metric: str, encoding: str, switches: dict[str, bool]) -> None:
    true = optimum(puzzle, metric)
    assume(true is not None and true <= 20)
    said = events(puzzle, metric, encoding, switches)
    [found] = [event.length for event in said if isinstance(event, PlanFound)]
    refuted = [event.lower_bound for event in said if isinstance(event, Refuted)]
    proven = max([RULES[puzzle.kind].lower_bound(puzzle, metric), *refuted])
    assert found == proven == true


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])  # few have plans
@given(sokoban(most=4, players=1, assigned=False), st.fixed_dictionaries(dict.fromkeys(NAMES, st.booleans())))
def test_every_encoding_and_optimisation_keeps_the_fewest_moves(
    encoding: str, level: Sokoban, switches: dict[str, bool]
) -> None:
    check(level, "moves", encoding, switches)


@settings(max_examples=40, deadline=None)
@given(sokoban(most=5, players=1, assigned=False), st.fixed_dictionaries(dict.fromkeys(NAMES, st.booleans())))
def test_random_levels_take_as_many_pushes_as_search_says(level: Sokoban, switches: dict[str, bool]) -> None:
    check(level, "pushes", "anonymous", switches)


@pytest.mark.parametrize("shape", ["rooms", "rectangle", "cells"])
def test_no_plan_passes_a_position_that_the_board_rules_call_lost(shape: str) -> None:
    for made in budge.generate("sokoban", seed=4, count=8, width=8, height=7, boxes=4, shape=shape):
        level = made.puzzle
        assert isinstance(level, Sokoban)
        control = clingo.Control(["--warn=none"])
        control.load(str(FOLDER / "sokoban_board.lp"))
        control.add("base", [], facts(level))
        control.ground([("base", [])])
        said = [atom.symbol for atom in control.symbolic_atoms]
        dead = {cell(level, *atom.arguments) for atom in said if atom.name == "dead"}
        room = {str(atom.arguments[0]): atom.arguments[1].number for atom in said if atom.name == "room"}
        lines = grouped(level, [atom for atom in said if atom.name == "part"])
        spoilt = {str(atom.arguments[0]) for atom in said if atom.name == "spoilt"}
        squares = grouped(level, [atom for atom in said if atom.name == "square"])
        assert room
        assert spoilt
        for _, boxes in level.states(budge.solve(level).plan.moves)[1:]:  # type: ignore[union-attr]
            assert not dead & set(boxes)
            assert all(len(lines[line] & set(boxes)) <= most for line, most in room.items())
            assert not any(squares[square] <= set(boxes) for square in spoilt)


def cell(level: Sokoban, x: clingo.Symbol, y: clingo.Symbol) -> int:
    return y.number * level.width + x.number


def grouped(level: Sokoban, atoms: list[clingo.Symbol]) -> dict[str, set[int]]:
    """The cells of each line or square."""
    found: dict[str, set[int]] = {}
    for atom in atoms:
        name, *place = atom.arguments
        found.setdefault(str(name), set()).add(cell(level, *place))
    return found


@settings(max_examples=20, deadline=None)
@given(solvable_boards(), st.booleans())
def test_random_boards_take_as_many_moves_as_search_says(puzzle: Tiles, undo: bool) -> None:
    check(puzzle, "moves", "anonymous", ON | {"undo": undo})


@pytest.mark.parametrize("switch", [None, *NAMES])
def test_each_optimisation_alone_can_be_switched_off(switch: str | None) -> None:
    level = Sokoban.of(HALL)
    options = {} if switch is None else {switch: "no"}
    outcome = budge.solve(level, engine="asp", objective=MOVES, **options)
    assert (outcome.status, outcome.cost) == ("optimal", optimum(level, "moves"))


def test_optimisations_leave_less_to_solve() -> None:
    """Each but bounds removes answers or choices; together they must save conflicts on a crowded hall."""
    conflicts = [
        sum(event.conflicts for event in events(Sokoban.of(SIX), "moves", "incremental", switches) if bound(event))
        for switches in (ON, dict.fromkeys(NAMES, False))
    ]
    assert conflicts[0] < conflicts[1]


def bound(event: Any) -> bool:
    return isinstance(event, budge.trace.BoundStats)


@pytest.mark.parametrize("metric", ["moves", "pushes"])
def test_no_variable_is_eliminated_that_later_steps_may_need(metric: str) -> None:
    solver = MultiShot(AspQuestion(Sokoban.of(SIX), metric, "anonymous", ON, 1, None, 1))
    for horizon in range(1, 12):
        solver.ask(horizon)
        assert solver.control.statistics["problem"]["generator"]["vars_eliminated"] == 0


@pytest.mark.parametrize("metric", ["moves", "pushes"])
@pytest.mark.parametrize("quality", ["any", "1.5"])
def test_plans_that_need_not_be_optimal(quality: str, metric: str) -> None:
    level = Sokoban.of(HALL)
    true = optimum(level, metric)
    outcome = budge.solve(level, engine="asp", objective=Objective(quality, metric))
    assert true is not None
    assert outcome.status in ("solved", "optimal")
    assert isinstance(outcome.cost, int)
    assert outcome.lower_bound <= true <= outcome.cost
    assert quality == "any" or outcome.cost <= 1.5 * true


def test_the_trace_tells_each_question() -> None:
    outcome = budge.solve("eight/20", engine="asp", observer=Observer(trace=True))
    assert outcome.trace is not None
    asked = outcome.trace.bounds
    assert [each.bound for each in asked] == list(range(asked[0].bound, 21, 2))
    assert [each.satisfiable for each in asked] == [False] * (len(asked) - 1) + [True]
    assert all(before.variables < after.variables for before, after in pairwise(asked))
    assert all(before.clauses < after.clauses for before, after in pairwise(asked))
    assert outcome.stats.expanded == sum(each.decisions for each in asked) > 0


@pytest.mark.parametrize("switches", [ON, dict.fromkeys(NAMES, False)])
def test_columns_and_rows_apart_take_fewer_atoms_and_more_rules(switches: dict[str, bool]) -> None:
    """The study's listing 4.1 at horizon 8: it has 2,672 atoms plain and 1,348 split, ours have fewer of both."""
    level = Sokoban.of(LISTING)
    plain, split = (
        SingleShot(AspQuestion(level, "moves", name, switches, 1, None, 1)).ask(8)[0] for name in ("plain", "split")
    )
    assert split.variables < plain.variables < 2672
    assert plain.clauses < split.clauses
    assert switches == ON or split.variables < 1348


@pytest.mark.parametrize(
    ("encoding", "horizon", "atoms", "rules"),
    [
        ("listing-plain", 8, 2_672, 10_813),
        ("listing-plain", 23, 56_647, 314_168),  # clingo prints 314,352, with those it adds in preprocessing
        ("listing-incremental", 23, 56_624, 314_144),
        ("listing-split", 8, 1_348, 29_772),
    ],
)
def test_the_listings_ground_to_the_atoms_of_the_study(encoding: str, horizon: int, atoms: int, rules: int) -> None:
    question = AspQuestion(Sokoban.of(LISTING), "moves", encoding, ON, 1, 1, 1)
    stats, _ = (SingleShot if encoding in ONE_LENGTH else MultiShot)(question).ask(horizon)
    assert (stats.variables, stats.clauses) == (atoms, rules)


def test_the_listings_have_no_switches_and_no_waits() -> None:
    with pytest.raises(BadInput, match="clutter has no effect here"):
        budge.solve(Sokoban.of(HALL), engine="asp", objective=MOVES, encoding="listing-plain", clutter="no")
    any_plan = Objective("any", metric="moves")
    outcome = budge.solve(Sokoban.of(HALL), engine="asp", objective=any_plan, encoding="listing-plain")
    assert (outcome.status, outcome.cost) == ("optimal", optimum(Sokoban.of(HALL), "moves"))


def test_grounding_is_told_apart_from_solving() -> None:
    observer = Observer(trace=True)
    outcome = budge.solve(Sokoban.of(HALL), engine="asp", objective=MOVES, encoding="plain", observer=observer)
    assert outcome.trace is not None
    assert all(0 < each.building <= each.seconds for each in outcome.trace.bounds)
    assert budge.Outcome.from_json(outcome.to_json()).trace == outcome.trace


def test_two_threads_agree_with_one() -> None:
    assert budge.solve("eight/20", engine="asp", threads=2).cost == 20


def test_the_node_limit_counts_conflicts() -> None:
    outcome = budge.solve("fifteen/42", engine="asp", limits=Limits(nodes=500))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes")
    assert 0 < outcome.lower_bound < 42


def test_the_time_limit_is_hard_and_keeps_the_bound() -> None:
    outcome = budge.solve(LONG, engine="asp", limits=Limits(seconds=1))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "seconds")
    assert 0 < outcome.lower_bound <= 80


def test_a_killed_child_is_a_clean_stop_that_keeps_the_bound() -> None:
    server = _ForkServer.mine()._process.pid
    others = set(descendants(server))  # of the test before, on their way out
    killed: list[int] = []

    def kill(progress: Any) -> None:
        if not killed:
            killed.extend(each for each in descendants(server) if each not in others and not children(each))
            for process in killed:
                os.kill(process, signal.SIGKILL)

    outcome = budge.solve("eight/hardest-1", engine="asp", observer=Observer(progress=kill))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "crash")
    assert outcome.reason == "the solver died of SIGKILL"
    assert 21 <= outcome.lower_bound <= 31


def test_a_level_where_no_push_is_left_is_proven_unsolvable() -> None:
    closed = Sokoban.of(["########", "#@$ $..#", "########"])  # no rule sees it
    outcome = budge.solve(closed, engine="asp", limits=Limits(seconds=30))
    assert budge.solve(closed).status == "unsolvable"
    assert outcome.status == "unsolvable"


def test_a_level_that_only_a_search_proves_unsolvable_is_stopped_with_a_bound() -> None:
    blocked = Sokoban.of(["#######", "#@ $$.#", "#    .#", "#######"])
    outcome = budge.solve(blocked, engine="asp", objective=MOVES, limits=Limits(seconds=1))
    assert outcome.status in ("stopped", "unsolvable")
    assert outcome.plan is None


@pytest.mark.parametrize(
    ("rows", "assigned", "message"),
    [(["######", "#@@$.#", "######"], [], "one player, not 2"), (HALL, [[2], [1]], "do not assign targets")],
)
def test_what_the_rules_do_not_say_is_refused(rows: list[str], assigned: list[list[int]], message: str) -> None:
    with pytest.raises(Refusal, match=message):
        budge.solve(Sokoban.of(rows, assigned), engine="asp")


def test_encodings_of_moves_count_no_pushes_and_know_no_tiles() -> None:
    with pytest.raises(BadInput, match="encoding has no effect here; it is used with metric moves"):
        budge.solve(Sokoban.of(HALL), engine="asp", encoding="split")
    with pytest.raises(BadInput, match="encoding has no effect on tiles; it is an option for sokoban"):
        budge.solve("eight/12", engine="asp", encoding="plain")


def test_without_clingo_the_engine_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['clingo'] = None\nimport budge\n"
        "try: budge.solve('1 2 3/4 0 6/7 5 8', engine='asp')\nexcept Exception as problem: print(problem)"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "pip install 'budge[asp]'" in said


class TestByHand:
    """The rules as a person runs them, with the facts in a file."""

    def clingo(self, *arguments: str) -> str:
        """The output of clingo's own main program; `python -m clingo` is one without incremental mode."""
        main = "import sys, clingo; sys.exit(clingo.clingo_main(clingo.Application(), sys.argv[1:]))"
        done = subprocess.run([sys.executable, "-c", main, *arguments], capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        assert done.returncode in (10, 30)
        return done.stdout

    @pytest.mark.parametrize("encoding", [*ENCODINGS, "pushes"])
    def test_sokoban(self, encoding: str, tmp_path: Path) -> None:
        level = Sokoban.of(HALL)
        metric = "pushes" if encoding == "pushes" else "moves"
        file = tmp_path / "facts.lp"
        file.write_text(facts(level))
        said = self.clingo(
            str(FOLDER / f"sokoban_{encoding.replace('-', '_')}.lp"),
            str(file),
            "-c",
            f"horizon={optimum(level, 'moves')}",
        )
        verdict = level.verify(read_answer(level, said))
        assert verdict
        assert verdict.costs[metric] == optimum(level, metric)

    def test_tiles(self, tmp_path: Path) -> None:
        [puzzle] = budge.load("eight/12")
        file = tmp_path / "facts.lp"
        file.write_text(facts(puzzle))
        plan = read_answer(puzzle, self.clingo(str(FOLDER / "tiles.lp"), str(file), "-c", "undo=0"))
        assert puzzle.verify(plan)
        assert len(plan) == 12

    def test_the_module_of_clingo_runs_rules_of_one_length(self, tmp_path: Path) -> None:
        level = Sokoban.of(HALL)
        file = tmp_path / "facts.lp"
        file.write_text(facts(level))
        for horizon in (6, 7, 8):
            rules = [str(FOLDER / "sokoban_plain.lp"), str(file), "-c", f"horizon={horizon}"]
            done = subprocess.run([sys.executable, "-m", "clingo", *rules], capture_output=True, text=True, timeout=60)
            true = optimum(level, "moves")
            assert true is not None
            assert ("UNSATISFIABLE" in done.stdout) == (horizon < true)


QUICK = {"A+Z20-4Halle": 23, "A+Z20-5Halle": 29, "A-Z20-4Halle": 19, "A-Z20-5Halle": 26, "A-Z20-6Halle": 23}


@pytest.mark.parametrize(("name", "published"), [*QUICK.items(), ("A-Z30-6Halle", 23)])
def test_published_horizons_of_the_answer_set_study(name: str, published: int) -> None:
    file = DATA / "sokoban" / "asp" / f"Inst-{name}.lp"
    if not file.exists():
        pytest.skip("the shared data is not here")
    [level] = budge.load(file)
    assert re.search(r"horizon\s*=\s*(\d+)", file.read_text())[1] == str(published)  # type: ignore[index]
    for engine in ("asp", "sat", "astar"):
        outcome = budge.solve(level, engine=engine, objective=MOVES)
        assert (outcome.status, outcome.cost) == ("optimal", published), engine
