"""Puzzles as answer-set programs: the rules are in `.lp` files, which clingo runs by hand too; the puzzle is facts."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from budge.encodings.asp.answers import is_answer, read_answer
from budge.formats.asp_facts import AspFacts
from budge.puzzles import Puzzle, Sokoban, Tiles
from budge.puzzles.sokoban_theory import pulls

__all__ = ["ENCODINGS", "facts", "grows", "is_answer", "least", "no_rules", "read_answer", "rules_of", "stride"]

FOLDER = Path(__file__).parent
ENCODINGS = ("anonymous", "plain", "incremental", "split")  # of Sokoban by moves
ONE_LENGTH = ("plain", "split")  # those that are grounded for one length, and not step by step


def no_rules(puzzle: Puzzle, metric: str = "moves") -> str | None:
    """None, or why there are no rules for a puzzle and metric."""
    if not isinstance(puzzle, Tiles | Sokoban):
        return f"answer-set rules are for tiles and sokoban, not {puzzle.kind}"
    if isinstance(puzzle, Sokoban) and len(puzzle.players) > 1:
        return f"answer-set rules know one player, not {len(puzzle.players)}"
    if isinstance(puzzle, Sokoban) and puzzle.assigned:
        return "answer-set rules do not assign targets to boxes"
    if metric not in ("moves", "pushes"):
        return f"answer-set rules count moves or pushes, not {metric}"
    return None


def rules_of(puzzle: Puzzle, metric: str, encoding: str) -> Path:
    """The file that says how the puzzle is played."""
    if isinstance(puzzle, Tiles):
        return FOLDER / "tiles.lp"
    return FOLDER / f"sokoban_{'pushes' if metric == 'pushes' else encoding}.lp"


def grows(puzzle: Puzzle, metric: str, encoding: str) -> bool:
    """Whether the rules can be grounded step by step."""
    return puzzle.kind == "tiles" or metric == "pushes" or encoding not in ONE_LENGTH


def facts(puzzle: Puzzle) -> str:
    """The puzzle itself, for the rules."""
    return AspFacts().write(puzzle)


def least(puzzle: Puzzle, metric: str) -> int:
    """No plan is shorter.

    >>> least(Tiles.of(["0 2", "1 3"]), "moves")
    2
    >>> least(Sokoban.of(["######", "#@ $.#", "######"]), "moves")
    2
    """
    if isinstance(puzzle, Tiles):
        homes = {tile: divmod(cell, puzzle.width) for cell, tile in enumerate(puzzle.goal)}
        places = {tile: divmod(cell, puzzle.width) for cell, tile in enumerate(puzzle.start)}
        apart = [abs(places[tile][0] - home[0]) + abs(places[tile][1] - home[1]) for tile, home in homes.items()]
        away, blank = sum(apart) - apart[puzzle.goal.index(0)], apart[puzzle.goal.index(0)]
        return away + (away - blank) % 2
    assert isinstance(puzzle, Sokoban)
    pushes = _least_pushes(puzzle)
    return pushes + _walk(puzzle) if metric == "moves" and pushes else pushes


def stride(puzzle: Puzzle, metric: str) -> int:
    """The lengths of all plans differ by multiples of it: the colours of a chessboard tell."""
    every_box_ends_on_a_target = isinstance(puzzle, Sokoban) and len(puzzle.boxes) == len(puzzle.targets)
    return 2 if puzzle.kind == "tiles" or (metric == "pushes" and every_box_ends_on_a_target) else 1


def _least_pushes(level: Sokoban) -> int:
    """Every target needs a box, and each box a target where there are no more boxes than targets."""
    pulled = pulls(level)
    from_target = [_distances(target, pulled) for target in level.targets]
    needed = sum(min(away[box] for box in level.boxes if box in away) for away in from_target)
    if len(level.boxes) > len(level.targets):
        return needed
    needed = max(needed, sum(min(away[box] for away in from_target if box in away) for box in level.boxes))
    colours = sum(sum(divmod(cell, level.width)) for cell in (*level.boxes, *level.targets))
    return needed + (needed - colours) % 2


def _walk(level: Sokoban) -> int:
    """The steps to the nearest box."""
    floor = {cell: [there for there in level.beside(cell) if there in level.floor] for cell in level.floor}
    away = _distances(level.players[0], floor)
    return min(away[box] for box in level.boxes if box in away) - 1


def _distances(source: int, ways: dict[int, list[int]]) -> dict[int, int]:
    """How far each cell is from the source, for those that can be reached at all."""
    found = {source: 0}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        for there in ways[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
