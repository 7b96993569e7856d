"""One bound of IDA* on the device, for one puzzle or for thousands at once.

The roots grow level by level to seeds, whose origins are remembered; then every warp searches below them, in rounds.
A plan that is found is known by the seed it descends from: the moves up to there are read off the origins, and the rest
is found by a pass from that seed alone, whose tree is as much smaller."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gpu.device import DeviceLost, compiled, cupy_module, minding_the_device
from budge.gpu.tables import Tables

WARPS, FEWER_WARPS, FEWEST_WARPS = 24, 20, 12  # a multiprocessor: as many as leave a thread the registers it needs
RING = 64  # nodes that a warp keeps in shared memory
CHUNKS = 32  # of 32 nodes that it can put away
MOST_TURNS = 12_000  # of a warp in a round: about a tenth of a second
SEEDS_A_WARP = 64
SEEDS_A_PUZZLE = 64
LEVELS_AT_ONCE = 16  # that a root grows before the host looks
BY_SEARCH = 1 << 63
LEVEL_SHIFT = 40


@dataclass
class Counts:
    """What the passes of a search have done so far."""

    generated: int = 0
    expanded: int = 0
    rounds: int = 0


class Stopped(Exception):
    """`go_on` said no."""


@dataclass(frozen=True)
class Found:
    """Plans, or their beginnings: for each, whose it is, the moves so far and, unless these are all, the node there."""

    owners: NDArray[np.int64]
    moves: list[bytes]
    nodes: Any  # on the device, a row for each
    whole: NDArray[np.bool_]


class Passes:
    """The kernels of a search and the memory they work in."""

    def __init__(self, tables: Tables) -> None:
        self.shape, self.counts = tables.shape, Counts()
        cupy, shape = cupy_module(), tables.shape
        self.warps = FEWEST_WARPS if not shape.compact else WARPS if shape.patterns < 4 else FEWER_WARPS
        search = f"budge::gpu::search<{shape.cpp}, {self.warps}, {RING}>"
        names = [f"budge::gpu::{kernel}<{shape.cpp}>" for kernel in ("grow", "mark", "distances")]
        kernels = compiled([*names, search, "budge::gpu::read_moves"], shape.compact)
        self._grow, self._mark, self._distances, self._search, self._read_moves = kernels
        with minding_the_device():
            device = cupy.cuda.Device()
            self.blocks = int(device.attributes["MultiProcessorCount"])
            quads = shape.words // 4
            self._shared = self._shared_bytes(quads)
            if self._shared > int(device.attributes["MaxSharedMemoryPerBlockOptin"]):
                raise DeviceLost("the GPU has too little shared memory a block for this board")
            self._search.max_dynamic_shared_size_bytes = self._shared
            every_warp = self.blocks * self.warps
            self.capacity = every_warp * (RING + 32 * CHUNKS) + (1 << 20)
            self._queues = [cupy.empty((self.capacity, shape.words), np.uint32) for _ in range(3)]
            self._stores = cupy.empty((every_warp * (CHUNKS * 32 + RING), shape.words), np.uint32)
            self._held = cupy.zeros((every_warp, 2), np.uint32)
            self._round = cupy.zeros(40, np.uint8)
            self._curve = cupy.zeros(256, np.uint8)

    def _shared_bytes(self, quads: int) -> int:
        shape = self.shape
        low, high = shape.low_bits, shape.cells - shape.low_bits
        groups = shape.largest - min(shape.sizes) + 1
        of_sets = (2 << low) + (4 << high) * groups + 4096 if shape.compact else 0
        tables = of_sets + (2 << 3 * (shape.largest - 4)) + 4096 + 256
        return (tables + 15) // 16 * 16 + self.warps * RING * (quads | 1) * 16

    def distances(self, tables: Tables, view: int, queries: NDArray[np.uint32]) -> NDArray[np.uint8]:
        """Of states of patterns from their goals; a query is cells, order, blank, goal, the blank's home, pattern."""
        cupy = cupy_module()
        with minding_the_device():
            out = cupy.empty(len(queries), np.uint8)
            self._distances((len(queries),), (32,), (tables.struct, cupy.asarray(queries), np.int32(view), out))
            found: NDArray[np.uint8] = out.get()
        return found

    def run(
        self,
        tables: Tables,
        roots: Any,
        puzzles: int,
        owners: NDArray[np.uint32],
        curve: Any,
        go_on: Callable[[], bool],
    ) -> Found:
        """A plan for each puzzle that has one below the bounds of its roots; `owners` says whose each root is. The
        tables are of the shape that the kernels are for."""
        assert tables.shape == self.shape
        cupy = cupy_module()
        with minding_the_device():
            self._curve.set(np.asarray(curve, np.uint8))
            hits, done = cupy.zeros(puzzles, np.uint64), cupy.zeros(puzzles, np.uint8)
            seeds, owners_there, origins, any_hit = self._grown(
                tables, cupy.asarray(roots), cupy.asarray(owners), hits, done
            )
            if len(seeds) and not (any_hit and puzzles == 1):
                any_hit |= self._searched(tables, seeds, owners_there, hits, done, puzzles > 1, go_on)
            return self._read(hits.get() if any_hit else np.zeros(puzzles, np.uint64), seeds, origins)

    def _grown(self, tables: Tables, nodes: Any, owners: Any, hits: Any, done: Any) -> tuple[Any, Any, list[Any], bool]:
        """Seeds below the roots, whose each is, and for every level where its nodes came from."""
        cupy, found = cupy_module(), False
        origins: list[Any] = []
        every_warp, puzzles = self.blocks * self.warps, len(done)
        enough = min(self.capacity // 4, max(SEEDS_A_WARP * every_warp, SEEDS_A_PUZZLE * puzzles))
        room, into = 4 * enough, 0  # a root has up to four children
        whose = [cupy.empty(room, np.uint32) for _ in range(2)]
        while 0 < len(nodes) < enough:
            levels = LEVELS_AT_ONCE if puzzles == 1 else 1 + int(math.log2(enough / len(nodes)))
            came, counts = cupy.empty((levels, room), np.uint32), cupy.zeros(levels + 1, np.uint32)
            counts[0] = len(nodes)
            self._round.fill(0)
            source, of = nodes, owners
            for level in range(levels):
                out = self._queues[into]
                arguments: tuple[Any, ...] = (tables.struct, self._curve, source, of, counts[level:])
                arguments += (
                    np.uint32(len(origins) + level),
                    np.uint32(enough),
                    out,
                    whose[into],
                    came[level],
                    np.uint32(room),
                    hits,
                    done,
                    self._round,
                )
                self._grow((4 * self.blocks,), (128,), arguments)
                source, of, into = out, whose[into], into ^ 1
            found |= self._end_of_round()[2]
            made = counts.get().tolist()
            grown = next((level for level, count in enumerate(made) if count == 0 or count >= enough), levels)
            origins += list(came[:grown])
            last = into ^ ((levels - grown) & 1) ^ 1  # where the nodes of that level lie
            into = last ^ 1
            nodes, owners = self._queues[last][: made[grown]], whose[last][: made[grown]]
        if not origins:
            nodes = nodes.copy()
        if len(nodes):
            self._mark(((len(nodes) + 127) // 128,), (128,), (nodes, np.uint32(len(nodes))))
        return nodes, owners, origins, found

    def _searched(
        self, tables: Tables, seeds: Any, owners: Any, hits: Any, done: Any, many: bool, go_on: Callable[[], bool]
    ) -> bool:
        every_warp, found, held = self.blocks * self.warps, False, False
        queue, kept = seeds, [each for each in self._queues if each.data.ptr != seeds.data.ptr]
        self._held.fill(0)
        while len(queue) or held:
            if not go_on():
                raise Stopped
            count = len(queue)
            fetch = min(32, max(1, -(-count // every_warp)))
            least = 15 if count < 4 * every_warp else 63 if count < 16 * every_warp else 1000
            out = kept[0]
            self._round.fill(0)
            arguments: tuple[Any, ...] = (tables.struct, np.uint32(tables.segments), self._curve)
            arguments += (
                owners,
                hits,
                done,
                np.uint32(many),
                queue,
                np.uint32(count),
                np.uint32(fetch),
                np.uint32(least),
            )
            arguments += (np.uint32(MOST_TURNS), out, np.uint32(self.capacity), self._stores, np.uint32(CHUNKS))
            blocks = self.blocks if held else min(self.blocks, -(-count // (fetch * self.warps)))
            arguments += (self._held, self._round)
            self._search((blocks,), (32 * self.warps,), arguments, shared_mem=self._shared)
            head, handed, hit, held = self._end_of_round()
            found = found or hit
            if hit and not many:
                return True
            rest = max(0, count - head)
            if handed + rest > self.capacity:
                raise DeviceLost(f"{handed + rest:,} nodes wait, and there is room for {self.capacity:,}")
            if rest:
                out[handed : handed + rest] = queue[head:count]
            queue = out[: handed + rest]
            kept.reverse()
        return found

    def _end_of_round(self) -> tuple[int, int, bool, bool]:
        """How many nodes were taken off the queue and handed over, whether a plan was found, whether warps hold any."""
        raw = self._round.get()
        head, out, found, _ = raw[:16].view(np.uint32).tolist()
        generated, expanded, held = raw[16:].view(np.uint64).tolist()
        self.counts.generated += generated
        self.counts.expanded += expanded
        self.counts.rounds += 1
        return head, out, bool(found), bool(held)

    def _read(self, hits: NDArray[np.uint64], seeds: Any, origins: list[Any]) -> Found:
        """Hits as moves, read off the origins."""
        cupy, depth = cupy_module(), len(origins)
        owners = np.flatnonzero(hits)
        values = hits[owners]
        by_search = (values & np.uint64(BY_SEARCH)) != 0
        codes = cupy.asarray((values & np.uint64((1 << LEVEL_SHIFT) - 1)).astype(np.uint32))
        levels = np.where(by_search, depth, (values >> np.uint64(LEVEL_SHIFT)).astype(np.int64) & 0xFFFF)
        nodes = seeds[codes[cupy.asarray(by_search)]] if by_search.any() else seeds[:0]
        if depth and len(owners):
            if by_search.any():
                codes = cupy.where(cupy.asarray(by_search), origins[-1][codes * cupy.asarray(by_search)], codes)
            moves = cupy.zeros((len(owners), depth), np.uint8)
            there = cupy.asarray(np.array([int(each.data.ptr) for each in origins], np.uint64))
            arguments = (there, codes, cupy.asarray(levels.astype(np.uint32)), np.uint32(len(owners)), moves)
            self._read_moves(((len(owners) + 127) // 128,), (128,), (*arguments, np.uint32(depth)))
            read = moves.get().tobytes()
        else:
            read = b""
        each = [read[at * depth : at * depth + end] for at, end in enumerate(levels.tolist())]
        return Found(owners, each, nodes, ~by_search)
