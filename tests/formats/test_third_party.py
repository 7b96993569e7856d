"""A format that somebody else installs is found through the entry point group `budge.formats`."""

import sys

import pytest

from budge.cli.generators.base import with_grade
from budge.formats import format_named, formats, read_source
from budge.generate import generate
from budge.puzzles import BadInput, Tiles

MODULE = '''
from budge.formats import Format
from budge.puzzles import Tiles


class Letters(Format):
    """A board as letters: A is tile 1, a dot the blank."""

    name = "letters"
    summary = "boards as letters"
    kinds = ("tiles",)
    suffixes = (".letters",)

    def sniff(self, text):
        return text.startswith("letters ")

    def read(self, text, where):
        return [Tiles.of([[0 if char == "." else ord(char) - 64 for char in row] for row in text.split()[1:]])]

    def write(self, puzzle):
        return "letters " + " ".join("".join(chr(64 + tile) if tile else "." for tile in row)
                                     for row in puzzle.rows(puzzle.start)) + "\\n"


class Usurper(Letters):
    name = "tiles"
'''


@pytest.fixture
def installed(tmp_path, monkeypatch):
    (tmp_path / "letters_format.py").write_text(MODULE)
    about = tmp_path / "letters_format-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: letters-format\nVersion: 1.0\n")
    points = "[budge.formats]\nletters = letters_format:Letters\ntiles = letters_format:Usurper\n"
    (about / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(tmp_path))
    formats.cache_clear()
    yield tmp_path
    formats.cache_clear()
    sys.modules.pop("letters_format", None)


def test_a_third_party_format_reads_its_files(installed):
    assert read_source("letters AB C.") == [Tiles.of(["1 2", "3 0"])]


def test_a_third_party_format_is_found_by_name_and_writes(installed):
    assert format_named("letters").write(Tiles.of(["1 2", "3 0"])) == "letters AB C.\n"


def test_what_is_generated_is_written_without_comments_unless_it_says_how_to(installed):
    [made] = generate("tiles", width=2, height=2)
    text = with_grade(made, format_named("letters"))
    assert [puzzle.start for puzzle in format_named("letters").read(text, "x")] == [made.puzzle.start]


def test_a_third_party_format_is_found_by_suffix(installed):
    path = installed / "board.letters"
    path.write_text("no such beginning")
    with pytest.raises(BadInput):  # its own complaint: a board of 4×2 with odd tiles
        read_source(path)


def test_a_third_party_format_cannot_replace_one_of_budge(installed):
    assert type(format_named("tiles")).__name__ == "TilesText"
