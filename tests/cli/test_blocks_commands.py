"""Sliding blocks on the command line: solve, check, show, info, explore, convert, and bad input."""

import json
from xml.etree import ElementTree

import networkx
import pytest

SMALL = "AB/.. ../.A"
CARD = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR."


def test_solve_gives_klotski_in_each_metric(budge):
    for metric, cost in (("moves", 81), ("slides", 90), ("steps", 116)):
        outcome = json.loads(budge("solve", "klotski", "--metric", metric, "--json").out)
        assert (outcome["status"], outcome["cost"], outcome["metric"]) == ("optimal", cost, metric)
        assert outcome["costs"][metric] == cost
        assert len(outcome["plan"].split(", ")) == cost


def test_solve_prints_a_readable_plan_and_a_long_one_in_short(budge):
    assert "A down 1 right 1" in budge("solve", SMALL).out
    shown = budge("solve", "klotski").out
    assert "81 moves; no plan is shorter" in shown
    assert "…" not in shown


def test_show_plays_every_position(budge):
    ran = budge("solve", SMALL, "--metric", "steps", "--show")
    assert ran.out.startswith("start\n┏━━━┱───┐\n┃ A ┃ B │\n┡━━━┹───┤\n│     · │\n└───────┘\n\n1/2  A down 1\n")


def test_a_trace_has_the_expansions_by_depth(budge, tmp_path):
    assert budge("solve", "klotski", "--engine", "dijkstra", "--trace", "t.json").code == 0
    trace = json.loads((tmp_path / "t.json").read_text())
    assert trace["expansions_by_depth"][0] == 1
    assert len(trace["expansions_by_depth"]) >= 81


@pytest.mark.parametrize("plan", ["A down 1, A right 1", "A down right", "Ad1r1", "Ad Ar", "a.plan"])
def test_check_takes_a_plan_in_either_notation(budge, tmp_path, plan):
    (tmp_path / "a.plan").write_text("A down 1\nA right 1\n")
    ran = budge("check", SMALL, plan)
    assert ran.code == 0
    assert "1 move, 2 slides, 2 steps" in ran.out


def test_check_says_where_a_plan_breaks(budge):
    ran = budge("check", SMALL, "Ad1 Bl2")
    assert ran.code == 33
    assert "move 2 of 2, B left 2: B cannot go left from row 1, column 1: row 1, column 1 is at the border" in " ".join(
        ran.out.split()
    )


def test_an_outcome_checks_itself(budge):
    assert budge("check", "klotski", "-", stdin=budge("solve", "klotski", "--json").out).code == 0


def test_info_shows_estimates_in_each_metric(budge):
    for metric in ("moves", "steps"):
        about = json.loads(budge("info", "klotski", "--metric", metric, "--json").out)
        assert about["optimum"] == {"moves": 81, "slides": 90, "steps": 116}
        assert set(about["heuristics"]) == {
            "zero",
            "manhattan",
            "linear-conflict",
            "distance",
            "modified-linear-conflict",
        }
        assert about["heuristics"]["distance"] == (1 if metric == "moves" else 3)
    assert "lower bounds in moves" in budge("info", "klotski").out


def test_unsolvable_is_said_at_once_or_after_all_positions(budge):
    walled = budge("solve", "A#./.#. .#A/.#.")
    assert walled.code == 11
    assert "A cannot reach its goal at row 1, column 3 even on an empty board" in walled.out
    searched = budge("solve", "AB./### BA./###")
    assert searched.code == 11
    assert "every reachable position was searched" in searched.out


def test_a_search_from_the_goal_refuses_where_goals_are_too_many(budge):
    board = "/".join(["AB......", "CD......", "EF......", "GH......", *["........"] * 4])
    goal = "/".join(["........"] * 7 + [".......A"])
    ran = budge("solve", f"{board} {goal}", "--engine", "bidirectional")
    assert ran.code == 33
    assert "bidirectional starts from all goal arrangements, and there are more than" in ran.err
    assert "engines that can: dijkstra" in ran.err


def test_explore_counts_klotski(budge, tmp_path):
    found = json.loads(budge("explore", "klotski", "--json").out)
    assert (found["states"], found["depth"], found["optimum"], found["metric"]) == (25955, 93, 81, "moves")
    harder = json.loads(budge("solve", f"{found['hardest'][0]} ..../..../..../.SS./.SS.", "--json").out)
    assert harder["cost"] == 93
    ran = budge("explore", "klotski", "--metric", "steps")
    assert "25,955: all states that" in ran.out
    assert "116 steps from the start, in " in ran.out
    assert "the hardest" in ran.out


def test_explore_writes_the_graph(budge, tmp_path):
    assert budge("explore", SMALL, "--metric", "steps", "--graph", "g.graphml").code == 0
    drawn = networkx.read_graphml(tmp_path / "g.graphml")
    assert budge("explore", SMALL, "--metric", "steps", "--graph", "g.json").code == 0
    data = json.loads((tmp_path / "g.json").read_text())
    assert len(drawn) == len(data["nodes"]) == 12
    assert drawn.number_of_edges() == len(data["edges"]) == 16
    assert data["nodes"][0] == {"id": 0, "position": "AB\n..", "depth": 0, "start": True, "goal": False}
    assert sum(node["goal"] for node in data["nodes"]) == 3
    assert "a graph is written as .graphml, .dot, .json" in budge("explore", SMALL, "--graph", "g.txt").err


@pytest.mark.parametrize(
    ("limit", "code", "reason"),
    [
        (["--nodes", 100], 12, "the node limit was reached"),  # while positions are counted
        (["--memory", "600K"], 22, "the memory limit was reached"),  # while the graph is made
    ],
)
def test_a_graph_that_a_limit_stops_ends_with_the_code_of_that_limit(budge, tmp_path, limit, code, reason):
    ran = budge("explore", "klotski", *limit, "--graph", "k.json")
    assert (ran.code, ran.err) == (code, f"budge: k.json is not written: {reason}\n")
    assert ("25,955: all" in ran.out) == (code == 22)
    assert not (tmp_path / "k.json").exists()


def test_convert_tours_the_formats(budge, tmp_path):
    (tmp_path / "card.txt").write_text(f"name: mine\n{CARD}\n")
    assert budge("convert", "card.txt", "--to", "blocks", "-o", "card.sbp").code == 0
    assert budge("convert", "card.sbp", "-o", "card.json").code == 0
    assert budge("convert", "card.json", "--to", "rush-hour").out == f"name: mine\n{CARD}\n"
    assert budge("convert", "classic/only-18", "--to", "gnome-klotski").out.startswith(
        "name: classic/only-18\n######\n#a**b#\n"
    )
    ran = budge("convert", "klotski", "--to", "rush-hour")
    assert (ran.code, ran.err.count("\n")) == (33, 1)
    assert "write blocks or json instead" in ran.err


def test_show_writes_svg(budge, tmp_path):
    assert budge("show", CARD, "A right 1", "--svg", "card.svg").code == 0
    ElementTree.parse(tmp_path / "card.svg")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "start\nAAB\nA.B\n.B.\ngoal\n...\nAA.\nA..\n",
            "piece B is in several parts, at row 1, column 3 and row 3, column 2",
        ),
        ("start\nAB\n.\ngoal\n..\n.A\n", "the board is ragged: row 2 ends at column 1"),
        ("start\nAB\n..\ngoal\n...\n..A\n", "line 4: the goal is 3×2 but the board is 2×2"),
        ("start\nAB\n..\ngoal\n..\nBB\n", "line 4: the goal shows B at row 2, column 1 in another shape"),
        (
            "start\nAB\n..\ngoal\n..\n.Z\n",
            "line 4: the goal shows Z at row 2, column 2, but the start has no such piece",
        ),
        ("start\nA#\n..\ngoal\n.A\n..\n", "the goal of piece A overlaps a wall at row 1, column 2"),
        ("start\n" + "A" + "." * 32 + "\ngoal\n" + "." * 32 + "A\n", "the board is 33×1; the largest board is 32×32"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_33(budge, tmp_path, text, message):
    (tmp_path / "bad.txt").write_text(text)
    complaint = budge("solve", "bad.txt").complaint
    assert complaint.startswith("bad.txt")
    assert message in complaint
