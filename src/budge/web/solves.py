"""Solves on the server: asked for, waiting, running, done; each with the list of all that happened to it.

Whoever listens hears that list from its beginning, or from where he left off, and then whatever comes. A solve that
was listened to and is no longer is ended after two seconds; one that nobody ever listened to runs on, to be asked for.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from budge.engines.child import Ended
from budge.engines.model import Limits
from budge.web import solve_worker
from budge.web.job_queue import Job, Lane, why
from budge.web.problems import Problem
from budge.web.settings import Settings

GRACE = 2.0  # seconds for a listener to come back
SOFT = 1.0  # seconds to come to an end when asked to
OVERTIME = 10.0  # seconds, for a start on a busy machine, and
SPARE = 512 << 20  # bytes beyond what the engine was told, before the process is killed
SILENCE = 5.0  # seconds after which a listener is told that nothing happened
KEPT_BYTES = 64_000_000  # of what finished solves said
KEPT_SECONDS = 600.0

LAST = ("outcome", "problem")


@dataclass(frozen=True)
class Happening:
    number: int
    name: str
    data: str  # JSON


@dataclass(eq=False)
class Solve:
    """One solve and its history."""

    id: str
    limits: Limits
    folder: Path | None
    history: list[Happening] = field(default_factory=list)
    news: set[asyncio.Event] = field(default_factory=set)  # one for each listener
    job: Job | None = None
    process: int | None = None
    stopping: bool = False
    numbered: int = 0

    @property
    def finished(self) -> bool:
        return bool(self.history) and self.history[-1].name in LAST

    def add(self, name: str, data: str) -> None:
        if self.finished:
            return
        if name == "queued" and self.history and self.history[-1].name == "queued":
            self.history.pop()  # only the latest position matters
        self.numbered += 1
        self.history.append(Happening(self.numbered, name, data))
        for event in self.news:
            event.set()

    def latest(self, name: str) -> Any:
        """The data of the last event of a name, or None."""
        return next((json.loads(each.data) for each in reversed(self.history) if each.name == name), None)

    def to_json(self) -> dict[str, Any]:
        waiting = bool(self.history) and self.history[-1].name == "queued"
        state = "finished" if self.finished else "queued" if waiting else "running"
        found = {name: self.latest(name) for name in ("progress", "trace", *LAST)}
        return {"id": self.id, "state": state, "position": (self.latest("queued") or {}).get("position", 0), **found}


class Solves:
    """All solves of the server."""

    def __init__(self, settings: Settings, files: Path) -> None:
        self.settings = settings
        self.lane = Lane(settings.jobs, settings.waiting, self._moved)
        self._all: dict[str, Solve] = {}
        self._finished: dict[str, int] = {}  # what it said, in bytes; oldest first
        self._of: dict[Job, Solve] = {}
        self._files = files  # where certificates are kept

    def find(self, id: str) -> Solve:
        if id not in self._all:
            raise Problem(404, "there is no such solve; finished ones are kept for ten minutes")
        return self._all[id]

    def begin(self, fields: dict[str, Any]) -> tuple[Solve, int]:
        """A new solve and its position in the queue; raises `Problem` if the queue is full."""
        id, given = token_urlsafe(12), self.settings
        limits = Limits(
            seconds=min(fields.get("seconds", given.max_seconds), given.max_seconds),
            nodes=int(fields["nodes"]) if "nodes" in fields else None,
            memory=min(int(fields.get("memory", given.max_memory)), given.max_memory),
        )
        folder = self._files / id if fields.get("certify") else None
        solve = Solve(id, limits, folder)
        threads, address = min(int(fields.get("threads", 1)), given.jobs), f"/api/v1/solves/{id}/certificate.zip"
        order = solve_worker.Order(fields, limits, threads, folder, address)
        assert limits.seconds is not None
        assert limits.memory is not None
        hard = Limits(seconds=limits.seconds + OVERTIME, memory=limits.memory + SPARE)
        solve.job = Job(solve_worker.run, order, hard, lambda event: self._heard(solve, event))
        position = self.lane.submit(solve.job)
        if folder is not None:
            folder.mkdir()
        self._all[id] = self._of[solve.job] = solve
        if position:
            solve.add("queued", f'{{"position": {position}}}')
        return solve, position

    def stop(self, solve: Solve) -> None:
        """End a solve, in good order where it runs: it then tells the best that it has."""
        if solve.finished or solve.stopping:
            return
        solve.stopping = True
        if solve.process is None:
            self._cancel(solve)
            return
        with suppress(ProcessLookupError):
            os.kill(solve.process, signal.SIGINT)
        asyncio.get_running_loop().call_later(SOFT, self._cancel, solve)

    async def listen(self, solve: Solve, after: int = 0) -> AsyncGenerator[Happening | None, None]:
        """What happened after a number, and what will; None in between where it is long. Ends with the solve.

        A number that never was is no place to go on from: then everything is told.
        """
        after = after if after <= solve.numbered else 0
        news = asyncio.Event()
        solve.news.add(news)
        try:
            while True:
                news.clear()
                for each in [each for each in solve.history if each.number > after]:
                    after = each.number
                    yield each
                if solve.finished and after == solve.numbered:
                    return
                try:
                    await asyncio.wait_for(news.wait(), SILENCE)
                except TimeoutError:
                    yield None
        finally:
            solve.news.discard(news)
            if not solve.news and not solve.finished:
                asyncio.get_running_loop().call_later(GRACE, self._left_alone, solve)

    def certificate(self, solve: Solve) -> Path:
        path = solve.folder and solve.folder / "certificate.zip"
        if path is None or not path.is_file():
            raise Problem(404, "this solve has no certificate")
        return path

    def _cancel(self, solve: Solve) -> None:
        if solve.job is not None and not solve.finished:
            self.lane.cancel(solve.job)

    def _left_alone(self, solve: Solve) -> None:
        if not solve.news:
            self._cancel(solve)

    def _moved(self, job: Job, position: int) -> None:
        self._of[job].add("queued", f'{{"position": {position}}}')

    def _heard(self, solve: Solve, event: Any) -> None:
        if isinstance(event, int):
            solve.process = event
        elif isinstance(event, Ended):
            self._ended(solve, event)
        else:
            solve.add(*event)

    def _ended(self, solve: Solve, end: Ended) -> None:
        """The process is gone: whoever still waits for an answer hears why there is none."""
        solve.process = None
        if not solve.finished:
            stopped = Ended("cancel") if solve.stopping else end
            solve.add("problem", json.dumps(why(stopped, solve.limits).to_json()))
        assert solve.job is not None
        self._of.pop(solve.job, None)
        solve.job = None
        self._finished[solve.id] = sum(len(each.data) for each in solve.history)
        while len(self._finished) > 1 and sum(self._finished.values()) > KEPT_BYTES:
            self._forget(next(iter(self._finished)))
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, solve.id)

    def _forget(self, id: str) -> None:
        self._finished.pop(id, None)
        solve = self._all.pop(id, None)
        if solve is not None and solve.folder is not None:
            shutil.rmtree(solve.folder, ignore_errors=True)
