"""How the tests run budge."""

import sys
from dataclasses import dataclass

BUDGE = [sys.executable, "-m", "budge"]
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"  # as far from the goal as 15-puzzles get; Manhattan distance 58
PLAIN = {"NO_COLOR": "", "COLUMNS": "100"}


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str
