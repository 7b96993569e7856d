"""Which tiles share a database on the device: drawn for the blank at home in the first corner, a letter a cell.

The partitions of the 5×5 board are the best of some fifty by the size of their search trees."""

from __future__ import annotations

from dataclasses import dataclass

from budge.gpu.geometry import MOST_CELLS, MOST_COMPACT, Shape

DRAWN = {
    (5, 5): (".AABBAABBBAABBBAACCCCCCCC", ".AABBAAABBCCABBCCDDDCCDDD"),
    (4, 4): (".AAAAAAABBBBBBBB",),
}
# Others as strong as the first, of the same sizes: puzzles differ in which is best for them.
RIVALS = {(5, 5): (".AABBAABBBAABBBACCCCACCCC",)}
FEWEST_CELLS = 9
LARGEST_WOUND = 6  # tiles of a pattern where nobody drew one


@dataclass(frozen=True)
class Views:
    """What a search looks at: one partition, and its reflection or another partition."""

    shape: Shape
    home: int  # of the blank
    first: tuple[tuple[int, ...], ...]  # home cells of the tiles of each pattern
    second: tuple[tuple[int, ...], ...]  # the same where the second view is the first reflected

    @property
    def name(self) -> str:
        """
        >>> views(5, 5, 0, strong=True).name, views(3, 4, 11, strong=False).name
        ('8-8-8', '6-5')
        """
        return "-".join(map(str, self.shape.sizes))


def views(width: int, height: int, home: int, strong: bool) -> Views:
    """The partition of a board by the blank's home; of those drawn the first, which is the strongest, or the last,
    which is the smallest. None is drawn for a blank that is at home elsewhere than in the first corner."""
    cells = width * height
    assert FEWEST_CELLS <= cells <= MOST_CELLS
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
    """Other partitions for the same board, if the one given is drawn and the strongest.

    >>> [rival.name for rival in rivals(views(5, 5, 0, strong=True))], rivals(views(5, 5, 0, strong=False))
    (['8-8-8'], [])
    """
    width, height = given.shape.width, given.shape.height
    sets = [read(letters) for letters in RIVALS.get((width, height), ())]
    found = [Views(shape_of(width, height, True, each), given.home, each, each) for each in sets]
    return [each for each in found if each.shape == given.shape and given.home == 0]


def shape_of(width: int, height: int, mirrored: bool, sets: tuple[tuple[int, ...], ...]) -> Shape:
    return Shape(width, height, mirrored, tuple(map(len, sets)), width * height <= MOST_COMPACT)


def read(letters: str) -> tuple[tuple[int, ...], ...]:
    """
    >>> read(".AB/AAB".replace("/", ""))
    ((1, 3, 4), (2, 5))
    """
    return tuple(
        tuple(cell for cell, letter in enumerate(letters) if letter == mine) for mine in sorted(set(letters) - {"."})
    )


def cut(path: list[int]) -> tuple[tuple[int, ...], ...]:
    """A path through the board in pieces of nearly equal length, the longer ones first.

    >>> cut([0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10])
    ((0, 1, 2, 3, 6, 7), (4, 5, 8, 9, 10))
    """
    count = max(2, -(-len(path) // LARGEST_WOUND))
    sizes = [len(path) // count + (piece < len(path) % count) for piece in range(count)]
    pieces, at = [], 0
    for size in sizes:
        pieces.append(tuple(sorted(path[at : at + size])))
        at += size
    return tuple(pieces)
