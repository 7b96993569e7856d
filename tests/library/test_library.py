"""The built-in puzzles: what is said of them holds."""

import pytest

import budge
from budge import library
from budge.engines.domains import DOMAINS
from budge.formats import read_source

ENTRIES = [entry for name in library.suites() for entry in library.suite(name).entries]
SLOW = {"fifteen/46"}  # more than a second with the weakest of heuristics


def puzzle_of(entry):
    [puzzle] = read_source(entry.name)
    return puzzle


@pytest.mark.parametrize(("name", "count", "easiest"), [("korf15", 100, "korf15/79"), ("korf24", 25, "korf24/1")])
def test_published_lists_have_every_position_once_with_a_possible_optimum(name, count, easiest):
    entries = library.find(name)
    assert [entry.name for entry in entries] == [f"{name}/{number}" for number in range(1, count + 1)]
    boards = [puzzle_of(entry) for entry in entries]
    assert len({board.start for board in boards}) == count
    for entry, board in zip(entries, boards, strict=True):
        assert board.goal == tuple(range(len(board.start)))
        assert board.why_unsolvable() is None
        bound = DOMAINS["tiles"].evaluate(board, "linear-conflict", "moves")
        assert bound <= entry.optimum["moves"]
        assert bound % 2 == entry.optimum["moves"] % 2
    [entry] = library.find(easiest)
    assert entry in entries


def test_an_instance_of_korf_has_its_published_optimum():
    assert budge.solve("korf15/79").cost == library.find("korf15/79")[0].optimum["moves"] == 42


def test_names_are_unique_and_found():
    names = [entry.name for entry in ENTRIES]
    assert len(set(names)) == len(names)
    for entry in ENTRIES:
        assert library.find(entry.name) == (entry,)


def test_the_suites_are_those_that_the_documents_name():
    named = {"classic", "eight", "fifteen", "graphs", "rushhour", "sokoban", "together", "twenty-four"}
    assert set(library.suites()) >= named


def test_descriptions_are_plain_text():
    """It is shown as it is, on the page and on a terminal."""
    said = [library.suite(name).summary for name in library.suites()] + [entry.source for entry in ENTRIES]
    assert not [words for words in said if set(words or "") & set("`<>")]


def test_unknown_names_are_not_found():
    for name in ("eight/none", "nine", "", "/", "../eight", "eight/../eight"):
        assert library.find(name) == ()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_puzzle_carries_its_name_its_source_and_is_solvable_exactly_if_it_has_an_optimum(entry):
    puzzle = puzzle_of(entry)
    assert puzzle.name == entry.name
    assert len(entry.source) > 10
    assert (puzzle.why_unsolvable() is None) == (entry.optimum is not None)


def test_a_puzzle_goes_by_its_own_name_where_no_other_has_it():
    assert library.find("klotski") == library.find("classic/klotski")
    assert library.find("theta0") == library.find("graphs/theta0")


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.name not in SLOW], ids=lambda entry: entry.name)
def test_the_stated_optimum_is_the_optimum(entry):
    puzzle = puzzle_of(entry)
    for metric in puzzle.metrics[:1] if entry.optimum is None else entry.optimum:
        outcome = budge.solve(puzzle, objective=budge.Objective(metric=metric))
        assert outcome.status == ("unsolvable" if entry.optimum is None else "optimal")
        assert outcome.cost == (entry.optimum[metric] if entry.optimum else None)


def test_every_puzzle_of_blocks_has_its_optimum_in_all_metrics():
    for entry in ENTRIES:
        if entry.optimum and puzzle_of(entry).kind == "blocks":
            assert list(entry.optimum) == list(puzzle_of(entry).metrics), entry.name


@pytest.mark.parametrize("name", sorted(SLOW))
def test_the_optimum_of_a_slow_puzzle_is_consistent(name):
    [entry] = library.find(name)
    outcome = budge.solve(puzzle_of(entry), limits=budge.Limits(nodes=10_000))
    assert outcome.lower_bound <= entry.optimum["moves"]
    assert outcome.lower_bound % 2 == entry.optimum["moves"] % 2


def test_fifty_and_more_levels_of_sokoban_have_their_optima_in_pushes_and_moves():
    levels = library.suite("sokoban").entries
    assert len(levels) >= 50
    assert all(list(entry.optimum) == ["pushes", "moves"] for entry in levels)
    assert len({puzzle_of(entry).board for entry in levels}) == len(levels)


def test_levels_for_several_players_have_their_makespan():
    levels = library.suite("together").entries
    assert all(len(puzzle_of(entry).players) > 1 and list(entry.optimum) == ["makespan"] for entry in levels)
    assert all(library.find(entry.name.partition("/")[2]) == (entry,) for entry in levels)  # no name was taken before
