"""All solves of the server, queued, running or finished, each with its list of events. `solve_worker` runs them.

A listener receives that list from the beginning, or after the last event that it has, and then new events as they come.
When the last listener leaves, the server ends the solve after two seconds, or after the time that the request gives. A
solve that never had a listener runs to its end; clients can ask for its state.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from budge.model import Limits
from budge.processes.child import Ended
from budge.processes.limits import hard_limits
from budge.processes.pool import Call
from budge.puzzles import BadInput
from budge.spec import SolveSpec
from budge.web import solve_worker
from budge.web.events import Event
from budge.web.job_queue import JobQueue, QueuedCall, why
from budge.web.problems import Problem
from budge.web.settings import Settings

LINGER_SECONDS = 2.0  # default time for a listener to come back
STOP_SECONDS = 5.0  # time for a stopped solve to report its best plan, on a busy machine
SILENCE_SECONDS = 5.0  # without events, after which a listener gets a heartbeat
MAX_KEPT_BYTES = 64_000_000  # of the events of finished solves
KEPT_SECONDS = 600.0  # how long a finished solve is kept

FINAL = ("outcome", "problem")  # the last event of every solve is one of these
REPLACEABLE_EVENTS = ("queued", "trace")  # only the latest event of each of these types is kept


@dataclass(eq=False)
class Solve:
    """One solve and its events so far."""

    id: str
    limits: Limits
    folder: Path | None
    linger: float = LINGER_SECONDS
    history: list[Event] = field(default_factory=list)
    listeners: set[asyncio.Event] = field(default_factory=set)  # set when there is a new event
    call: QueuedCall | None = None
    process: int | None = None
    stopping: bool = False
    lingering: asyncio.TimerHandle | None = None  # ends the solve; set while it has no listeners
    last_number: int = 0  # of its events

    @property
    def finished(self) -> bool:
        return bool(self.history) and self.history[-1].name in FINAL

    def add(self, name: str, data: str) -> None:
        if self.finished:
            return
        if name in REPLACEABLE_EVENTS:
            self.history = [event for event in self.history if event.name != name]
        self.last_number += 1
        self.history.append(Event(self.last_number, name, data))
        for listener in self.listeners:
            listener.set()

    def latest(self, name: str) -> Any:
        """The data of the last event of a name, or None."""
        return next((json.loads(event.data) for event in reversed(self.history) if event.name == name), None)

    def to_json(self) -> dict[str, Any]:
        waiting = bool(self.history) and self.history[-1].name == "queued"
        state = "finished" if self.finished else "queued" if waiting else "running"
        found = {name: self.latest(name) for name in ("progress", "trace", *FINAL)}
        return {"id": self.id, "state": state, "position": (self.latest("queued") or {}).get("position", 0), **found}


class Solves:
    """All solves of the server."""

    def __init__(self, settings: Settings, files: Path) -> None:
        self.settings = settings
        self.queue = JobQueue(settings.jobs, settings.waiting, self._on_position)
        self._all: dict[str, Solve] = {}
        self._finished: dict[str, int] = {}  # bytes of their events, the oldest solve first
        self._of: dict[QueuedCall, Solve] = {}
        self._files = files  # folder for certificates

    def find(self, id: str) -> Solve:
        if id not in self._all:
            raise Problem(404, "there is no such solve; finished ones are kept for ten minutes")
        return self._all[id]

    def begin(self, fields: dict[str, Any]) -> tuple[Solve, int]:
        """A new solve and its position in the queue; raises `Problem` if a setting is invalid or the queue is full."""
        id, given = token_urlsafe(12), self.settings
        try:
            spec = SolveSpec.from_request(fields)
        except BadInput as problem:
            raise Problem(422, str(problem)) from None
        spec = replace(
            spec.within(Limits(seconds=given.max_seconds, memory=given.max_memory)).for_child(given.max_memory),
            threads=min(spec.threads, given.jobs),
        )
        limits = spec.limits
        folder = self._files / id if fields.get("certify") else None
        solve = Solve(id, limits, folder, fields.get("linger", LINGER_SECONDS))
        request = solve_worker.SolveRequest(fields, spec, folder, f"/api/v1/solves/{id}/certificate.zip")
        call = Call(solve_worker.run, request, hard_limits(limits, given.max_memory), own_process=True)
        solve.call = QueuedCall(call, lambda event: self._on_event(solve, event))
        position = self.queue.submit(solve.call)
        if folder is not None:
            folder.mkdir()
        self._all[id] = self._of[solve.call] = solve
        if position:
            solve.add("queued", f'{{"position": {position}}}')
        return solve, position

    def stop(self, solve: Solve) -> None:
        """End a solve. A running one gets SIGINT and reports its best plan and bound."""
        if solve.finished or solve.stopping:
            return
        solve.stopping = True
        if solve.process is None:
            self._cancel(solve)
            return
        with suppress(ProcessLookupError):
            os.kill(solve.process, signal.SIGINT)
        asyncio.get_running_loop().call_later(STOP_SECONDS, self._cancel, solve)

    async def listen(self, solve: Solve, after: int = 0) -> AsyncGenerator[Event | None, None]:
        """The events after the one numbered `after`, as they come; None after every `SILENCE_SECONDS` without an event.
        Ends with the solve.

        If no event has this number yet, all events are sent.
        """
        after = after if after <= solve.last_number else 0
        listener = asyncio.Event()
        solve.listeners.add(listener)
        if solve.lingering is not None:
            solve.lingering.cancel()
        try:
            while True:
                listener.clear()
                for event in [event for event in solve.history if event.number > after]:
                    after = event.number
                    yield event
                if solve.finished and after == solve.last_number:
                    return
                try:
                    await asyncio.wait_for(listener.wait(), SILENCE_SECONDS)
                except TimeoutError:
                    yield None
        finally:
            solve.listeners.discard(listener)
            if not solve.listeners and not solve.finished:
                solve.lingering = asyncio.get_running_loop().call_later(solve.linger, self._cancel, solve)

    async def wait(self, solve: Solve, seconds: float) -> None:
        """Waits until a solve has finished, or for some seconds."""
        news = asyncio.Event()
        solve.listeners.add(news)
        try:
            async with asyncio.timeout(seconds):
                while not solve.finished:
                    news.clear()
                    await news.wait()
        except TimeoutError:
            pass
        finally:
            solve.listeners.discard(news)

    def certificate(self, solve: Solve) -> Path:
        path = solve.folder and solve.folder / "certificate.zip"
        if path is None or not path.is_file():
            raise Problem(404, "this solve has no certificate")
        return path

    def _cancel(self, solve: Solve) -> None:
        if solve.call is not None and not solve.finished:
            self.queue.cancel(solve.call)

    def _on_position(self, queued: QueuedCall, position: int) -> None:
        self._of[queued].add("queued", f'{{"position": {position}}}')

    def _on_event(self, solve: Solve, event: Any) -> None:
        if isinstance(event, int):
            solve.process = event
        elif isinstance(event, Ended):
            self._ended(solve, event)
        else:
            solve.add(*event)

    def _ended(self, solve: Solve, end: Ended) -> None:
        """The process has ended: if there is no outcome yet, listeners get the reason."""
        solve.process = None
        if not solve.finished:
            stopped = Ended("cancel") if solve.stopping else end
            solve.add("problem", json.dumps(why(stopped, solve.limits).to_json()))
        assert solve.call is not None
        self._of.pop(solve.call, None)
        solve.call = None
        self._finished[solve.id] = sum(len(event.data) for event in solve.history)
        while len(self._finished) > 1 and sum(self._finished.values()) > MAX_KEPT_BYTES:
            self._forget(next(iter(self._finished)))
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, solve.id)

    def _forget(self, id: str) -> None:
        self._finished.pop(id, None)
        solve = self._all.pop(id, None)
        if solve is not None and solve.folder is not None:
            shutil.rmtree(solve.folder, ignore_errors=True)
