"""Takes pictures of every view of the page for the documentation: light, dark and on a phone.

    .venv/bin/python bench/screenshots.py docs/screenshots

Starts its own server on a free port and opens it with chromium.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from budge import load

HARD = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0"  # nearly 80 moves: manhattan alone takes minutes
HARDER = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0"
FAR = "4 5 0/1 2 3"  # 21 moves; the board has 360 positions
DESK, PHONE = (1200, 800), (390, 844)
COLOURS = 256  # per picture: looks the same, and files are half as large


def packed(text: str) -> str:
    """The part of an address that contains the puzzle."""
    [puzzle] = load(text)
    return f"puzzle={base64.urlsafe_b64encode(json.dumps(puzzle.to_json()).encode()).decode().rstrip('=')}"


def watch_plan(page: Page) -> None:
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    slider = page.get_by_label("Move of the plan")
    slider.fill(str(int(slider.get_attribute("max") or 0) // 2))


def watch_search(page: Page) -> None:
    page.get_by_label("engine").select_option("ida")
    page.get_by_label("heuristic").select_option("manhattan")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_text("Seconds for each bound").wait_for()
    page.wait_for_timeout(9_000)  # a third of the search time
    page.evaluate("scrollTo(0, 250)")
    page.locator(".plot").first.hover()


def wait_for_offer(page: Page) -> None:
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".offer").wait_for()
    page.wait_for_timeout(1_000)
    page.evaluate("scrollTo(0, 200)")


def win(page: Page) -> None:
    page.get_by_label("Step together").check()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("a")
    page.get_by_text("Solved!").wait_for()


def race(page: Page) -> None:
    engines = page.get_by_role("group", name="Engines")
    for name in ("nbs", "bidirectional"):
        engines.get_by_label(name).check()
    page.get_by_role("button", name="Compare", exact=True).click()
    page.locator(".results tbody tr", has_text="optimal").nth(3).wait_for()
    page.wait_for_timeout(500)
    page.evaluate("scrollTo(0, 300)")


def step_forward(page: Page) -> None:
    page.locator("canvas").first.wait_for()
    page.get_by_label("Expansion", exact=True).fill("150")
    page.evaluate("scrollTo(0, 330)")


def lesson_step(page: Page) -> None:
    page.locator(".lesson-board").locator("canvas, .stage, .graph").first.wait_for()
    if page.locator("canvas").count():
        page.get_by_label("Expansion", exact=True).fill("60")
    page.wait_for_timeout(500)


def all_positions(page: Page) -> None:
    page.get_by_role("button", name="Draw all positions").click()
    page.locator(".graph").wait_for()
    page.evaluate("document.body.style.paddingBottom = '50vh'")  # room to scroll all of the graph into view
    page.evaluate("document.querySelector('.graph').parentElement.scrollIntoView()")
    page.evaluate("scrollBy(0, -195)")


def ask_for_hint(page: Page) -> None:
    page.get_by_role("button", name="Hint").click()
    page.locator(".hint").wait_for()


def lights(page: Page) -> None:
    page.get_by_label("Deadlock lights").check()
    page.locator(".marks .dead").wait_for()


def edge_by_keys(page: Page) -> None:
    page.get_by_role("application").focus()
    for key in ("+", "Enter", "ArrowUp"):
        page.keyboard.press(key)


def nothing(page: Page) -> None:
    pass


@dataclass(frozen=True)
class Shot:
    """A view, its screen settings, and the actions before the picture is taken."""

    name: str
    hash: str
    act: Callable[[Page], None] = nothing
    dark: bool = False
    size: tuple[int, int] = DESK


SHOTS = (
    Shot("library", "view=library"),
    Shot("play-sokoban", "view=play&name=sokoban/rooms-15", lights),
    Shot("edit", "view=edit&name=sokoban/rooms-15"),
    Shot("edit-graph", "view=edit&name=graphs/theta0", edge_by_keys),
    Shot("solve", "view=solve&name=classic/klotski", watch_plan),
    Shot("watching", f"view=solve&{packed(HARD)}", watch_search, size=(1200, 1400)),
    Shot("offer", f"view=solve&{packed(HARDER)}", wait_for_offer, size=(1200, 900)),
    Shot("win", "view=play&name=together/two-lanes", win),
    Shot("compare", "view=compare&name=fifteen/34", race),
    Shot("watch", f"view=watch&{packed(FAR)}&engines=astar,ida&heuristic=manhattan", step_forward, size=(1000, 720)),
    *(Shot(f"learn-{step}", f"view=learn&step={step}", lesson_step, size=(900, 700)) for step in range(1, 9)),
    Shot("learn-phone", "view=learn&step=5", lesson_step, size=PHONE),
    Shot("graph", "view=compare&name=classic/quzzle", all_positions, size=(1000, 960)),
    Shot("play-dark", "view=play&name=robots/three-in-a-hall", ask_for_hint, dark=True),
    Shot("play-phone", "view=play&name=rushhour/25", size=PHONE),
)


@contextmanager
def server() -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "budge", "web", "--port", "0"]
    with TemporaryDirectory() as cache:  # without databases, so that the page offers some
        environment = {**os.environ, "BUDGE_CACHE": cache}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the server did not say where it is"
            yield found[0]
        finally:
            process.terminate()
            process.wait()


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    program = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for shot in SHOTS:
            if wanted and shot.name not in wanted:
                continue
            wide, tall = shot.size
            size: ViewportSize = {"width": wide, "height": tall}
            theme: Literal["dark", "light"] = "dark" if shot.dark else "light"
            touch = shot.size == PHONE
            page = browser.new_page(viewport=size, color_scheme=theme, has_touch=touch, is_mobile=touch)
            page.goto(f"{address}#{shot.hash}")
            page.locator("#main .card, #main .lesson").first.wait_for()
            page.wait_for_load_state("networkidle")
            shot.act(page)
            page.wait_for_timeout(400)
            picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
            picture.quantize(COLOURS).save(folder / f"{shot.name}.png", optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"), sys.argv[2:])
