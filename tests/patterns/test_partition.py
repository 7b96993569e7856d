"""Partitions: names stand for places, sets for tiles; what cannot be is refused in one line."""

from __future__ import annotations

import random

import pytest

from budge.api import prepare
from budge.engines.domains.tiles import partitions
from budge.engines.forms import parts
from budge.patterns import Board, partition, view_of
from budge.patterns.board import symmetries
from budge.patterns.partition import PUBLISHED, auto_sizes
from budge.puzzles import BadInput, Tiles
from budge.puzzles.tiles import blank_first, blank_last
from budge.spec import SolveSpec


def board(width: int, height: int, goal: tuple[int, ...]) -> Tiles:
    return Tiles(width=width, height=height, start=goal, goal=goal)


def keys(puzzle: Tiles, name: str) -> set[str]:
    return {view.pattern.key for each in partitions(f"pdb:{name}", puzzle) for view in each.views()}


@pytest.mark.parametrize(("width", "height", "name"), PUBLISHED)
def test_published_partitions_hold_every_tile_once_in_sets_of_the_sizes_named(
    width: int, height: int, name: str
) -> None:
    found = partition(name, Board(width, height, 0), range(width * height))
    assert "-".join(str(len(cells)) for cells in found.sets) == name
    assert sorted(cell for cells in found.sets for cell in cells) == list(range(1, width * height))


@pytest.mark.parametrize(("width", "height", "name"), PUBLISHED)
def test_goals_with_the_blank_in_any_corner_share_the_databases(width: int, height: int, name: str) -> None:
    cells = width * height
    expected = keys(board(width, height, blank_first(cells)), name)
    for corner in (width - 1, cells - width, cells - 1):
        goal = [*range(1, cells)]
        goal.insert(corner, 0)
        assert keys(board(width, height, tuple(goal)), name) == expected


def test_labels_do_not_matter_to_names() -> None:
    goal = list(range(1, 16))
    random.Random(1).shuffle(goal)
    assert keys(board(4, 4, (0, *goal)), "7-8") == keys(board(4, 4, blank_first(16)), "7-8")


def test_labels_do_matter_to_tile_sets() -> None:
    assert keys(board(3, 3, blank_first(9)), "1,3/2,6") != keys(board(3, 3, blank_last(9)), "1,3/2,6")


@pytest.mark.parametrize("blank", range(16))
@pytest.mark.parametrize("name", ["5-5-5", "6-6-3", "7-8", "4-4-4-3", "15"])
def test_sizes_are_kept_wherever_the_blank_is_at_home(blank: int, name: str) -> None:
    found = partition(name, Board(4, 4, blank), [])
    assert "-".join(str(len(cells)) for cells in found.sets) == name
    assert sorted(cell for cells in found.sets for cell in cells) == sorted(set(range(16)) - {blank})


@pytest.mark.parametrize("size", [(2, 1), (1, 9), (2, 2), (3, 3), (4, 3), (5, 4), (6, 6), (7, 5), (8, 8)])
def test_every_board_has_a_default_partition_of_moderate_size(size: tuple[int, int]) -> None:
    width, height = size
    found = partition("auto", Board(width, height, width * height - 1), [])
    assert sorted(cell for cells in found.sets for cell in cells) == list(range(width * height - 1))
    assert all(view.pattern.size <= 6_500_000 for view in found.views())
    assert [len(cells) for cells in found.sets] == auto_sizes(width * height)


@pytest.mark.parametrize("kind", ["additive", "plain"])
def test_images_of_a_pattern_are_one_database(kind: str) -> None:
    numbers = random.Random(2)
    for width, height in ((3, 3), (4, 3), (5, 2)):
        for _ in range(20):
            blank, *cells = numbers.sample(range(width * height), numbers.randint(2, 6))
            here = view_of(Board(width, height, blank), cells, kind)
            for each in symmetries(width, height):
                image = Board(each.width, each.height, each.image[blank])
                assert view_of(image, each.of(cells), kind).pattern == here.pattern


def test_an_additive_database_does_not_care_where_a_free_blank_is_at_home() -> None:
    for blank in (0, 1, 2, 3, 12, 15):
        seen = view_of(Board(4, 4, blank), [4, 5, 9], "additive").pattern
        assert seen == view_of(Board(4, 4, 15), [4, 5, 9], "additive").pattern
    assert view_of(Board(4, 4, 0), [1, 4], "additive") != view_of(Board(4, 4, 15), [1, 4], "additive")
    assert view_of(Board(4, 4, 0), [4, 5], "plain") != view_of(Board(4, 4, 1), [4, 5], "plain")


def test_sets_from_a_file(tmp_path) -> None:
    file = tmp_path / "sets.txt"
    file.write_text("# left and right\n1 2 4   # a remark\n\n3,5,6\n")
    eight = board(3, 3, blank_first(9))
    assert keys(eight, str(file)) == keys(eight, "1,2,4/3,5,6")
    file.write_text("plain\n1 2 4\n3 4 5")
    [found] = partitions(f"pdb:{file}", eight)
    assert (found.kind, found.sets) == ("plain", ((1, 2, 4), (3, 4, 5)))


def test_max_joins_heuristics_and_tile_sets_keep_their_commas() -> None:
    assert parts("max(pdb:1,2,3/4,5,6,manhattan,pdb:4-4)") == ["pdb:1,2,3/4,5,6", "manhattan", "pdb:4-4"]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("pdb:7-8", "pdb:7-8 has 15 tiles, but 3×3 has 8; expected sizes such as 8"),
        ("pdb:8-0", "pdb:8-0 has an empty set; expected sizes such as 8"),
        ("pdb:1,2/2,3", "tile 2 occurs twice"),
        ("pdb:1,2,9", "tile 9; the tiles of this board are 1 to 8"),
        ("pdb:0,1", "tile 0"),
        ("pdb:1,2//3", "an empty set of tiles"),
        ("pdb:plain:1,1", "tile 1 occurs twice"),
        ("pdb:nonsense", "no partition or file 'nonsense'; expected one of"),
        ("max(pdb:4-4,manhatan)", "unknown heuristic 'manhatan'; did you mean manhattan?"),
        ("max()", "unknown heuristic"),
        ("max(manhattan,xy", "unknown heuristic 'max(manhattan,xy'"),
        ("pdbs", "did you mean pdb?"),
    ],
)
def test_an_invalid_partition_is_refused_with_a_reason(name: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        prepare(board(3, 3, blank_last(9)), SolveSpec("astar", name))
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_without_sets_is_bad_input(tmp_path) -> None:
    for content in (b"hello", b"\xff\xfe\x00", b"", b"1 2 x"):
        (tmp_path / "sets").write_bytes(content)
        with pytest.raises(BadInput):
            prepare(board(3, 3, blank_last(9)), SolveSpec("astar", f"pdb:{tmp_path / 'sets'}"))
