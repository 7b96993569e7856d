"""Many commands at the price of one start: a process that has imported budge forks for every command.

Each is a process of its own, with the arguments, files, folder and environment it is given, and ends as Python ends;
only that it has imported budge already, and numpy, which half of all commands come to need. As a program this file is
the process that forks.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

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
    """A process that forks, and how to ask it for a command."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._folder = TemporaryDirectory(prefix="budge-forks-")
        self._address = f"{self._folder.name}/socket"
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            listener.bind(self._address)
            listener.listen()
            program = [sys.executable, __file__, str(listener.fileno())]
            # Python asks once whether it can seek in its streams: in pipes it never can, whatever takes their place.
            pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
            self._process = subprocess.Popen(
                program, pass_fds=[listener.fileno()], env={**os.environ, **environment}, **pipes
            )

    def run(self, order: Order, given: bytes, seconds: float) -> tuple[int, str, str]:
        """The same as `started`."""
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line,
            TemporaryFile() as stdin,
            TemporaryFile() as stdout,
            TemporaryFile() as stderr,
        ):
            line.connect(self._address)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * ORDER)
            stdin.write(given)
            stdin.seek(0)
            files = [stdin.fileno(), stdout.fileno(), stderr.fileno()]
            socket.send_fds(line, [json.dumps(asdict(order)).encode()], files)
            process = int(line.recv(64))
            line.settimeout(seconds)
            try:
                code = int(line.recv(64))
            except TimeoutError:
                os.kill(process, signal.SIGKILL)
                line.settimeout(None)
                line.recv(64)
                raise
            stdout.seek(0)
            stderr.seek(0)
            return code, stdout.read().decode(), stderr.read().decode()

    def program(self) -> str:
        """The folder of a program `budge` for shells, which does the same: it starts in a third of the time."""
        path = Path(self._folder.name) / "budge"
        path.write_text(PROGRAM.format(python=sys.executable, address=self._address))
        path.chmod(0o700)
        return self._folder.name

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate()
        self._folder.cleanup()


PROGRAM = """#!{python} -IS
import json, os, socket, sys
line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
line.connect("{address}")
order = dict(arguments=sys.argv[1:], folder=os.getcwd(), environment=dict(os.environ))
socket.send_fds(line, [json.dumps(order).encode()], [0, 1, 2])
line.recv(64)
code = int(line.recv(64))
sys.exit(code if code >= 0 else 128 - code)
"""


def is_command(listener: socket.socket) -> bool:
    """In the process that forks: returns True in one that is to run a command, and nowhere else."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for who waits for a command
    while True:
        line, _ = listener.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listener.close()
            break
        line.close()
    received, files, _, _ = socket.recv_fds(line, ORDER, 3)
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
    os._exit(0)


if __name__ == "__main__":
    from budge.cli import COMMANDS, main

    for name in COMMANDS:
        import_module(f"budge.cli.commands.{name}")
    with suppress(ImportError):
        import_module("budge.encodings.sat.kinds")
    gc.freeze()  # else each command would look through all that is imported, and so copy it: half of its time
    if is_command(socket.socket(fileno=int(sys.argv[1]))):
        main()
