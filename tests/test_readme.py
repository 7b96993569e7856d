"""What README shows: pictures that budge draws, figures that other pages measure, and no more than fits on a screen."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GALLERY = runpy.run_path(str(ROOT / "bench" / "gallery.py"))


def rows(page: str, first: str) -> list[list[str]]:
    """The rows of the table whose header begins with a cell."""
    table = (ROOT / page).read_text(encoding="utf-8").partition(f"\n| {first} |")[2].partition("\n\n")[0]
    lines = table.splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("name", GALLERY["PICTURES"])
def test_the_pictures_of_the_gallery_are_what_budge_draws(name: str, tmp_path: Path) -> None:
    assert GALLERY["draw"](name, tmp_path).read_bytes() == (ROOT / "docs/gallery" / f"{name}.svg").read_bytes()


def test_the_animations_of_the_readme_are_small_and_hold_no_script() -> None:
    pictures = re.findall(r'<img src="([^"]+)"', README)
    assert pictures == ["docs/gallery/klotski.svg", "docs/gallery/sokoban.svg"]
    assert sum((ROOT / picture).stat().st_size for picture in pictures) < 300_000
    for picture in pictures:
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.parse(ROOT / picture).iter()}
        assert "animate" in tags
        assert not tags & {"script", "foreignObject", "image", "a"}


def test_the_chart_shows_the_figures_of_the_page_on_pattern_databases() -> None:
    measured = {row[0].strip("`"): row[1] for row in rows("docs/patterns.md", "heuristic | `ida`")}
    texts = [element.text or "" for element in ElementTree.parse(ROOT / "docs/hundred.svg").iter() if element.text]
    chart = [text.strip() for text in texts if text.strip()][3:]  # after the style, the title and the subtitle
    shown = dict(zip(chart[::2], chart[1::2], strict=True))
    assert len(shown) == 4
    for heuristic, label in shown.items():
        seconds, nodes = label.split(" · ")
        assert measured[heuristic] == f"{nodes} · {seconds}"
    assert f"from {shown['manhattan'].split(' · ')[0]} to {shown['pdb:7-8'].split(' · ')[0]}" in README


def test_the_comparison_is_that_of_its_page() -> None:
    shown, measured = rows("README.md", "puzzle | budge"), rows("docs/comparison.md", "puzzle | budge")
    assert shown
    assert shown == measured


def test_the_readme_fits_on_a_screen() -> None:
    assert len(README.splitlines()) <= 90
