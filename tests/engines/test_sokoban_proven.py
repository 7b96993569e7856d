"""Classic levels whose fewest pushes only a long search proves: by conflicts of boxes, dead tangles, and a guess."""

from __future__ import annotations

import pytest

import budge
from budge.formats import read_source
from tests.shared_data import DATA

XSOKOBAN = DATA / "sokoban" / "xsokoban.sok"


@pytest.mark.skipif(not XSOKOBAN.exists(), reason="the levels of XSokoban are not beside this repository")
@pytest.mark.parametrize(("number", "pushes", "most_expanded"), [(2, 131, 50_000), (7, 88, 60_000), (73, 441, 100_000)])
def test_classic_levels_are_proven_and_what_that_takes(number: int, pushes: int, most_expanded: int) -> None:
    found = budge.solve(read_source(XSOKOBAN)[number - 1])
    assert (found.status, found.cost) == ("optimal", pushes)
    assert found.stats.expanded <= most_expanded  # without all of that the first two take 90,844 and 626,650
