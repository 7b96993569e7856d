"""NBS: near-optimal bidirectional search, which expands at most twice the pairs of nodes that any search must."""

from __future__ import annotations

from budge.engines.informed import InformedEngine


class NBS(InformedEngine):
    name = "nbs"
    summary = (
        "best-first from start and goal, always the pair with the least bound; optimal, memory for every state met"
    )
