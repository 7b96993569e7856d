"""Puzzles as answer-set programs: rules in `.lp` files, which clingo can also run directly, and the puzzle as facts."""

from __future__ import annotations

from pathlib import Path

from budge.encodings.asp.answers import is_answer, read_answer
from budge.encodings.asp.kinds import RULES
from budge.encodings.asp.sokoban import ENCODINGS, LISTINGS, ONE_LENGTH
from budge.formats.asp_facts import AspFacts
from budge.names import listed
from budge.puzzles import Puzzle

__all__ = ["ENCODINGS", "LISTINGS", "ONE_LENGTH", "RULES", "facts", "is_answer", "no_rules", "read_answer", "rules_of"]

FOLDER = Path(__file__).parent


def no_rules(puzzle: Puzzle, metric: str = "moves") -> str | None:
    """None, or the reason why a puzzle and metric have no rules."""
    if puzzle.kind not in RULES:
        return f"answer-set rules are for {listed([*RULES])}, not {puzzle.kind}"
    rules = RULES[puzzle.kind]
    if reason := rules.refuses(puzzle):
        return reason
    return None if metric in rules.metrics else f"answer-set rules count {' or '.join(rules.metrics)}, not {metric}"


def rules_of(puzzle: Puzzle, metric: str, encoding: str) -> Path:
    """The file with the rules of the puzzle."""
    return FOLDER / RULES[puzzle.kind].file(metric, encoding)


def facts(puzzle: Puzzle) -> str:
    """The puzzle as facts for the rules."""
    return AspFacts().write(puzzle)
