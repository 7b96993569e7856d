"""Sokoban levels as text: the habits of XSB collections, letter maps, facts; and what is wrong with bad ones."""

from dataclasses import replace

import pytest
from shared_data import DATA, rows

from budge.formats import format_named, read_source
from budge.puzzles import BadInput, Sokoban

EASY = Sokoban.of(["#####", "#@$.#", "#####"])


def read(text):
    return format_named("xsb").read(text, "x")


def names(text):
    return [level.name for level in read(text)]


def complaint(text, format="xsb"):
    with pytest.raises(BadInput) as caught:
        format_named(format).read(text, "x")
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@$.#\n#####",
        "#####\n#p b.#\n#####".replace(" ", ""),
        "#####|#@$.#|#####",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|",
        "5#\n#@$.#\n5#",
        "2(##)#\n#@$.#\n5#",
        "#####\n#@$.#\n#####\n",
        "\n\n   #####\n   #@$.#\n   #####\n\n",
        "_#####_\n-#@$.#-\n_#####_",
        "#####\n#@$.\n#####",  # the border is not closed: the row ends where it ends
        "#####\n#@$.#  ***\n#####  $..",  # decoration outside
        ":: made by hand\n#####\n#@$.#\n#####\nr\nSolution\nR\n2(ud)R\n",
        "Author: me\nCollection: mine\n\n#####\n#@$.#\n#####\nAuthor: me\n",
    ],
)
def test_one_level_written_in_many_ways(text):
    [level] = read(text)
    assert (level.board, level.name) == (EASY.board, None)


def test_floor_may_be_a_space_a_dash_or_an_underscore_also_as_a_whole_row():
    [level] = read("#######\n#@$.--#\n-------\n#  __ #\n#######")
    assert len(level.floor) == 17


BOARD = "#####\n#@$.#\n#####\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"; 1\n\n{BOARD}\n; 2\n\n{BOARD}", ["1", "2"]),
        (f"{BOARD}\n; 1\n{BOARD}; 2\n", ["1", "2"]),
        (f"First\n{BOARD}\nSecond\n{BOARD}", ["First", "Second"]),
        (f"Title: A\n{BOARD}\nTitle: B\n{BOARD}", ["A", "B"]),
        (f"{BOARD}Title: A\nAuthor: x\n\n{BOARD}Title: B\nAuthor: x\n", ["A", "B"]),
        (f"; number 1\nTitle: A\n{BOARD}\n{BOARD}", ["A", None]),
        (f"{BOARD}\n{BOARD}", [None, None]),
        (f"A fine set\nby nobody\n\nLevel 1\n{BOARD}\nlurdLURD\n\nLevel 2\n{BOARD}", ["Level 1", "Level 2"]),
        (f"name: mine\n{BOARD}", ["mine"]),
        (f'Title: "quoted" and on\n{BOARD}', ['"quoted" and on']),
        (f"#1\n{BOARD}\n#2\n{BOARD}", ["#1", "#2"]),
        # A headline over titles that stand right below their levels, as keys or as comments; a remark at the end.
        (f"; Ten easy ones\n\n{BOARD}Title: A\nAuthor: x\n\n{BOARD}Title: B\nAuthor: x\n", ["A", "B"]),
        (f"Ten easy ones\nby x\n\n{BOARD}; A\n\n{BOARD}; B\n\n{BOARD}; C\n", ["A", "B", "C"]),
        (f"; A\n{BOARD}\n; B\n{BOARD}\n; C\n{BOARD}\nThat is all.\n", ["A", "B", "C"]),
        (f"1\n{BOARD}Title: A\n\n2\n{BOARD}Title: B\n", ["A", "B"]),
        (f"{BOARD}; A\n{BOARD}; B\n{BOARD}; C\n", ["A", "B", "C"]),
        (f"; A\n{BOARD}; B\n{BOARD}; C\n{BOARD}", ["A", "B", "C"]),
    ],
)
def test_titles_above_or_below_their_levels(text, expected):
    assert names(text) == expected


def test_several_players_and_assigned_targets():
    [level] = read("Assigned: 2 *\n#######\n#@$.$ #\n#@   .#\n#######")
    assert (len(level.players), level.assigned) == (2, ((2,), ()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n#####\n# $.#\n#####", "x, line 2: no player; expected an @"),
        ("#####\n#@..#\n#$  #\n#####", "x, line 1: 1 box for 2 targets"),
        ("#####\n#@$ #\n#####", "x, line 1: no target"),
        ("#####\n#@x.#\n#####", "x, line 2, column 3: unknown character 'x'; expected # @ + $ * . or floor"),
        ("#####\n#@$.#\n##?##", "x, line 3, column 3: unknown character '?'"),
        ("##?##\n#@$.#\n#####", "x, line 1, column 3: unknown character '?'"),
        ("#####\n#@\t.#\n#####", "x, line 2, column 3: unknown character '\\t'"),
        ("5#|#@$.#|5(#", "x, line 1: run-length encoded row: a bracket is not closed"),
        ("99999999#|#@$.#|5#", "x, line 1: run-length encoded row: longer than"),
        (f"; only\n; comments\n{BOARD.replace('#', '')[:0]}", "x: it contains no level"),
        (f"Assigned: 1 2\n{BOARD}", "x, line 2: targets assigned to 2 boxes, but the level has 1"),
        (f"Assigned: one\n{BOARD}", "x, line 1: 'one'; expected target numbers for each box"),
        (f"Assigned: 1\nAssigned: 1\n{BOARD}", "x, line 2: a second Assigned:"),
        (f"{BOARD}\n\n#####\n#@$.@#@@@\n#####", "x, line 6: 5 players; a level has at most 4"),
    ],
)
def test_mistakes_are_named_with_their_line(text, message):
    assert complaint(text).startswith(message)


def test_letter_maps_of_the_model_checking_study():
    [one, two] = format_named("bmc").read("; hello\nWWWWW\nWPBTW\nWWWWW\n\nTitle: two\nWWWWWW\nWPPBTW\nWWWWWW", "x")
    assert one == EASY
    assert (two.name, len(two.players)) == ("two", 2)
    assert (
        complaint("WWWW\nWPQW\nWWWW", "bmc") == "x, line 2, column 3: unknown character 'Q'; expected W, X, P, B or T"
    )
    assert complaint("\nWWWW\nWBTW\nWWWW", "bmc").startswith("x, line 2: no player")
    for board in (["#####", "#+$ #", "#####"], ["######", "#@*$.#", "######"]):
        with pytest.raises(BadInput, match="write xsb or json instead"):
            format_named("bmc").write(Sokoban.of(board))


def test_facts_of_the_answer_set_study():
    head = "#const dimX = 3.\n#const dimY = 58\n"  # one full stop is missing, as in a file of the study
    text = f"{head}init(field(1..dimX,1)). init(at(0,1,1)).\ninit(at(1,2,1)).\ninit(target(3,1))"
    assert format_named("asp").read(text, "x") == [EASY]
    [level] = read_source(
        "init(field((1;3..4),(2;3))).init(field(2,2)).init(at(0,1,2)).init(at(7,3,2)).init(target(4,2))."
    )
    assert len(level.floor) == 7
    with pytest.raises(BadInput, match="format asp has one player, not 2"):
        format_named("asp").write(Sokoban.of(["######", "#@@$.#", "######"]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("init(field(1..3,1)).\ninit(at(1,2,1)).\ninit(target(3,1)).", "x, line 1: no player; expected init(at(0,…))"),
        ("init(field(1..3,1)).\nhello.", "x, line 2: 'hello.'; expected init(field(…))"),
        ("init(field(1..3,1)).\ninit(at(0,9,9)).", "x, line 1: a player or box at (9,9), where there is no field"),
        ("init(field(1..3)).", "x, line 1: field has 2 arguments, not 1"),
        ("init(field(1..n,1)).", "x, line 1: 'n'; expected a number"),
        ("init(field(1..99999,1)).", "x, line 1: '1..99999'; columns and rows are counted"),
        ("init(field(1..3,1)).init(at(0,1,1)).init(at(0,2,1)).", "x, line 1: number 0 has two places"),
        (
            "init(field(1..3,1)).init(at(0,1,1)).init(at(1,1,1)).",
            "x, line 1: the player or a box shares its cell with a box",
        ),
        ("init(at(0,1,1)). init(at(1,2,1)).\ngoal(at(1,1,1)).", "x, line 1: init(at(…)) of 2 tiles; expected 0 to 0"),
        ("init(at(0,1,1)). init(at(2,2,1)).\ngoal(at((0;1),2,1)).", "x, line 1: init(at(…)) of 2 tiles; expected"),
        ("goal(at(0,1)).", "x, line 1: at has 3 arguments, not 2"),
    ],
)
def test_mistakes_in_facts_are_named(text, message):
    assert complaint(text, "asp").startswith(message)


def test_json_is_checked():
    for data, message in (
        ('{"kind": "sokoban"}', "board: expected a list of rows"),
        ('{"kind": "sokoban", "board": [1]}', "board: expected a list of rows"),
        ('{"kind": "sokoban", "board": ["#@$.#"], "assigned": [1]}', "assigned: expected for each box"),
        ('{"kind": "sokoban", "board": ["#@$.#"], "boxes": 1}', "unknown key 'boxes'"),
    ):
        assert message in complaint(data, "json")


def test_every_external_level_is_read_and_survives_every_format():
    rows("sokoban/microban1_optimal.csv")
    folder = DATA / "sokoban"
    for path in sorted([*folder.glob("*.sok"), *folder.glob("bmc/*.txt"), *folder.glob("asp/*.lp")]):
        levels = read_source(path)
        assert len(levels) in (1, 50, 90, 155)
        for format in map(format_named, ("xsb", "json")):
            assert format.read(format.separator.join(map(format.write, levels)), "x") == levels


@pytest.mark.parametrize("rows", [["#####", "#@$.#", "#####"], [" ####", "#@ $ .#", "#### #", " ####"]])
def test_a_level_on_one_line_may_have_slashes_as_boards_of_other_kinds_have(rows):
    [level] = read_source("/".join(rows))
    assert level == Sokoban.of(rows)


SOLVED = """Title: long way
#######
#@ $ .#
#     #
#######

Solution (8 moves, 2 pushes)
drru
luRR

; second
#####
#@$.#
#####
Author: rl
Solution: R
Solution: lR
"""


def test_a_solution_below_a_level_is_stored_with_it() -> None:
    first, second = read(SOLVED)
    assert (first.name, first.solution) == ("long way", "drruluRR")
    assert (second.name, second.solution) == ("second", "R")
    assert first == replace(first, solution=None)  # it is no part of the puzzle
    assert read("#####\n#@$.#\n#####\n\n1(R)\n")[0].solution == "1(R)"
    assert read("#####\n#@$.#\n#####\nSnapshot\nSolution:\n")[0].solution is None


def test_solutions_are_written_and_read_again() -> None:
    long = replace(read(SOLVED)[0], solution="lr" * 200)
    written = format_named("xsb").write(long)
    assert max(map(len, written.splitlines())) == 80
    assert read(written)[0].solution == long.solution
