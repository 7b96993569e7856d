"""`sat-from-1` tests every length from 1 and ends at the same length as `sat`."""

from __future__ import annotations

import budge
from budge.lab.jobs import known_engines
from budge.model import Observer


def test_every_length_from_one_is_tested() -> None:
    [level] = budge.load("#####\n#@$.#\n#####")
    [farther] = budge.load("#######\n#@ $ .#\n#     #\n#######")
    for puzzle, moves in ((level, 1), (farther, 3)):
        outcome = budge.solve(
            puzzle,
            engine=known_engines()["sat-from-1"],
            objective=budge.Objective(metric="moves"),
            observer=Observer(trace=True),
            style="study",
        )
        assert (outcome.status, outcome.cost) == ("optimal", moves)
        assert outcome.trace is not None
        assert [each.bound for each in outcome.trace.bounds] == list(range(1, moves + 1))
