"""Patterns in canonical form, and how a set of tiles maps to its database.

Tiles are named by their goal cells, and only the smallest image of a pattern under the symmetries of the board is
stored. So one file serves every numbering of the tiles, every rotated or mirrored goal, and every reflection. Additive
databases count only moves of pattern tiles while the blank moves freely between them; the goal of the blank matters
only if the pattern encloses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from hashlib import blake2b
from json import dumps
from typing import Any

from budge.native import core
from budge.patterns.board import Board, symmetries
from budge.puzzles import BadInput

FORMAT = 3  # of the files; part of every key

ADDITIVE, PLAIN = "additive", "plain"


@dataclass(frozen=True, order=True)
class Pattern:
    """A pattern in canonical form: the tiles with goals on `cells`.

    `additive` counts the moves of these tiles; `plain` counts all moves, with the blank as part of the pattern. `blank`
    is its goal; for additive patterns, the first cell of the region that it can reach without moving pattern tiles.
    """

    kind: str
    width: int
    height: int
    blank: int
    cells: tuple[int, ...]

    @property
    def additive(self) -> bool:
        return self.kind == ADDITIVE

    @property
    def is_table(self) -> bool:
        """Whether the pattern contains all tiles, so that the database holds the distance of every position."""
        return not self.additive and len(self.cells) == self.width * self.height - 1

    @property
    def size(self) -> int:
        """Size in bytes; raises `BadInput` for a pattern that is too large to build.

        >>> three = view_of(Board(4, 4, 0), [12, 13, 14], ADDITIVE).pattern
        >>> three.size, three.entries
        (480, 3792)
        """
        return self._size[0]

    @property
    def entries(self) -> int:
        """The number of values: bytes of a plain database, bits of an additive one, rounded up to whole words. An
        additive database that is its own mirror image stores half of them."""
        return self._size[1]

    @cached_property
    def _size(self) -> tuple[int, int]:
        try:
            return core.pattern_size(self.width, self.height, self.blank, self.cells, self.additive)
        except ValueError as problem:
            raise BadInput(f"no database of {len(self.cells)} tiles on {self.width}×{self.height}: {problem}") from None

    @cached_property
    def key(self) -> str:
        """The name of its file: a readable prefix and a unique suffix.

        >>> view_of(Board(4, 4, 0), [1, 2, 4, 5, 8], ADDITIVE).pattern.key
        '4x4-additive-5-...'
        """
        digest = blake2b(dumps([FORMAT, asdict(self)], sort_keys=True).encode(), digest_size=6).hexdigest()
        return f"{self.width}x{self.height}-{self.kind}-{len(self.cells)}-{digest}"

    @property
    def title(self) -> str:
        """A readable title: board, kind and cells, counted from 0.

        >>> view_of(Board(4, 4, 15), [14, 13, 11], ADDITIVE).pattern.title
        '4×4 additive, cells 1 2 4'
        """
        board = f"{self.width}×{self.height}"
        if self.is_table:
            return f"{board} distance table"
        return f"{board} {self.kind}, cells {' '.join(map(str, self.cells))}"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Pattern:
        """Raises KeyError, TypeError or ValueError for data that is not a pattern."""
        cells = tuple(data["cells"])
        found = cls(str(data["kind"]), int(data["width"]), int(data["height"]), int(data["blank"]), cells)
        if found.kind not in (ADDITIVE, PLAIN) or not all(type(cell) is int for cell in cells):
            raise ValueError("not a pattern")
        return found


@dataclass(frozen=True)
class PatternView:
    """How the tiles of a puzzle map to a database: its cell `c` is the puzzle's cell `cells[c]`."""

    pattern: Pattern
    cells: tuple[int, ...]


def view_of(board: Board, cells: Iterable[int], kind: str) -> PatternView:
    """The view of the tiles with goals on `cells`: the smallest image of the pattern.

    >>> first = view_of(Board(4, 4, 0), [1, 2, 5], ADDITIVE)
    >>> last = view_of(Board(4, 4, 15), [14, 13, 10], ADDITIVE)
    >>> first.pattern == last.pattern, first.cells[:3], last.cells[:3]
    (True, (0, 1, 2), (15, 14, 13))
    """
    return _canonical(board, tuple(sorted(cells)), kind)


@cache
def _canonical(board: Board, cells: tuple[int, ...], kind: str) -> PatternView:
    found = []
    for symmetry in symmetries(board.width, board.height):
        image = Board(symmetry.width, symmetry.height, symmetry.image[board.blank])
        homes = symmetry.of(cells)
        blank = min(image.region(homes)) if kind == ADDITIVE else image.blank
        back = sorted(range(board.cells), key=symmetry.image.__getitem__)
        found.append((Pattern(kind, image.width, image.height, blank, homes), tuple(back)))
    return PatternView(*min(found))
