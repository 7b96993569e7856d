"""The same jobs on the machines of a Dask cluster (`pip install 'budge[cluster]'`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from budge.cluster.connection import Connection

if TYPE_CHECKING:
    from distributed import Client

    from budge.cluster.executor import ClusterExecutor
    from budge.cluster.pool import ClusterPool
    from budge.cluster.team import ClusterTeam

__all__ = ["Connection", "open_executor", "open_pool", "open_team"]


def open_pool(where: str | Client, workers: int | None = None) -> ClusterPool:
    """The workers of a cluster as a pool for batches; raises `BadInput` where there is none."""
    from budge.cluster.pool import ClusterPool

    return ClusterPool(Connection(where, workers))


def open_team(where: str | Client, workers: int | None = None) -> ClusterTeam:
    """The workers of a cluster as a team for one puzzle; raises `BadInput` where there is none."""
    from budge.cluster.team import ClusterTeam

    return ClusterTeam(Connection(where, workers))


def open_executor(where: str | Client, workers: int | None = None) -> ClusterExecutor:
    """The workers of a cluster as an executor for suites; raises `BadInput` where there is none."""
    from budge.cluster.executor import ClusterExecutor

    return ClusterExecutor(Connection(where, workers))
