"""Sokoban as an answer-set program: ours, by moves or by pushes, and those of the answer-set study."""

from __future__ import annotations

from collections import deque

from budge.encodings.asp.base import LETTERS, Rules, Step
from budge.puzzles import BadInput, IllegalMove, Plan, Sokoban
from budge.puzzles.sokoban import State
from budge.puzzles.sokoban_theory import pulls

LISTINGS = ("listing-plain", "listing-incremental", "listing-split")  # the study's programs, without optimisations
ENCODINGS = ("anonymous", "plain", "incremental", "split", *LISTINGS)  # by moves
ONE_LENGTH = ("plain", "split", "listing-plain", "listing-split")  # grounded for one length, not step by step


class SokobanRules(Rules):
    metrics = ("moves", "pushes")

    def refuses(self, puzzle: Sokoban) -> str | None:
        if len(puzzle.players) > 1:
            return f"answer-set rules support one player, not {len(puzzle.players)}"
        return "answer-set rules do not assign targets to boxes" if puzzle.assigned else None

    def file(self, metric: str, encoding: str) -> str:
        return f"sokoban_{'pushes' if metric == 'pushes' else encoding.replace('-', '_')}.lp"

    def grows(self, metric: str, encoding: str) -> bool:
        return metric == "pushes" or encoding not in ONE_LENGTH

    def lower_bound(self, puzzle: Sokoban, metric: str) -> int:
        """
        >>> SokobanRules().lower_bound(Sokoban.of(["######", "#@ $.#", "######"]), "moves")
        2
        """
        pushes = _min_pushes(puzzle)
        return pushes + _steps_to_a_box(puzzle) if metric == "moves" and pushes else pushes

    def stride(self, puzzle: Sokoban, metric: str) -> int:
        return 2 if metric == "pushes" and len(puzzle.boxes) == len(puzzle.targets) else 1

    def plan(self, puzzle: Sokoban, steps: list[Step]) -> Plan:
        if len(puzzle.players) > 1:
            raise BadInput("the plan: answer sets are supported for Sokoban with one player")
        if all(len(step) == 2 for step in steps):
            return puzzle.plan([LETTERS[step[-2], step[-1]] for step in steps])
        return puzzle.plan(_with_walks(puzzle, steps))


def _min_pushes(level: Sokoban) -> int:
    """Lower bound on pushes: the sum over targets of the distance to the nearest box. Without spare boxes, the maximum
    of this and the sum over boxes, rounded up to the parity of all plans."""
    pulled = pulls(level)
    from_target = [_distances(target, pulled) for target in level.targets]
    needed = sum(min(away[box] for box in level.boxes if box in away) for away in from_target)
    if len(level.boxes) > len(level.targets):
        return needed
    needed = max(needed, sum(min(away[box] for away in from_target if box in away) for box in level.boxes))
    colours = sum(sum(divmod(cell, level.width)) for cell in (*level.boxes, *level.targets))
    return needed + (needed - colours) % 2


def _steps_to_a_box(level: Sokoban) -> int:
    """The steps of the player to a cell next to the nearest box, without boxes in the way."""
    floor = {cell: [there for there in level.adjacent(cell) if there in level.floor] for cell in level.floor}
    away = _distances(level.players[0], floor)
    return min(away[box] for box in level.boxes if box in away) - 1


def _distances(source: int, ways: dict[int, list[int]]) -> dict[int, int]:
    """The distance of every reachable cell from the source."""
    found = {source: 0}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        for there in ways[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _with_walks(level: Sokoban, pushes: list[tuple[int, ...]]) -> list[str]:
    moves: list[str] = []
    state = level.initial
    for number, push in enumerate(pushes, 1):
        way = push[-2], push[-1]
        box = push[1] * level.width + push[0]
        try:
            walk = _walk(level, state, box - level.offset(LETTERS[way]))
            if box not in state[1]:
                raise IllegalMove(f"there is no box at {level.where(box)}")
            for letter in (*walk, LETTERS[way]):
                state = level.apply(state, letter)
                moves.append(letter)
        except IllegalMove as illegal:
            raise BadInput(f"push {number} of the plan: {illegal}") from None
    return moves


def _walk(level: Sokoban, state: State, there: int) -> str:
    """A shortest walk of the player around the boxes."""
    (here,), boxes = state
    ways = {here: ""}
    queue = deque([here])
    while queue and there not in ways:
        cell = queue.popleft()
        for letter in LETTERS.values():
            neighbour = cell + level.offset(letter)
            if neighbour in level.floor and neighbour not in boxes and neighbour not in ways:
                ways[neighbour] = ways[cell] + letter
                queue.append(neighbour)
    if there not in ways:
        raise IllegalMove(f"the player cannot get to {level.where(there)}")
    return ways[there]
