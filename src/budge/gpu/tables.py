"""Pattern databases of one bit per state on the device: built level by level, then transposed for searching."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from budge.gpu.device import compiled, cupy_module, struct, translate_cuda_errors
from budge.gpu.geometry import (
    column_maps,
    columns,
    max_table_bytes,
    order_tables,
    region_number,
    row_ranks,
    row_words,
    set_ranks,
    states,
)
from budge.gpu.partitions import Views

MAX_DEPTH = 250
Progress = Callable[[str, float], bool]  # called with the current work and the share done; False cancels


def memory_needed(views: Views, built: Collection[tuple[int, ...]] = ()) -> tuple[int, int]:
    """Bytes of the databases of two views that are not built yet, and the additional bytes during their build."""
    sets = {*views.first, *views.second} - {*built}
    if not sets:
        return 0, 0
    sizes = [max_table_bytes(views.shape.cells, len(tiles)) for tiles in sets]
    return sum(sizes), max(sizes)


class BuildCancelled(Exception):
    """The progress callback returned False."""


@dataclass(frozen=True)
class Built:
    """A database: its bits, order by order, and the number of states at each distance."""

    bits: Any
    width: int  # words per order
    levels: tuple[int, ...]


class Tables:
    """The ranks of a shape and the databases of both views, as the kernels read them."""

    def __init__(self, views: Views, fsm: Any, progress_callback: Progress) -> None:
        self.views, self.shape, self._fsm = views, views.shape, fsm
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
        self._keep: list[Any] = []  # references to the arrays whose addresses the device's structs store
        with translate_cuda_errors():
            self.set_ranks = set_ranks(shape)
            sets = np.concatenate(list(self.set_ranks.sets.values()))
            words, counts = cupy.empty(len(sets), np.uint64), cupy.empty(len(sets), np.uint8)
            kernels[0](((len(sets) + 127) // 128,), (128,), (cupy.asarray(sets), words, counts, np.uint32(len(sets))))
            self._counts = counts.get()
            assert int(self._counts.max()) <= 8
            self.rows = row_ranks(shape, self.set_ranks, words.get(), self._counts)
            low, high = order_tables(shape.largest)
            self._ranks = [
                self._upload(self.set_ranks.low),
                self._upload(self.set_ranks.high),
                self._upload(self.rows.segments),
                self._upload(low),
                self._upload(high),
                self._upload(self.rows.words),
                self.rows.shift,
            ]
            self._ranks_pointer = np.uint64(self._upload(np.array(self._ranks, np.uint64)))
            self.built: dict[tuple[int, ...], Built] = {}
            self._build_all(progress_callback)
            self.pointer = self._upload_struct()

    def for_views(self, views: Views, progress_callback: Progress) -> Tables:
        """Tables for other views of the same shape. They share ranks and databases with these."""
        assert views.shape == self.shape
        other = copy(self)
        other.views = views
        with translate_cuda_errors():
            other._build_all(progress_callback)
            other.pointer = other._upload_struct()
        return other

    @property
    def segments(self) -> int:
        return len(self.rows.segments)

    @property
    def bytes(self) -> int:
        return sum(int(each.bits.nbytes) for each in self.built.values())

    def _upload(self, array: Any) -> int:
        uploaded = cupy_module().asarray(array)
        self._keep.append(uploaded)
        return int(uploaded.data.ptr)

    def _upload_struct(self) -> np.uint64:
        """Uploads the kernels' `Tables`; returns its address."""
        shape, words = self.shape, list(self._ranks)
        for sets in (self.views.first, self.views.second):
            for tiles in sets:
                first_word = self.rows.first[len(tiles)] // 32
                words.append(int(self.built[tiles].bits.data.ptr) - 4 * first_word)
        widths = np.zeros((shape.patterns + 1) // 2 * 2, np.uint32)
        widths[: shape.patterns] = [self.built[tiles].width for tiles in self.views.first]
        words += widths.view(np.uint64).tolist()
        return np.uint64(self._upload(np.array([*words, self._upload(self._fsm)], np.uint64)))

    def _build_all(self, progress_callback: Progress) -> None:
        """Builds the databases of the views that are not built yet."""
        cupy = cupy_module()
        needed = [tiles for tiles in dict.fromkeys((*self.views.first, *self.views.second)) if tiles not in self.built]
        done = 0
        for size in sorted(set(map(len, needed))):
            rows, words = self.rows.rows[size], row_words(size)
            bits = cupy.empty((rows, words), np.uint32)
            first = self.set_ranks.first[size]
            sets = self.set_ranks.sets[size]
            cells, numbers = states(self.shape, sets, self._counts[first : first + len(sets)])
            work = (bits, [*map(cupy.asarray, cells)], [*map(cupy.asarray, numbers)])
            maps = [cupy.asarray(array) for array in column_maps(size, self.shape.width)]
            for tiles in needed:
                if len(tiles) == size:
                    if not progress_callback(f"a database of {size} tiles on the GPU", done / len(needed)):
                        raise BuildCancelled
                    self.built[tiles] = self._build(tiles, work, maps)
                    done += 1
            del bits, work
            cupy.get_default_memory_pool().free_all_blocks()

    def _build(self, tiles: tuple[int, ...], work: Any, maps: list[Any]) -> Built:
        cupy, shape, size = cupy_module(), self.shape, len(tiles)
        bits, cells, numbers = work
        rows, first, group = self.rows.rows[size], self.rows.first[size], size - min(shape.sizes)
        goal = sum(1 << tile for tile in tiles)
        rank = self.set_ranks.rank(goal, size, shape.low_bits)
        region = region_number(shape, goal, self.views.home)
        goal_row = self.rows.row(rank, region, shape.offset_bits) - first
        reached = cupy.zeros((rows, 2), np.uint32)
        kernel, threads = self._build_level[size], (row_words(size) // 4 + 31) // 32 * 32
        where = (np.uint32(first), np.uint32(goal_row), np.int32(group))
        build = struct(self._ranks_pointer, bits, reached, *maps, *where)
        parity, levels = (goal & shape.black).bit_count() & 1, [0]
        counts = cupy.zeros((MAX_DEPTH, 1024), np.uint64)
        for depth in range(MAX_DEPTH):
            odd = (parity + depth) & 1
            level = struct(cells[odd], numbers[odd], counts[depth], np.int32(depth))
            kernel((len(cells[odd]),), (threads,), (build, level))
            levels[-1] = int(counts[depth].sum())
            if levels[-1] == 0:
                break
            levels.append(0)
        assert sum(levels) == rows * columns(size), f"{sum(levels)} of {rows * columns(size)} states"
        width = (rows + 255) // 256 * 8
        by_order = cupy.empty((columns(size), width), np.uint32)
        slice_words = 63 if row_words(size) % 63 == 0 else 4
        transpose, shared = self._transpose[size], 256 * (slice_words | 1) * 4
        transpose.max_dynamic_shared_size_bytes = shared
        grid = ((rows + 255) // 256, row_words(size) // slice_words)
        transpose(grid, (256,), (bits, by_order, np.uint32(rows), np.uint32(width)), shared_mem=shared)
        cupy.cuda.runtime.deviceSynchronize()
        return Built(by_order, width, tuple(levels[:-1]))
