"""How the tests run budge."""

import sys
from dataclasses import dataclass

BUDGE = [sys.executable, "-m", "budge"]
HARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"  # 80 moves: as far from the goal as a 15-puzzle can be
PLAIN = {"NO_COLOR": "", "COLUMNS": "100"}


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str
