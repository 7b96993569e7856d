"""A plan as one self-contained HTML page with buttons to play it, which notebooks show in a frame."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

from budge.formats.source import one_puzzle
from budge.model import Outcome
from budge.puzzles import BadInput, Plan, Puzzle
from budge.render.frames import captions

MAX_BYTES = 20_000_000  # of all pictures together
CONTROLS_HEIGHT = 70  # pixels
PAGE = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px system-ui,sans-serif;color-scheme:light dark}
nav{display:flex;gap:8px;align-items:center;padding:6px 0}
input{flex:1}
</style><div id="board" role="img"></div>
<nav><button id="back" aria-label="one move back">◀</button><button id="play" aria-label="play or pause">▶ play</button>
<button id="forward" aria-label="one move forward">▶</button>
<input id="position" type="range" min="0" value="0" aria-label="position"><output id="caption"></output></nav>
<script>
const frames = FRAMES, captions = CAPTIONS, by = id => document.getElementById(id);
let timer = null;
by("position").max = frames.length - 1;
function show(at) {
  at = Math.max(0, Math.min(at, frames.length - 1));
  by("position").value = at;
  by("board").innerHTML = frames[at];
  by("caption").textContent = captions[at];
  if (at == frames.length - 1) stop();
}
function stop() { clearInterval(timer); timer = null; by("play").textContent = "▶ play"; }
function play() {
  if (timer) return stop();
  if (+by("position").value == frames.length - 1) show(0);
  by("play").textContent = "❚❚ pause";
  timer = setInterval(() => show(+by("position").value + 1), DELAY);
}
by("play").onclick = play;
by("back").onclick = () => { stop(); show(+by("position").value - 1); };
by("forward").onclick = () => { stop(); show(+by("position").value + 1); };
by("position").oninput = () => { stop(); show(+by("position").value); };
show(0);
</script>"""


def plan_to_html(puzzle: Puzzle, plan: Plan, delay: float = 0.4) -> bytes:
    """All positions along a legal plan, with buttons and a slider."""
    if (len(plan) + 1) * len(puzzle.svg()) > MAX_BYTES:
        raise BadInput(f"a page of {len(plan) + 1:,} positions would be too large; text has no limit")
    values = {
        "FRAMES": script_literal([puzzle.svg(state) for state in puzzle.replay(plan)]),
        "CAPTIONS": script_literal(list(captions(plan))),
        "DELAY": str(round(1000 * delay)),
    }
    return re.sub("|".join(values), lambda name: values[name[0]], PAGE).encode()


@dataclass(frozen=True)
class Playback:
    """A puzzle and a legal plan; a notebook shows it as a board with buttons to play it.

    >>> from budge.puzzles import Tiles
    >>> Playback(Tiles.of(["1 0 2"]), Plan(("R",))).html()[:15]
    '<!doctype html>'
    """

    puzzle: Puzzle
    plan: Plan

    def html(self) -> str:
        """The player as a complete page."""
        return plan_to_html(self.puzzle, self.plan).decode()

    def _repr_html_(self) -> str:
        """The page in an iframe, so that its styles and scripts do not affect the notebook."""
        height = re.search(r"height=['\"](\d+)", self.puzzle.svg())
        pixels = CONTROLS_HEIGHT + (int(height[1]) if height else 400)
        title = f"{self.puzzle.kind}: a plan of {len(self.plan)} moves, to play"
        style = f"border:0;width:100%;height:{pixels}px"
        return f'<iframe title="{title}" srcdoc="{escape(self.html())}" style="{style}"></iframe>'


def watch(puzzle: Puzzle | str | Path, plan: Plan | str | Outcome, *, files: bool = True) -> Playback:
    """A player for a plan; a notebook shows it if it is the value of a cell's last line.

    >>> playback = watch("1 2 3/4 0 6/7 5 8", "DR")
    >>> playback.html().count("u003csvg")
    3
    """
    found = one_puzzle(puzzle, files)
    return Playback(found, plan_of(found, plan))


def plan_of(puzzle: Puzzle, plan: Plan | str | Outcome) -> Plan:
    """The plan of an outcome, of a text, or the plan itself; raises `BadInput` if it is missing or illegal."""
    if isinstance(plan, Outcome):
        if plan.plan is None:
            raise BadInput("this outcome has no plan to show")
        plan = plan.plan
    plan = puzzle.parse_plan(plan) if isinstance(plan, str) else plan
    for _ in puzzle.replay(plan):  # raises at an illegal move
        pass
    return plan


def script_literal(texts: list[str]) -> str:
    """Texts as a JavaScript array. No text can end the script element, because `<` is escaped."""
    return json.dumps(texts).replace("<", "\\u003c")
