"""Plans as files: every position of every kind is in every format, and a failure leaves nothing behind."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import budge
from budge import BadInput
from budge.render import FORMATS
from budge.render.raster import image

OF_EVERY_KIND = ["eight/12", "graphs/theta0", "rushhour/10", "sokoban/rooms-1", "robots/corner-room"]
EIGHT = "1 2 3/4 0 6/7 5 8"
SUFFIXES = [form.suffix for form in FORMATS.values()]


def positions_in(file: Path) -> int:
    """The number of positions that a file shows, counted by the rules of its format."""
    if file.suffix == ".gif":
        from PIL import Image

        with Image.open(file) as picture:
            return picture.n_frames
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".svg":
        return sum(each.tag.endswith("animate") for each in ElementTree.fromstring(text).iter())
    return text.count("u003csvg") if file.suffix == ".html" else len(re.findall(r"^(start|\d+/\d+  .+)$", text, re.M))


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", OF_EVERY_KIND)
def test_every_position_of_a_plan_is_shown(name: str, suffix: str, tmp_path: Path) -> None:
    [puzzle] = budge.load(name)
    outcome = budge.solve(puzzle)
    file = budge.animate(puzzle, outcome, tmp_path / f"plan.{suffix}")
    assert positions_in(file) == len(outcome.plan) + 1
    assert os.listdir(tmp_path) == [file.name]


def test_an_empty_plan_is_a_still_picture(tmp_path: Path) -> None:
    [eight] = budge.load(EIGHT)
    assert budge.animate(eight, "", tmp_path / "x.svg").read_text() == eight.svg()
    assert budge.animate(eight, "", tmp_path / "x.txt").read_text() == f"{eight.draw()}\n"


def test_an_animated_svg_shows_one_position_at_any_time(tmp_path: Path) -> None:
    """At every moment of a round exactly one group is visible, and they follow each other in order."""
    [eight] = budge.load(EIGHT)
    root = ElementTree.fromstring(budge.animate(eight, "DRLU", tmp_path / "x.svg", delay=1).read_text())
    slices = []
    for each in root.iter("{http://www.w3.org/2000/svg}animate"):
        times = [float(time) for time in each.attrib["keyTimes"].split(";")] + [1.0]
        values = each.attrib["values"].split(";")
        [slot] = [(times[n], times[n + 1]) for n, value in enumerate(values) if value == "inline"]
        slices.append(slot)
    assert slices[0][0] == 0
    assert slices[-1][1] == 1
    assert [end for _, end in slices[:-1]] == [start for start, _ in slices[1:]]


def test_a_gif_shows_what_the_pictures_show(tmp_path: Path) -> None:
    """Every frame differs from its picture by the limited palette only, and the last one is shown longest."""
    from PIL import Image, ImageChops

    [level] = budge.load("sokoban/rooms-1")
    plan = budge.solve(level).plan
    file = budge.animate(level, plan, tmp_path / "x.gif", delay=0.2)
    with Image.open(file) as picture:
        for number, state in enumerate(level.replay(plan)):
            picture.seek(number)
            assert picture.info["duration"] == (800 if number == len(plan) else 200)
            difference = ImageChops.difference(picture.convert("RGB"), image(level.svg(state)))
            assert max(band[1] for band in difference.getextrema()) < 64


@pytest.mark.parametrize(
    ("plan", "name", "problem"),
    [
        ("DR", "plan.mp4", "plan.mp4: unknown picture format; use a name that ends in .svg, .gif, .html or .txt"),
        ("DR", "plan", "unknown picture format"),
        ("DR", "-", "unknown picture format"),
        ("DD", "plan.svg", "move 2 of the plan: D takes the blank off"),
        ("RL" * 500, "plan.gif", "1,001 positions; the limit is 1,000"),
        ("RL" * 10000, "plan.html", "20,001 positions would be too large"),
        ("RL" * 50000, "plan.svg", "100,001 positions would be too large"),
    ],
    ids=["mp4", "no suffix", "stdout", "illegal", "long gif", "long html", "long svg"],
)
def test_a_plan_that_cannot_be_written_is_refused_and_no_file_appears(
    plan: str, name: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    [eight] = budge.load(EIGHT)
    with pytest.raises(BadInput, match=re.escape(problem)) as raised:
        budge.animate(eight, plan, name)
    assert "\n" not in str(raised.value)
    assert os.listdir(tmp_path) == []


def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [eight] = budge.load(EIGHT)
    file = budge.animate(eight, "DR", tmp_path / "plan.txt")
    before = file.read_text()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "a temporary name")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="No space left") as raised:
        budge.animate(eight, "DRLU", file)
    assert raised.value.filename == str(file)
    assert file.read_text() == before
    assert os.listdir(tmp_path) == [file.name]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to("picture.svg")
    budge.animate(budge.load(EIGHT)[0], "DR", tmp_path / "link.svg")
    assert (tmp_path / "link.svg").is_symlink()
    assert positions_in(tmp_path / "picture.svg") == 3


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "plan.svg").mkdir()
    with pytest.raises(BadInput, match="not a regular file"):
        budge.animate(budge.load(EIGHT)[0], "DR", tmp_path / "plan.svg")


@pytest.mark.parametrize("delay", [0, -1, 61, float("nan")])
def test_a_delay_must_make_sense(delay: float, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"expected seconds from 0\.01 to 60"):
        budge.animate(budge.load(EIGHT)[0], "DR", tmp_path / "plan.svg", delay=delay)
