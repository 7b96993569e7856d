"""The line to a Dask cluster: calls of functions go out, what they return or how they were lost comes back.

Dask runs a call again whose worker died, on another one; a call that took several workers with it is `Lost`. When the
scheduler dies, all is lost that is under way, and `WorkersLost` says so at once. A call that is no longer wanted is
told by the scheduler, and ends by itself: see `budge.cluster.remote`.
"""

from __future__ import annotations

import logging
import os
import queue
import time
import uuid
import warnings
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from budge.engines.team import LostCall, WorkersLost
from budge.puzzles import BadInput
from budge.spec import own_version

if TYPE_CHECKING:
    from distributed import Client

CONNECT = 10  # seconds to wait for a scheduler
LOOK = 1.0  # seconds between two looks at who the workers are
REPLY = 5.0  # seconds that a scheduler may take to say who its workers are


class Connection:
    """The cluster at an address, the one of a scheduler file, a `local` one made for this, or that of a client."""

    def __init__(self, where: str | Client, workers: int | None = None) -> None:
        self._own = ExitStack()  # what is closed with the connection
        self._client: Any = _connect(where, workers, self._own)  # Dask is hardly typed
        self.address: str = self._client.scheduler.address
        self._run = uuid.uuid4().hex[:12]
        self._futures: dict[int, Any] = {}
        self._events: queue.SimpleQueue[int | dict[str, Any]] = queue.SimpleQueue()
        self._workers: dict[str, int] = {}  # threads by address
        self._looked = 0.0
        self.topic = f"budge-{self._run}"
        try:
            self._client.subscribe_topic(self.topic, self._hear)
            self._look()
        except BaseException:
            self.close()
            raise
        if not self._workers and where != "local":
            warnings.warn(f"the cluster at {self.address} has no workers yet; waiting for them", stacklevel=2)

    @property
    def slots(self) -> int:
        """How many calls run at a time, as things stand; at least one, which waits for the first worker."""
        if time.monotonic() >= self._looked + LOOK:
            self._look()
        return max(1, sum(self._workers.values()))

    def submit(self, number: int, function: Callable[..., Any], *arguments: Any) -> None:
        key = f"budge-{function.__name__}-{self._run}-{number}"
        try:
            future = self._client.submit(function, *arguments, key=key, pure=False)
        except Exception as problem:
            raise self._gone() from problem
        self._futures[number] = future
        future.add_done_callback(lambda _: self._events.put(number))

    def drop(self, numbers: Iterable[int]) -> None:
        """What these calls return is no longer wanted: they are told to end."""
        futures = [self._futures.pop(number) for number in list(numbers) if number in self._futures]
        if futures:
            with suppress(Exception):  # a scheduler that is gone is noticed elsewhere
                self._client.cancel(futures, force=True)

    def next(self, seconds: float) -> tuple[int, Any] | dict[str, Any] | None:
        """The number of a call that has ended and what it returned, or a `LostCall`; what a call said meanwhile under
        the topic; or None. Raises what the call raised."""
        try:
            event = self._events.get(timeout=seconds)
        except queue.Empty:
            event = None
        if self._client.status != "running":
            raise self._gone()
        if not isinstance(event, int):
            return event
        future = self._futures.pop(event, None)
        return None if future is None else (event, self._result(future))

    def close(self) -> None:
        """Stop what runs, and hang up."""
        with suppress(Exception):
            if self._client.status == "running":
                self._client.cancel(list(self._futures.values()), force=True)
                self._client.unsubscribe_topic(self.topic)
        self._futures.clear()
        with suppress(Exception):
            self._own.close()

    def _result(self, future: Any) -> Any:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            return future.result()
        except KilledWorker as killed:
            last = getattr(killed, "last_worker", None)
            return LostCall(f"its worker died each time, the last one {last.address if last else ''}".rstrip(" ,"))
        except (FutureCancelledError, OSError) as problem:
            raise self._gone() from problem

    def _gone(self) -> WorkersLost:
        return WorkersLost(f"the scheduler at {self.address} is gone")

    def _hear(self, event: tuple[float, Any]) -> None:
        self._events.put(event[1])

    def _look(self) -> None:
        """See who the workers are; raises `BadInput` for one that has another version of budge."""
        self._looked = time.monotonic()
        try:
            found = self._client.sync(self._client.scheduler.ncores, callback_timeout=REPLY)
            new = sorted(set(found) - set(self._workers))
            versions = self._client.run(version, "budge", workers=new, on_error="return") if new else {}
        except Exception as problem:
            raise self._gone() from problem
        for worker, theirs in versions.items():
            if isinstance(theirs, OSError):  # it died while it was asked
                found.pop(worker, None)
            elif isinstance(theirs, BaseException):
                raise BadInput(f"worker {self._name(worker)} has no budge; all machines must have the same version")
            elif theirs != own_version():
                raise BadInput(f"worker {self._name(worker)} has budge {theirs}, and this is budge {own_version()}")
        self._workers = dict(found)

    def _name(self, worker: str) -> str:
        """What the worker is called, and where it is."""
        known = self._client.scheduler_info().get("workers", {}).get(worker, {})
        name = known.get("name", worker)
        return worker if name == worker else f"{name} at {worker}"


def _connect(where: str | Client, workers: int | None, own: ExitStack) -> Any:
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise BadInput("a cluster needs Dask; pip install 'budge[cluster]'") from None
    if not isinstance(where, str):
        return where
    if dask.config.get("logging", None) is None and dask.config.get("distributed.logging", None) is None:
        for name in ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    if where == "local":
        from budge.cluster.local import LocalCluster

        where = own.enter_context(LocalCluster(workers)).file
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
        client = Client(**options, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError, KeyError) as problem:
        own.close()
        reason = " ".join(str(problem).split()) or type(problem).__name__
        raise BadInput(f"cluster {where}: {reason}") from None
    own.callback(client.close, timeout=2)
    return client


def _check_address(address: str) -> None:
    """A client that is given a wrong one hangs at the end of the program. Raises ValueError."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    scheme, place = parse_address(address)
    get_backend(scheme)
    if address and scheme in ("tcp", "tls"):
        parse_host_port(place)
