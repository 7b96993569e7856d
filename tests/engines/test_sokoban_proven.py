"""Levels whose fewest pushes only a long search proves: by conflicts, penalties, clusters, zones or both ends."""

from __future__ import annotations

import pytest

import budge
from budge.formats import read_source
from tests.shared_data import DATA

XSOKOBAN = DATA / "sokoban" / "xsokoban.sok"
MICROBAN = DATA / "sokoban" / "microban1.sok"


@pytest.mark.skipif(not XSOKOBAN.exists(), reason="the levels of XSokoban are not beside this repository")
@pytest.mark.parametrize(
    ("number", "pushes", "most_expanded"),
    [
        (2, 131, 28_000),
        (5, 143, 15_000),
        (7, 88, 32_000),
        (14, 239, 80_000),
        (62, 245, 90_000),
        (73, 441, 58_000),
        (82, 143, 22_000),
    ],
)
def test_classic_levels_are_proven_and_what_that_takes(number: int, pushes: int, most_expanded: int) -> None:
    found = budge.solve(read_source(XSOKOBAN)[number - 1])
    assert (found.status, found.cost) == ("optimal", pushes)
    # Without jams and conflicts by target level 5 takes 10,894,566; without zones no minute is enough for level 14.
    assert found.stats.expanded <= most_expanded


@pytest.mark.skipif(not MICROBAN.exists(), reason="the levels of Microban are not beside this repository")
def test_a_level_of_boxes_in_each_others_way_is_proven_from_both_ends() -> None:
    found = budge.solve(read_source(MICROBAN)[143])
    assert (found.status, found.cost) == ("optimal", 36)
    assert found.stats.expanded <= 600_000  # A* alone does not come to the end within a minute
