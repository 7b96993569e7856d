"""Published lengths of sliding-block puzzles that lie beside the repository on some machines."""

from __future__ import annotations

import re

import pytest
from shared_data import DATA

import budge
from budge import Blocks, Objective
from budge.formats import read_source

CLASSICS = {  # moves, slides, steps
    "Klotski": (81, 90, 116),
    "Century": (99, 111, 131),
    "Super Century": (138, 150, 179),
    "Dad's Puzzler": (59, 62, 83),
    "Supercompo": (123, 132, 158),
    "Quzzle": (84, 93, 115),
    "Bickford": (131, 153, 180),
}
CARDS = [8, 8, 14, 9, 9, 9, 13, 12, 12, 17, 25, 17, 16, 17, 23, 21, 24, 25, 22, 10]
CARDS += [21, 26, 29, 25, 27, 28, 28, 30, 31, 32, 37, 37, 40, 43, 43, 44, 47, 48, 50, 51]


def puzzles(file: str) -> list[Blocks]:
    path = DATA / "blocks" / file
    if not path.exists():
        pytest.skip(f"{file} is not beside this repository")
    return read_source(path)  # type: ignore[return-value]


def length(puzzle: Blocks, metric: str, **how: str) -> int | None:
    outcome = budge.solve(puzzle, objective=Objective(metric=metric), **how)  # type: ignore[arg-type]
    assert outcome.status == "optimal"
    return outcome.cost


def test_the_classics_have_their_known_lengths_in_all_metrics() -> None:
    for puzzle in puzzles("classic.txt"):
        known = max((name for name in CLASSICS if (puzzle.name or "").startswith(name)), key=len)
        assert tuple(length(puzzle, metric) for metric in Blocks.metrics) == CLASSICS[known], puzzle.name


@pytest.mark.parametrize("engine", ["dijkstra", "astar", "bidirectional", "nbs", "bae"])
def test_klotski_takes_as_long_with_every_engine(engine: str) -> None:
    klotski = puzzles("classic.txt")[0]
    assert [length(klotski, metric, engine=engine) for metric in Blocks.metrics] == [81, 90, 116]


def test_the_forty_cards_have_their_known_lengths() -> None:
    cards = puzzles("rush40.txt")
    assert [length(card, "slides") for card in cards] == CARDS
    assert [length(card, "moves") for card in cards] == CARDS
    assert [length(card, "steps") for card in cards[38:]] == [82, 81]


def test_the_hundred_rush_hour_boards_have_their_known_lengths() -> None:
    boards = puzzles("fogleman_100.txt")
    known = [int(line.split()[0]) for line in (DATA / "blocks" / "fogleman_100.txt").read_text().splitlines()]
    assert [length(board, "slides") for board in boards] == known


def test_polyominoes_with_several_goals_have_their_known_lengths() -> None:
    for puzzle in puzzles("layton_12.txt"):
        known = re.search(r"\[(\d+) moves\]", puzzle.name or "")
        assert known is not None
        assert length(puzzle, "moves") == int(known[1]), puzzle.name
