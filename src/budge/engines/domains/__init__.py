"""The kinds of puzzles that the native searches support, one file each."""

from typing import Any

from budge.engines.domains.base import Domain
from budge.kinds import by_kind
from budge.native import core

DOMAINS: dict[str, Domain[Any]] = {kind: domain() for kind, domain in by_kind(__name__, Domain).items()}


def served(algorithm: str) -> tuple[str, ...]:
    """The kinds that a search of the core supports.

    >>> served("astar")[:2]
    ('tiles', 'tokens')
    """
    searches = set(core.searches())
    return tuple(kind for kind in DOMAINS if (kind, algorithm) in searches)


__all__ = ["DOMAINS", "Domain", "served"]
