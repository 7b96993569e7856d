"""Pictures of sliding blocks: in lines for a terminal, and as SVG."""

from xml.etree import ElementTree

from hypothesis import given
from random_puzzles import blocks

from budge.puzzles import Blocks

SVG = "{http://www.w3.org/2000/svg}"


def test_pieces_with_a_goal_have_heavy_lines_and_their_goal_is_dotted():
    puzzle = Blocks.of(["AAB", "#.."], goals=[["...", ".AA"]])
    assert puzzle.draw().split("\n") == [
        "┏━━━━━━━┱───┐",
        "┃   A   ┃ B │",
        "┡━━━┯━━━┹───┤",
        "│▒▒▒│ ·   · │",
        "└───┴───────┘",
    ]


def test_a_gate_is_shaded_until_a_piece_covers_it():
    puzzle = Blocks.of(["A.."], goals=[["..A"]], gates={"A": [1]})
    assert puzzle.draw().split("\n")[1] == "┃ A ┃░░░  · │"
    assert puzzle.draw(puzzle.apply(puzzle.initial, "A right 1")).split("\n")[1] == "│   ┃ A ┃ · │"


@given(blocks())
def test_every_piece_is_named_once_and_all_lines_are_equally_long(puzzle):
    drawing = puzzle.draw()
    assert all(drawing.count(piece.name) == 1 for piece in puzzle.blocks)
    assert {len(line) for line in drawing.split("\n")} == {4 * puzzle.width + 1}


@given(blocks())
def test_an_svg_is_well_formed_and_names_every_piece(puzzle):
    shown = [element.text for element in ElementTree.fromstring(puzzle.svg()).iter(f"{SVG}text")]
    assert sorted(shown) == sorted(piece.name for piece in puzzle.blocks)


def test_a_piece_at_its_goal_has_another_colour():
    puzzle = Blocks.of(["A."], goals=[[".A"]])
    there = puzzle.apply(puzzle.initial, "A right 1")
    assert puzzle.svg() != puzzle.svg(there)
    fills = [
        {path.get("fill") for path in ElementTree.fromstring(p).iter(f"{SVG}path")}
        for p in (puzzle.svg(), puzzle.svg(there))
    ]
    assert fills[0] != fills[1]
