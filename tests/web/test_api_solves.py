"""Solves on the server: their events, their queue, and how they end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
import zipfile
from contextlib import suppress
from io import BytesIO
from itertools import pairwise, product

import httpx
import pytest
from listening import begun, events, heard, solved
from process_tree import descendants, priority
from serving import running

from budge import load, solve, verify
from budge.api import prepare
from budge.certificates import check_certificate
from budge.engines.domains import tiles
from budge.engines.domains.base import Step
from budge.engines.native import ida
from budge.model import Limits
from budge.spec import SolveSpec
from budge.web import answers, solve_worker
from budge.web.events import encoded
from budge.web.solves import Solve, Solves

HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"  # as far from the goal as 15-puzzles get
LONG = {"text": HARD, "engine": "ida", "heuristic": "manhattan"}
ENDLESS = {"kind": "sokoban", "least": 100_000, "params": {"width": 20, "height": 20, "boxes": 12}}


@pytest.fixture(scope="module")
def one_at_a_time():
    """A server of its own, for tests that fill its queue or kill its workers."""
    with running("--jobs", "1", "--max-seconds", "60", "--max-memory", "256M") as (address, process):
        yield address, process


@pytest.fixture
def small(one_at_a_time):
    """That server, with no solve running."""
    address, process = one_at_a_time
    with httpx.Client(base_url=f"{address}/api/v1", timeout=30) as api:
        wait_until(lambda: api.get("/health").json()["running"] == 0)
        yield api, process


def wait_until(condition, seconds=30.0):
    """Poll a condition, with a generous limit for a loaded machine."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def at_rest(process):
    """The number of descendants of an idle server: its fork server and idle workers."""
    counts = [0, 0, 0]
    while len(set(counts[-3:])) > 1 or not counts[-1]:
        time.sleep(0.2)
        counts.append(len(descendants(process.pid)))
    return counts[-1]


def test_an_outcome_equals_that_of_the_command_line_plus_frames(api):
    name, outcome = solved(api, name="eight/hardest-1", engine="astar", heuristic="manhattan")
    assert name == "outcome"
    [puzzle] = load("eight/hardest-1")
    expected = solve(puzzle, engine="astar", heuristic="manhattan").to_json()
    took = ("stats", "frames", "moves", "certificate_problem")
    assert {key: value for key, value in outcome.items() if key not in took} == {
        key: value for key, value in expected.items() if key not in took
    }
    assert outcome["stats"]["expanded"] == expected["stats"]["expanded"]
    assert verify(puzzle, outcome["plan"])
    assert outcome["frames"][-1] == list(puzzle.goal)
    assert len(outcome["frames"]) == outcome["cost"] + 1


def test_a_trace_with_expansions_by_depth_precedes_the_outcome(api):
    happened = heard(api, begun(api, name="eight/20", engine="ida", trace=True))
    assert [name for name, _ in happened][-2:] == ["trace", "outcome"]
    trace, outcome = happened[-2][1], happened[-1][1]
    assert sum(trace["expansions_by_depth"]) == outcome["stats"]["expanded"]
    assert outcome["trace"] is None


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"text": "no puzzle at all"}, "no puzzle"),
        ({"name": "eight/12", "engine": "astro"}, "did you mean astar"),
        ({"name": "eight/12", "engine": "fess"}, "fess solves sokoban"),
        ({"name": "eight/12", "metric": "pushes"}, "no metric"),
        ({"name": "eight/12", "heuristic": "manhatten"}, "manhattan"),
        ({"name": "eight/12", "engine": "ida", "options": {"speed": "high"}}, "no option"),
        ({"name": "eight"}, "choose one"),
        ({"name": "eight", "level": 99}, "no level 99"),
        ({"name": "eight/12", "options": {"order": "ULDR", "dual": "yes"}}, "dual has no effect here"),
    ],
)
def test_an_impossible_solve_is_refused_with_a_message(api, fields, words):
    response = api.post("/solves", json=fields)
    assert response.status_code == 422
    assert words in response.json()["detail"]


def test_an_unknown_name_is_not_found(api):
    for path, name in product(("puzzles", "info", "hint", "solves"), ("no/such", "../../etc/passwd")):
        response = api.post(f"/{path}", json={"name": name})
        assert (response.status_code, "no puzzle of the library" in response.json()["detail"]) == (404, True)


def test_a_request_can_wait_for_the_outcome(api):
    response = api.post("/solves", json={"name": "eight/12", "wait": 30})
    assert (response.status_code, response.json()["outcome"]["cost"]) == (200, 12)
    response = api.post("/solves", json={**LONG, "wait": 0.2})
    state = response.json()
    assert (response.status_code, state["state"], state["outcome"]) == (202, "running", None)
    assert api.delete(f"/solves/{state['id']}").status_code == 204


def test_an_invalid_setting_is_refused_at_once(api):
    response = api.post("/solves", json={"name": "eight/12", "quality": "0.5"})
    assert (response.status_code, "between 1 and 1000" in response.json()["detail"]) == (422, True)


def test_a_solve_stopped_by_a_limit_reports_its_bound(api):
    name, outcome = solved(api, **LONG, seconds=0.3)
    assert (name, outcome["status"], outcome["stopped_by"]) == ("outcome", "stopped", "seconds")
    assert outcome["lower_bound"] >= 58


def test_progress_is_reported_and_a_stopped_solve_keeps_its_bound(api):
    id = begun(api, **LONG)
    with api.stream("GET", f"/solves/{id}/events") as response:
        told = []
        for name, data in events(response.iter_lines()):
            told.append((name, data))
            if name == "progress" and len(told) == 3:
                assert api.delete(f"/solves/{id}").status_code == 204
    progress = [data for name, data in told if name == "progress"]
    assert progress[0].keys() >= {"bound", "expanded", "rate", "best", "seconds"}
    assert all(before["expanded"] <= after["expanded"] for before, after in pairwise(progress))
    name, outcome = told[-1]
    assert (name, outcome["status"], outcome["stopped_by"]) == ("outcome", "stopped", "interrupt")
    assert outcome["lower_bound"] >= 58


def test_progress_and_outcome_use_the_same_clock(monkeypatch):
    def slow(*given):
        time.sleep(0.5)
        return prepare(*given)

    monkeypatch.setattr(solve_worker, "prepare", slow)
    told = []
    order = solve_worker.SolveRequest(LONG, SolveSpec.of(engine=LONG["engine"], seconds=0.3), None, "")
    outcome = solve_worker.solve(order, lambda name, data: told.append((name, data)))
    times = [data["seconds"] for name, data in told if name == "progress"]
    assert times
    assert [*times, outcome["stats"]["seconds"]] == sorted([*times, outcome["stats"]["seconds"]])


@pytest.fixture
def soon_large(tmp_path, monkeypatch):
    """A search switches to a heuristic with a large database almost at once."""
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(ida, "OFFER_BYTES", 100_000)
    monkeypatch.setattr(tiles, "HEURISTIC_LADDER", {(4, 4): (Step(10_000, "pdb:6-6-3", fewer=1000),)})


@pytest.mark.usefixtures("soon_large")
def test_a_hint_builds_no_large_database(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "HINT_SECONDS", {"optimal": 0.5, "any": 10})
    assert answers.hint({"text": "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0"})["move"] is not None
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("soon_large")
def test_large_databases_are_offered_but_not_built_unless_requested(tmp_path):
    told = []
    order = solve_worker.SolveRequest({"text": HARD}, SolveSpec(limits=Limits(nodes=50_000)), None, "")
    outcome = solve_worker.solve(order, lambda name, data: told.append((name, data)))
    [offer] = [data for name, data in told if name == "offer"]
    assert (offer["heuristic"], offer["fewer"]) == ("pdb:6-6-3", 1000)
    assert offer["bytes"] > 1_000_000
    assert outcome["heuristic"] == "linear-conflict"
    assert not list(tmp_path.iterdir())


def test_traces_grow_during_a_search_and_only_the_latest_is_kept(api):
    id = begun(api, **LONG, trace=True, seconds=1)
    happened = heard(api, id)
    assert happened[-1][0] == "outcome"
    expansions = [sum(data["expansions_by_depth"]) for name, data in happened if name == "trace"]
    assert len(expansions) > 2
    assert expansions == sorted(expansions)
    assert expansions[-1] == happened[-1][1]["stats"]["expanded"]
    assert [name for name, _ in heard(api, id)].count("trace") == 1


def test_the_state_of_a_solve_is_available_without_listening(api):
    id = begun(api, name="eight/12")
    wait_until(lambda: api.get(f"/solves/{id}").json()["state"] == "finished")
    assert api.get(f"/solves/{id}").json()["outcome"]["cost"] == 12
    assert heard(api, id)[-1][1]["cost"] == 12


def test_a_returning_listener_receives_only_missed_events(api):
    id = begun(api, name="eight/12")
    everything = heard(api, id)
    with api.stream("GET", f"/solves/{id}/events", headers={"Last-Event-ID": "1"}) as response:
        assert list(events(response.iter_lines())) == everything[1:]


@pytest.mark.parametrize("number", ["999", "99999999999999999", "-1", "1.5"])
def test_a_listener_with_an_unknown_event_number_receives_all_events(api, number):
    id = begun(api, name="eight/12")
    everything = heard(api, id)
    with api.stream("GET", f"/solves/{id}/events", headers={"Last-Event-ID": number}) as response:
        assert list(events(response.iter_lines())) == everything


def test_a_silent_solve_sends_heartbeats(api, monkeypatch):
    async def hear():
        solve = Solve("id", Limits(), None)
        return await anext(Solves.listen(None, solve))

    monkeypatch.setattr("budge.web.solves.SILENCE_SECONDS", 0.01)
    assert encoded(asyncio.run(hear())).startswith(b"event: alive\n")


def test_solves_run_in_order_and_none_is_lost(small):
    api, _ = small
    first = begun(api, **LONG, seconds=1.5)
    others = [begun(api, name="eight/12") for _ in range(5)]
    positions = [heard(api, id) for id in others]
    for place, happened in enumerate(positions, 1):
        queued = [data["position"] for name, data in happened if name == "queued"]
        assert queued == sorted(queued, reverse=True)
        assert all(position <= place for position in queued)
        assert happened[-1][1]["cost"] == 12
    assert positions[-1][0][0] == "queued"
    assert heard(api, first)[-1][1]["stopped_by"] == "seconds"


def test_a_waiting_solve_can_be_stopped(small):
    api, _ = small
    long, waiting, last = begun(api, **LONG), begun(api, name="eight/12"), begun(api, name="eight/20")
    assert api.get(f"/solves/{last}").json()["position"] == 2
    api.delete(f"/solves/{waiting}")
    assert heard(api, waiting)[-1][1]["title"] == "Stopped"
    wait_until(lambda: api.get(f"/solves/{last}").json()["position"] == 1)
    api.delete(f"/solves/{long}")
    assert heard(api, last)[-1][1]["cost"] == 20


def test_a_solve_ends_when_its_listener_disconnects(small):
    api, _ = small
    id = begun(api, **LONG, linger=0.5)
    with api.stream("GET", f"/solves/{id}/events") as response:
        for name, _ in events(response.iter_lines()):
            if name == "progress":
                break
    assert api.get(f"/solves/{id}").json()["state"] == "running"
    wait_until(lambda: api.get(f"/solves/{id}").json()["state"] == "finished")
    assert api.get(f"/solves/{id}").json()["problem"]["title"] == "Stopped"
    wait_until(lambda: api.get("/health").json()["running"] == 0)


def test_a_solve_lingers_for_the_requested_time_after_its_listener_leaves(api):
    short, long = begun(api, **LONG, linger=0.2), begun(api, **LONG, linger=60)
    for id in (long, short):
        with api.stream("GET", f"/solves/{id}/events") as response:
            assert any(name == "progress" for name, _ in events(response.iter_lines()))
    wait_until(lambda: api.get(f"/solves/{short}").json()["state"] == "finished")
    assert api.get(f"/solves/{long}").json()["state"] == "running"
    api.delete(f"/solves/{long}")
    assert heard(api, long)[-1][1]["stopped_by"] == "interrupt"


def test_an_answer_is_cancelled_when_its_client_disconnects(small):
    api, process = small
    api.get("/library")
    rest = at_rest(process)
    body = json.dumps(ENDLESS)
    head = "POST /api/v1/generate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection((api.base_url.host, api.base_url.port)) as line:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        wait_until(lambda: len(descendants(process.pid)) == rest + 2)
    wait_until(lambda: len(descendants(process.pid)) == rest, seconds=10)  # two thirds of what it would take


def test_a_solve_survives_a_short_disconnection_of_its_listener(small):
    api, _ = small
    id = begun(api, **LONG, linger=0.8)
    for _ in range(2):
        with api.stream("GET", f"/solves/{id}/events") as response:
            assert any(name == "progress" for name, _ in events(response.iter_lines()))
        time.sleep(0.1)
    with api.stream("GET", f"/solves/{id}/events") as response:
        time.sleep(1)
        assert api.get(f"/solves/{id}").json()["state"] == "running"
    api.delete(f"/solves/{id}")


def test_a_killed_worker_is_a_problem_and_the_server_continues(small):
    api, process = small
    id = begun(api, **LONG)
    with api.stream("GET", f"/solves/{id}/events") as response:
        told = events(response.iter_lines())
        assert any(name == "progress" for name, _ in told)
        for child in descendants(process.pid):
            if priority(child) > priority(process.pid):  # the one that solves is the less urgent
                os.kill(child, signal.SIGKILL)
        name, problem = list(told)[-1]
    assert (name, problem["status"]) == ("problem", 500)
    assert "SIGKILL" in problem["detail"] or "killed" in problem["detail"]
    assert solved(api, name="eight/12")[1]["cost"] == 12


def test_the_server_continues_after_all_its_processes_are_killed(small):
    api, process = small
    assert solved(api, name="eight/12")[1]["cost"] == 12
    for child in descendants(process.pid):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    wait_until(lambda: api.post("/solves", json={"name": "eight/12"}).status_code == 202)  # a lost request gets 500
    assert solved(api, name="eight/12")[0] == "outcome"
    assert api.post("/check", json={"name": "eight/12", "plan": ""}).status_code == 200


def test_memory_is_limited(api):
    name, data = solved(api, name="fifteen/46", engine="dijkstra", memory=4 << 20)
    assert name == "outcome"
    assert data["stopped_by"] == "memory"


def test_a_full_queue_reports_when_to_retry():
    with (
        running("--jobs", "1", "--queue", "2") as (address, _),
        httpx.Client(base_url=f"{address}/api/v1", timeout=30) as api,
    ):
        for _ in range(3):
            begun(api, **LONG)
        refused = api.post("/solves", json=LONG)
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
        assert "waiting" in refused.json()["detail"]


def test_a_certificate_can_be_downloaded_and_is_valid(api, tmp_path):
    pytest.importorskip("pysat")
    name, outcome = solved(api, name="eight/12", certify=True)
    assert (name, outcome["certificate_problem"]) == ("outcome", None)
    archive = httpx.get(str(api.base_url).partition("/api")[0] + outcome["certificate"])
    assert archive.headers["content-type"] == "application/zip"
    zipfile.ZipFile(BytesIO(archive.content)).extractall(tmp_path)
    assert check_certificate(tmp_path / "certificate").cost == 12


def test_a_solve_has_no_certificate_unless_requested(api):
    id = begun(api, name="eight/12")
    heard(api, id)
    assert api.get(f"/solves/{id}/certificate.zip").status_code == 404
