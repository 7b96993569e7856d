"""Runs a command of Dask that ends with the program that started it: `python -m budge.execution.attended COMMAND …`.

Standard input is a pipe. Only that program holds its other end, so the system closes it however the program ends.
"""

import os
import signal
import sys
import threading
from importlib import import_module


def end_with_parent() -> None:
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    command = import_module(f"distributed.cli.{sys.argv.pop(1)}")
    command.main()
