"""A plan that plays in a notebook: one piece of HTML that needs nothing from anywhere."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import escape

from budge.model import Outcome
from budge.puzzles import BadInput, Plan, Puzzle

MOST_BYTES = 20_000_000  # of all pictures together
FRAME = 70  # pixels beside the picture, for the buttons
PAGE = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px system-ui,sans-serif;color-scheme:light dark}
nav{display:flex;gap:8px;align-items:center;padding:6px 0}
input{flex:1}
</style><div id="board" role="img"></div>
<nav><button id="back" aria-label="one move back">◀</button><button id="play" aria-label="play or pause">▶ play</button>
<button id="on" aria-label="one move on">▶</button>
<input id="at" type="range" min="0" value="0" aria-label="position"><output id="said"></output></nav>
<script>
const frames = FRAMES, moves = MOVES, by = id => document.getElementById(id);
let timer = null;
by("at").max = frames.length - 1;
function show(at) {
  at = Math.max(0, Math.min(at, frames.length - 1));
  by("at").value = at;
  by("board").innerHTML = frames[at];
  by("said").textContent = at + " / " + moves.length + (at ? " · " + moves[at - 1] : "");
  if (at == frames.length - 1) stop();
}
function stop() { clearInterval(timer); timer = null; by("play").textContent = "▶ play"; }
function play() {
  if (timer) return stop();
  if (+by("at").value == frames.length - 1) show(0);
  by("play").textContent = "❚❚ pause";
  timer = setInterval(() => show(+by("at").value + 1), 400);
}
by("play").onclick = play;
by("back").onclick = () => { stop(); show(+by("at").value - 1); };
by("on").onclick = () => { stop(); show(+by("at").value + 1); };
by("at").oninput = () => { stop(); show(+by("at").value); };
show(0);
</script>"""


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
        """The player as a page of its own."""
        if (len(self.plan) + 1) * len(self.puzzle.svg()) > MOST_BYTES:
            raise BadInput(f"a plan of {len(self.plan):,} moves is too long to be played in a notebook")
        frames = [self.puzzle.svg(state) for state in self.puzzle.replay(self.plan)]
        page = PAGE.replace("FRAMES", scripted(frames), 1)
        return page.replace("MOVES", scripted(list(self.plan.moves)), 1)

    def _repr_html_(self) -> str:
        """In a frame of its own, so that nothing of it meets the rest of the notebook."""
        height = re.search(r"height=['\"](\d+)", self.puzzle.svg())
        tall = FRAME + (int(height[1]) if height else 400)
        return f'<iframe srcdoc="{escape(self.html())}" style="border:0;width:100%;height:{tall}px"></iframe>'


def watch(puzzle: Puzzle, plan: Plan | str | Outcome) -> Playback:
    """A plan to be played in a notebook, which shows the value of a cell's last line by itself.

    >>> from budge.puzzles import Tiles
    >>> playback = watch(Tiles.of(["1 2 3", "4 0 6", "7 5 8"]), "DR")
    >>> playback.html().count("u003csvg")
    3
    """
    if isinstance(plan, Outcome):
        if plan.plan is None:
            raise BadInput("there is no plan to watch in this outcome")
        plan = plan.plan
    plan = puzzle.parse_plan(plan) if isinstance(plan, str) else plan
    for _ in puzzle.replay(plan):  # which says where it breaks
        pass
    return Playback(puzzle, plan)


def scripted(data: list[str]) -> str:
    """Texts as JavaScript, whatever is in them: nothing can end the script early."""
    return json.dumps(data).replace("<", "\\u003c")
