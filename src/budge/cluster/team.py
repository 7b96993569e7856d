"""The workers of a cluster as a team for one puzzle."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any

from budge.cluster import remote
from budge.cluster.connection import Connection
from budge.engines.team import Call, LostCall, Team


class ClusterTeam(Team):
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def slots(self) -> int:
        return self._connection.slots

    def submit(self, number: int, call: Call, argument: Any) -> None:
        self._connection.submit(number, remote.run_call, pickle.dumps((call, argument)))

    def next(self, seconds: float) -> tuple[int, Any | LostCall] | None:
        heard = self._connection.next(seconds)
        if not isinstance(heard, tuple):
            return None
        number, result = heard
        if isinstance(result, LostCall):
            return heard
        answer = pickle.loads(result)
        if isinstance(answer, remote.Failure):
            raise RuntimeError(f"a worker failed: {answer.reason}")
        return number, answer

    def drop(self, numbers: Iterable[int]) -> None:
        self._connection.drop(numbers)

    def close(self) -> None:
        self._connection.close()
