"""Permutations given as two arrangements of the same items."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def mapping(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[int]:
    """The permutation `m` with `before[i] == after[m[i]]`.

    >>> mapping("abc", "cab")
    [1, 2, 0]
    """
    place = {item: index for index, item in enumerate(after)}
    return [place[item] for item in before]


def cycles(images: Sequence[int]) -> list[list[int]]:
    """The cycles of a permutation, fixed points included.

    >>> cycles([1, 0, 2])
    [[0, 1], [2]]
    """
    seen = [False] * len(images)
    found = []
    for start in range(len(images)):
        cycle = []
        while not seen[start]:
            seen[start] = True
            cycle.append(start)
            start = images[start]
        if cycle:
            found.append(cycle)
    return found


def is_odd(before: Sequence[Hashable], after: Sequence[Hashable]) -> bool:
    """Whether an odd number of swaps turns one arrangement into the other.

    >>> is_odd("abc", "bac")
    True
    """
    return (len(before) - len(cycles(mapping(before, after)))) % 2 == 1
