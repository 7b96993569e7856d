"""One pass of IDA* at one bound on the device, for one puzzle or for thousands at once.

The roots grow breadth-first into seeds; the origin of every node (its parent and move) is stored. Then all warps search
below the seeds, in rounds. A warp that finds a plan reports only its seed: the origins give the moves up to the seed,
and a pass from that seed alone, with a much smaller tree, finds the rest."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gpu.device import DeviceLost, compiled, cupy_module, struct, translate_cuda_errors
from budge.gpu.tables import Tables

# Warps per multiprocessor, limited by the registers of a thread: up to three patterns, four patterns, not compact.
WARPS, WARPS_FOUR_PATTERNS, WARPS_NOT_COMPACT = 24, 20, 12
RING = 64  # nodes that a warp keeps in shared memory
CHUNKS = 32  # chunks of 32 nodes in a warp's store
MAX_TURNS = 12_000  # maximum turns of a warp in a round: about 0.1 s
SEEDS_PER_WARP = 64
SEEDS_PER_PUZZLE = 64
LEVELS_AT_ONCE = 16  # levels of growth that the host launches without waiting
BY_SEARCH = 1 << 63
LEVEL_SHIFT = 40


@dataclass
class Counts:
    """Totals of all passes of a search."""

    generated: int = 0
    expanded: int = 0
    rounds: int = 0


class Stopped(Exception):
    """The progress callback returned False."""


@dataclass(frozen=True)
class Found:
    """Complete and partial plans. For each: its puzzle, its moves, and for a partial plan the node they lead to."""

    puzzles: NDArray[np.int64]
    moves: list[bytes]
    nodes: Any  # on the device, one row each
    complete: NDArray[np.bool_]


class Passes:
    """The kernels of a search and their memory."""

    def __init__(self, tables: Tables) -> None:
        self.shape, self.counts = tables.shape, Counts()
        cupy, shape = cupy_module(), tables.shape
        of_compact = WARPS if shape.patterns < 4 else WARPS_FOUR_PATTERNS
        self.warps = of_compact if shape.compact else WARPS_NOT_COMPACT
        search = f"budge::gpu::search<{shape.cpp}, {self.warps}, {RING}>"
        names = [f"budge::gpu::{kernel}<{shape.cpp}>" for kernel in ("grow", "number_seeds", "distances")]
        kernels = compiled([*names, search, "budge::gpu::read_moves"], shape.compact)
        self._grow, self._number_seeds, self._distances, self._search, self._read_moves = kernels
        with translate_cuda_errors():
            device = cupy.cuda.Device()
            self.blocks = int(device.attributes["MultiProcessorCount"])
            quads = shape.words // 4
            self._shared = self._shared_bytes(quads)
            if self._shared > int(device.attributes["MaxSharedMemoryPerBlockOptin"]):
                raise DeviceLost("the GPU has too little shared memory per block for this board")
            self._search.max_dynamic_shared_size_bytes = self._shared
            every_warp = self.blocks * self.warps
            self.capacity = every_warp * (RING + 32 * CHUNKS) + (1 << 20)
            self._queues = [cupy.empty((self.capacity, shape.words), np.uint32) for _ in range(3)]
            self._stores = cupy.empty((every_warp * (CHUNKS * 32 + RING), shape.words), np.uint32)
            self._held = cupy.zeros((every_warp, 2), np.uint32)
            self._round = cupy.zeros(40, np.uint8)
            self._min_slack = cupy.zeros(256, np.uint8)

    def _shared_bytes(self, quads: int) -> int:
        shape = self.shape
        low, high = shape.low_bits, shape.cells - shape.low_bits
        groups = shape.largest - min(shape.sizes) + 1
        set_tables = (2 << low) + (4 << high) * groups + 4096 if shape.compact else 0
        tables = set_tables + (2 << 3 * (shape.largest - 4)) + 4096 + 256
        return (tables + 15) // 16 * 16 + self.warps * RING * (quads | 1) * 16

    def distances(self, tables: Tables, view: int, queries: NDArray[np.uint32]) -> NDArray[np.uint8]:
        """Distances of pattern states from their goals; a query has the fields of `Query` in kernels/distances.cuh."""
        cupy = cupy_module()
        with translate_cuda_errors():
            out = cupy.empty(len(queries), np.uint8)
            self._distances((len(queries),), (32,), (tables.pointer, cupy.asarray(queries), np.int32(view), out))
            found: NDArray[np.uint8] = out.get()
        return found

    def run(
        self,
        tables: Tables,
        roots: Any,
        count: int,
        puzzles: NDArray[np.uint32],
        min_slack: Any,
        progress_callback: Callable[[], bool],
    ) -> Found:
        """Finds a plan for each of `count` puzzles that has one within the bounds of its roots. `puzzles` has the
        puzzle of each root, `min_slack` the smallest slack of a node that is searched, by moves left."""
        assert tables.shape == self.shape
        cupy = cupy_module()
        with translate_cuda_errors():
            self._min_slack.set(np.asarray(min_slack, np.uint8))
            hits, solved = cupy.zeros(count, np.uint64), cupy.zeros(count, np.uint8)
            shared = struct(tables.pointer, self._min_slack, hits, solved, self._round)
            seeds, seed_puzzles, origins, any_hit = self._grow_seeds(
                shared, cupy.asarray(roots), cupy.asarray(puzzles), count
            )
            if len(seeds) and not (any_hit and count == 1):
                rules = (seed_puzzles, np.uint32(tables.segments), np.uint32(count > 1))
                any_hit |= self._search_seeds(shared, seeds, rules, progress_callback)
            return self._read(hits.get() if any_hit else np.zeros(count, np.uint64), seeds, origins)

    def _grow_seeds(self, shared: Any, nodes: Any, puzzles: Any, count: int) -> tuple[Any, Any, list[Any], bool]:
        """Grows the roots. Returns the seeds, their puzzles, the origins by level, and whether a plan was found."""
        cupy, found = cupy_module(), False
        origins: list[Any] = []
        all_warps = self.blocks * self.warps
        enough = min(self.capacity // 4, max(SEEDS_PER_WARP * all_warps, SEEDS_PER_PUZZLE * count))
        capacity, into = 4 * enough, 0  # a node has up to four children
        puzzles_of = [cupy.empty(capacity, np.uint32) for _ in range(2)]
        while 0 < len(nodes) < enough:
            levels = LEVELS_AT_ONCE if count == 1 else 1 + int(math.log2(enough / len(nodes)))
            new_origins, counts = cupy.empty((levels, capacity), np.uint32), cupy.zeros(levels + 1, np.uint32)
            counts[0] = len(nodes)
            self._round.fill(0)
            parents, parent_puzzles = nodes, puzzles
            for level in range(levels):
                children, child_puzzles = self._queues[into], puzzles_of[into]
                depth = struct(
                    *(parents, parent_puzzles, counts[level:], children, child_puzzles, new_origins[level]),
                    *(np.uint32(len(origins) + level), np.uint32(enough), np.uint32(capacity)),
                )
                self._grow((4 * self.blocks,), (128,), (shared, depth))
                parents, parent_puzzles, into = children, child_puzzles, into ^ 1
            found |= self._end_round()[2]
            sizes = counts.get().tolist()
            grown = next((level for level, size in enumerate(sizes) if size == 0 or size >= enough), levels)
            origins += list(new_origins[:grown])
            last = into ^ ((levels - grown) & 1) ^ 1  # the queue with the nodes of that level
            into = last ^ 1
            nodes, puzzles = self._queues[last][: sizes[grown]], puzzles_of[last][: sizes[grown]]
        if not origins:
            nodes = nodes.copy()
        if len(nodes):
            self._number_seeds(((len(nodes) + 127) // 128,), (128,), (nodes, np.uint32(len(nodes))))
        return nodes, puzzles, origins, found

    def _search_seeds(
        self, shared: Any, seeds: Any, rules: tuple[Any, ...], progress_callback: Callable[[], bool]
    ) -> bool:
        """Searches below the seeds, round by round. Returns whether a plan was found."""
        all_warps, found, held, several = self.blocks * self.warps, False, False, bool(rules[-1])
        queue, free_queues = seeds, [each for each in self._queues if each.data.ptr != seeds.data.ptr]
        stores = struct(self._stores, self._held, np.uint32(CHUNKS))
        self._held.fill(0)
        while len(queue) or held:
            if not progress_callback():
                raise Stopped
            count, out = len(queue), free_queues[0]
            fetch = min(32, max(1, -(-count // all_warps)))
            min_turns = 15 if count < 4 * all_warps else 63 if count < 16 * all_warps else 1000
            self._round.fill(0)
            nodes = struct(queue, out, np.uint32(count), np.uint32(fetch), np.uint32(self.capacity))
            limits = struct(*rules, np.uint32(min_turns), np.uint32(MAX_TURNS))
            blocks = self.blocks if held else min(self.blocks, -(-count // (fetch * self.warps)))
            self._search((blocks,), (32 * self.warps,), (shared, nodes, stores, limits), shared_mem=self._shared)
            head, handed, hit, held = self._end_round()
            found = found or hit
            if hit and not several:
                return True
            rest = max(0, count - head)
            if handed + rest > self.capacity:
                raise DeviceLost(f"{handed + rest:,} nodes are waiting, more than the {self.capacity:,} that fit")
            if rest:
                out[handed : handed + rest] = queue[head:count]
            queue = out[: handed + rest]
            free_queues.reverse()
        return found

    def _end_round(self) -> tuple[int, int, bool, bool]:
        """The nodes fetched and handed over in a round, whether a plan was found, whether paused warps hold nodes."""
        raw = self._round.get()
        head, out, found, _ = raw[:16].view(np.uint32).tolist()
        generated, expanded, held = raw[16:].view(np.uint64).tolist()
        self.counts.generated += generated
        self.counts.expanded += expanded
        self.counts.rounds += 1
        return head, out, bool(found), bool(held)

    def _read(self, hits: NDArray[np.uint64], seeds: Any, origins: list[Any]) -> Found:
        """Converts hits to plans, with the moves that the origins store."""
        cupy, depth = cupy_module(), len(origins)
        puzzles = np.flatnonzero(hits)
        values = hits[puzzles]
        by_search = (values & np.uint64(BY_SEARCH)) != 0
        codes = cupy.asarray((values & np.uint64((1 << LEVEL_SHIFT) - 1)).astype(np.uint32))
        levels = np.where(by_search, depth, (values >> np.uint64(LEVEL_SHIFT)).astype(np.int64) & 0xFFFF)
        nodes = seeds[codes[cupy.asarray(by_search)]] if by_search.any() else seeds[:0]
        if depth and len(puzzles):
            if by_search.any():
                codes = cupy.where(cupy.asarray(by_search), origins[-1][codes * cupy.asarray(by_search)], codes)
            moves = cupy.zeros((len(puzzles), depth), np.uint8)
            pointers = cupy.asarray(np.array([int(each.data.ptr) for each in origins], np.uint64))
            arguments = (pointers, codes, cupy.asarray(levels.astype(np.uint32)), np.uint32(len(puzzles)), moves)
            self._read_moves(((len(puzzles) + 127) // 128,), (128,), (*arguments, np.uint32(depth)))
            read = moves.get().tobytes()
        else:
            read = b""
        plans = [read[row * depth : row * depth + end] for row, end in enumerate(levels.tolist())]
        return Found(puzzles, plans, nodes, ~by_search)
