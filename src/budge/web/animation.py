"""A plan as one file: an animated SVG, a GIF, or every position as text.

All start from the SVG picture of each position. What comes first in every picture, the board and its walls, is drawn
once; the rest takes turns, each position shown for a while and the last one longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import takewhile
from xml.etree import ElementTree as Tree

from budge.engines.base import Refusal
from budge.puzzles import BadInput, Plan, Puzzle

DELAY = 0.4  # seconds for a position
REST = 4  # times as long for the last one
MOST_DRAWN = 100_000_000  # bytes of all pictures together, before what they share is drawn once
MOST_FRAMES = 1_000  # of a GIF
SVG = "http://www.w3.org/2000/svg"

File = tuple[bytes, str, str]  # what is in it, its media type, its suffix

Tree.register_namespace("", SVG)


def as_svg(puzzle: Puzzle, plan: Plan, delay: float) -> File:
    """Needs no script: the browser itself shows the positions in turn."""
    if (len(plan) + 1) * len(puzzle.svg()) > MOST_DRAWN:
        raise BadInput(f"an SVG of {len(plan) + 1:,} positions would be too large; text has no such limit")
    pictures = [Tree.fromstring(puzzle.svg(state)) for state in puzzle.states(plan.moves)]
    parts = [list(drawn(picture)) for picture in pictures]
    shared = len(list(takewhile(lambda level: len(set(level)) == 1, zip(*parts, strict=False))))
    frames = ["".join(each[shared:]) for each in parts]
    seconds = delay * (len(frames) - 1 + REST)
    head = pictures[0]
    size = " ".join(f'{name}="{head.get(name)}"' for name in ("width", "height", "viewBox"))
    body = "".join(parts[0][:shared]) + "".join(
        turn(frame, number, len(frames), delay, seconds) for number, frame in enumerate(frames)
    )
    return f'<svg xmlns="{SVG}" {size} role="img">{body}</svg>\n'.encode(), "image/svg+xml", "svg"


def drawn(picture: Tree.Element) -> Iterator[str]:
    """The parts of a picture in the order in which they are drawn; a group that only moves its parts is taken apart."""
    for part in picture:
        inner = [part]
        if part.tag == f"{{{SVG}}}g" and set(part.attrib) == {"transform"}:
            inner = [Tree.Element(part.tag, part.attrib) for _ in part]
            for group, child in zip(inner, part, strict=True):
                group.append(child)
        yield from (Tree.tostring(each, encoding="unicode").replace(f' xmlns="{SVG}"', "") for each in inner)


def turn(frame: str, number: int, count: int, delay: float, seconds: float) -> str:
    """A position that shows when it is its turn; the first one also where nothing moves."""
    if count == 1:
        return frame
    times = [number * delay / seconds, 1.0 if number == count - 1 else (number + 1) * delay / seconds]
    values = ["inline", "none"]
    if number:
        times, values = [0.0, *times], ["none", *values]
    if number == count - 1:
        times, values = times[:-1], values[:-1]
    keys = ";".join(f"{time:.6g}" for time in times)
    return (
        f'<g display="{"none" if number else "inline"}">{frame}<animate attributeName="display" calcMode="discrete" '
        f'values="{";".join(values)}" keyTimes="{keys}" dur="{seconds:.6g}s" repeatCount="indefinite"/></g>'
    )


def as_gif(puzzle: Puzzle, plan: Plan, delay: float) -> File:
    if find_spec("PIL") is None:
        raise Refusal("a GIF needs more than is installed: pip install 'budge[web]'")
    from budge.web.raster import gif

    if len(plan) >= MOST_FRAMES:
        raise BadInput(f"a GIF of {len(plan) + 1:,} positions; the limit is {MOST_FRAMES:,}, text has none")
    pictures = [puzzle.svg(state) for state in puzzle.states(plan.moves)]
    durations = [delay] * len(plan) + [delay * REST]
    return gif(pictures, durations), "image/gif", "gif"


def as_text(puzzle: Puzzle, plan: Plan, delay: float) -> File:
    captions = ("start", *(f"{number}/{len(plan)}  {move}" for number, move in enumerate(plan.moves, 1)))
    positions = zip(captions, puzzle.states(plan.moves), strict=True)
    text = "\n\n".join(f"{caption}\n\n{puzzle.draw(state)}" for caption, state in positions)
    return f"{text}\n".encode(), "text/plain; charset=utf-8", "txt"


FORMS: dict[str, Callable[[Puzzle, Plan, float], File]] = {"svg": as_svg, "gif": as_gif, "text": as_text}
