"""Many commands at the price of one start: a process that has imported budge forks for every command.

Each is a process of its own, with the arguments, files, folder and environment it is given, and ends as Python ends;
only that it has imported budge already. As a program this file is the process that forks.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from tempfile import TemporaryFile

ORDER = 1 << 20  # bytes of an order at most


@dataclass(frozen=True)
class Order:
    arguments: list[str]
    folder: str
    environment: dict[str, str]


def started(order: Order, given: bytes, seconds: float) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a command in a process of its own from the start."""
    program = [sys.executable, "-m", "budge", *order.arguments]
    done = subprocess.run(
        program, input=given, capture_output=True, timeout=seconds, cwd=order.folder, env=order.environment
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Forks:
    """The tests' end of the process that forks."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * ORDER)
        with theirs:
            program = [sys.executable, __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(program, pass_fds=[theirs.fileno()], env={**os.environ, **environment})

    def run(self, order: Order, given: bytes, seconds: float) -> tuple[int, str, str]:
        """The same as `started`."""
        with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
            stdin.write(given)
            stdin.seek(0)
            files = [stdin.fileno(), stdout.fileno(), stderr.fileno()]
            socket.send_fds(self._line, [json.dumps(asdict(order)).encode()], files)
            process = int(self._line.recv(64))
            self._line.settimeout(seconds)
            try:
                code = int(self._line.recv(64))
            except TimeoutError:
                os.kill(process, signal.SIGKILL)
                self._line.settimeout(None)
                self._line.recv(64)
                raise
            stdout.seek(0)
            stderr.seek(0)
            return code, stdout.read().decode(), stderr.read().decode()

    def close(self) -> None:
        self._line.close()
        self._process.wait()


def command_of(line: socket.socket) -> bool:
    """In the process that forks: True in one that is to run a command; False when there are no more."""
    while True:
        received, files, _, _ = socket.recv_fds(line, ORDER, 3)
        if not received:
            return False
        process = os.fork()
        if process == 0:
            order = Order(**json.loads(received))
            for number, file in enumerate(files):
                os.dup2(file, number)
                os.close(file)
            line.close()
            os.chdir(order.folder)
            os.environ.clear()
            os.environ.update(order.environment)
            sys.argv[1:] = order.arguments
            return True
        for file in files:
            os.close(file)
        line.send(str(process).encode())
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])).encode())


if __name__ == "__main__":
    from budge.cli import COMMANDS, main

    for name in COMMANDS:
        import_module(f"budge.cli.commands.{name}")
    if command_of(socket.socket(fileno=int(sys.argv[1]))):
        main()
