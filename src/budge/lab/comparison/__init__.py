"""Engines that only comparisons need: programs of other authors, and `sat` as the studies run it.

Programs run in child processes, so that limits are hard. They read what `budge export` writes, and their answers are
read back into plans, which the referee replays like any other.
"""

from __future__ import annotations

import shutil

from budge.engines.base import Engine
from budge.engines.logic.fast_downward import FastDownward, downward
from budge.lab.comparison.gringo_clasp import GringoClasp, installed
from budge.lab.comparison.sat_from_one import SatFromOne
from budge.lab.comparison.sat_in_legs import SatInLegs
from budge.lab.comparison.sat_programs import CaDiCaL, MiniSat


def peers() -> list[Engine]:
    """The programs of others that are installed.

    >>> {peer.name for peer in peers()} <= {"fast-downward", "minisat", "cadical", "clasp"}
    True
    """
    found: list[Engine] = [FastDownward()] if downward() else []
    found += [peer() for peer in (MiniSat, CaDiCaL) if shutil.which(peer.name)]
    return found + ([GringoClasp()] if installed() else [])


def comparison_engines() -> list[Engine]:
    """All engines of this package that can run here."""
    return [*peers(), SatFromOne(), SatInLegs()]
