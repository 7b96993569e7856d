"""The tables that the device needs for a board: they rank sets of cells and orders of tiles, and permute the columns of
a database when a tile moves vertically. kernels/ranks.cuh explains them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]
MAX_CELLS = 32
MAX_COMPACT_CELLS = 25
MAX_TILES = 8  # in a pattern: an order has three bits a place


@dataclass(frozen=True)
class Shape:
    """A board, the sizes of its patterns, whether the second view is the board reflected at its main diagonal, and
    whether the board is compact (see kernels/board.cuh)."""

    width: int
    height: int
    mirrored: bool
    sizes: tuple[int, ...]
    compact: bool = True

    def __post_init__(self) -> None:
        assert self.cells <= MAX_CELLS
        assert self.largest <= MAX_TILES

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def largest(self) -> int:
        return max(self.sizes)

    @property
    def patterns(self) -> int:
        return len(self.sizes)

    @property
    def slot(self) -> int:
        """Words per view in a node."""
        return 2 * self.patterns - 1

    @property
    def last(self) -> int:
        """Words of a node without padding."""
        return 2 * self.slot + (2 if self.compact else 4)

    @property
    def words(self) -> int:
        """Words of a node, padded to a multiple of 4."""
        return (self.last + 3) // 4 * 4

    @property
    def cpp(self) -> str:
        sizes = ", ".join(map(str, self.sizes))
        return f"budge::gpu::Views<{self.width}, {self.height}, {str(self.mirrored).lower()}, {sizes}>"

    @property
    def low_bits(self) -> int:
        return (self.cells + 1) // 2

    @property
    def offset_bits(self) -> int:
        return min(16, 64 - 3 * (self.cells - min(self.sizes) - 1)) if self.compact else 32

    @property
    def black(self) -> int:
        return sum(1 << cell for cell in range(self.cells) if (cell // self.width + cell % self.width) & 1)


def columns(size: int) -> int:
    """The number of orders of a pattern's tiles: the bits of a row."""
    return factorial(size)


def row_words(size: int) -> int:
    """Words of a row during the build of a database."""
    return (columns(size) + 127) // 128 * 4


def max_table_bytes(cells: int, size: int) -> int:
    """An upper bound, a few per cent high, on the bytes of a database, which has a row for each set and region.

    >>> round(max_table_bytes(25, 8) / 1e9, 1)
    11.4
    """
    return int(comb(cells, size) * (1 + size / 7.8) * row_words(size) * 4 * 1.03)


@cache
def bit_counts(bits: int) -> NDArray[np.uint8]:
    counts = np.zeros(1 << bits, np.uint8)
    for bit in range(bits):
        counts[1 << bit : 2 << bit] = counts[: 1 << bit] + 1
    return counts


def ones(sets: Words, bits: int) -> NDArray[np.uint8]:
    """The number of cells in each set.

    >>> ones(np.array([0b1011, 0], np.uint32), 4).tolist()
    [3, 0]
    """
    half = (bits + 1) // 2
    counts = bit_counts(half)
    return np.asarray(counts[sets & np.uint32((1 << half) - 1)] + counts[sets >> np.uint32(half)], np.uint8)


@dataclass(frozen=True)
class SetRanks:
    """The sets of cells of a shape's patterns, by rank, and the two tables that rank them."""

    sets: dict[int, Words]  # by size, in order of rank
    first: dict[int, int]  # by size: the rank of its first set
    low: NDArray[np.uint16]
    high: Words  # by size minus the smallest size, and high half

    def rank(self, cells: int, size: int, low_bits: int) -> int:
        return int(self.high[size - min(self.sets), cells >> low_bits]) + int(self.low[cells & ((1 << low_bits) - 1)])


def set_ranks(shape: Shape) -> SetRanks:
    low_bits, high_bits = shape.low_bits, shape.cells - shape.low_bits
    counts = bit_counts(low_bits)
    halves = [np.flatnonzero(counts == size).astype(np.uint32) for size in range(low_bits + 1)]
    low = np.zeros(1 << low_bits, np.uint16)
    for half in halves:
        low[half] = np.arange(len(half), dtype=np.uint16)
    smallest, largest = min(shape.sizes), shape.largest
    high = np.zeros((largest - smallest + 1, 1 << high_bits), np.uint32)
    sets: dict[int, Words] = {}
    first, total = {}, 0
    for size in sorted(set(shape.sizes)):
        first[size], parts = total, []
        for top in range(1 << high_bits):
            high[size - smallest, top] = total
            rest = size - top.bit_count()
            if 0 <= rest <= low_bits:
                parts.append(halves[rest] | np.uint32(top << low_bits))
                total += len(halves[rest])
        sets[size] = np.concatenate(parts)
    return SetRanks(sets, first, low, high)


@dataclass(frozen=True)
class RowRanks:
    """The first row of each set, packed into the words of `find_regions`. Each size starts at a multiple of 256.
    The words of a board that is not compact contain nothing else."""

    words: NDArray[np.uint64]
    segments: Words
    shift: int
    first: dict[int, int]  # by size: its first row
    rows: dict[int, int]  # by size: the number of rows

    def row(self, rank: int, region: int, offset_bits: int) -> int:
        offset = int(self.words[rank]) & ((1 << offset_bits) - 1)
        return int(self.segments[rank >> self.shift]) + offset + region


def row_ranks(shape: Shape, ranks: SetRanks, words: NDArray[np.uint64], counts: NDArray[np.uint8]) -> RowRanks:
    """Ranks the rows, given the regions of every set and their number."""
    starts = np.zeros(len(counts), np.int64)
    first, rows, at, row = {}, {}, 0, 0
    for size, sets in ranks.sets.items():
        row = (row + 255) // 256 * 256
        regions = counts[at : at + len(sets)].astype(np.int64)
        starts[at : at + len(sets)] = row + np.cumsum(regions) - regions
        first[size], rows[size] = row, int(regions.sum())
        row += rows[size]
        at += len(sets)
    if not shape.compact:
        return RowRanks(starts.astype(np.uint64), np.zeros(1, np.uint32), 31, first, rows)
    max_offset = (1 << shape.offset_bits) - 1
    shift = next(shift for shift in range(20, -1, -1) if _max_offset(starts, shift) <= max_offset)
    segments = starts[:: 1 << shift]
    packed = words | (starts - np.repeat(segments, 1 << shift)[: len(starts)]).astype(np.uint64)
    assert len(segments) <= 1024
    return RowRanks(packed, segments.astype(np.uint32), shift, first, rows)


def _max_offset(starts: NDArray[np.int64], shift: int) -> int:
    ends = np.append(starts[(1 << shift) - 1 :: 1 << shift], starts[-1])
    begins = starts[:: 1 << shift]
    return int((ends[: len(begins)] - begins).max())


def region_number(shape: Shape, cells: int, blank: int) -> int:
    """The number of the region of free cells that contains the blank; regions are ordered by their first cells.

    >>> region_number(Shape(3, 3, True, (4, 4)), 0b001010, 0), region_number(Shape(3, 3, True, (4, 4)), 0b001010, 8)
    (0, 1)
    """
    number, seen = 0, cells
    while True:
        region = lowest = (~seen) & -(~seen)
        while lowest:
            cell = lowest.bit_length() - 1
            row, column = divmod(cell, shape.width)
            adjacent = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            inside = [r * shape.width + c for r, c in adjacent if 0 <= r < shape.height and 0 <= c < shape.width]
            new = sum(1 << other for other in inside) & ~cells & ~region
            region |= new
            lowest = (lowest ^ 1 << cell) | new
        if region >> blank & 1:
            return number
        number, seen = number + 1, seen | region


def states(shape: Shape, sets: Words, counts: NDArray[np.uint8]) -> tuple[list[NDArray[np.uint64]], list[Words]]:
    """The sets, with a region's number in the upper 32 bits, and their rows, split by the parity of their distances."""
    starts = np.cumsum(counts, dtype=np.int64) - counts
    cells = np.repeat(sets, counts)
    region = np.arange(len(cells)) - np.repeat(starts, counts)
    parity = ones(cells & np.uint32(shape.black), shape.cells) & 1
    keys = cells | (region.astype(np.uint64) << np.uint64(32))
    rows = [np.flatnonzero(parity == odd).astype(np.uint32) for odd in (0, 1)]
    return [keys[chosen] for chosen in rows], rows


@cache
def all_orders(places: int) -> NDArray[np.uint8]:
    """All orders, sorted by rank."""
    return np.array(list(permutations(range(places))), np.uint8)


def order_rank(orders: NDArray[np.uint8]) -> NDArray[np.int64]:
    """
    >>> order_rank(all_orders(4)).tolist() == list(range(24))
    True
    """
    places = orders.shape[1]
    rank = np.zeros(len(orders), np.int64)
    for place in range(places - 1):
        smaller = (orders[:, place + 1 :] < orders[:, place : place + 1]).sum(1)
        rank += smaller * factorial(places - 1 - place)
    return rank


def order_tables(places: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Two tables: the rank of an order is the sum of the entries for its low places and for its last four places."""
    bits = 3 * (places - 4)
    orders = all_orders(places).astype(np.uint32)
    packed = (orders << (3 * np.arange(places, dtype=np.uint32))).sum(1, dtype=np.uint32)
    low, high = np.zeros(1 << bits, np.uint16), np.zeros(4096, np.uint8)
    ranks = np.arange(len(orders))
    low[packed & np.uint32((1 << bits) - 1)] = ranks // 24 * 24
    high[packed >> np.uint32(bits)] = ranks % 24
    return low, high


def column_maps(size: int, width: int) -> tuple[NDArray[np.uint16], Words]:
    """The source of each column after a vertical move, for each pair of the tile's places after and before it. Only the
    digits of the rank between the two places change, so a map covers only these digits."""
    maps: list[NDArray[np.uint16]] = []
    starts, total = np.zeros(64, np.uint32), 0
    for place in range(size):
        for before in range(size):
            starts[place * 8 + before] = total
            first, last = min(place, before), max(place, before)
            if place == before or last - first > width - 1:
                continue
            digits, run = size - first, factorial(size - 1 - last)
            orders = all_orders(digits)[::run]
            tile = orders[:, place - first : place - first + 1]
            rest = np.delete(orders, place - first, axis=1)
            source = np.concatenate([rest[:, : before - first], tile, rest[:, before - first :]], axis=1)
            maps.append((order_rank(source) // run).astype(np.uint16))
            total += len(maps[-1])
    return (np.concatenate(maps) if maps else np.zeros(1, np.uint16)), starts


def encode(shape: Shape, boards: NDArray[np.uint8], patterns: list[list[int]]) -> tuple[Words, Words]:
    """The cells and the order of every pattern on every board: one row per board, one column per pattern. A board has
    the tile of each cell; a tile has the number of its goal cell."""
    where = np.argsort(boards, axis=1).astype(np.uint32)
    cells = np.zeros((len(boards), len(patterns)), np.uint32)
    orders = np.zeros_like(cells)
    for number, tiles in enumerate(patterns):
        at = where[:, tiles]
        dummies = shape.largest - len(tiles)
        cells[:, number] = (np.uint32(1) << at).sum(1, dtype=np.uint32)
        places = np.argsort(at, axis=1).astype(np.uint32) + np.uint32(dummies)
        shifts = 3 * (np.arange(len(tiles), dtype=np.uint32) + np.uint32(dummies))
        orders[:, number] = (places << shifts).sum(1, dtype=np.uint32)
        orders[:, number] |= np.uint32(sum(place << (3 * place) for place in range(dummies)))
    return cells, orders


def mirrored(shape: Shape, boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Reflects boards and the numbers of their tiles at the main diagonal."""
    cell = np.arange(shape.cells)
    image = (cell % shape.width) * shape.width + cell // shape.width
    reflected: NDArray[Any] = image[boards[:, image]]
    return reflected.astype(np.uint8)
