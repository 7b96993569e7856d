"""budge solves puzzles whose pieces move, optimally, and proves that no shorter solution exists.

>>> import budge
>>> outcome = budge.solve("1 2 3/4 0 6/7 5 8")
>>> outcome.status, outcome.plan.text
('optimal', 'DR')
"""

from budge import _starting  # noqa: F401  (first, because the other imports take a while)
from budge.about import info
from budge.api import EngineError, RefereeError, load, parse, solve, verify
from budge.distances import distances
from budge.engines.base import Engine, Refusal, Task
from budge.engines.options import Option
from budge.execution import solve_many
from budge.explore import Exploration, explore
from budge.export import convert, export
from budge.formats import Format
from budge.generate import Generated, generate
from budge.graphs import graph
from budge.heuristic_check import HeuristicReport, check_heuristic
from budge.model import Limits, Objective, Observer, Offer, Outcome, Progress, Stats
from budge.puzzles import (
    BadInput,
    Blocks,
    Cost,
    CustomPuzzle,
    IllegalMove,
    Plan,
    Puzzle,
    Robots,
    Sokoban,
    Tiles,
    Tokens,
    Verdict,
    puzzle,
)
from budge.render import Playback, animate, watch
from budge.spec import SolveSpec
from budge.trace import Trace

__version__ = "0.1.0"

__all__ = [
    "BadInput",
    "Blocks",
    "Cost",
    "CustomPuzzle",
    "Engine",
    "EngineError",
    "Exploration",
    "Format",
    "Generated",
    "HeuristicReport",
    "IllegalMove",
    "Limits",
    "Objective",
    "Observer",
    "Offer",
    "Option",
    "Outcome",
    "Plan",
    "Playback",
    "Progress",
    "Puzzle",
    "RefereeError",
    "Refusal",
    "Robots",
    "Sokoban",
    "SolveSpec",
    "Stats",
    "Task",
    "Tiles",
    "Tokens",
    "Trace",
    "Verdict",
    "animate",
    "check_heuristic",
    "convert",
    "distances",
    "explore",
    "export",
    "generate",
    "graph",
    "info",
    "load",
    "parse",
    "puzzle",
    "solve",
    "solve_many",
    "verify",
    "watch",
]
