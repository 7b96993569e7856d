"""Puzzles as JSON, good and bad."""

import json
from contextlib import suppress

import pytest

from budge import SolveSpec
from budge.formats.json_format import JsonFormat
from budge.puzzles import KINDS, BadInput, Blocks, Puzzle, Robots, Sokoban, Tiles
from budge.puzzles.robots import Goal, Robot

BOARD = '{"kind": "tiles", "start": [[1, 2], [3, 0]]}'
GRAPH = '{"kind": "tokens", "vertices": ["a", "b"], "edges": [["a", "b"]], "start": ["1", "_"]}'


def read(text):
    return JsonFormat().read(text, "x")


@pytest.mark.parametrize(
    "text", [f"[{BOARD}, {GRAPH}]", f"{BOARD}\n{GRAPH}\n", f"  {BOARD}{GRAPH}", f"[{BOARD}]\n{GRAPH}"]
)
def test_one_object_a_list_or_one_a_line(text):
    assert [puzzle.kind for puzzle in read(text)] == ["tiles", "tokens"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{BOARD}\n{{", "x, line 2, column 2: Expecting property name"),
        (f'{BOARD}\n\n{{"kind": "chess"}}', 'x, line 3: expected an object with "kind" one of tiles, tokens'),
        ('{"kind": ["tiles"]}', "x, line 1: expected an object"),
        ("[[1, 2], [3, 0]]", "x, line 1: expected an object"),
        ("[]", "x: it contains no puzzle"),
        ('{"kind": "tiles", "start": [[1, 0]], "gaol": [[0, 1]]}', "x, line 1: unknown key 'gaol'; tiles has goal"),
        ('{"kind": "tiles", "start": [[1, 0]], "name": 7}', "x, line 1: the name is not a string"),
        ('{"kind": "tiles", "start": [[1, 2], [0]]}', "x, line 1: start: row 2 has 1 cells but row 1 has 2"),
        ('{"kind": "tiles", "start": [[1, 0.0]]}', "x, line 1: start: row 1: 0.0 is not a tile number"),
        ('{"kind": "tiles", "start": [[true, 0]]}', "x, line 1: start: row 1: True is not a tile number"),
        ('{"kind": "tiles"}', "x, line 1: start: expected a list of rows"),
        ('{"kind": "tiles", "start": [[1, 0]], "goal": [[1], [0]]}', "x, line 1: the goal is 1×2 but the board is 2×1"),
        (f'{{"kind": "tiles", "start": [[1, {"9" * 5000}]]}}', "x, line 1: a number too large for a puzzle"),
        (
            '{"kind": "tokens", "vertices": ["a", "b"], "edges": "ab", "start": ["1", "_"]}',
            "x, line 1: edges: expected",
        ),
        (GRAPH.replace('[["a", "b"]]', '[["a", "z"]]'), "x, line 1: edges: ['a', 'z'] is not a pair of vertices"),
        (GRAPH.replace('"1"', "null"), "x, line 1: start: expected a list of names"),
        (GRAPH.replace('"1"', '"\\u001b[2J"'), "x, line 1: token '\\x1b[2J': a name has"),
        ("[" * 1_000_000, "x, line 1: JSON nested too deeply for a puzzle"),
        ('{"a":' * 100_000, "x, line 1: JSON nested too deeply for a puzzle"),
        ("[" + " " * 16_000_000, "x: 16,000,001 characters of JSON; the limit is 16,000,000"),
    ],
)
def test_an_error_names_its_line(text, complaint):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value).startswith(complaint)


PUZZLES = [
    *(kind.example() for kind in KINDS.values()),
    Sokoban.of(["#######", "#@$ .@#", "# $ . #", "#######"], assigned=[[1], [2]]),
    Blocks.of(["A..", "..#"], goals=[["..A", "..."]], horizontal="A", gates={"A": [1]}),
    Robots(width=2, height=1, robots=(Robot("A", 0),), goals=(Goal("A", 0),), walls=((0, 1),)),
]
VALUES = [None, True, -1, 5, 1.5, 2**70, float("nan"), "", "x", [], [5], ["x"], [[]], [None], {}, {"a": 5}, [{}]]


def changed(data):
    """The data with the value at every level replaced by every value, and without each key and item."""
    yield from VALUES
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            copy = data.copy()
            for value in changed(data[key]):
                copy[key] = value
                yield copy
            del copy[key]
            yield copy


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_a_wrong_value_at_any_level_is_bad_input(puzzle):
    data = json.loads(json.dumps(puzzle.to_json()))
    assert type(puzzle).from_json(data) == puzzle
    for wrong in changed(data):
        with suppress(BadInput):
            assert isinstance(type(puzzle).from_json(wrong), Puzzle)
    for wrong in changed(json.loads(json.dumps(puzzle.state_to_json(puzzle.initial)))):
        with suppress(BadInput):
            assert puzzle.starting_at(puzzle.state_from_json(wrong)).pieces == puzzle.pieces


def test_a_wrong_value_at_any_level_is_no_setting():
    for wrong in changed(SolveSpec.of(engine="ida", options={"fsm": "no"}).to_json()):
        with suppress(BadInput):
            SolveSpec.from_json(wrong)


def test_data_of_another_kind_or_with_unknown_keys_is_refused():
    with pytest.raises(BadInput, match="expected an object with goal, height, kind, name, start, width"):
        Tiles.from_json(5)
    with pytest.raises(BadInput, match="the kind is 'sokoban'; expected 'tiles'"):
        Tiles.from_json({"kind": "sokoban", "start": [[1, 0]]})
    with pytest.raises(BadInput, match="unknown key 'gaol'"):
        Tiles.from_json({"start": [[1, 0]], "gaol": [[0, 1]]})
