"""Measures the server under load: 200 clients request solves at once and follow them to the end, while another client
opens the page. Then all of them post puzzles without pause: alone, and each followed by a solve.

    .venv/bin/python bench/web_load.py
    .venv/bin/python bench/web_load.py --people 50 --seconds 5

Prints how many solves were lost, how long they took, and how long the page took to answer meanwhile: in wall-clock
time, and in CPU time of the server between the request and its answer, because machines are shared. The client that
opens the page runs in a process of its own, so that the others do not delay its measurements.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import httpx

PAGE = ("/", "/static/app.js", "/api/v1/library", "/api/v1/health")
PUZZLES = ("eight/hardest-1", "klotski", "fifteen/46", "sokoban/rooms-9", "rushhour/41", "graphs/theta0")
READ = ({"text": "1 2 3/4 0 6/7 5 8"}, {"name": "klotski"}, {"text": "#####\n#@$.#\n#####\n"}, {"name": "fifteen/46"})
PAUSE = 0.05  # seconds between two visits to the page


Visit = tuple[str, float, float]  # a path, its seconds, and the CPU-seconds of the server meanwhile


def busy(process: int) -> float:
    """The CPU-seconds of all threads of a process (Linux)."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def visit(address: str, server: int, over: Event, found: multiprocessing.Queue[list[Visit]]) -> None:
    """Opens the page repeatedly until `over` is set; returns the time of each request."""
    host = urlsplit(address).netloc
    times = []
    while not over.is_set():
        for path in PAGE:
            began, work = time.perf_counter(), busy(server)
            line = http.client.HTTPConnection(host, timeout=60)
            line.request("GET", path)
            response = line.getresponse()
            response.read()
            line.close()
            assert response.status == 200, (path, response.status)
            times.append((path, time.perf_counter() - began, busy(server) - work))
        time.sleep(PAUSE)
    found.put(times)


async def follow(client: httpx.AsyncClient, number: int, ready: asyncio.Event) -> tuple[str, float]:
    """One client: how the solve ended, and the seconds from request to end."""
    await ready.wait()
    began = time.perf_counter()
    name = PUZZLES[number % len(PUZZLES)]
    response = await client.post("/api/v1/solves", json={"name": name})
    if response.status_code != 202:
        return f"refused with {response.status_code}", time.perf_counter() - began
    last = "lost"
    async with client.stream("GET", response.json()["events"]) as stream:
        event = ""
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            elif line.startswith("data: ") and event in ("outcome", "problem"):
                data = json.loads(line.removeprefix("data: "))
                last = data["status"] if event == "outcome" else f"problem: {data['detail']}"
    return last, time.perf_counter() - began


async def crowd(address: str, people: int) -> list[tuple[str, float]]:
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=600) as client:
        ready = asyncio.Event()
        tasks = [asyncio.create_task(follow(client, number, ready)) for number in range(people)]
        ready.set()
        return await asyncio.gather(*tasks)


class Line:
    """A persistent connection, as in a browser, reopened if the server closed it for others.

    It is as simple as possible, because the work of the client is measured, too.
    """

    def __init__(self, address: str) -> None:
        self.place = urlsplit(address).hostname, urlsplit(address).port

    async def post(self, path: str, body: object) -> dict[str, Any]:
        """The answer, which must be a success."""
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        request = f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content
        try:
            answer = await self._head_of(request)
        except (asyncio.IncompleteReadError, ConnectionError):
            del self.reader
            answer = await self._head_of(request)
        assert answer.split()[1] in (b"200", b"202"), answer
        length = re.search(rb"content-length: (\d+)", answer)
        assert length
        found: dict[str, Any] = json.loads(await self.reader.readexactly(int(length[1])))
        return found

    async def _head_of(self, request: bytes) -> bytes:
        if not hasattr(self, "reader"):
            self.reader, self.writer = await asyncio.open_connection(*self.place)
        self.writer.write(request)
        return await self.reader.readuntil(b"\r\n\r\n")

    async def follow(self, path: str) -> None:
        """Reads a stream to its end, on a connection of its own."""
        reader, writer = await asyncio.open_connection(*self.place)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        await reader.read()
        writer.close()


async def hurry(address: str, people: int, seconds: float, *, solving: bool) -> list[float]:
    """Seconds of each POST /puzzles, by clients that never pause; with `solving`, they also solve in between."""
    end, times = time.perf_counter() + seconds, []

    async def person(number: int) -> None:
        line = Line(address)
        while (began := time.perf_counter()) < end:
            await line.post("/api/v1/puzzles", READ[number % len(READ)])
            times.append(time.perf_counter() - began)
            if solving:
                started = await line.post("/api/v1/solves", {"name": PUZZLES[number % 2]})
                await line.follow(started["events"])
            number += 1

    await asyncio.gather(*(person(number) for number in range(people)))
    return times


def spread(times: list[float]) -> str:
    most = sorted(times)[int(0.99 * len(times))]
    return f"median {median(times):.1f} ms, 99% {most:.1f} ms, longest {max(times):.1f} ms"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--people", type=int, default=200)
    options.add_argument("--seconds", type=float, default=10, help="for each of the rounds without a pause")
    given = options.parse_args()
    people = given.people
    command = [sys.executable, "-u", "-m", "budge", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+?(?=/ )", server.stdout.readline())
        assert found
        httpx.get(f"{found[0]}/api/v1/library", timeout=60)
        over, times = multiprocessing.Event(), multiprocessing.Queue()
        visitor = multiprocessing.Process(target=visit, args=(found[0], server.pid, over, times))
        visitor.start()
        began = time.perf_counter()
        ended = asyncio.run(crowd(found[0], people))
        seconds = time.perf_counter() - began
        over.set()
        visits = times.get(timeout=60)
        visitor.join()
        rounds = {
            solving: asyncio.run(hurry(found[0], people, given.seconds, solving=solving)) for solving in (False, True)
        }
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(10)
    print(f"{people} people at once, {seconds:.1f} s in all: {dict(Counter(how for how, _ in ended))}")
    waited = [each for _, each in ended]
    print(f"  a solve, with its wait   median {median(waited):.2f} s, longest {max(waited):.2f} s")
    for path in PAGE:
        took = [1000 * wall for where, wall, _ in visits if where == path]
        work = [1000 * cpu for where, _, cpu in visits if where == path]
        print(f"  GET {path:18} {len(took):4} times: {spread(took)}; CPU {spread(work)}")
    for solving, took in rounds.items():
        between = "a solve in between" if solving else "nothing in between"
        spent = spread([1000 * each for each in took])
        print(f"  POST /api/v1/puzzles without a pause, {between}, {len(took)} times: {spent}")


if __name__ == "__main__":
    main()
