"""Visitors cannot read files, run programs, use foreign host names, or send too much."""

from __future__ import annotations

import json
import socket
from html.parser import HTMLParser

import httpx
import pytest

PROBLEM = "application/problem+json"


def test_every_answer_has_strict_headers(server):
    for path in ("/", "/api/v1/health", "/api/v1/nothing", "/static/", "/api/v1/drawings/classic/klotski.svg"):
        headers = httpx.get(server + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy, path
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "127.0.0.1.evil"])
def test_a_foreign_host_name_is_refused(server, host):
    response = httpx.get(f"{server}/api/v1/health", headers={"Host": host})
    assert response.status_code in (400, 403)
    assert "ok" not in response.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1234", "127.0.0.1", "[::1]:8765"])
def test_host_names_of_this_machine_are_accepted(server, host):
    assert httpx.get(f"{server}/api/v1/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "/api/v1/drawings/../../../app.py",
        "/api/v1/drawings/%2e%2e%2fclassic.toml",
        "/api/v1/drawings/classic.svg",
        "/app.py",
    ],
)
def test_no_path_leads_out_of_the_static_folder(server, path):
    with httpx.Client() as client:
        request = client.build_request("GET", server)
        request = httpx.Request("GET", httpx.URL(server).copy_with(raw_path=path.encode()), headers=request.headers)
        response = client.send(request)
    assert response.status_code == 404, response.text
    assert "import" not in response.text
    assert "root:" not in response.text


def test_folders_are_not_listed(server):
    assert httpx.get(f"{server}/static/").status_code == 404
    assert httpx.get(f"{server}/static/board/").status_code == 404


@pytest.mark.parametrize("field", ["text", "name", "goal", "filename"])
def test_text_is_never_interpreted_as_a_file_name(api, tmp_path, field):
    file = tmp_path / "puzzle.txt"
    file.write_text("1 2 3/4 5 6/7 0 8")
    fields = {"text": "1 2 3/4 5 6/7 8 0"} if field in ("goal", "filename") else {}
    response = api.post("/puzzles", json={**fields, field: str(file)})
    if field == "filename":
        assert response.json()["puzzles"][0]["solved"]
    else:
        assert response.status_code == (404 if field == "name" else 422)


def test_a_heuristic_is_not_read_from_a_file(api, tmp_path):
    (tmp_path / "sets").write_text("1 2 3\n4 5 6 7 8\n")
    for name in (f"pdb:{tmp_path}/sets", f"max(manhattan, pdb:{tmp_path}/sets)", f"pdb:plain:{tmp_path}/sets"):
        response = api.post("/solves", json={"name": "eight/12", "heuristic": name})
        assert (response.status_code, "not from files" in response.json()["detail"]) == (422, True)


@pytest.mark.parametrize("setting", [{"disk": "/tmp"}, {"disk_limit": 1000}, {"resume": True}])
def test_a_visitor_cannot_write_to_the_disk_of_the_server(api, setting):
    assert api.post("/solves", json={"name": "eight/12", **setting}).status_code == 422
    assert not set(setting) & {each["name"] for each in api.get("/engines").json()["settings"]}


def test_no_program_is_started_as_a_solver(api, tmp_path):
    program = tmp_path / "solver"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    for solver in (str(program), "true", "minisat_static"):
        order = {"name": "eight/12", "engine": "sat", "options": {"solver": solver}}
        response = api.post("/solves", json=order)
        assert (response.status_code, "the server accepts" in response.json()["detail"]) == (422, True)
    assert not (tmp_path / "ran").exists()


def test_a_visitor_cannot_make_the_server_build_large_databases(api):
    response = api.post("/solves", json={"name": "fifteen/46", "engine": "ida", "heuristic": "pdb:fringe"})
    assert (response.status_code, "519 MB" in response.json()["detail"]) == (422, True)


def test_a_request_of_more_than_a_megabyte_is_refused(api):
    response = api.post("/puzzles", json={"text": "1 " * 600_000})
    assert (response.status_code, response.headers["content-type"]) == (413, PROBLEM)


@pytest.mark.parametrize(("size", "status"), [("1000001", b"413"), ("99999999999", b"413"), ("9" * 5000, b"400")])
def test_a_body_that_is_announced_as_too_large_is_refused_before_it_is_sent(api, size, status):
    head = "POST /api/v1/puzzles HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection((api.base_url.host, api.base_url.port), timeout=5) as line:
        line.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 " + status)


def test_an_endless_body_is_refused(api):
    def endless():
        while True:
            yield b" " * 65_536

    try:
        status = api.post("/puzzles", content=endless(), headers={"content-type": "application/json"}).status_code
    except (httpx.WriteError, httpx.RemoteProtocolError):
        status = 413  # the server hung up while we were still talking
    assert status == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"text": NaN}',
        b'{"level": 1e999, "text": "1 0"}',
        b'{"text": "\\ud800"}',
        b"1" * 10_000,
        b"null{}",
    ],
)
def test_a_body_that_is_not_json_is_reported(api, body):
    for path in ("/puzzles", "/solves"):
        response = api.post(path, content=body, headers={"content-type": "application/json"})
        assert (response.status_code, response.headers["content-type"]) == (400, PROBLEM)
        assert response.json()["title"] == "Not JSON"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ([], "object"),
        ({}, "one of text, name, puzzle"),
        ({"text": "1 0", "name": "eight"}, "one of text, name, puzzle"),
        ({"text": ""}, "text: empty"),
        ({"text": " "}, "empty"),
        ({"text": "\0\1\2"}, "binary"),
        ({"text": 7}, "text: expected text"),
        ({"text": "1 0", "level": 0}, "level: 0 is below 1"),
        ({"text": "1 0", "levle": 1}, "levle: no such field"),
        ({"puzzle": {"kind": "chess"}}, "kind"),
        ({"puzzle": {"kind": "tiles", "start": [[1, 1]]}}, "no blank"),
    ],
)
def test_bad_input_is_reported_in_one_readable_line(api, body, words):
    response = api.post("/puzzles", json=body)
    assert (response.status_code, response.headers["content-type"]) == (422, PROBLEM)
    assert words in response.json()["detail"]
    assert "\n" not in response.json()["detail"]
    assert "Traceback" not in response.text


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_other_sites_cannot_send_forms(api, kind):
    response = api.post("/solves", content=json.dumps({"name": "eight/12"}), headers={"content-type": kind})
    assert response.status_code == 415
    assert "access-control-allow-origin" not in response.headers


def test_other_sites_get_no_cors_permission(server):
    preflight = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    response = httpx.options(f"{server}/api/v1/solves", headers=preflight)
    assert response.status_code == 405
    assert not any(name.startswith("access-control") for name in response.headers)


def test_html_in_a_puzzle_stays_text(api):
    class Tags(HTMLParser):
        def __init__(self):
            super().__init__()
            self.found = set()

        def handle_starttag(self, tag, attributes):
            self.found.add(tag)
            assert not any(name.startswith("on") for name, _ in attributes)

    evil = "<script>alert(1)</script><img/onerror=alert(1)>"
    puzzle = {
        "kind": "tokens",
        "name": evil,
        "vertices": ["<script>", "b&'\""],
        "edges": [["<script>", "b&'\""]],
        "start": ["_", "<img>"],
    }
    tags = Tags()
    [found] = api.post("/puzzles", json={"puzzle": puzzle}).json()["puzzles"]
    tags.feed(found["svg"])
    for form in ("svg", "text"):
        rendered = api.post("/render", json={"puzzle": puzzle, "format": form})
        assert rendered.headers["content-type"].partition(";")[0] in ("image/svg+xml", "text/plain")
        if form == "svg":
            tags.feed(rendered.text)
    assert tags.found <= {"svg", "title", "g", "rect", "circle", "line", "path", "text", "animate"}
    refused = api.post("/puzzles", json={"text": evil})
    assert refused.headers["content-type"] == PROBLEM


def test_an_unknown_address_is_a_problem(api):
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("GET", "/solves/none", 404),
        ("DELETE", "/solves/none", 404),
        ("GET", "/solves/none/events", 404),
        ("PUT", "/solves", 405),
        ("GET", "/drawings/none.svg", 404),
    ):
        response = api.request(method, path)
        assert (response.status_code, response.headers["content-type"]) == (status, PROBLEM), path
        assert response.json()["status"] == status


def test_static_files_are_sent_once_and_then_revalidated(server):
    for path in ("/", "/static/app.js", "/static/board/tiles.js"):
        first = httpx.get(server + path)
        assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
        again = httpx.get(server + path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content, again.headers["cache-control"]) == (304, b"", "no-cache")
        assert "content-security-policy" in again.headers


@pytest.mark.parametrize("name", ["nothing.js", "a%00.js", "x" * 5000, "board", "%ff%fe"])
def test_a_missing_static_file_is_a_problem_with_a_message(server, name):
    response = httpx.get(f"{server}/static/{name}")
    assert (response.status_code, response.headers["content-type"]) == (404, PROBLEM)
