"""What a format writes, it reads back exactly, alone and among others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_puzzles import blocks, sokoban, tiles, tokens

from budge.formats import format_named, format_of, formats, read_source
from budge.formats.registry import OWN
from budge.puzzles import KINDS, BadInput, Tokens


def written(name, puzzles):
    format = format_named(name)
    return format.separator.join(format.write(puzzle) for puzzle in puzzles)


@given(st.lists(tiles(), min_size=1, max_size=4))
def test_boards_survive_tiles_text(puzzles):
    assert format_named("tiles").read(written("tiles", puzzles), "x") == puzzles


@given(st.lists(tokens(), min_size=1, max_size=4))
def test_graphs_survive_tokens_text(puzzles):
    assert format_named("tokens").read(written("tokens", puzzles), "x") == puzzles


@given(st.lists(sokoban(), min_size=1, max_size=4))
def test_levels_survive_xsb(puzzles):
    assert format_named("xsb").read(written("xsb", puzzles), "x") == puzzles


@given(st.lists(sokoban(assigned=False, players=1) | tiles(), min_size=1, max_size=4))
def test_levels_and_boards_survive_facts(puzzles):
    text = written("asp", puzzles)
    assert format_named("asp").read(text, "x") == puzzles
    assert format_of(text) is format_named("asp")


def has_letters_for_all(puzzle):
    return not set(puzzle.targets) & {*puzzle.boxes, *puzzle.players}


@given(st.lists(sokoban(assigned=False).filter(has_letters_for_all), min_size=1, max_size=4))
def test_levels_survive_letter_maps(puzzles):
    text = written("bmc", puzzles)
    assert format_named("bmc").read(text, "x") == puzzles
    assert format_of(text) is format_named("bmc")


@given(st.lists(tiles() | tokens() | blocks() | sokoban(), min_size=1, max_size=4))
def test_every_kind_survives_json(puzzles):
    assert format_named("json").read(written("json", puzzles), "x") == puzzles


@given(tiles() | tokens() | sokoban())
def test_a_written_puzzle_is_recognised_by_its_content(puzzle):
    for format in OWN:
        if puzzle.kind in format.kinds and format.name not in (
            "bmc",
            "asp",
            "slc",
            "tiles-list",
        ):  # those do not hold every puzzle
            assert format_of(format.write(puzzle)) is format


@pytest.mark.parametrize("format", [format for format in OWN if format.comment], ids=lambda format: format.name)
def test_a_comment_above_a_puzzle_is_neither_part_of_it_nor_its_name(format):
    puzzle = read_source("rushhour/41")[0] if format.name == "rush-hour" else KINDS[format.kinds[0]].example()
    text = format.separator.join([f"{format.comment} 9 moves; 31 expanded\n{format.write(puzzle)}"] * 2)
    assert format.read(text, "x") == [puzzle, puzzle]
    assert format_of(text) is format


@given(blocks())
def test_written_blocks_are_recognised_by_their_content(puzzle):
    for name in ("blocks", "json"):
        assert format_of(format_named(name).write(puzzle)).name == name


@pytest.mark.parametrize("vertex", ["start", "Goal", "name"])
def test_a_vertex_whose_name_means_something_else_is_refused_in_text_and_kept_in_json(vertex):
    puzzle = Tokens.of({vertex: "b"}, start=["1", "_"])
    with pytest.raises(BadInput, match="write json instead"):
        format_named("tokens").write(puzzle)
    assert format_named("json").read(format_named("json").write(puzzle), "x") == [puzzle]


def test_every_format_describes_itself():
    for format in formats().values():
        assert set(format.describe()) == {"name", "summary", "kinds", "suffixes"}


def test_an_unknown_format_error_lists_the_known_ones():
    with pytest.raises(BadInput, match=r"unknown format 'xml'; known are tiles-list, json, .*tokens, tiles"):
        format_named("xml")
