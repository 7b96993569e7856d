"""budge play as a person runs it: on a real terminal, and where there is none."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from running import BUDGE

LEFT = b"\x1b[D"


def played(source: str, keys: dict[bytes, bytes]) -> bytes:
    """What a terminal shows of a game; each key is pressed once its words are seen."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*BUDGE, "play", source],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
    )
    os.close(theirs)
    shown = b""
    try:
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            shown += piece
            for words in [words for words in keys if words in shown]:
                time.sleep(0.2)
                os.write(ours, keys.pop(words))
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        os.close(ours)
    return shown


def test_a_game_on_a_real_terminal_is_won_and_its_plan_is_printed() -> None:
    keys = {b"Good luck": LEFT, b"which is optimal": b"q"}
    shown = played("1 2 3/4 5 6/7 0 8", keys)
    assert b"solved, 1 move, " in shown
    assert shown.rstrip().endswith(b"R")


def test_every_level_that_was_played_is_printed(tmp_path: Path) -> None:
    levels = tmp_path / "levels.txt"
    levels.write_text("1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8\n")
    shown = played(str(levels), {b"Good luck": LEFT, b"which is optimal": b"n" + LEFT + b"q"})
    assert b"solved, 1 move, " in shown
    assert b"not solved, 1 move, " in shown


def test_a_game_ends_with_its_terminal() -> None:
    """No signal says so: the terminal does not control the process."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*BUDGE, "play", "eight/12"], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    shown = b""
    while b"Good luck" not in shown:
        shown += os.read(ours, 65536)
    os.close(ours)
    try:
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()


def test_without_a_terminal_there_is_one_clear_line(budge: Any, on_terminal: Any) -> None:
    said = budge("play", "klotski")
    assert (said.code, said.err) == (33, "budge: play needs a terminal; budge show draws a puzzle anywhere\n")
    assert on_terminal("play", "klotski").code == 33  # standard input is none


def test_what_cannot_be_played_is_refused_before_the_screen_opens(budge: Any) -> None:
    for arguments, words in (
        (["-"], "play reads keys from standard input"),
        (["nothing-like-this"], "nothing-like-this"),
        (["klotski", "--level", "2"], "has no level 2"),
        (["klotski", "--metric", "pushes"], "has no metric 'pushes'"),
    ):
        said = budge("play", *arguments)
        assert said.code == 33
        assert words in said.err
        assert said.err.count("\n") == 1


def test_without_textual_the_command_says_what_to_install() -> None:
    script = "import sys; sys.modules['textual'] = None; sys.argv = ['budge', 'play', 'klotski']\nimport budge.cli\n"
    run = [sys.executable, "-c", script + "budge.cli.main()"]
    said = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (
        33,
        "budge: play needs more than is installed: pip install 'budge[play]'\n",
    )
