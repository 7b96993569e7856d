"""budge without the modules and functions that only Unix has: what works, and what says why it does not."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

HIDDEN = """
import os, sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "resource", "termios", "tty", "pwd", "grp"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hide())
for module in ("fcntl", "resource"):
    sys.modules.pop(module, None)
import signal, socket
for name in ("fork", "wait4", "killpg", "setsid", "getuid", "nice", "sched_getaffinity", "posix_fallocate"):
    delattr(os, name)
for name in ("SIGHUP", "SIGCHLD", "SIGKILL"):
    delattr(signal, name)
del socket.send_fds, socket.recv_fds
"""
UNIX_ONLY = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "syslog"}
PACKAGE = Path(__file__).parents[1] / "src" / "budge"


def without_unix(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HIDDEN + script, *arguments], capture_output=True, text=True)


def budge(*arguments: str) -> subprocess.CompletedProcess[str]:
    return without_unix("from budge.cli import main; main()", *arguments)


def test_no_module_needs_unix_to_be_imported() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not UNIX_ONLY & set(names), path


def test_native_engines_solve() -> None:
    ran = budge("solve", "eight/hardest-1", "rushhour/10", "robots/corner-room", "--engine", "astar")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("optimal ") == 3


def test_what_needs_child_processes_says_so_in_one_line() -> None:
    for arguments in (["solve", "eight/12", "--engine", "sat"], ["solve", "eight", "--jobs", "2"]):
        ran = budge(*arguments)
        assert ran.returncode == 33, ran
        assert ran.stderr.count("\n") == 1, ran.stderr
        assert "cannot fork" in ran.stderr
    assert "processes" in (told := budge("doctor").stdout)
    assert "cannot fork" in told
