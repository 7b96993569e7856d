"""budge web: begins with an address, ends at once with everything that it started."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from listening import begun
from serving import descendants, running

from budge.cli.exits import Exit

LONG = {"text": "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "engine": "ida", "heuristic": "manhattan"}


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_ends_the_server_its_streams_and_its_workers():
    with running("--jobs", "1") as (address, process):
        with httpx.Client(base_url=f"{address}/api/v1") as api:
            ids = [begun(api, **LONG) for _ in range(3)]
            with api.stream("GET", f"/solves/{ids[0]}/events") as response:
                lines = response.iter_lines()
                assert any(line == "event: progress" for line in lines)
                everyone = descendants(process.pid)
                assert len(everyone) >= 2
                process.send_signal(signal.SIGINT)
                list(lines)
        assert process.wait(30) == Exit.INTERRUPTED
        assert process.stderr is not None
        assert process.stderr.read().strip() == ""  # but for the line end after ^C
        end = time.monotonic() + 30
        while any(map(alive, everyone)):
            assert time.monotonic() < end, "a worker outlived the server"
            time.sleep(0.05)


def test_workers_end_with_a_server_that_is_killed():
    with running("--jobs", "1") as (address, process):
        with httpx.Client(base_url=f"{address}/api/v1") as api:
            begun(api, **LONG)
            while len(descendants(process.pid)) < 3:
                time.sleep(0.05)
        everyone = descendants(process.pid)
        process.kill()
        process.wait()
        end = time.monotonic() + 30
        while any(map(alive, everyone)):
            assert time.monotonic() < end, "a worker outlived the server"
            time.sleep(0.05)


CERTIFIED = {"name": "fifteen/46", "certify": True}


def test_a_killed_server_leaves_a_folder_that_the_next_one_removes(tmp_path):
    def is_up(address):
        return httpx.get(f"{address}/api/v1/health", timeout=30).is_success

    with running(folder=tmp_path) as (one, first), running(folder=tmp_path) as (other, _):
        assert is_up(one)
        assert is_up(other)
        both = set(tmp_path.iterdir())
        assert len(both) == 2, "one that runs is left alone"
        first.kill()
        first.wait()
        assert set(tmp_path.iterdir()) == both
        (tmp_path / "budge-web-notes").write_text("a file that is not a folder of ours")
        with running(folder=tmp_path) as (third, _):
            assert is_up(third)
            assert len(both & set(tmp_path.iterdir())) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["budge-web-notes"]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_leaves_no_files(tmp_path, ending):
    with running(folder=tmp_path) as (address, process):
        with httpx.Client(base_url=f"{address}/api/v1", timeout=30) as api:
            id = begun(api, **CERTIFIED)
            api.post("/check", json={"name": "eight/12", "plan": ""})
            while api.get(f"/solves/{id}").json()["progress"] is None:
                time.sleep(0.05)
        assert list(tmp_path.rglob(id)), "the certificate is being made"
        process.send_signal(ending)
        process.wait(30)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("host", "warned"), [("0.0.0.0", True), ("127.0.0.1", False), ("localhost", False)])
def test_a_server_that_others_can_reach_says_so_in_one_line(host, warned):
    with running("--host", host) as (_, process):
        process.send_signal(signal.SIGINT)
        process.wait(30)
        assert process.stderr is not None
        said = process.stderr.read().strip()
    assert (said.startswith("budge: whoever can reach 0.0.0.0") and "no password" in said) == warned
    assert said.count("\n") == 0
    assert bool(said) == warned


def budge(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "budge", *arguments], capture_output=True, text=True, timeout=60)


def test_a_port_in_use_is_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = budge("web", "--port", str(port))
    assert ran.returncode == Exit.BAD_INPUT
    assert ran.stderr.count("\n") == 1
    assert f"127.0.0.1:{port}" in ran.stderr
    assert "--port 0" in ran.stderr


def test_a_host_that_is_not_ours_is_one_line():
    ran = budge("web", "--host", "host.invalid", "--port", "0")
    assert ran.returncode == Exit.BAD_INPUT
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "fastjsonschema"])
def test_without_the_extra_one_line_says_what_to_install(tmp_path, missing):
    """As where a part of it is not installed: a finder that does not find it stands in for that."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        f"u.find_spec = lambda name, *rest: None if name == {missing!r} else find(name, *rest)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-m", "budge", "web"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert ran.returncode == Exit.BAD_INPUT
    assert "pip install 'budge[web]'" in ran.stderr
    assert ran.stderr.count("\n") == 1
