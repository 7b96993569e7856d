"""budge solve: what it prints, what it reads."""

import json
import random
import subprocess
from dataclasses import replace

import pytest
from running import BUDGE, HARD

from budge.cli.building import accept
from budge.cli.terminal import StatusLine
from budge.model import Offer, Outcome
from budge.puzzles import Tiles

EASY = "1 2 3/4 5 6/7 0 8"
COLLECTION = "1 2 3/4 5 6/7 0 8\n1 2 3/4 0 6/7 5 8\n\nname: third\n1 2 3\n4 5 6\n0 7 8\n"


def scrambled(side, moves):
    puzzle = Tiles(width=side, height=side, start=(*range(1, side * side), 0))
    state, choose = puzzle.start, random.Random(1).choice
    for _ in range(moves):
        state = puzzle.apply(state, choose(puzzle.moves(state)))
    return replace(puzzle, start=state)


def outcomes(ran):
    return [Outcome.from_json(json.loads(line)) for line in ran.out.splitlines()]


def test_a_person_reads_cost_proof_and_plan(budge):
    ran = budge("solve", "1 2 3/4 0 6/7 5 8")
    assert ran.out.startswith("tiles 3×3\n  optimal      2 moves; no plan is shorter\n  plan         DR\n")


def test_a_solved_puzzle_needs_nothing(budge):
    ran = budge("solve", "1 2/3 0")
    assert ran.code == 0
    assert "nothing to do: the start is the goal" in ran.out


@pytest.mark.parametrize(
    "source", [EASY, "1 2/3 0", "eight/hardest-1", "eight/swapped", "graphs/theta0", "graphs/star-swapped"]
)
def test_a_json_line_is_an_outcome(budge, source):
    ran = budge("solve", source, "--json")
    [outcome] = outcomes(ran)
    assert json.loads(ran.out) == outcome.to_json()
    assert (outcome.plan is None) == (outcome.status == "unsolvable")
    assert outcome.puzzle.level == 1


def test_a_stopped_json_line_keeps_its_bound(budge):
    [outcome] = outcomes(budge("solve", HARD, "--nodes", 10_000, "--json"))
    assert (outcome.status, outcome.stopped_by) == ("stopped", "nodes")
    assert 40 <= outcome.lower_bound < (outcome.cost or 999)


@pytest.mark.parametrize("source", ["fifteen/20", "sokoban/rooms-7"])
def test_the_first_plan_is_told_as_it_comes_whatever_time_is_left(budge, source):
    [first] = outcomes(budge("solve", source, "--first", "--seconds", 600, "--json"))
    [some] = outcomes(budge("solve", source, "--quality", "any", "--json"))
    assert (first.quality, first.plan) == ("any", some.plan)
    assert 0 <= first.stats.first_plan_seconds <= first.stats.seconds < 60


def test_first_excludes_other_qualities(budge):
    ran = budge("solve", EASY, "--first", "--quality", "1.5")
    assert ran.code == 2
    assert "cannot be combined with --quality 1.5" in " ".join(ran.err.split())
    assert budge("solve", EASY, "--first", "--quality", "any").code == 0


def test_levels_and_names_of_a_collection(budge, tmp_path):
    (tmp_path / "some.txt").write_text(COLLECTION)
    found = outcomes(budge("solve", "some.txt", "--json"))
    assert [(each.puzzle.name, each.puzzle.level, each.cost) for each in found] == [
        ("some.txt", 1, 1), ("some.txt", 2, 2), ("third", 3, 2),
    ]  # fmt: skip
    titles = [line for line in budge("solve", "some.txt").out.splitlines() if not line.startswith(" ")]
    assert titles == ["some.txt #1 · tiles 3×3", "some.txt #2 · tiles 3×3", "third · tiles 3×3"]


@pytest.mark.parametrize(("level", "costs"), [("2", [2]), ("2-3", [2, 2]), ("1-1", [1]), ("3,1", [2, 1])])
def test_level_picks_from_a_collection(budge, tmp_path, level, costs):
    (tmp_path / "some.txt").write_text(COLLECTION)
    assert [each.cost for each in outcomes(budge("solve", "some.txt", "--level", level, "--json"))] == costs


def test_standard_input(budge):
    found = outcomes(budge("solve", "-", "--json", stdin=COLLECTION))
    assert [(each.puzzle.name, each.cost) for each in found] == [(None, 1), (None, 2), ("third", 2)]


def test_a_goal_on_the_command_line(budge):
    [outcome] = outcomes(budge("solve", "1 0 2/3 4 5/6 7 8", "--goal", "blank-first", "--json"))
    assert outcome.plan.text == "L"


def test_quality_and_engine_and_heuristic_reach_the_engine(budge):
    [outcome] = outcomes(budge("solve", "eight/hardest-1", "--quality", "1.5", "--heuristic", "manhattan", "--json"))
    assert (outcome.quality, outcome.heuristic) == ("1.5", "manhattan")
    assert outcome.cost <= 1.5 * 31
    [outcome] = outcomes(budge("solve", "eight/hardest-1", "--engine", "bidirectional", "--json"))
    assert (outcome.engine, outcome.cost) == ("bidirectional", 31)


def test_show_prints_every_position_where_there_is_no_terminal(budge):
    ran = budge("solve", "1 2 3/4 0 6/7 5 8", "--show")
    positions = "start\n1 2 3\n4 · 6\n7 5 8\n\n1/2  D\n1 2 3\n4 5 6\n7 · 8\n\n2/2  R\n1 2 3\n4 5 6\n7 8 ·\n\n"
    assert ran.out.startswith(positions + "tiles 3×3\n  optimal")


def test_the_trace_is_json(budge, tmp_path):
    assert budge("solve", "eight/20", "eight/12", "--engine", "astar", "--trace", "trace.json").code == 0
    traces = [json.loads(line) for line in (tmp_path / "trace.json").read_text().splitlines()]
    assert [trace["puzzle"]["name"] for trace in traces] == ["eight/20", "eight/12"]
    assert all(sum(trace["expansions_by_depth"]) > 0 for trace in traces)


def test_a_long_plan_is_shortened_for_people_and_whole_in_json(budge):
    puzzle = scrambled(20, moves=20_000)
    ran = budge("solve", "-", "--quality", "any", "--json", stdin=json.dumps(puzzle.to_json()))
    [outcome] = outcomes(ran)
    assert outcome.status == "solved"
    assert puzzle.verify(outcome.plan)
    shown = budge("solve", "-", "--quality", "any", stdin=json.dumps(puzzle.to_json())).out
    assert f"(--json gives all {outcome.cost:,} moves)" in " ".join(shown.split())
    assert len(shown.splitlines()) < 25


def test_progress_goes_to_a_terminal_and_only_there(budge, on_terminal):
    assert budge("solve", HARD, "--seconds", 0.8).err == ""
    ran = on_terminal("solve", HARD, "--seconds", 0.8, "--heuristic", "manhattan")
    assert ran.code == 23
    assert " nodes · " in ran.out
    assert "\r\x1b[K" in ran.out


@pytest.mark.parametrize(
    ("visible", "seconds", "yes", "built", "said"),
    [
        (True, 1.2, False, True, "building its databases: 48 MB, about 1 s, kept"),
        (True, 40.0, False, False, "--yes builds its databases: 48 MB, about 40 s, kept"),
        (True, 40.0, True, True, "building its databases: 48 MB, about 40 s, kept"),
        (False, 1.2, False, True, ""),
        (False, 40.0, False, False, ""),
    ],
)
def test_a_long_search_says_what_databases_would_do_and_builds_small_ones(visible, seconds, yes, built, said, capsys):
    status = StatusLine()
    status.visible = visible
    offer = Offer("pdb:6-6-6-6", fewer=3, bytes=48_000_000, seconds=seconds)
    assert accept(offer, status, yes=yes) == built
    gain = "pdb:6-6-6-6 searches about 3 times fewer positions; "
    assert capsys.readouterr().err == (f"{gain}{said}\n" if said else "")


def test_colour_is_for_terminals_that_want_it(on_terminal, budge):
    assert "\x1b[32m" in on_terminal("solve", EASY).out
    assert "\x1b[" not in on_terminal("solve", EASY, NO_COLOR="1").out
    assert "\x1b[" not in budge("solve", EASY).out


def test_show_plays_on_a_terminal(on_terminal):
    ran = on_terminal("solve", "1 2 3/4 0 6/7 5 8", "--show")
    assert ran.out.count("\x1b[J") == 2
    assert "2/2  R" in ran.out


def test_a_name_cannot_play_tricks_on_the_terminal(budge):
    ran = budge("solve", '{"kind": "tiles", "name": "\\u001b[2J", "start": [[1, 0]]}')
    assert ran.code == 0
    assert "\x1b" not in ran.out


def test_a_terminal_without_unicode_is_no_reason_to_fail(budge):
    ran = budge("solve", "eight/hardest-1", PYTHONIOENCODING="ascii")
    assert ran.code == 0


def test_levels_are_read_no_further_than_asked(budge, tmp_path):
    (tmp_path / "some.txt").write_bytes(COLLECTION.encode() + b"\n1 2/3 x\n\n" + 600_000 * b"1 2/3 0\n" + b"\xff")
    assert [each.puzzle.level for each in outcomes(budge("solve", "some.txt", "--level", "1", "--json"))] == [1]
    ran = budge("solve", "some.txt", "--level", "3,1-2", "--json")
    assert (ran.code, [each.puzzle.level for each in outcomes(ran)]) == (0, [3, 1, 2])


def test_puzzles_before_and_after_a_mistake_are_solved(budge, tmp_path):
    (tmp_path / "some.txt").write_text(COLLECTION + "\n1 2/3 x\n\n1 2/0 3\n")
    ran = budge("solve", "some.txt", "--json")
    assert (ran.code, [each.puzzle.level for each in outcomes(ran)]) == (33, [1, 2, 3, 5])
    assert ran.err == "budge: some.txt, line 9: 'x' is not a tile; expected a number, or 0, _ or . for the blank\n"


def test_a_source_with_many_mistakes_is_given_up(budge):
    ran = budge("solve", "-", "--json", stdin="1 2/3 3\n" * 99)
    assert (ran.code, ran.out, ran.err.count("\n")) == (33, "", 21)
    assert ran.err.endswith("budge: standard input: 20 mistakes; the rest is not read\n")
    ran = budge("solve", "-", "--json", "--goal", "1 2 0/", stdin="1 2/3 0\n" * 9)
    assert ran.complaint == "the goal is 3×1 but the board is 2×2"


def test_a_level_past_the_end_is_told_after_the_others(budge, tmp_path):
    (tmp_path / "some.txt").write_text(COLLECTION)
    ran = budge("solve", "some.txt", "--level", "2-9", "--json")
    assert (ran.code, [each.puzzle.level for each in outcomes(ran)]) == (33, [2, 3])
    assert ran.err == "budge: some.txt has no level 9; it holds 3 puzzles\n"


def test_an_endless_stream_is_left_when_its_first_puzzles_are_solved():
    script = f"yes '{EASY}' | timeout 60 {' '.join(BUDGE)} solve - --level 2 --json"
    ran = subprocess.run(script, shell=True, capture_output=True, text=True, timeout=90)
    assert json.loads(ran.stdout)["cost"] == 1


def test_searches_are_drawn(budge, tmp_path):
    said = budge("solve", "eight/12", "eight/20", "--engine", "nbs", "--plot", "both.svg")
    assert said.code == 0
    drawn = (tmp_path / "both.svg").read_text()
    for text in (
        "eight/12 · tiles 3×3, nbs forward: 9",
        "eight/20 · tiles 3×3, nbs backward: 216",
        "nodes expanded",
        "depth",
        "expansion",
    ):
        assert text in drawn
    assert budge("solve", "eight/12", "--plot", "one.png").code == 0
    assert (tmp_path / "one.png").read_bytes()[1:4] == b"PNG"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--plot", "search.txt"], 33, "a plot is written as .svg or .png"),
        (["--plot", "a.svg", "--jobs", "2"], 2, "--plot cannot be combined with --jobs"),
        (["--plot", "a.svg", "--engine", "sat"], 0, "a.svg is not written: no search expanded positions"),
    ],
)
def test_searches_that_cannot_be_drawn_are_one_line(budge, arguments, code, message):
    said = budge("solve", "eight/12", *arguments)
    assert (said.code, message in said.err) == (code, True)
