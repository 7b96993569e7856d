"""The kinds of puzzles that the native searches support, one file each, and `custom` for those that programs define."""

from typing import Any

from budge.engines.domains.base import Domain
from budge.engines.domains.custom import CustomDomain
from budge.kinds import by_kind
from budge.native import core


class Domains(dict[str, Domain[Any]]):
    """The domains by kind. A kind that a program defines has no entry of its own."""

    def __missing__(self, kind: str) -> Domain[Any]:
        return CUSTOM_DOMAIN


CUSTOM_DOMAIN = CustomDomain()
SEARCHES = frozenset(core.searches())  # pairs of a kind and an algorithm
DOMAINS = Domains({kind: domain() for kind, domain in by_kind(__name__, Domain).items()})


def served(algorithm: str) -> tuple[str, ...]:
    """The kinds of budge that a search of the core supports.

    >>> served("astar")[:2]
    ('tiles', 'tokens')
    """
    return tuple(kind for kind in DOMAINS if (kind, algorithm) in SEARCHES)


def serves(algorithm: str, kind: str) -> bool:
    """Whether a search of the core supports a kind, which a program may have defined."""
    return (kind if kind in DOMAINS else "custom", algorithm) in SEARCHES


__all__ = ["CUSTOM_DOMAIN", "DOMAINS", "Domain", "served", "serves"]
