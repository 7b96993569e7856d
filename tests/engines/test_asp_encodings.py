"""The encodings of the answer-set study agree with search on what is shortest."""

import pytest

import budge
from budge import Objective
from budge.encodings.asp import ENCODINGS

pytest.importorskip("clingo")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_that_one_length_cannot_be_does_not_say_that_none_can(encoding: str) -> None:
    """The rules for one length have its goal in them, and may be contradictory at once."""
    outcome = budge.solve("sokoban/rectangle-3", engine="asp", objective=Objective(metric="moves"), encoding=encoding)
    assert (outcome.status, outcome.cost) == ("optimal", 13)
