"""Reads plans in the formats of other programs: the actions of a planner, an answer set, an outcome in JSON."""

from __future__ import annotations

import json

from budge.encodings.asp import is_answer, read_answer
from budge.encodings.pddl import is_planners_plan, read_planners_plan
from budge.model import Outcome
from budge.puzzles import BadInput, Plan, Puzzle


def plan_of(puzzle: Puzzle, text: str) -> Plan:
    """The plan in a text, in any of these formats or in the puzzle's own notation.

    >>> from budge.puzzles import Tiles
    >>> board = Tiles.of(["1 2 3", "4 0 6", "7 5 8"])
    >>> plan_of(board, "DR").text, plan_of(board, "move(0,1,1) move(1,0,2)").text
    ('DR', 'DR')
    """
    if is_planners_plan(text):
        return read_planners_plan(puzzle, text)
    if not text.lstrip().startswith("{"):
        return read_answer(puzzle, text) if is_answer(text) else puzzle.parse_plan(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"the plan begins like JSON but is not valid JSON: {problem}") from None
    found = Outcome.from_json(data).plan
    if found is None:
        raise BadInput("this outcome has no plan")
    return found
