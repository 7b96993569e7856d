"""Errors as problem details (RFC 9457): a title, a status and a readable line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

MEDIA_TYPE = "application/problem+json"
TITLES = {
    400: "Not JSON",
    403: "Not from here",
    404: "Not found",
    405: "Not allowed",
    408: "Too slow",
    409: "Stopped",
    413: "Too large",
    415: "Not JSON",
    422: "Cannot do that",
    500: "A worker failed",
    503: "Busy",
}


@dataclass(eq=False)
class Problem(Exception):
    """An error response."""

    status: int
    detail: str
    headers: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """
        >>> Problem(404, "no solve of that name").to_json()["title"]
        'Not found'
        """
        title = TITLES.get(self.status, "Problem")
        return {"type": "about:blank", "title": title, "status": self.status, "detail": self.detail}
