"""The partitions of the tiles into patterns, each with a database on the device.

The partitions of the 5×5 board had the smallest search trees among about fifty compared."""

from __future__ import annotations

from dataclasses import dataclass

from budge.gpu.geometry import MAX_CELLS, MAX_COMPACT_CELLS, Shape

# One letter per cell, for the blank's goal in the first corner; the strongest partition first.
DRAWN = {
    (5, 5): (".AABBAABBBAABBBAACCCCCCCC", ".AABBAAABBCCABBCCDDDCCDDD"),
    (4, 4): (".AAAAAAABBBBBBBB",),
}
# Partitions as strong as the first, with the same sizes. Which one is best depends on the puzzle.
RIVALS = {(5, 5): (".AABBAABBBAABBBACCCCACCCC",)}
MIN_CELLS = 9
MAX_CUT_TILES = 6  # in a pattern of a board without a drawn partition


@dataclass(frozen=True)
class Views:
    """The two views of a search: a partition, and its reflection or another partition."""

    shape: Shape
    home: int  # the blank's goal cell
    first: tuple[tuple[int, ...], ...]  # by pattern: the goal cells of its tiles
    second: tuple[tuple[int, ...], ...]  # equals `first` if the second view is the reflection

    @property
    def name(self) -> str:
        """
        >>> views(5, 5, 0, strong=True).name, views(3, 4, 11, strong=False).name
        ('8-8-8', '6-5')
        """
        return "-".join(map(str, self.shape.sizes))


def views(width: int, height: int, home: int, strong: bool) -> Views:
    """The views of a board, with the strongest or the smallest of its drawn partitions. On a board without one, or if
    the blank's goal is not the first corner, the patterns are pieces of a path through the board."""
    cells = width * height
    assert MIN_CELLS <= cells <= MAX_CELLS
    drawn = DRAWN.get((width, height))
    if drawn is not None and home == 0:
        first = read(drawn[0 if strong else -1])
        return Views(shape_of(width, height, True, first), home, first, first)
    by_row = [
        row * width + (column if row % 2 == 0 else width - 1 - column)
        for row in range(height)
        for column in range(width)
    ]
    first = cut([cell for cell in by_row if cell != home])
    if width == height and home % width == home // width:
        return Views(shape_of(width, height, True, first), home, first, first)
    by_column = [
        row * width + column
        for column in range(width)
        for row in (range(height) if column % 2 == 0 else range(height - 1, -1, -1))
    ]
    second = cut([cell for cell in by_column if cell != home])
    return Views(shape_of(width, height, False, first), home, first, second)


def rivals(given: Views) -> list[Views]:
    """The alternatives to the strongest drawn partition of a board; none for other partitions.

    >>> [rival.name for rival in rivals(views(5, 5, 0, strong=True))], rivals(views(5, 5, 0, strong=False))
    (['8-8-8'], [])
    """
    width, height = given.shape.width, given.shape.height
    sets = [read(letters) for letters in RIVALS.get((width, height), ())]
    found = [Views(shape_of(width, height, True, each), given.home, each, each) for each in sets]
    return [each for each in found if each.shape == given.shape and given.home == 0]


def shape_of(width: int, height: int, mirrored: bool, sets: tuple[tuple[int, ...], ...]) -> Shape:
    return Shape(width, height, mirrored, tuple(map(len, sets)), width * height <= MAX_COMPACT_CELLS)


def read(letters: str) -> tuple[tuple[int, ...], ...]:
    """
    >>> read(".AB/AAB".replace("/", ""))
    ((1, 3, 4), (2, 5))
    """
    return tuple(
        tuple(cell for cell, letter in enumerate(letters) if letter == name) for name in sorted(set(letters) - {"."})
    )


def cut(path: list[int]) -> tuple[tuple[int, ...], ...]:
    """Cuts a path through the board into pieces of nearly equal length, the longer ones first.

    >>> cut([0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10])
    ((0, 1, 2, 3, 6, 7), (4, 5, 8, 9, 10))
    """
    count = max(2, -(-len(path) // MAX_CUT_TILES))
    sizes = [len(path) // count + (piece < len(path) % count) for piece in range(count)]
    pieces, at = [], 0
    for size in sizes:
        pieces.append(tuple(sorted(path[at : at + size])))
        at += size
    return tuple(pieces)
