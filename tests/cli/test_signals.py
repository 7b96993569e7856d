"""Ctrl-C, `kill`, `timeout` and closed terminals: whatever was found by then is printed, and nothing else is said."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from running import BUDGE, HARD, watched

from budge import cli
from budge.cli.commands import doctor

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
LONG_PROOF = "fifteen/46"  # solved at once, but to refute all shorter plans takes seconds


@pytest.mark.parametrize("number", SIGNALS)
def test_every_signal_that_asks_to_end_leaves_the_bound_so_far(tmp_path: Path, number: int) -> None:
    with watched(["solve", HARD, "eight/one", "--json"], tmp_path) as budge:
        budge.wait_for("at least")
        budge.process.send_signal(number)
        ran = budge.end()
    assert ran.code == 130
    [line] = ran.out.splitlines()  # the second puzzle was not begun
    outcome = json.loads(line)
    assert (outcome["status"], outcome["stopped_by"], outcome["reason"]) == ("stopped", "interrupt", "interrupted")
    assert outcome["lower_bound"] >= 50


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_while_a_plan_is_certified_prints_the_plan(tmp_path: Path, number: int, as_json: bool) -> None:
    with watched(["solve", LONG_PROOF, "--certify", "proof", *["--json"] * as_json], tmp_path) as budge:
        while not list(tmp_path.glob(".proof-*/*.cnf")):  # the first formula: the plan was found long ago
            assert budge.process.poll() is None, budge.end()
        budge.process.send_signal(number)
        ran = budge.end()
    assert ran.code == 130
    assert "no certificate: interrupted" in ran.err
    assert "Traceback" not in ran.err
    if as_json:
        outcome = json.loads(ran.out)
        assert (outcome["status"], outcome["cost"], outcome["certificate"]) == ("optimal", 46, None)
    else:
        assert "46 moves; no plan is shorter" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_an_animation_and_prints_the_result(tmp_path: Path) -> None:
    """Where stdout is a terminal, too: a plan of 31 moves plays for nine seconds."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*BUDGE, "solve", "eight/hardest-1", "--show"],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm", "LINES": "50"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(theirs)
    shown = b""
    try:
        while b"1/31" not in shown:
            shown += os.read(ours, 65536)
        process.send_signal(signal.SIGINT)
        while b"no plan is shorter" not in shown:
            shown += os.read(ours, 65536)
        assert process.wait(timeout=60) == 130
    finally:
        process.kill()
        os.close(ours)
    assert b"31/31" not in shown


def test_where_ctrl_c_is_ignored_it_stays_so_and_kill_still_keeps_the_work(tmp_path: Path) -> None:
    """So it is for whatever a script starts in the background."""
    with subprocess.Popen(
        [*BUDGE, "solve", HARD, "--json", "--trace", "trace"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    ) as process:
        try:
            while not (tmp_path / "trace").exists():
                assert process.poll() is None
            process.send_signal(signal.SIGINT)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=2)
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, err) == (130, b"")
    assert json.loads(out)["stopped_by"] == "interrupt"


STARTED = """
import importlib.abc, os, signal, sys

class InTheMidstOfImports(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "budge.engines.logic.sat":
            os.kill(os.getpid(), signal.SIGINT)
        return None

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, InTheMidstOfImports())
sys.argv = [{name!r}, "list"]
try:
    from budge.cli import main
except KeyboardInterrupt:
    print("KeyboardInterrupt")
"""


def test_ctrl_c_while_the_program_is_still_being_imported_is_quiet() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED.format(name="/usr/bin/budge")], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_while_another_program_imports_budge_is_that_programs_affair() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED.format(name="mine.py")], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"KeyboardInterrupt\n", b"")


@pytest.mark.parametrize(("terminal", "said"), [(False, ""), (True, "\n")])
def test_ctrl_c_leaves_nothing_in_a_log_and_ends_the_line_of_a_terminal(terminal, said, monkeypatch, capsys) -> None:
    """There the terminal itself has written ^C."""

    def interrupted(**options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(doctor.command, "callback", interrupted)
    monkeypatch.setattr(sys, "argv", ["budge", "doctor"])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert cli.run() == 130
    assert capsys.readouterr() == ("", said)


def test_ctrl_c_tells_what_an_exploration_has_counted(tmp_path: Path) -> None:
    with watched(["explore", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "--json"], tmp_path) as budge:
        budge.wait_for("positions")
        budge.process.send_signal(signal.SIGTERM)
        ran = budge.end()
    assert ran.code == 130
    found = json.loads(ran.out)
    assert (found["complete"], found["stopped_by"]) == (False, "interrupt")
    assert found["by_depth"][:4] == [1, 2, 4, 10]
