"""Draws the SVG pictures of `Puzzle.svg` with Pillow: rectangles, circles, lines, straight paths and text.

This is not a general SVG renderer: it supports only the elements that `budge.puzzles` writes. It draws at twice the
size and scales down, which smooths the edges. A transparent colour is mixed with the colour of the paper in advance.
"""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree as Tree

from PIL import Image, ImageColor, ImageDraw, ImageFont

from budge.puzzles.drawing import PAPER

MAX_SIDE = 480  # pixels
OVERSAMPLING = 2  # pictures are drawn this many times larger

Style = dict[str, str]


def image(picture: str, max_side: int = MAX_SIDE) -> Image.Image:
    """An SVG picture as an image of at most `max_side` pixels a side."""
    root = Tree.fromstring(picture)
    width, height = float(root.get("width", 1)), float(root.get("height", 1))
    scale = min(1.0, max_side / max(width, height))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    large = Image.new("RGB", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING), "white")
    Pen(ImageDraw.Draw(large), scale * OVERSAMPLING).draw(root, {}, (0.0, 0.0))
    return large.resize(size, Image.Resampling.LANCZOS)


class Pen:
    """Draws elements; groups pass their style and origin on to their members."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self.canvas = draw
        self.scale = scale

    def draw(self, element: Tree.Element, style: Style, origin: tuple[float, float]) -> None:
        style = {**style, **element.attrib}
        shape = element.tag.rpartition("}")[2]
        if moved := re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", "")):
            origin = origin[0] + float(moved[1]), origin[1] + float(moved[2])
        at = Coordinates(element, origin, self.scale)
        if shape == "rect":
            self.rectangle(at, style)
        elif shape == "circle":
            x, y, r = at.x("cx"), at.y("cy"), at.length("r")
            self.canvas.ellipse((x - r, y - r, x + r, y + r), fill(style), stroke(style), self.line_width(style))
        elif shape == "line":
            ends = (at.x("x1"), at.y("y1")), (at.x("x2"), at.y("y2"))
            self.canvas.line(ends, stroke(style), self.line_width(style))
        elif shape == "path":
            self.path(at, style)
        elif shape == "text" and element.text:
            self.text(element.text, at, style)
        if shape in ("svg", "g"):
            inherited = {key: value for key, value in style.items() if key != "transform"}
            for child in element:
                self.draw(child, inherited, origin)

    def rectangle(self, at: Coordinates, style: Style) -> None:
        x, y, width, height = at.x("x"), at.y("y"), at.length("width"), at.length("height")
        corners = (x, y, x + width, y + height)
        self.canvas.rounded_rectangle(corners, at.length("rx"), fill(style), stroke(style), self.line_width(style))

    def path(self, at: Coordinates, style: Style) -> None:
        """Fills each closed subpath. A stroked rectangle is one with round corners, larger by half the stroke width."""
        ink, width = stroke(style), self.line_width(style)
        for points in at.subpaths():
            if len(points) == 4 and ink is not None:
                (left, top), (right, bottom) = points[0], points[2]
                grown = left - width / 2, top - width / 2, right + width / 2, bottom + width / 2
                self.canvas.rounded_rectangle(grown, width / 2, ink)
            elif len(points) > 2:
                self.canvas.polygon(points, fill(style))
            elif ink is not None:
                self.canvas.line(points, ink, width)

    def text(self, text: str, at: Coordinates, style: Style) -> None:
        """Draws text centred at x; a smaller font is used where `textLength` limits its width."""
        size = float(style.get("font-size", 12)) * self.scale
        face = font(max(1, round(size)))
        if (width := face.getlength(text)) > (available := at.length("textLength") or width):
            face = font(max(1, int(size * available / width)))
        self.canvas.text((at.x("x"), at.y("y")), text, fill(style), face, anchor="ms")

    def line_width(self, style: Style) -> int:
        return max(1, round(float(style.get("stroke-width", 1)) * self.scale)) if stroke(style) else 0


class Coordinates:
    """The coordinates of an element, in pixels of the image."""

    def __init__(self, element: Tree.Element, origin: tuple[float, float], scale: float) -> None:
        self.element, self.origin, self.scale = element, origin, scale

    def length(self, name: str) -> float:
        return float(self.element.get(name, 0)) * self.scale

    def x(self, name: str) -> float:
        return self.length(name) + self.origin[0] * self.scale

    def y(self, name: str) -> float:
        return self.length(name) + self.origin[1] * self.scale

    def subpaths(self) -> list[list[tuple[float, float]]]:
        """The subpaths of a path, each a list of points."""
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
    alpha = float(opacity)
    ink, paper = ImageColor.getrgb(name), ImageColor.getrgb(PAPER)
    red, green, blue = (round(alpha * one + (1 - alpha) * other) for one, other in zip(ink[:3], paper[:3], strict=True))
    return red, green, blue


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
