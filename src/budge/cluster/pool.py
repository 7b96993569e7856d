"""Batches on the workers of a cluster."""

from __future__ import annotations

import pickle

from budge.cluster import remote
from budge.cluster.connection import Connection
from budge.engines.team import LostCall
from budge.many.pool import Batch, Done, Event, GivenBack, Lost, Pool
from budge.many.worker import unpacked


class ClusterPool(Pool):
    least_seconds = 0.1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def slots(self) -> int:
        return self._connection.slots

    def submit(self, batch: Batch) -> None:
        self._connection.submit(batch.number, remote.run_orders, pickle.dumps(batch), self._connection.topic)

    def next(self, seconds: float) -> Event | None:
        heard = self._connection.next(seconds)
        if heard is None:
            return None
        if isinstance(heard, dict):
            return GivenBack(heard["batch"], list(heard["numbers"]))
        number, result = heard
        if isinstance(result, LostCall):
            return Lost(number, result.reason)
        return Done(number, unpacked(pickle.loads(result)))

    def close(self) -> None:
        self._connection.close()
