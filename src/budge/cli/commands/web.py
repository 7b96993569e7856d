"""budge web: the page, served from this machine."""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from pathlib import Path

import click

from budge.cli.exits import Exit
from budge.cli.parameters import Seconds, to_bytes
from budge.cli.terminal import StatusLine, complain
from budge.engines.base import Refusal
from budge.machine import MAX_JOBS, cores


@click.command(short_help="Open the page: play, solve, watch, compare.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
@click.option("--max-seconds", type=Seconds(0.01, 1e6), default=60, show_default=True, help="Time limit of one solve.")
@click.option(
    "--max-memory",
    metavar="SIZE",
    callback=to_bytes,
    help="Memory limit of one solve, as 512M; by default a fair share.",
)
@click.option("--jobs", type=click.IntRange(1, MAX_JOBS), help="Number of solves at a time.  [default: cores]")
@click.option(
    "--queue", type=click.IntRange(0, 100_000), default=500, show_default=True, help="Number of solves that may wait."
)
@click.option("--export", "folder", metavar="DIR", help="Write the page as static files for any web host, and exit.")
def command(
    host: str,
    port: int,
    open_browser: bool,
    max_seconds: float,
    max_memory: int | None,
    jobs: int | None,
    queue: int,
    folder: str | None,
) -> int:
    """Open the page: play, edit, solve, watch and compare in a browser. Ctrl-C ends it.

    The page loads nothing from other servers, and nothing leaves this machine. Solves run in child processes with hard
    limits on time and memory. The API behind the page is described in docs/api.md.

    \b
    Examples:
      budge web --open
      budge web --port 0 --max-seconds 300 --jobs 1
      budge web --host 0.0.0.0 --max-seconds 10 --max-memory 512M
      budge web --export site      the page as files; no server is needed
    """
    if any(find_spec(module) is None for module in ("starlette", "uvicorn", "fastjsonschema")):
        raise Refusal("the page needs more than is installed: pip install 'budge[web]'")
    from budge.web.server import address, is_local, listen, serve
    from budge.web.settings import Settings

    settings = Settings(host, port, max_seconds, max_memory or 0, jobs or cores(), queue)
    if folder is not None:
        from budge.web.static_export import NO_CORE, export, has_core

        with StatusLine() as line:
            solved = export(Path(folder), settings, report=line.say)
        click.echo(f"The page is in {folder}, with {solved} stored solutions; any web server can serve it.")
        if not has_core():
            complain(f"{NO_CORE[0].lower()}{NO_CORE[1:]}")
        return Exit.SOLVED
    bound = listen(settings)
    if not is_local(bound):
        complain(f"anyone who can reach {host} can use this machine: there is no password and no encryption")

    def ready() -> None:
        click.echo(f"budge is at {address(settings, bound)} (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(address(settings, bound))

    serve(settings, bound, ready)
    return Exit.SOLVED
