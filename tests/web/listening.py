"""Reads server-sent events in tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx


def events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Name and data of each event."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def begun(api: httpx.Client, **fields: Any) -> str:
    """The id of a new solve."""
    response = api.post("/solves", json=fields)
    assert response.status_code == 202, response.text
    id: str = response.json()["id"]
    return id


def heard(api: httpx.Client, id: str) -> list[tuple[str, Any]]:
    """All events of a solve, up to its end."""
    with api.stream("GET", f"/solves/{id}/events") as response:
        return list(events(response.iter_lines()))


def solved(api: httpx.Client, **fields: Any) -> tuple[str, Any]:
    """The last event of a solve."""
    return heard(api, begun(api, **fields))[-1]
