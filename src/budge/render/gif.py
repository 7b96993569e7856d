"""A plan as a GIF that repeats: every position drawn by `raster`, all in one palette."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from budge.puzzles import BadInput, Plan, Puzzle
from budge.render.svg import HOLD

if TYPE_CHECKING:  # Pillow comes with an extra
    from PIL.Image import Image

MAX_FRAMES = 1_000
COLOURS = 128


def plan_to_gif(puzzle: Puzzle, plan: Plan, delay: float) -> bytes:
    """All positions along a legal plan, each shown for `delay` seconds and the last one longer."""
    if find_spec("PIL") is None:
        raise BadInput("a GIF needs Pillow, which is not installed: pip install 'budge[gif]'")
    from PIL.Image import Dither

    from budge.render.raster import image

    if len(plan) >= MAX_FRAMES:
        raise BadInput(f"a GIF of {len(plan) + 1:,} positions; the limit is {MAX_FRAMES:,}, but text has none")
    pictures = [image(puzzle.svg(state)) for state in puzzle.replay(plan)]
    palette = common_palette([pictures[place] for place in (0, len(pictures) // 2, -1)])
    first, *others = (picture.quantize(palette=palette, dither=Dither.NONE) for picture in pictures)
    durations = [round(1000 * delay)] * len(plan) + [round(1000 * delay * HOLD)]
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0)
    return file.getvalue()


def common_palette(images: list[Image]) -> Image:
    """A palette for several images of one size, because pieces change colour at their goal."""
    from PIL import Image

    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for number, each in enumerate(images):
        sheet.paste(each, (0, number * height))
    return sheet.quantize(COLOURS, dither=Image.Dither.NONE)
