"""No client can hold a connection for ever, neither with an incomplete request nor by not reading the answer."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
import time
from contextlib import ExitStack, contextmanager

import httpx
import pytest
import uvicorn
from serving import running

from budge.web.connections import Connection, LoopErrors

HALF = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
LARGE = b"x" * 40_000_000  # more than the system buffers for a client


async def app(scope, receive, send):
    """Answers without reading the request: a large body at /large, a small one elsewhere."""
    body = LARGE if scope["path"] == "/large" else b"well"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def serving(**bounds):
    """The port of a server whose connections have these bounds. No other time limit closes an idle connection."""
    assert all(hasattr(Connection, name) for name in bounds)
    bounded = type("Bounded", (Connection,), bounds)
    with socket.create_server(("127.0.0.1", 0)) as bound:
        config = uvicorn.Config(app, http=bounded, lifespan="off", log_level="error", timeout_keep_alive=600)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(30)


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def hung_up(line):
    """Whether the server closes or resets the connection; waits for it."""
    try:
        return line.recv(100) == b""
    except ConnectionResetError:
        return True


def can_drip(line):
    """Whether the server accepts single bytes for half a minute."""
    try:
        for _ in range(600):
            line.sendall(b"a")
            time.sleep(0.05)
    except OSError:
        return False
    return True


def answer(line):
    line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    found = b""
    while not found.endswith(b"well"):
        found += line.recv(1000)
    return found


@pytest.mark.parametrize("sent", [b"", b"G", HALF])
def test_a_connection_without_a_complete_head_is_closed(sent):
    with serving(head_seconds=0.3) as port, connected(port) as line:
        line.sendall(sent)
        assert hung_up(line)


def test_a_connection_that_sends_its_head_byte_by_byte_is_closed():
    with serving(head_seconds=0.5) as port, connected(port) as line:
        assert not can_drip(line)


def test_the_head_of_a_second_request_has_a_time_limit():
    with serving(head_seconds=0.3) as port, connected(port) as line:
        assert b"200 OK" in answer(line)
        line.sendall(HALF)
        assert hung_up(line)


def test_an_unread_body_cannot_be_sent_for_ever():
    with serving(head_seconds=0.5) as port, connected(port) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
        assert not can_drip(line)


def test_an_idle_connection_survives_the_time_limit_for_a_head():
    with serving(head_seconds=0.3) as port, connected(port) as line:
        for _ in range(3):
            assert b"200 OK" in answer(line)
            time.sleep(0.5)


def test_a_connection_whose_client_reads_nothing_is_closed():
    with serving(stall_seconds=0.3) as port, connected(port) as line:
        line.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(1.5)
        taken = 0
        try:
            while part := line.recv(1 << 20):
                taken += len(part)
        except ConnectionResetError:
            pass
        assert taken < len(LARGE)


def test_a_new_connection_closes_the_longest_idle_one_if_there_are_too_many():
    with serving(max_open=3) as port, ExitStack() as stack:
        first, second, third = (stack.enter_context(connected(port)) for _ in range(3))
        for line in (second, first, third):
            answer(line)
        fourth = stack.enter_context(connected(port))
        assert b"200 OK" in answer(fourth)
        assert hung_up(second)
        assert all(b"200 OK" in answer(line) for line in (first, third, fourth))


def test_hundreds_of_incomplete_requests_block_no_client_and_fill_no_log():
    with running("--jobs", "1", descriptors=128) as (address, process), ExitStack() as stack:
        port = httpx.URL(address).port
        for _ in range(200):
            line = stack.enter_context(connected(port))
            line.sendall(HALF)
        for _ in range(3):
            assert httpx.get(f"{address}/api/v1/health", timeout=20).json()["status"] == "ok"
            assert httpx.post(f"{address}/api/v1/check", json={"name": "eight/12", "plan": ""}, timeout=20).is_success
        stack.close()
        process.terminate()
        assert process.stderr is not None
        assert len(process.stderr.read()) < 1000


def test_a_lack_of_descriptors_is_logged_once_a_minute_and_other_errors_always(caplog):
    async def complain():
        loop, errors = asyncio.get_running_loop(), LoopErrors()
        for _ in range(100):
            errors(loop, {"message": "accept", "exception": OSError(errno.EMFILE, "Too many open files")})
        for _ in range(2):
            errors(loop, {"message": "something else"})

    with caplog.at_level("ERROR", logger="asyncio"):  # tests of a cluster silence this logger
        asyncio.run(complain())
    assert [record.message for record in caplog.records] == [
        "cannot accept connections now: Too many open files",
        "something else",
        "something else",
    ]
