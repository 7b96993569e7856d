"""budge web: prints its address when it starts, and stops at once with all its processes."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result
from listening import begun
from process_tree import descendants
from serving import running

from budge.cli.commands import web
from budge.cli.commands.web import command
from budge.cli.exits import Exit
from budge.engines.base import Refusal
from budge.puzzles import BadInput
from budge.web import server

LONG = {"text": "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "engine": "ida", "heuristic": "manhattan"}


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_ends_the_server_its_streams_and_its_workers_and_leaves_no_files(tmp_path):
    with running("--jobs", "1", folder=tmp_path) as (address, process):
        with httpx.Client(base_url=f"{address}/api/v1") as api:
            ids = [begun(api, **LONG) for _ in range(3)]
            with api.stream("GET", f"/solves/{ids[0]}/events") as response:
                lines = response.iter_lines()
                assert any(line == "event: progress" for line in lines)
                everyone = descendants(process.pid)
                assert len(everyone) >= 2
                assert list(tmp_path.iterdir())
                process.send_signal(signal.SIGINT)
                list(lines)
        assert process.wait(30) == Exit.INTERRUPTED
        assert process.stderr is not None
        assert process.stderr.read().strip() == ""  # but for the line end after ^C
        end = time.monotonic() + 30
        while any(map(alive, everyone)):
            assert time.monotonic() < end, "a worker outlived the server"
            time.sleep(0.05)
    assert list(tmp_path.iterdir()) == []


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


def test_a_terminated_server_leaves_no_files(tmp_path):
    with running(folder=tmp_path) as (address, process):
        with httpx.Client(base_url=f"{address}/api/v1", timeout=30) as api:
            id = begun(api, **CERTIFIED)
            api.post("/check", json={"name": "eight/12", "plan": ""})
            while api.get(f"/solves/{id}").json()["progress"] is None:
                time.sleep(0.05)
        assert list(tmp_path.rglob(id)), "the certificate is being made"
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    assert list(tmp_path.iterdir()) == []


def told(monkeypatch, *arguments: str) -> Result:
    """The output of the command, which does not start to serve."""
    monkeypatch.setattr(server, "serve", lambda settings, bound, ready: (ready(), bound.close()))
    return CliRunner().invoke(command, ["--port", "0", *arguments], standalone_mode=False)


@pytest.mark.parametrize(("host", "warned"), [("0.0.0.0", True), ("127.0.0.1", False), ("localhost", False)])
def test_a_server_that_other_machines_can_reach_warns_in_one_line(monkeypatch, host, warned):
    said = told(monkeypatch, "--host", host)
    assert said.stdout.startswith("budge is at http://")
    assert (said.stderr.startswith("budge: anyone who can reach 0.0.0.0") and "no password" in said.stderr) == warned
    assert said.stderr.count("\n") == warned


def budge(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "budge", *arguments], capture_output=True, text=True, timeout=60)


def test_a_port_in_use_is_reported_in_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = budge("web", "--port", str(port))
    assert ran.returncode == Exit.BAD_INPUT
    assert ran.stderr.count("\n") == 1
    assert f"127.0.0.1:{port}" in ran.stderr
    assert "--port 0" in ran.stderr


def test_a_host_of_another_machine_is_bad_input(monkeypatch):
    problem = told(monkeypatch, "--host", "host.invalid", "--port", "8765").exception
    assert isinstance(problem, BadInput)
    assert str(problem).startswith("cannot listen on host.invalid:8765: ")
    assert "--port" not in str(problem)  # another port is no help


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "fastjsonschema"])
def test_a_missing_package_is_reported_with_its_installation(monkeypatch, missing):
    monkeypatch.setattr(web, "find_spec", lambda name: None if name == missing else object())
    problem = told(monkeypatch).exception
    assert isinstance(problem, Refusal)
    assert "pip install 'budge[web]'" in str(problem)
