"""Budge's own SVG pictures as pixels, by Pillow: rectangles, circles, lines, paths of straight lines, and words.

Not a reader of SVG in general: it knows what `budge.puzzles` draws. Pictures are drawn at twice their size and scaled
down, which smooths edges; a colour that lets the ground through is mixed with that of the paper beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from xml.etree import ElementTree as Tree

from PIL import Image, ImageColor, ImageDraw, ImageFont

from budge.puzzles.drawing import PAPER

LONGEST = 480  # pixels of the longer side
FINE = 2  # times as large while it is drawn
COLOURS = 128

Style = dict[str, str]


def gif(pictures: Sequence[str], seconds: Sequence[float]) -> bytes:
    """Pictures of one size, each with the time that it is shown, as a GIF that begins anew when it ends."""
    palette = common_palette([image(pictures[place]) for place in (0, len(pictures) // 2, -1)])
    first, *others = (image(picture).quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    file = BytesIO()
    durations = [round(1000 * each) for each in seconds]
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0)
    return file.getvalue()


def common_palette(images: Sequence[Image.Image]) -> Image.Image:
    """The colours of several images; where pieces come home they change theirs."""
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for number, each in enumerate(images):
        sheet.paste(each, (0, number * height))
    return sheet.quantize(COLOURS, dither=Image.Dither.NONE)


def image(picture: str) -> Image.Image:
    """One picture."""
    root = Tree.fromstring(picture)
    width, height = float(root.get("width", 1)), float(root.get("height", 1))
    scale = min(1.0, LONGEST / max(width, height))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    large = Image.new("RGB", (size[0] * FINE, size[1] * FINE), "white")
    Pen(ImageDraw.Draw(large), scale * FINE).draw(root, {}, (0.0, 0.0))
    return large.resize(size, Image.Resampling.LANCZOS)


class Pen:
    """Draws elements; styles and places are handed down from groups."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self.on = draw
        self.scale = scale

    def draw(self, element: Tree.Element, style: Style, origin: tuple[float, float]) -> None:
        style = {**style, **element.attrib}
        shape = element.tag.rpartition("}")[2]
        if moved := re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", "")):
            origin = origin[0] + float(moved[1]), origin[1] + float(moved[2])
        at = At(element, origin, self.scale)
        if shape == "rect":
            self.rectangle(at, style)
        elif shape == "circle":
            x, y, r = at.x("cx"), at.y("cy"), at.length("r")
            self.on.ellipse((x - r, y - r, x + r, y + r), fill(style), stroke(style), self.thick(style))
        elif shape == "line":
            ends = (at.x("x1"), at.y("y1")), (at.x("x2"), at.y("y2"))
            self.on.line(ends, stroke(style), self.thick(style))
        elif shape == "path":
            self.path(at, style)
        elif shape == "text" and element.text:
            self.words(element.text, at, style)
        if shape in ("svg", "g"):
            inherited = {key: value for key, value in style.items() if key != "transform"}
            for child in element:
                self.draw(child, inherited, origin)

    def rectangle(self, at: At, style: Style) -> None:
        x, y, wide, tall = at.x("x"), at.y("y"), at.length("width"), at.length("height")
        corners = (x, y, x + wide, y + tall)
        self.on.rounded_rectangle(corners, at.length("rx"), fill(style), stroke(style), self.thick(style))

    def path(self, at: At, style: Style) -> None:
        """Each closed part is filled; an outline with round corners makes a part larger by half its width."""
        ink, thick = stroke(style), self.thick(style)
        for points in at.parts():
            if len(points) == 4 and ink is not None:
                (left, top), (right, bottom) = points[0], points[2]
                grown = left - thick / 2, top - thick / 2, right + thick / 2, bottom + thick / 2
                self.on.rounded_rectangle(grown, thick / 2, ink)
            elif len(points) > 2:
                self.on.polygon(points, fill(style))
            elif ink is not None:
                self.on.line(points, ink, thick)

    def words(self, text: str, at: At, style: Style) -> None:
        """Text with its middle at x, shrunk where it must fit a length."""
        size = float(style.get("font-size", 12)) * self.scale
        face = font(max(1, round(size)))
        if (wide := face.getlength(text)) > (room := at.length("textLength") or wide):
            face = font(max(1, int(size * room / wide)))
        self.on.text((at.x("x"), at.y("y")), text, fill(style), face, anchor="ms")

    def thick(self, style: Style) -> int:
        return max(1, round(float(style.get("stroke-width", 1)) * self.scale)) if stroke(style) else 0


class At:
    """The numbers of an element, in pixels of the image."""

    def __init__(self, element: Tree.Element, origin: tuple[float, float], scale: float) -> None:
        self.element, self.origin, self.scale = element, origin, scale

    def length(self, name: str) -> float:
        return float(self.element.get(name, 0)) * self.scale

    def x(self, name: str) -> float:
        return self.length(name) + self.origin[0] * self.scale

    def y(self, name: str) -> float:
        return self.length(name) + self.origin[1] * self.scale

    def parts(self) -> list[list[tuple[float, float]]]:
        """The parts of a path, each a list of points."""
        found: list[list[tuple[float, float]]] = []
        x = y = 0.0
        for letter, numbers in re.findall(r"([MLHVhvZ])([-\d.e ]*)", self.element.get("d", "")):
            values = [float(each) for each in numbers.split()]
            match letter:
                case "M":
                    found.append([])
                    x, y = values
                case "L":
                    x, y = values
                case "H":
                    x = values[0]
                case "V":
                    y = values[0]
                case "h":
                    x += values[0]
                case "v":
                    y += values[0]
            if letter != "Z":
                found[-1].append(((x + self.origin[0]) * self.scale, (y + self.origin[1]) * self.scale))
        return found


def fill(style: Style) -> tuple[int, int, int] | None:
    return colour(style.get("fill", "black"), style.get("fill-opacity", "1"))


def stroke(style: Style) -> tuple[int, int, int] | None:
    return colour(style.get("stroke", "none"), style.get("stroke-opacity", "1"))


@cache
def colour(name: str, opacity: str) -> tuple[int, int, int] | None:
    if name == "none":
        return None
    share = float(opacity)
    ink, paper = ImageColor.getrgb(name), ImageColor.getrgb(PAPER)
    red, green, blue = (round(share * one + (1 - share) * other) for one, other in zip(ink[:3], paper[:3], strict=True))
    return red, green, blue


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
