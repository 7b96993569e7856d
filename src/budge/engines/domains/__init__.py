"""Every kind that the native searches know, one file each."""

from budge.engines.domains.base import Domain
from budge.engines.domains.blocks import BlocksDomain
from budge.engines.domains.sokoban import SokobanDomain
from budge.engines.domains.tiles import TilesDomain
from budge.engines.domains.tokens import TokensDomain

DOMAINS: dict[str, Domain] = {
    domain.kind: domain for domain in (TilesDomain(), TokensDomain(), BlocksDomain(), SokobanDomain())
}

__all__ = ["DOMAINS", "Domain"]
