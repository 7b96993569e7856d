"""Sliding blocks as grids, Rush Hour lines, GNOME Klotski levels and JSON: what each reads, writes and refuses."""

import contextlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_puzzles import blocks
from shared_data import DATA

import budge
from budge.formats import format_named, format_of, read_source
from budge.formats.rush_hour import read_any, read_valid
from budge.puzzles import BadInput, Blocks

KLOTSKI = """\
name Klotski
start
ASSB
ASSB
CHHD
CabD
c..d
goal
....
....
....
.SS.
.SS.
end
"""
LEVEL = """\
#####
#a**#
#b**#
#   #
#-- #
#   #
# ..#
# ..#
#####
"""
CARD = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR."


def complaint(text, **how):
    with pytest.raises(BadInput) as caught:
        read_source(text, **how)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@given(st.lists(blocks(), min_size=1, max_size=3))
def test_blocks_survive_their_own_format(puzzles):
    format = format_named("blocks")
    assert format.read(format.separator.join(map(format.write, puzzles)), "x") == puzzles


@given(blocks())
def test_a_written_puzzle_reads_back_unchanged(puzzle):
    for name in ("rush-hour", "gnome-klotski"):
        format = format_named(name)
        with contextlib.suppress(BadInput):
            assert format.read(format.write(puzzle), "x") == [puzzle]


@pytest.mark.parametrize("name", ["rush-hour", "gnome-klotski"])
def test_a_puzzle_that_a_format_cannot_represent_is_refused_with_advice(name):
    with pytest.raises(BadInput, match="write blocks or json instead"):
        format_named(name).write(read_source(KLOTSKI)[0])


def test_a_grid_is_read_with_keywords_without_and_on_one_line():
    [puzzle] = read_source(KLOTSKI)
    rows = [row for row in KLOTSKI.split("\n")[2:13] if row != "goal"]
    [bare] = read_source("\n".join([*rows[:5], "", *rows[5:]]))
    [inline] = read_source(f"{'/'.join(rows[:5])} {'/'.join(rows[5:])}")
    assert puzzle.name == "Klotski"
    assert (bare.blocks, bare.goals) == (inline.blocks, inline.goals) == (puzzle.blocks, puzzle.goals)


def test_a_board_of_one_row_on_one_line_ends_in_a_slash():
    [puzzle] = read_source("AB./ .AB/")
    assert (puzzle.size, puzzle.goals) == ("3×1", ((("A", 1), ("B", 2)),))


def test_many_grids_in_one_file_with_and_without_end():
    assert len(read_source(KLOTSKI * 3)) == 3
    assert len(read_source(KLOTSKI.replace("end\n", "") * 3)) == 3
    assert len(read_source(KLOTSKI.replace("end\n", "\n") * 3)) == 3


def test_comments_stand_outside_grids_and_walls_inside():
    [puzzle] = read_source("# a corridor\nname: x\nstart:\n#A.\n#..\ngoal:\n#..\n#.A\n\n# the end")
    assert puzzle.walls == (0, 3)


def test_blocks_are_recognised_with_any_suffix(tmp_path):
    for name in ("a.sbp", "a.txt", "a"):
        (tmp_path / name).write_text(KLOTSKI)
        assert read_source(tmp_path / name)[0].name == "Klotski"


def test_axes_gates_and_alternatives_are_read():
    goals = "goal\n.AA\n...\n...\ngoal\n..B\n..B\n...\n"
    [puzzle] = read_source(f"horizontal A\nvertical B C\nstart\nAAB\n..B\nC..\ngate A C\n...\n-..\n...\n{goals}")
    assert [piece.axis for piece in puzzle.blocks] == ["horizontal", "vertical", "vertical"]
    assert [(gate.cells, gate.pieces) for gate in puzzle.gates] == [((3,), ("A", "C"))]
    assert puzzle.goals == ((("A", 1),), (("B", 2),))
    assert format_named("blocks").read(format_named("blocks").write(puzzle), "x") == [puzzle]


def test_pieces_of_one_shape_may_stand_for_each_other_in_a_goal():
    text = "start\nAbc\nA..\ngoal alike\n..A\nb.A\nend\n"
    [puzzle] = read_source(text)
    assert puzzle.goals == ((("A", 2), ("b", 3)), (("A", 2), ("c", 3)))
    assert format_named("blocks").write(puzzle) == text
    many = "start\nabcdefgh\n........\ngoal alike\n........\nabcdefgh\n"
    assert "line 4: pieces of equal shape can meet a goal in more than 10,000 ways" in complaint(many)


@pytest.mark.parametrize("gate", ["", "gate B\n...\n...\n.-.\n"])
def test_in_goal_alike_any_piece_of_the_shape_that_gates_admit_may_fill_a_place(gate):
    text = f"name t\nhorizontal A\n{gate}start\n.A.\n...\n..B\ngoal alike\n...\n...\n.A.\nend\n"
    [puzzle] = read_source(text)
    assert budge.solve(puzzle).plan.text == "B left 1"
    assert format_named("blocks").read(format_named("blocks").write(puzzle), "x") == [puzzle]


def test_another_goal_can_be_given():
    [puzzle] = read_source("AB/.. ../.A", goal="../B. ../AB")
    assert puzzle.goals == ((("A", 2), ("B", 3)), (("B", 2),))
    assert (
        complaint("AB/.. ../.A", goal="../.C")
        == "goal: the goal shows C at row 2, column 2, but the start has no such piece"
    )


@pytest.mark.parametrize("empty", [".", "o"])
@pytest.mark.parametrize("target", ["X", "A"])
def test_rush_hour_is_read_in_both_conventions(empty, target):
    card = CARD if target == "X" else CARD.replace("A", "D").replace("X", "A")
    [puzzle] = read_source(card.replace(".", empty))
    [(name, anchor)] = puzzle.goals[0]
    assert (name, anchor) == (target, 16)
    assert {piece.name: piece.axis for piece in puzzle.blocks}["P"] == "vertical"
    assert format_named("rush-hour").write(puzzle) == card + "\n"


def test_rush_hour_lists_have_optima_before_sizes_after_and_walls_among():
    listed = f"08 {CARD} 1234\n# a wall in the corner\nname: walled\n{CARD[:-1]}x\n"
    plain, walled = read_source(listed)
    assert (plain.walls, walled.walls, walled.name) == ((), (35,), "walled")


def random_board(random):
    """Bars, walls and sometimes a mistake."""
    cells = ["."] * 36
    for sign in random.sample("ABCDEFGHX", random.randint(3, 9)):
        length, down = random.choice([2, 2, 3]), random.random() < 0.5
        step = 6 if down else 1
        row, column = random.randint(0, 6 - (length if down else 1)), random.randint(0, 6 - (1 if down else length))
        bar = range(6 * row + column, 6 * row + column + step * length, step)
        if all(cells[cell] == "." for cell in bar):
            for cell in bar:
                cells[cell] = sign
    for _ in range(random.choice([0, 0, 1, 2])):
        cells[random.randrange(36)] = random.choice("xxoABe")
    return "".join(cells)


def test_the_fast_reader_reads_exactly_what_the_other_one_accepts():
    random, valid = Random(1), 0
    for _ in range(2000):
        board = random_board(random)
        fast = read_valid(board, "a name")
        try:
            assert fast == read_any(board, "x", "a name")
        except BadInput:
            assert fast is None, board
        valid += fast is not None
    assert 400 < valid < 1600


def test_the_source_of_gnome_klotski_is_read_as_it_is():
    text = """
    private const LevelInfo levels [] =
    {
        /* Translators: puzzle name */
        {   N_("A corner"), /* group */ 0,
            /* width and height */ 5, 4,
            "#####" +
            "#a* #" +
            "#b -." +
            "#####" },

        /* puzzle name - sometimes called "Le'Ane Rouge" */
        {   N_("Another"), /* group */ 2,
            /* width and height */ 4, 3,
            "####" +
            "#*.#" +
            "####" }
    };

    private const GLib.ActionEntry win_actions [] =
    {
        { "show-scores",    show_scores         },
    };
"""
    format = format_named("gnome-klotski")
    assert format_of(text) is format
    [corner, another] = format.read(text, "x")
    assert format.write(corner) == "name: A corner\n#####\n#a* #\n#b -.\n#####\n"
    assert (another.name, another.size, budge.solve(another).cost) == ("Another", "4×3", 1)
    assert complaint(text.replace("#*.#", "#* #")) == (
        "puzzle text, line 15: a level of GNOME Klotski without goal cells (.)"
    )


def test_a_rush_hour_board_is_a_source_although_it_looks_like_a_name():
    assert len(read_source(CARD)[0].blocks) == 8


def test_gnome_levels_have_a_target_a_gate_and_a_goal():
    [puzzle] = read_source(LEVEL)
    assert puzzle.goals == ((("*", 32),),)
    assert [(gate.cells, gate.pieces) for gate in puzzle.gates] == [((21, 22), ("*",))]
    assert format_named("gnome-klotski").write(puzzle) == LEVEL
    two = read_source(f"name: one\n{LEVEL}\nname: two\n{LEVEL}")
    assert [each.name for each in two] == ["one", "two"]


def test_spaces_lost_at_line_ends_of_a_gnome_level_do_not_matter():
    assert read_source("###\n#*#\n#-#\n  .\n   \n")[0].size == "3×5"
    assert read_source("####\n#* #\n## \n#. \n")[0].size == "4×4"


@pytest.mark.parametrize("name", ["blocks", "rush-hour", "gnome-klotski", "json"])
def test_each_format_is_recognised_by_its_content(name):
    text = {"blocks": KLOTSKI, "rush-hour": CARD, "gnome-klotski": LEVEL}.get(name)
    puzzle = read_source(text or KLOTSKI)[0]
    assert format_of(format_named(name).write(puzzle)).name == name


@pytest.mark.parametrize("row", ["goal", "end", "name", "gate"])
def test_a_row_that_reads_like_a_keyword_needs_json(row):
    puzzle = Blocks.of([row, "." * len(row)], goals=[["." * len(row), row]])
    with pytest.raises(BadInput, match=f"the row {row} would be read as a keyword; write json instead"):
        format_named("blocks").write(puzzle)
    assert format_named("json").read(format_named("json").write(puzzle), "x") == [puzzle]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AB/A.. ../..", "puzzle text: the board is ragged: row 2 continues at column 3, but row 1 has 2 cells"),
        ("start\nAB\n.\ngoal\n..\n..", "line 1: the board is ragged: row 2 ends at column 1, but row 1 has 2 cells"),
        ("AA./..A .../.AA", "the goal shows A at row 2, column 2 in another shape than the start does"),
        (
            "A.A/... .../A.A",
            "piece A is in several parts, at row 1, column 1 and row 1, column 3; expected connected cells",
        ),
        ("AB/.. ../.C", "the goal shows C at row 2, column 2, but the start has no such piece"),
        ("AB/.. ../BB", "the goal shows B at row 2, column 1 in another shape than the start does"),
        ("AB/.. .../...", "the goal is 3×2 but the board is 2×2"),
        ("AB/.. ../..", "the goal shows no piece"),
        ("#A/.. .#/A.", "the goal has a wall at row 1, column 2, where the start has none"),
        ("#A/.. A./..", "the goal of piece A overlaps a wall at row 1, column 1"),
        (f"A{'.' * 32}/{'.' * 33} {'.' * 32}A/{'.' * 33}", "the board is 33×2; the largest board is 32×32"),
        ("start\nAB\n..\n", "line 1: a puzzle of blocks without a goal grid"),
        ("name x\nstart\n\ngoal\nA", "line 2: the board is empty"),
        ("start\nA.\ngoal\n.A\nname y\ngoal\n.A", "line 5: a puzzle of blocks without a start grid"),
        ("start\nA.\n\nB.\ngoal\n.A", "line 4: 'B.'; expected start, goal, gate, name or an axis"),
        ("start\nA.\ngate B\n.-\ngoal\n.A", "line 3: a gate names piece B, but the board has no such piece"),
        ("start\nA.\ngate A\n..\ngoal\n.A", "line 3: the gate marks no cell; expected - on at least one"),
        ("start\nAB.\ngoal\n.A.\ngate B\n..-\ngoal\n..A", "line 7: the goal of piece A overlaps a gate"),
        ("start\nAbb.\ngate b\n...-\ngoal alike\n...A", "line 5: every way to meet the goal puts a piece on a gate"),
        ("start\nA.\ngate A\n-\ngoal\n.A", "line 3: the gate is 1×1 but the board is 2×1"),
        ("start\nAB\ngate A\n.-\ngoal\n.A", "line 3: piece B stands on a gate at row 1, column 2 that does not"),
        ("horizontal\nstart\nA.\ngoal\n.A", "line 1: horizontal names no piece; expected at least one, as in"),
        ("start\nA.\nhorizontal Q\ngoal\n.A", "line 3: piece Q is restricted to an axis, but the board has no"),
        ("horizontal A\nvertical A\nstart\nA.\ngoal\n.A", "line 2: piece A is restricted to both axes; expected one"),
        ("name x\nname y\nstart\nA.\ngoal\n.A", "line 2: a second name for the same puzzle"),
        ("XX" + 33 * ".", "line 1: 35 characters; a Rush Hour board has 36, 6 rows of 6"),
        ("XY" + 34 * ".", "car X at row 1, column 1 is not a bar; expected at least two cells in a line"),
        ("XX....XX" + 28 * ".", "car X at row 1, column 1 is not a bar"),
        ("X.....X" + 29 * ".", "the target car X is vertical"),
        ("BB" + 34 * ".", "the target car A is missing"),
        ("XX" + 4 * "." + 30 * "y", "'y' at row 2, column 1; expected a car A to Z, . or o empty, x a wall"),
        ("XX...." + "A.A" + 27 * ".", "piece A is in several parts, at row 2, column 1 and row 2, column 3"),
        ("XX...x" + 30 * ".", "the goal of piece X overlaps a wall at row 1, column 6"),
        ("####\n#* #\n####\n", "line 1: a level of GNOME Klotski without goal cells (.)"),
        ("#####\n#**.#\n#####\n", "the goal shows * at row 2, column 4 in another shape than the start does"),
    ],
)
def test_an_error_is_one_line_that_names_its_place(text, message):
    assert message in complaint(text)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{}", "width: None is not a number"),
        ('{"width": 2, "height": 1, "blocks": 7}', "blocks: expected a list of objects"),
        ('{"width": 2, "height": 1, "blocks": [{"name": 1}]}', "blocks: expected a name"),
        ('{"width": 2, "height": 1, "blocks": [{"name": "A"}]}', "cells of a piece: expected a list of cells"),
        (
            '{"width": 2, "height": 1, "blocks": [{"name": "A", "cells": [true]}]}',
            "cells of a piece: True is not a number",
        ),
        (
            '{"width": 2, "height": 1, "blocks": [{"name": "A", "cells": [0]}], "goals": [{"A": "x"}]}',
            "goal of A: 'x' is not a",
        ),
        (
            '{"width": 2, "height": 1, "blocks": [{"name": "A", "cells": [0]}], "gates": [{"cells": [1]}]}',
            "admits no piece",
        ),
        ('{"width": 1e9, "height": 1}', "width: 1000000000.0 is not a number"),
        ('{"start": []}', "unknown key 'start'; blocks has blocks, gates, goals, height, kind, name, walls, width"),
    ],
)
def test_json_is_checked(data, message):
    assert message in complaint('{"kind": "blocks", ' + data[1:] if data != "{}" else '{"kind": "blocks"}')


@pytest.mark.parametrize(
    ("file", "count"),
    [
        ("classic.txt", 7),
        ("layton_12.txt", 12),
        ("ganley_century.txt", 1),
        ("rush40.txt", 40),
        ("fogleman_100.txt", 101),
    ],
)
def test_external_files_are_read_and_survive(file, count):
    path = DATA / "blocks" / file
    if not path.exists():
        pytest.skip(f"{file} is not beside this repository")
    puzzles = read_source(path)
    assert len(puzzles) == count
    for name in ("blocks", "json", *(["rush-hour"] if count >= 40 else [])):
        format = format_named(name)
        assert format.read(format.separator.join(map(format.write, puzzles)), "x") == puzzles
