"""Builds the heuristic of the core from partitions: the maximum of several lookups.

Reflected lookups: a symmetry of the board that preserves the goal of the blank maps a position to another with the same
distance, which gives a second value from the same databases (Culberson and Schaeffer, 1998). Dual lookups (Felner,
Zahavi, Schaeffer and Holte, 2005) use the inverse position, in which cells and tiles exchange roles. In its goal the
blank is on the cell where the position has it, so dual lookups need a partition for every cell of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from budge.native import core
from budge.patterns.file import Database
from budge.patterns.partition import Partition
from budge.patterns.pattern import Pattern, PatternView
from budge.patterns.store import Store

Sum = tuple[PatternView, ...]  # views whose values are added
Shares = tuple[tuple[Database, tuple[int, ...]], ...]  # a sum with open databases


@dataclass(frozen=True)
class Lookups:
    """The lookups for a position: the maximum over `sums`, and over `duals[cell]` for the cell of the blank."""

    sums: tuple[Sum, ...]
    duals: tuple[tuple[Sum, ...], ...] = ()

    @cached_property
    def patterns(self) -> list[Pattern]:
        """The patterns of all databases, without duplicates."""
        sums = [*self.sums, *(each for cell in self.duals for each in cell)]
        return list(dict.fromkeys(view.pattern for each in sums for view in each))


@lru_cache(maxsize=64)
def lookups(partitions: tuple[Partition, ...], *, reflect: bool = True, dual: bool = False) -> Lookups:
    """
    >>> from budge.patterns.board import Board
    >>> from budge.patterns.partition import partition
    >>> halves = partition("7-8", Board(4, 4, 0), range(16))
    >>> found = lookups((halves,))
    >>> len(found.sums), [len(each.cells) for each in found.patterns]
    (2, [7, 8])
    >>> len(lookups((halves,), dual=True).patterns)
    5
    """
    sums: list[Sum] = []
    duals: list[list[Sum]] = []
    for given in partitions:
        mirrors = given.board.reflections if reflect else []
        sums += distinct([given, *(given.image(mirror) for mirror in mirrors)])
        if not dual:
            continue
        shifted = [given.with_blank_at(blank) for blank in range(given.board.cells)]
        duals = duals or [[] for _ in shifted]
        for blank in range(given.board.cells):
            inverse = [
                each.image(mirror) for mirror in mirrors for each in shifted if mirror.image[each.board.blank] == blank
            ]
            duals[blank] += distinct([shifted[blank], *inverse])
    return Lookups(tuple(sums), tuple(map(tuple, duals)))


def distinct(partitions: Iterable[Partition]) -> list[Sum]:
    """The distinct sums of partitions; every plain pattern is a sum with one term."""
    found: dict[tuple[tuple[int, ...], ...], Sum] = {}
    for each in partitions:
        views = each.views()
        sums = [tuple(views)] if each.kind == "additive" else [(view,) for view in views]
        sets = [tuple(sorted(each.sets))] if each.kind == "additive" else [(cells,) for cells in each.sets]
        for key, one in zip(sets, sums, strict=True):
            found.setdefault(key, one)
    return list(found.values())


def guide(names: Iterable[str], wanted: Lookups, store: Store) -> core.Guide:
    """The heuristic of the core for these lookups; builds databases that are missing or damaged."""
    opened = {pattern: store.fetch(pattern) for pattern in wanted.patterns}

    def shares(sums: Iterable[Sum]) -> tuple[Shares, ...]:
        return tuple(tuple((opened[view.pattern], view.cells) for view in each) for each in sums)

    return _guide(tuple(names), shares(wanted.sums), tuple(map(shares, wanted.duals)))


@lru_cache(maxsize=8)
def _guide(names: tuple[str, ...], sums: tuple[Shares, ...], duals: tuple[tuple[Shares, ...], ...]) -> core.Guide:
    def natives(sums: tuple[Shares, ...]) -> list[list[tuple[core.Pattern, list[int]]]]:
        return [[(database.native, list(cells)) for database, cells in each] for each in sums]

    return core.Guide(list(names), natives(sums), [natives(each) for each in duals])
