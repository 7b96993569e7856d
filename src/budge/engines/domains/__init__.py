"""The kinds of puzzles that the native searches support, one file each."""

from typing import Any

from budge.engines.domains.base import Domain
from budge.kinds import by_kind

DOMAINS: dict[str, Domain[Any]] = {kind: domain() for kind, domain in by_kind(__name__, Domain).items()}


def served(algorithm: str) -> tuple[str, ...]:
    """The kinds that an algorithm of the core supports.

    >>> served("astar")[:2]
    ('tiles', 'tokens')
    """
    return tuple(kind for kind, domain in DOMAINS.items() if algorithm in domain.algorithms)


__all__ = ["DOMAINS", "Domain", "served"]
