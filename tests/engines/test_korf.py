"""Korf's hundred 15-puzzles: lengths, and the very node counts that he published in 1985."""

from __future__ import annotations

import pytest
from shared_data import rows

import budge
from budge import Tiles
from budge.puzzles.tiles import blank_first


def instance(row: dict[str, str]) -> Tiles:
    return Tiles(width=4, height=4, start=tuple(map(int, row["tiles"].split())), goal=blank_first(16))


@pytest.mark.parametrize("threads", [1, 2])
def test_generated_counts_equal_the_published_ones(threads: int) -> None:
    easiest = sorted(rows("tiles/korf100.csv"), key=lambda row: int(row["korf_nodes"]))[:25]
    for row in easiest:
        outcome = budge.solve(instance(row), engine="ida", heuristic="manhattan", threads=threads)
        assert outcome.cost == int(row["optimal"])
        assert outcome.stats.generated == int(row["korf_nodes"])


def test_the_general_search_counts_the_same() -> None:
    """The 4×4 board has loops of its own; a trace makes the engine use the ones that all boards share."""
    row = min(rows("tiles/korf100.csv"), key=lambda row: int(row["korf_nodes"]))
    outcome = budge.solve(instance(row), engine="ida", heuristic="manhattan", observer=budge.Observer(trace=True))
    assert outcome.stats.generated == int(row["korf_nodes"])


def test_another_operator_order_gives_the_same_length_and_another_count() -> None:
    row = min(rows("tiles/korf100.csv"), key=lambda row: int(row["korf_nodes"]))
    outcome = budge.solve(instance(row), engine="ida", heuristic="manhattan", order="DRLU")
    assert outcome.cost == int(row["optimal"])
    assert outcome.stats.generated != int(row["korf_nodes"])
