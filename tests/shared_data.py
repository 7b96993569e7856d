"""Instances with known optima that lie beside the repository on some machines; tests use them when present."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

DATA = Path(os.environ.get("BUDGE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))


def rows(path: str) -> list[dict[str, str]]:
    """The rows of a CSV file of the data; skips the test where there is none."""
    if not (DATA / path).exists():
        pytest.skip(f"{path} is not beside this repository")
    with (DATA / path).open() as file:
        return list(csv.DictReader(file))
