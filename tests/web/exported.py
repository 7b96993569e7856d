"""An exported page on a plain file server, in a folder below the root."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from budge.web.static_export import has_core

needs_core = pytest.mark.skipif(not has_core(), reason="no core for the browser; make wasm builds it (make test-wasm)")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def copyfile(self, *files: Any) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # of a page that is left
            super().copyfile(*files)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a file server for a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
