"""Answers of the API about puzzles, plans and positions."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from xml.etree import ElementTree

import pytest

from budge import load, solve
from budge.library import LISTS, names, suites
from budge.puzzles import KINDS

EASY = "1 2 3/4 0 6/7 5 8"
LEVEL = "#######\n#@ $ .#\n#######"
TWO_PLAYERS = "########\n#@ $  .#\n#.  $ @#\n########"


def test_the_library_lists_every_puzzle_with_a_drawing(api):
    library = api.get("/library").json()
    assert {each["name"] for each in library["puzzles"]} == set(names()) - set(suites()) - set(LISTS)
    assert {each["kind"] for each in library["puzzles"]} == set(KINDS)
    klotski = next(each for each in library["puzzles"] if each["name"] == "classic/klotski")
    assert klotski["optimum"]["moves"] == 81
    drawing = api.get("/drawings/classic/klotski.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert drawing.text == load("klotski")[0].svg()


def test_engines_are_listed_with_options_and_the_limits_of_the_server(api):
    found = api.get("/engines").json()
    ida = next(engine for engine in found["engines"] if engine["name"] == "ida")
    assert ida["takes_heuristic"]
    assert {"name", "values", "default", "summary", "kinds"} <= set(ida["options"][0])
    assert found["metrics"]["blocks"] == ["moves", "slides", "steps"]
    assert found["limits"]["jobs"] == 2
    assert found["limits"]["max_seconds"] == 20
    assert set(found["generators"]) == set(KINDS)
    shapes = {wish["name"]: wish["values"] for wish in found["generators"]["tokens"]}
    assert "wheel" in shapes["shape"]
    assert shapes["vertices"] is None


def test_a_puzzle_is_returned_as_data_picture_text_and_link(ask):
    [found] = ask("/puzzles", text=EASY)["puzzles"]
    [puzzle] = load(EASY)
    assert found["puzzle"] == puzzle.to_json()
    assert found["svg"] == puzzle.svg()
    assert found["state"] == list(puzzle.start)
    assert load(found["text"]) == [puzzle]
    packed = found["link"].removeprefix("#puzzle=")
    assert json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))) == puzzle.to_json()


def test_a_puzzle_may_be_given_as_text_by_name_or_as_data(ask):
    by_name = ask("/puzzles", name="klotski")["puzzles"]
    assert by_name[0]["optimum"]["moves"] == 81
    as_data = ask("/puzzles", puzzle=by_name[0]["puzzle"])["puzzles"]
    assert as_data == [{**by_name[0], "optimum": None}]


def test_a_collection_returns_all_levels_or_the_requested_one(ask):
    both = ask("/puzzles", text=f"{EASY}\n1 2 3/4 5 6/7 0 8")
    assert both["total"] == 2
    assert [each["state"] for each in both["puzzles"]] == [[1, 2, 3, 4, 0, 6, 7, 5, 8], [1, 2, 3, 4, 5, 6, 7, 0, 8]]
    second = ask("/puzzles", text=f"{EASY}\n1 2 3/4 5 6/7 0 8", level=2)
    assert second["puzzles"] == both["puzzles"][1:]


def test_a_large_collection_is_read_in_batches(ask):
    text = "\n".join(f"####{'#' * wide}\n#@{' ' * wide}$.#\n#####{'#' * wide}\n" for wide in range(5))
    boards = "\n".join([EASY] * 450)
    sizes = []
    first = 1
    while found := ask("/puzzles", text=boards, first=first):
        sizes.append(len(found["puzzles"]))
        assert found["total"] == 450
        if first + sizes[-1] > found["total"]:
            break
        first += sizes[-1]
    assert sizes == [200, 200, 50]
    levels = ask("/puzzles", text=text)["puzzles"]
    assert ask("/puzzles", text=text, first=3)["puzzles"] == levels[2:]
    assert ask("/puzzles", text=text, first=99) == {"puzzles": [], "total": len(levels)}


def test_windows_line_ends_and_byte_order_marks_are_accepted(ask):
    found = ask("/puzzles", text="\ufeff" + LEVEL.replace("\n", "\r\n"))
    assert found["puzzles"][0]["puzzle"] == ask("/puzzles", text=LEVEL)["puzzles"][0]["puzzle"]


def test_info_explains_an_unsolvable_puzzle_and_refusals_of_engines(ask):
    found = ask("/info", name="eight/swapped")
    assert not found["solvable"]
    assert "permutation" in found["why"]
    refusals = {engine["name"]: engine["refuses"] for engine in found["engines"]}
    assert refusals["astar"] is None
    assert "sokoban" in refusals["fess"]
    assert "quality any" in refusals["construct"]


def test_info_reports_refusals_for_the_requested_quality(ask):
    found = ask("/info", name="eight/12", quality="any")
    assert {engine["name"]: engine["refuses"] for engine in found["engines"]}["construct"] is None


def test_info_reports_deadlocks_of_the_given_position(ask):
    level = "######\n#@   #\n# $  #\n#   .#\n######"
    fine = ask("/info", text=level)
    assert fine["deadlock"] is None
    assert 7 in fine["dead"]  # the corner where the player stands
    lost = ask("/info", text=level, state={"players": [19], "boxes": [7]})
    assert lost["deadlock"] == "a box stands on a dead square"
    assert lost["culprits"] == [7]
    assert {"cell": 7, "reason": lost["deadlock"]} in lost["frozen"]


def test_check_reports_the_first_illegal_move_and_every_position(ask):
    good = ask("/check", text=EASY, plan="DR")
    assert (good["legal"], good["solves"], good["costs"]) == (True, True, {"moves": 2})
    assert good["frames"] == [list(state) for state in load(EASY)[0].states("DR")]
    bad = ask("/check", text=EASY, plan="DDR")
    assert (bad["legal"], bad["broken_at"], len(bad["frames"])) == (False, 1, 2)
    assert "off the board" in bad["reason"]


def test_frames_of_sokoban_list_players_and_boxes(ask):
    found = ask("/check", text=LEVEL, plan="rRR")
    assert found["solves"]
    assert found["frames"][-1] == {"players": [11], "boxes": [12]}


@pytest.mark.parametrize("to", ["json", "xsb"])
def test_a_puzzle_is_written_in_any_format_of_its_kind(ask, to):
    found = ask("/convert", text=LEVEL, to=to)
    assert load(found["text"]) == load(LEVEL)
    assert found["filename"].startswith("puzzle.")


@pytest.mark.parametrize(
    ("text", "move", "remaining"),
    [(EASY, "D", 2), ("a: b c; b: c; start: 1 _ 2; goal: _ 1 2", "a", 1), (LEVEL, "r", 2)],
    ids=["tiles", "tokens", "sokoban"],
)
def test_a_hint_is_the_first_move_of_an_optimal_plan(ask, text, move, remaining):
    found = ask("/hint", text=text)
    assert (found["move"], found["remaining"], found["optimal"]) == (move, remaining, True)


def test_hints_followed_one_after_another_solve_the_puzzle_from_any_position(ask):
    [puzzle] = load(TWO_PLAYERS)
    state = {"players": [22, 9], "boxes": [11, 20]}  # the players have changed places
    left = []
    for _ in range(20):
        found = ask("/hint", text=TWO_PLAYERS, state=state)
        left.append(found["remaining"])
        if found["move"] is None:
            break
        assert found["optimal"]
        before = tuple(state["players"]), tuple(state["boxes"])
        players, boxes = puzzle.apply(before, found["move"])
        state = {"players": list(players), "boxes": list(boxes)}
        assert state == found["state"]
    assert left == list(range(left[0], -1, -1))


def test_a_hint_for_a_lost_position_says_that_it_is_lost(ask):
    lost = ask("/hint", text="#######\n#   $@#\n#  . .#\n# $   #\n#######", state={"players": [9], "boxes": [8, 23]})
    assert lost["move"] is None
    assert "the goal cannot be reached" in lost["why"]


@pytest.mark.parametrize(
    ("source", "state", "words"),
    [
        ({"text": EASY}, [1, 2, 3], "9"),
        ({"text": EASY}, {"players": []}, "list"),
        ({"text": LEVEL}, {"players": [8], "boxes": [8]}, "distinct"),
        ({"text": LEVEL}, {"players": [8, 9], "boxes": [10]}, "2 players"),
        ({"name": "klotski"}, [19, 1, 3, 8, 9, 11, 13, 14, 16, 18], "a cannot be at 19"),
        ({"name": "graphs/theta0"}, ["1", "1", "2", "3", "4", "5", "_"], "twice"),
    ],
)
def test_a_state_of_another_puzzle_is_refused_with_a_message(api, source, state, words):
    response = api.post("/hint", json={**source, "state": state})
    assert response.status_code == 422
    assert words in response.json()["detail"]


def test_a_state_graph_has_depths_goals_and_the_path_of_a_plan(ask):
    found = ask("/graph", text="3 1/2 0", plan="LURDLURDLURD"[:4])
    assert len(found["nodes"]) == 12
    assert found["nodes"][found["start"]]["depth"] == 0
    assert max(node["depth"] for node in found["nodes"]) == 6
    assert len(found["goals"]) == 1
    assert len(found["path"]) == 5
    edges = {frozenset(edge) for edge in found["edges"]}
    assert all(frozenset(step) in edges for step in zip(found["path"], found["path"][1:], strict=False))


def test_the_path_of_a_plan_through_a_graph_treats_equal_blocks_as_interchangeable(ask):
    """Dad's Puzzler: 59 moves between four pieces of one shape and four of another."""
    plan = solve(load("dads-puzzler")[0]).plan
    found = ask("/graph", name="dads-puzzler", plan=plan.text)
    assert [found["nodes"][node]["depth"] for node in found["path"]] == list(range(60))
    assert found["path"][-1] in found["goals"]


def test_a_graph_too_large_to_draw_is_refused(api):
    response = api.post("/graph", json={"name": "eight/20"})
    assert response.status_code == 422
    assert "3,000" in response.json()["detail"]


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("tiles", {"width": 3, "height": 3}),
        ("tokens", {"vertices": 6, "shape": "wheel"}),
        ("blocks", {"style": "rush-hour", "cars": 3, "trucks": 1, "width": None}),
        ("sokoban", {"width": 6, "height": 6, "boxes": 1}),
    ],
)
def test_generated_puzzles_have_optima_and_equal_seeds_give_equal_puzzles(ask, kind, params):
    order = {"kind": kind, "seed": 5, "min_optimum": 3, "params": params}
    found = ask("/generate", **order)
    [made] = found["puzzles"]
    assert made["kind"] == kind
    assert made["optimum"][made["metrics"][0]] >= 3
    old_names = {"kind": kind, "seed": 5, "least": 3, "wishes": params}
    assert ask("/generate", **old_names) == found


@pytest.mark.parametrize("params", [{"width": "wide"}, {"colour": "red"}, {"seed": 7}, {"limits": 1}])
def test_unknown_parameters_of_a_generator_are_refused(api, params):
    assert api.post("/generate", json={"kind": "sokoban", "params": params}).status_code == 422


def test_a_plan_is_rendered_as_an_animated_picture(api):
    order = {"text": LEVEL, "plan": "rRR"}
    svg = api.post("/render", json={**order, "format": "svg"})
    assert svg.headers["content-type"] == "image/svg+xml"
    assert "attachment" in svg.headers["content-disposition"]
    root = ElementTree.fromstring(svg.text)
    turns = [group for group in root if group.find("{*}animate") is not None]
    assert len(turns) == 4
    assert api.post("/render", json={**order, "format": "text"}).text.count("\n\n3/3  R\n") == 1


def test_an_answer_set_is_rendered_as_it_is_checked(api):
    answer = "Answer: 1\nmove(1,0,2) move(1,0,1) move(1,0,3)\nSATISFIABLE"
    order = {"text": LEVEL, "plan": answer}
    assert api.post("/check", json=order).json()["plan"] == "rRR"
    by_letters = api.post("/render", json={"text": LEVEL, "plan": "rRR"})
    assert api.post("/render", json=order).text == by_letters.text
    gif = api.post("/render", json={**order, "format": "gif"})
    assert gif.headers["content-type"] == "image/gif"


def test_a_board_is_converted_to_a_graph(api):
    assert api.post("/convert", json={"text": EASY, "to": "tokens"}).json()["text"].startswith("r1c1: r1c2 r2c1")


def test_a_gif_has_a_frame_for_every_position(api):
    from PIL import Image

    for source, plan in (({"text": LEVEL}, "rRR"), ({"text": EASY}, "DR"), ({"name": "graphs/theta0"}, "a b c")):
        gif = api.post("/render", json={**source, "plan": plan, "format": "gif"})
        assert gif.headers["content-type"] == "image/gif"
        with Image.open(BytesIO(gif.content)) as picture:
            assert picture.n_frames == len(load_one(source).parse_plan(plan)) + 1


def load_one(source):
    [puzzle] = load(source.get("text") or source["name"])
    return puzzle


def test_pattern_databases_are_listed_with_histograms(api):
    from budge.patterns import Board, Store, partition

    views = partition("2-1", Board(2, 2, 3), [1, 2, 3, 0]).views()
    for view in views:
        Store().fetch(view.pattern)
    found = {each["name"]: each for each in api.get("/patterns").json()["databases"]}
    small = [found[view.pattern.key] for view in views]
    assert all(sum(each["histogram"]) > 0 and len(each["histogram"]) == each["maximum"] + 1 for each in small)


def test_options_with_an_effect_depend_on_the_other_settings(ask):
    def found(**settings):
        return ask("/info", name="fifteen/24", **settings)["options"]

    assert found() is None
    assert found(engine="astar", heuristic="manhattan") == ["order"]
    assert found(engine="astar", heuristic="pdb:5-5-5") == ["order", "reflect", "dual"]
    assert found(engine="sat", options={"style": "study", "extras": "no-undo"}) == [
        "solver",
        "strategy",
        "style",
        "extras",
        "values",
    ]
    assert found(engine="fess") is None
