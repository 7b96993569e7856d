"""Amounts of memory as people write them."""

from __future__ import annotations

import re

from budge.puzzles import BadInput

SIZE = re.compile(r"(\d{1,18}(?:\.\d{1,9})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
MAX_BYTES = 1 << 62  # effectively no limit, and still within the integers of the core


def to_bytes(text: str) -> int:
    """
    >>> to_bytes("512M"), to_bytes("1.5 GiB"), to_bytes("7")
    (536870912, 1610612736, 7)
    """
    match = SIZE.fullmatch(text.strip())
    size = int(float(match[1]) * (1 << 10 * " KMGT".index(match[2].upper() or " "))) if match else 0
    if size == 0:
        raise BadInput(f"{text!r}; expected 512M, 4G or a number of bytes")
    return min(size, MAX_BYTES)
