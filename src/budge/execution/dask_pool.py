"""The workers of a Dask cluster as a pool (`pip install 'budge[cluster]'`).

If a worker dies, Dask runs its task again on another one; a task that killed several workers ends as a crash. If the
scheduler dies, all tasks in progress are lost, and `next` raises `WorkersLost` at once. If a task is cancelled, the
scheduler notifies its worker, and the task stops itself: see `budge.execution.dask_worker`.
"""

from __future__ import annotations

import logging
import os
import pickle
import queue
import time
import uuid
import warnings
from collections import deque
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from importlib.metadata import version
from types import NoneType
from typing import TYPE_CHECKING, Any

from budge.arguments import expect
from budge.execution import tuning
from budge.execution.dask_cluster import LocalCluster
from budge.processes.child import Ended
from budge.processes.pool import Pool, WorkersLost
from budge.puzzles import BadInput
from budge.spec import own_version

if TYPE_CHECKING:
    from distributed import Client


class DaskPool(Pool):
    """A cluster, given by address, scheduler file, client or Dask's configuration, or a `local` one for this pool."""

    min_batch_seconds = 0.1

    def __init__(self, where: str | Client, workers: int | None = None) -> None:
        super().__init__()
        self._resources = ExitStack()  # closed with the pool
        self._local: LocalCluster | None = None
        self._client: Any = self._connect(where, workers)  # Dask has few types
        self.address: str = self._client.scheduler.address
        self._run = uuid.uuid4().hex[:12]
        self._topic = f"budge-{self._run}"
        self._futures: dict[int, Any] = {}
        self._messages: queue.SimpleQueue[int | tuple[int, Any]] = queue.SimpleQueue()
        self._ready: deque[tuple[int, Any]] = deque()
        self._workers: dict[str, int] = {}  # threads by address
        self._refreshed = 0.0
        try:
            self._client.subscribe_topic(self._topic, lambda event: self._messages.put(pickle.loads(event[1])))
            self._refresh()
        except BaseException:
            self.close()
            raise
        if not self._workers and where != "local":
            warnings.warn(f"the cluster at {self.address} has no workers yet; waiting for them", stacklevel=2)

    @property
    def slots(self) -> int:
        """The threads of all workers; at least one, so that a task waits for the first worker."""
        if time.monotonic() >= self._refreshed + tuning.DASK_REFRESH_SECONDS:
            self._refresh()
        return max(1, sum(self._workers.values()))

    def submit(self, number: int, task: Any) -> None:
        from budge.execution.dask_worker import run_task

        key = f"budge-{type(task).__name__}-{self._run}-{number}"
        try:
            future = self._client.submit(run_task, pickle.dumps(task), number, self._topic, key=key, pure=False)
        except Exception as problem:
            raise self._gone() from problem
        self._futures[number] = future
        future.add_done_callback(lambda _: self._messages.put(number))

    def next(self, seconds: float) -> tuple[int, Any] | None:
        if self._ready:
            return self._ready.popleft()
        try:
            message = self._messages.get(timeout=seconds)
        except queue.Empty:
            message = None
        if self._client.status != "running":
            raise self._gone()
        if isinstance(message, tuple):  # an event of a running task
            return message if message[0] in self._futures else None
        if message is None and self._local is not None and self._local.is_lost:
            raise WorkersLost("all workers of the local cluster have died")
        if message is None or (future := self._futures.pop(message, None)) is None:
            return None
        first, *rest = self._result(future)
        self._ready.extend((message, event) for event in rest)
        return message, first

    def drop(self, numbers: Iterable[int]) -> None:
        futures = [self._futures.pop(number) for number in list(numbers) if number in self._futures]
        if futures:
            with suppress(Exception):  # `next` notices that the scheduler is gone
                self._client.cancel(futures, force=True)

    def close(self) -> None:
        with suppress(Exception):
            if self._client.status == "running":
                self._client.cancel(list(self._futures.values()), force=True)
                self._client.unsubscribe_topic(self._topic)
        self._futures.clear()
        with suppress(Exception):
            self._resources.close()

    def _result(self, future: Any) -> list[Any]:
        """The events of a task that has ended."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            events: list[Any] = pickle.loads(future.result())
            return events
        except KilledWorker as killed:
            last = getattr(killed, "last_worker", None)
            reason = f"its worker died each time, the last one {last.address if last else ''}".rstrip(" ,")
            return [Ended("crash", reason=reason)]
        except (FutureCancelledError, OSError) as problem:
            raise self._gone() from problem

    def _connect(self, where: str | Client, workers: int | None) -> Any:
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise BadInput("a cluster needs Dask; pip install 'budge[cluster]'") from None
        if not isinstance(where, str):
            return where
        try:
            if where == "local":
                self._local = self._resources.enter_context(LocalCluster(workers))
            client = _client_of(where if self._local is None else self._local.file)
        except BaseException:
            self._resources.close()
            raise
        self._resources.callback(client.close, timeout=2)
        return client

    def _gone(self) -> WorkersLost:
        return WorkersLost(f"the scheduler at {self.address} is gone")

    def _refresh(self) -> None:
        """Update the list of workers; raises `BadInput` for a worker with another version of budge."""
        self._refreshed = time.monotonic()
        try:
            found = self._client.sync(self._client.scheduler.ncores, callback_timeout=tuning.DASK_REPLY_SECONDS)
            new = sorted(set(found) - set(self._workers))
            versions = self._client.run(version, "budge", workers=new, on_error="return") if new else {}
        except Exception as problem:
            raise self._gone() from problem
        for worker, theirs in versions.items():
            if isinstance(theirs, OSError):  # it has died meanwhile
                found.pop(worker, None)
            elif isinstance(theirs, BaseException):
                raise BadInput(f"worker {self._name(worker)} has no budge; all machines must have the same version")
            elif theirs != own_version():
                raise BadInput(f"worker {self._name(worker)} has budge {theirs}, and this is budge {own_version()}")
        self._workers = dict(found)

    def _name(self, worker: str) -> str:
        """The name and the address of a worker."""
        known = self._client.scheduler_info().get("workers", {}).get(worker, {})
        name = known.get("name", worker)
        return worker if name == worker else f"{name} at {worker}"


def check_cluster(where: object) -> None:
    """Raises `TypeError` unless `where` is a cluster or None."""
    kinds: tuple[type, ...] = (str, NoneType)
    if not isinstance(where, kinds):
        with suppress(ImportError):
            from distributed import Client

            kinds += (Client,)
    expect(where, kinds, 'a cluster: its address, the file of its scheduler, "local" or a Client')


def _client_of(where: str) -> Any:
    import dask
    from distributed import Client

    if dask.config.get("logging", None) is None and dask.config.get("distributed.logging", None) is None:
        for name in ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    options: dict[str, Any] = {"address": where}
    if where == "configured":
        if dask.config.get("scheduler-address", None) is None:
            raise BadInput("cluster 'configured': Dask's configuration names no scheduler (DASK_SCHEDULER_ADDRESS)")
        options = {}
    elif os.path.isfile(where):
        options = {"scheduler_file": where}
    elif where.endswith(".json") and "://" not in where:
        raise BadInput(f"cluster {where}: no such file")
    try:
        _check_address(options.get("address", ""))
        client = Client(**options, timeout=tuning.DASK_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, KeyError) as problem:
        reason = " ".join(str(problem).split()) or type(problem).__name__
        raise BadInput(f"cluster {where}: {reason}") from None
    return client


def _check_address(address: str) -> None:
    """Raises ValueError for an invalid address, with which a client would hang when the program exits."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    scheme, place = parse_address(address)
    get_backend(scheme)
    if address and scheme in ("tcp", "tls"):
        parse_host_port(place)
