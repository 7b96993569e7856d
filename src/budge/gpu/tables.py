"""Databases of one bit a state on the device: built level by level, then turned round for searching."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from budge.gpu.device import compiled, cupy_module, minding_the_device
from budge.gpu.geometry import (
    column_maps,
    columns,
    most_table_bytes,
    order_tables,
    region_number,
    row_ranks,
    row_words,
    set_ranks,
    states,
)
from budge.gpu.partitions import Views

DEEPEST = 250


def memory_needed(views: Views, built: Collection[tuple[int, ...]] = ()) -> tuple[int, int]:
    """Bytes that the databases of two views take, less those that are built, and bytes besides while one is built."""
    sets = {*views.first, *views.second} - {*built}
    if not sets:
        return 0, 0
    sizes = [most_table_bytes(views.shape.cells, len(tiles)) for tiles in sets]
    return sum(sizes), max(sizes)


class BuildCancelled(Exception):
    """`go_on` said no."""


@dataclass(frozen=True)
class Built:
    """A database: its bits, order by order, and how many states each distance has."""

    bits: Any
    width: int  # words an order
    levels: tuple[int, ...]


class Tables:
    """The ranks of a shape and the databases of both views, as the kernels read them."""

    def __init__(self, views: Views, machine: Any, go_on: Callable[[str, float], bool]) -> None:
        self.views, self.shape, self._machine = views, views.shape, machine
        cupy, shape = cupy_module(), views.shape
        sizes = sorted(set(shape.sizes))
        ranks_type = f"budge::gpu::Ranks<budge::gpu::Board<{shape.width}, {shape.height}>, {min(sizes)}, {max(sizes)}>"
        board_type = f"budge::gpu::Board<{shape.width}, {shape.height}>"
        names = [f"budge::gpu::find_regions<{ranks_type}>"]
        names += [f"budge::gpu::build_level<{ranks_type}, {board_type}, {size}>" for size in sizes]
        names += [f"budge::gpu::transpose<{size}>" for size in sizes]
        kernels = compiled(names, shape.compact)
        self._build_level = dict(zip(sizes, kernels[1:], strict=False))
        self._transpose = dict(zip(sizes, kernels[1 + len(sizes) :], strict=True))
        self._keep: list[Any] = []  # what the device's structs point to
        with minding_the_device():
            self.set_ranks = set_ranks(shape)
            sets = np.concatenate(list(self.set_ranks.sets.values()))
            words, counts = cupy.empty(len(sets), np.uint64), cupy.empty(len(sets), np.uint8)
            kernels[0](((len(sets) + 127) // 128,), (128,), (cupy.asarray(sets), words, counts, np.uint32(len(sets))))
            self._counts = counts.get()
            assert int(self._counts.max()) <= 8
            self.rows = row_ranks(shape, self.set_ranks, words.get(), self._counts)
            low, high = order_tables(shape.largest)
            self._ranks = [
                self._up(self.set_ranks.low),
                self._up(self.set_ranks.high),
                self._up(self.rows.segments),
                self._up(low),
                self._up(high),
                self._up(self.rows.words),
                self.rows.shift,
            ]
            self._ranks_there = np.uint64(self._up(np.array(self._ranks, np.uint64)))
            self.built: dict[tuple[int, ...], Built] = {}
            self._build_all(go_on)
            self.struct = self._packed()

    def beside(self, views: Views, go_on: Callable[[str, float], bool]) -> Tables:
        """Tables for other views of the same shape, which share ranks and databases with these."""
        assert views.shape == self.shape
        other = copy(self)
        other.views = views
        with minding_the_device():
            other._build_all(go_on)
            other.struct = other._packed()
        return other

    @property
    def segments(self) -> int:
        return len(self.rows.segments)

    @property
    def bytes(self) -> int:
        return sum(int(each.bits.nbytes) for each in self.built.values())

    def _up(self, array: Any) -> int:
        there = cupy_module().asarray(array)
        self._keep.append(there)
        return int(there.data.ptr)

    def _packed(self) -> np.uint64:
        """Where the device finds it all."""
        shape, words = self.shape, list(self._ranks)
        for sets in (self.views.first, self.views.second):
            for tiles in sets:
                first_word = self.rows.first[len(tiles)] // 32
                words.append(int(self.built[tiles].bits.data.ptr) - 4 * first_word)
        widths = np.zeros((shape.patterns + 1) // 2 * 2, np.uint32)
        widths[: shape.patterns] = [self.built[tiles].width for tiles in self.views.first]
        words += widths.view(np.uint64).tolist()
        return np.uint64(self._up(np.array([*words, self._up(self._machine)], np.uint64)))

    def _build_all(self, go_on: Callable[[str, float], bool]) -> None:
        """All databases of the views that are not built."""
        cupy = cupy_module()
        needed = [tiles for tiles in dict.fromkeys((*self.views.first, *self.views.second)) if tiles not in self.built]
        done = 0
        for size in sorted(set(map(len, needed))):
            rows, words = self.rows.rows[size], row_words(size)
            bits = cupy.empty((rows, words), np.uint32)
            at = self.set_ranks.first[size]
            sets = self.set_ranks.sets[size]
            cells, numbers = states(self.shape, sets, self._counts[at : at + len(sets)])
            work = (bits, [*map(cupy.asarray, cells)], [*map(cupy.asarray, numbers)])
            maps = [cupy.asarray(array) for array in column_maps(size, self.shape.width)]
            for tiles in needed:
                if len(tiles) == size:
                    if not go_on(f"a database of {size} tiles on the GPU", done / len(needed)):
                        raise BuildCancelled
                    self.built[tiles] = self._build(tiles, work, maps)
                    done += 1
            del bits, work
            cupy.get_default_memory_pool().free_all_blocks()

    def _build(self, tiles: tuple[int, ...], work: Any, maps: list[Any]) -> Built:
        cupy, shape, size = cupy_module(), self.shape, len(tiles)
        bits, cells, numbers = work
        rows, first, fewest = self.rows.rows[size], self.rows.first[size], min(shape.sizes)
        goal = sum(1 << tile for tile in tiles)
        rank = self.set_ranks.rank(goal, size, shape.low_bits)
        region = region_number(shape, goal, self.views.home)
        start = self.rows.row(rank, region, shape.offset_bits) - first
        reached = cupy.zeros((rows, 2), np.uint32)
        kernel, threads = self._build_level[size], (row_words(size) // 4 + 31) // 32 * 32
        parity, levels = (goal & shape.black).bit_count() & 1, [0]
        counts = cupy.zeros((DEEPEST, 1024), np.uint64)
        for depth in range(DEEPEST):
            odd = (parity + depth) & 1
            arguments: tuple[Any, ...] = (
                self._ranks_there,
                np.int32(size - fewest),
                np.uint32(first),
                cells[odd],
                numbers[odd],
            )
            arguments += (bits, reached, np.int32(depth), np.uint32(start), *maps, counts[depth])
            kernel((len(cells[odd]),), (threads,), arguments)
            levels[-1] = int(counts[depth].sum())
            if levels[-1] == 0:
                break
            levels.append(0)
        assert sum(levels) == rows * columns(size), f"{sum(levels)} of {rows * columns(size)} states"
        width = (rows + 255) // 256 * 8
        turned = cupy.empty((columns(size), width), np.uint32)
        slice_words = 63 if row_words(size) % 63 == 0 else 4
        transpose, shared = self._transpose[size], 256 * (slice_words | 1) * 4
        transpose.max_dynamic_shared_size_bytes = shared
        grid = ((rows + 255) // 256, row_words(size) // slice_words)
        transpose(grid, (256,), (bits, turned, np.uint32(rows), np.uint32(width)), shared_mem=shared)
        cupy.cuda.runtime.deviceSynchronize()
        return Built(turned, width, tuple(levels[:-1]))
