"""Instances with known optima that lie beside the repository on some machines; tests use them when present."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from budge import Puzzle
from budge.formats import read_source

DATA = Path(os.environ.get("BUDGE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))


def present(path: str) -> Path:
    """A file of the data; skips the test where there is none."""
    if not (DATA / path).exists():
        pytest.skip(f"{path} is not beside this repository")
    return DATA / path


def rows(path: str) -> list[dict[str, str]]:
    """The rows of a CSV file of the data."""
    with present(path).open() as file:
        return list(csv.DictReader(file))


def sokoban_level(collection: str, number: int) -> Puzzle:
    """A level of a collection, counted from one."""
    return read_source(present(f"sokoban/{collection}.sok"))[number - 1]
