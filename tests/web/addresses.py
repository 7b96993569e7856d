"""Addresses within the page."""

from __future__ import annotations

import base64
import json

from budge.puzzles import Puzzle


def link(puzzle: Puzzle, view: str = "play") -> str:
    """The path of a view of a puzzle; the link itself contains the puzzle."""
    packed = base64.urlsafe_b64encode(json.dumps(puzzle.to_json()).encode()).decode().rstrip("=")
    return f"/#view={view}&puzzle={packed}"
