"""What a database is about, and how a set of tiles finds the database that serves it.

A database knows no labels: a tile is named by its home, its cell in the goal, and of all images of a pattern under the
symmetries of the board only the least is stored. So one file serves every numbering of the tiles, every goal that is a
turned or mirrored one, and every reflection. Additive databases count the moves of pattern tiles alone while the blank
wanders freely between them: there the home of the blank matters only as far as the pattern walls it in.
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
    """A database in its canonical form: the tiles at home on `cells`.

    `additive` counts the moves of these tiles; `plain` counts all moves, with the blank as part of the pattern. `blank`
    is the home of the blank; for additive ones, the first cell of the region that it can wander without moving them.
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
        """Whether every tile is part of it: then it holds the distance of every position."""
        return not self.additive and len(self.cells) == self.width * self.height - 1

    @property
    def size(self) -> int:
        """Bytes; raises `BadInput` for a pattern that is too large to be built.

        >>> three = view_of(Board(4, 4, 0), [12, 13, 14], ADDITIVE).pattern
        >>> three.size, three.entries
        (480, 3792)
        """
        return self._size[0]

    @property
    def entries(self) -> int:
        """Values that it holds: bytes of a plain database, bits of an additive one, filled up to whole words, of which
        one that is its own mirror image has half."""
        return self._size[1]

    @cached_property
    def _size(self) -> tuple[int, int]:
        try:
            return core.pattern_size(self.width, self.height, self.blank, self.cells, self.additive)
        except ValueError as problem:
            raise BadInput(f"no database of {len(self.cells)} tiles on {self.width}×{self.height}: {problem}") from None

    @cached_property
    def key(self) -> str:
        """The name of its file: readable in front, unique by what follows.

        >>> view_of(Board(4, 4, 0), [1, 2, 4, 5, 8], ADDITIVE).pattern.key
        '4x4-additive-5-...'
        """
        digest = blake2b(dumps([FORMAT, asdict(self)], sort_keys=True).encode(), digest_size=6).hexdigest()
        return f"{self.width}x{self.height}-{self.kind}-{len(self.cells)}-{digest}"

    @property
    def title(self) -> str:
        """For people: board, kind and cells, counted from 0.

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
        """Raises KeyError, TypeError or ValueError for what is no pattern."""
        cells = tuple(data["cells"])
        found = cls(str(data["kind"]), int(data["width"]), int(data["height"]), int(data["blank"]), cells)
        if found.kind not in (ADDITIVE, PLAIN) or not all(type(cell) is int for cell in cells):
            raise ValueError("not a pattern")
        return found


@dataclass(frozen=True)
class View:
    """The tiles of one puzzle through the database that serves them: its cell `c` is the puzzle's cell `cells[c]`."""

    pattern: Pattern
    cells: tuple[int, ...]


def view_of(board: Board, cells: Iterable[int], kind: str) -> View:
    """The view of the tiles at home on `cells`: the least of all images of the pattern.

    >>> first = view_of(Board(4, 4, 0), [1, 2, 5], ADDITIVE)
    >>> last = view_of(Board(4, 4, 15), [14, 13, 10], ADDITIVE)
    >>> first.pattern == last.pattern, first.cells[:3], last.cells[:3]
    (True, (0, 1, 2), (15, 14, 13))
    """
    return _least(board, tuple(sorted(cells)), kind)


@cache
def _least(board: Board, cells: tuple[int, ...], kind: str) -> View:
    found = []
    for symmetry in symmetries(board.width, board.height):
        image = Board(symmetry.width, symmetry.height, symmetry.image[board.blank])
        homes = symmetry.of(cells)
        blank = min(image.region(homes)) if kind == ADDITIVE else image.blank
        back = sorted(range(board.cells), key=symmetry.image.__getitem__)
        found.append((Pattern(kind, image.width, image.height, blank, homes), tuple(back)))
    return View(*min(found))
