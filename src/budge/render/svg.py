"""A plan as one animated SVG, which a browser plays without a script.

Elements that come first and are equal in the pictures of all positions, such as the board and its walls, are written
once. The rest of each picture is a group that is visible during its own time slice. An element that occurs in several
pictures, such as a piece at rest, is defined once and used by all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from xml.etree import ElementTree as Tree
from zlib import crc32

from budge.puzzles import BadInput, Plan, Puzzle

HOLD = 4  # the last position is shown this many times as long as the others
MAX_BYTES = 100_000_000  # of all pictures together, before common elements are merged
MIN_LENGTH = 60  # of an element that is defined once; a shorter one is not worth a name
SVG = "http://www.w3.org/2000/svg"

Tree.register_namespace("", SVG)


def plan_to_svg(puzzle: Puzzle, plan: Plan, delay: float) -> bytes:
    """All positions along a legal plan, each shown for `delay` seconds; without a move, a still picture."""
    if not plan:
        return puzzle.svg().encode()
    if (len(plan) + 1) * len(puzzle.svg()) > MAX_BYTES:
        raise BadInput(f"an SVG of {len(plan) + 1:,} positions would be too large; text has no limit")
    pictures = [Tree.fromstring(puzzle.svg(state)) for state in puzzle.replay(plan)]
    elements = [list(elements_of(picture)) for picture in pictures]
    shared = len(list(takewhile(lambda level: len(set(level)) == 1, zip(*elements, strict=False))))
    found = Counter(element for each in elements for element in each[shared:] if len(element) > MIN_LENGTH)
    prefix = f"b{crc32(''.join(found).encode()):x}-"  # unique if several plans are shown on one page
    names = {element: f"{prefix}{number}" for number, (element, count) in enumerate(found.items()) if count > 1}
    groups = [
        "".join(f'<use href="#{names[element]}"/>' if element in names else element for element in each[shared:])
        for each in elements
    ]
    defined = "".join(f'<g id="{name}">{element}</g>' for element, name in names.items())
    seconds = delay * (len(groups) - 1 + HOLD)
    size = " ".join(f'{name}="{pictures[0].get(name)}"' for name in ("width", "height", "viewBox"))
    body = (
        f"<defs>{defined}</defs>"
        + "".join(elements[0][:shared])
        + "".join(timed(group, number, len(groups), delay, seconds) for number, group in enumerate(groups))
    )
    return f'<svg xmlns="{SVG}" {size} role="img">{body}</svg>\n'.encode()


def elements_of(picture: Tree.Element) -> Iterator[str]:
    """The elements of a picture in drawing order. A group that only translates is split into its members."""
    for part in picture:
        inner = [part]
        if part.tag == f"{{{SVG}}}g" and set(part.attrib) == {"transform"}:
            inner = [Tree.Element(part.tag, part.attrib) for _ in part]
            for group, child in zip(inner, part, strict=True):
                group.append(child)
        yield from (Tree.tostring(each, encoding="unicode").replace(f' xmlns="{SVG}"', "") for each in inner)


def timed(group: str, number: int, count: int, delay: float, seconds: float) -> str:
    """A group that is visible in time slice `number` of `count`; viewers without animation show the first one."""
    times = [number * delay / seconds, 1.0 if number == count - 1 else (number + 1) * delay / seconds]
    values = ["inline", "none"]
    if number:
        times, values = [0.0, *times], ["none", *values]
    if number == count - 1:
        times, values = times[:-1], values[:-1]
    keys = ";".join(f"{time:.6g}" for time in times)
    return (
        f'<g display="{"none" if number else "inline"}">{group}<animate attributeName="display" calcMode="discrete" '
        f'values="{";".join(values)}" keyTimes="{keys}" dur="{seconds:.6g}s" repeatCount="indefinite"/></g>'
    )
