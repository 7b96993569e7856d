"""Pictures of puzzles and plans: text, animated SVG, GIF and HTML.

    frames   the captioned positions along a plan, which every format draws
    text · svg · gif (with raster) · html
             one format each: a function from a puzzle and a plan to the content of a file
    files    the table of formats, and `animate`, which writes one of them

The drawing of a single position belongs to its kind: `Puzzle.draw` and `Puzzle.svg`.
"""

from budge.render.files import FORMATS, animate
from budge.render.html import Playback, watch

__all__ = ["FORMATS", "Playback", "animate", "watch"]
