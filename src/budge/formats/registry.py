"""All formats by name: those of budge, then those of the entry point group `budge.formats`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import PurePath

from budge.formats.asp_facts import AspFacts
from budge.formats.base import Format
from budge.formats.blocks_grid import BlocksGrid
from budge.formats.bmc_map import BmcMap
from budge.formats.gnome_klotski import GnomeKlotski
from budge.formats.json_format import JsonFormat
from budge.formats.klotski import Klotski
from budge.formats.puzzlescript import PuzzleScript
from budge.formats.robots_pddl import RobotsPddl
from budge.formats.robots_text import RobotsText
from budge.formats.rush_hour import RushHour
from budge.formats.slc import Slc
from budge.formats.tiles_list import TilesList
from budge.formats.tiles_text import TilesText
from budge.formats.tokens_text import TokensText
from budge.formats.xsb import Xsb
from budge.plugins import plugins
from budge.puzzles import BadInput, Puzzle

OWN: tuple[Format, ...] = (  # in the order in which they are tried
    TilesList(),  # before json, for lists of numbers are JSON, too
    JsonFormat(),
    RobotsPddl(),
    Slc(),
    PuzzleScript(),  # its levels look like those of xsb
    Klotski(),  # before tiles, where a row of digits is one number
    RobotsText(),  # before formats in which its * would be a piece and its # a wall
    GnomeKlotski(),
    RushHour(),
    BmcMap(),  # before blocks, where any letter is a piece
    BlocksGrid(),
    Xsb(),  # these two before tokens and tiles, where # begins a comment
    AspFacts(),
    TokensText(),
    TilesText(),
)


@cache
def formats() -> dict[str, Format]:
    """All formats by name. An entry point names a `Format` class; it cannot replace a format of budge."""
    own = {format.name: format for format in OWN}
    others = plugins("budge.formats", "name", "summary", "kinds", "suffixes")
    return own | {format.name: format for format in others if format.name not in own}


def format_of(text: str, path: str = "") -> Format | None:
    """The format of a text: the first whose `sniff` accepts it, else the one with the suffix of `path`.

    >>> format_of("1 2 3/4 5 6/7 8 0").name
    'tiles'
    """
    return next((format for format in _all() if format.sniff(text)), None) or format_by_suffix(path)


def format_by_suffix(path: str) -> Format | None:
    suffix = PurePath(path).suffix.lower()
    return next((format for format in _all() if suffix in format.suffixes), None)


def format_named(name: str) -> Format:
    if name not in formats():
        raise BadInput(f"unknown format {name!r}; known are {', '.join(formats())}")
    return formats()[name]


def check_holds(format: Format, kind: str) -> None:
    """Raises `BadInput` if a format cannot write puzzles of a kind."""
    if kind not in format.kinds:
        able = ", ".join(other.name for other in formats().values() if kind in other.kinds)
        expected = f"expected {able}" if able else "no format does"
        raise BadInput(f"format {format.name} holds {', '.join(format.kinds)}, not {kind}; {expected}")


def restated(puzzle: Puzzle, format: Format) -> Puzzle:
    """The puzzle, if necessary as one of a kind that the format holds; raises `BadInput` if that is impossible."""
    for kind in format.kinds:
        if (found := puzzle.restated(kind)) is not None:
            return found
    check_holds(format, puzzle.kind)
    return puzzle


def text_format(kind: str) -> Format:
    """The text format of a kind; JSON if it has none.

    >>> text_format("sokoban").name
    'xsb'
    """
    return next((format for format in _all() if format.text_of == kind), formats()["json"])


def _all() -> Iterator[Format]:
    yield from OWN
    yield from (format for format in formats().values() if format not in OWN)
