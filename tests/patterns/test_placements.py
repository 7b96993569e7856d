"""Histograms by placements: the figures of the study, and agreement with the databases that the core builds."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import pytest

from budge.patterns import Board, Store
from budge.patterns.pattern import ADDITIVE, PLAIN, view_of
from budge.patterns.placements import placement_histogram
from budge.puzzles import BadInput


def test_the_pattern_of_figure_7_has_the_counts_of_its_placements() -> None:
    counts = placement_histogram(view_of(Board(4, 4, 0), [3, 6, 7, 10, 11], ADDITIVE).pattern)
    mean = sum(value * count for value, count in enumerate(counts)) / sum(counts)
    assert (sum(counts), round(mean, 2), len(counts) - 1) == (16 * 15 * 14 * 13 * 12, 13.15, 23)


@pytest.mark.parametrize(("width", "height", "blank"), [(3, 2, 0), (2, 3, 5), (3, 3, 4)])
def test_the_value_of_a_placement_is_the_smallest_entry_of_the_database(
    width: int, height: int, blank: int, tmp_path: Path
) -> None:
    board = Board(width, height, blank)
    for homes in combinations([cell for cell in range(board.cells) if cell != blank], 2):
        view = view_of(board, homes, ADDITIVE)
        database = Store(tmp_path).fetch(view.pattern)
        smallest: dict[tuple[int, int], int] = {}
        others = [cell for cell in range(board.cells) if cell not in view.pattern.cells]
        for one, other, free in permutations(range(board.cells), 3):
            homes_by_cell = dict(zip((one, other), view.pattern.cells, strict=True))
            rest = iter(others)
            tiles = [homes_by_cell[cell] if cell in homes_by_cell else next(rest) for cell in range(board.cells)]
            value = database.native.value(tiles, free)
            smallest[one, other] = min(value, smallest.get((one, other), value))
        values = list(smallest.values())
        expected = [values.count(value) for value in range(max(values) + 1)]
        assert placement_histogram(view.pattern) == tuple(expected)


def test_plain_and_large_patterns_are_refused() -> None:
    with pytest.raises(BadInput, match="for additive databases"):
        placement_histogram(view_of(Board(4, 4, 0), [1, 2], PLAIN).pattern)
    with pytest.raises(BadInput, match="up to six tiles on 4×4 and five on 5×5, not 7 on 4×4"):
        placement_histogram(view_of(Board(4, 4, 0), [1, 2, 3, 4, 5, 6, 7], ADDITIVE).pattern)
