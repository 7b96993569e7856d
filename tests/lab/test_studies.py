"""The suites list every table and figure of the five studies, and either measure it or give a reason."""

from __future__ import annotations

import re

import pytest
from shared_data import DATA

import budge
from budge.engines.domains import DOMAINS
from budge.lab.jobs import instances
from budge.lab.report import in_study_order
from budge.lab.suite import Suite, built_in, read_suite
from budge.puzzles import BadInput


def figures(chapter: str, last: int) -> list[str]:
    return [f"Figure {chapter}{number}" for number in range(1, last + 1)]


STUDIES = {  # by author: the tables and figures of the study by number, and chapters that report figures in text only
    "L. Edixhoven": [
        *figures("2.", 3),
        *figures("3.", 1),
        *figures("5.", 2),
        *("Table 5.1", "Table 5.2", "Table 7.1"),
        *("Section 5.2", "Section 6.1", "Section 6.2", "Section 6.3", "Section 7.3"),
        *("Chapter 8, distance", "Chapter 8, solvers"),
    ],
    "M. J. Ota": [*figures("", 12), "Table 1", "Table 2", "Table 3"],
    "T. Verweyen": [
        *figures("2.", 1),
        *figures("3.", 2),
        *figures("4.", 2),
        *(f"Listing 4.{number}" for number in range(1, 11)),
        *("Portfolio", "Related work", "Chapter 5"),
    ],
    "Puzzle Solving": [
        *figures("", 14)[1:],
        "Figure 6a",
        "Table 1",
        "Section V",
    ],  # it has no figure 1, and two figures 6
    "T. Wübbers": [
        *figures("2.", 2),
        *figures("3.", 2),
        *figures("4.", 1),
        *figures("5.", 7),
        *figures("6.", 1),
        *("Chapter 7", "Section 8.1"),
    ],
}
SUITES = [read_suite(name) for name in built_in()]


def of_study(author: str) -> list[Suite]:
    return [suite for suite in SUITES if (suite.source or "").startswith(author)]


def test_every_suite_of_a_study_names_one_of_the_five() -> None:
    sources = {suite.source for suite in SUITES if suite.source}
    assert len(sources) == len(STUDIES)
    assert all(any(source.startswith(author) for author in STUDIES) for source in sources)


@pytest.mark.parametrize("author", STUDIES)
def test_the_suites_have_every_table_and_figure_of_the_study(author: str) -> None:
    listed = [each.number for suite in of_study(author) for each in suite.numbers]
    assert sorted(listed) == sorted(STUDIES[author])


@pytest.mark.parametrize("author", STUDIES)
def test_each_table_and_figure_is_shown_or_has_a_reason(author: str) -> None:
    for suite in of_study(author):
        told = {each.number for each in suite.published} | {number for show in suite.show for number in show.numbers}
        for each in suite.numbers:
            assert (each.number in told) != (each.instead is not None), each.number


def test_tables_from_several_suites_follow_the_order_of_the_study() -> None:
    suites = of_study("L. Edixhoven")
    numbers = in_study_order([each for suite in reversed(suites) for each in suite.numbers])
    chapters = [int(digits[0]) for each in numbers if (digits := re.search(r"\d+", each.number))]
    assert len(chapters) == len(STUDIES["L. Edixhoven"])
    assert chapters == sorted(chapters)


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_published_figures_name_a_table_and_what_they_measure(suite: Suite) -> None:
    for each in suite.published:
        assert each.number
        assert each.values
        assert each.unknown or each.configuration or each.partition
        assert not ({"reduction", "generated_reduction"} & each.values.keys() and each.against is None)


@pytest.mark.parametrize("suite", [each for each in SUITES if each.published], ids=lambda suite: suite.name)
def test_published_figures_refer_to_puzzles_of_the_suite(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUDGE_DATA", str(DATA))
    names, missing = set(), False
    for group in suite.instances:
        try:
            names |= {each.name for each in instances(group, suite, short=bool(group.generate))}
        except BadInput:
            assert group.optional
            missing = True
    for each in suite.published:
        assert each.instances in (None, *(group.name for group in suite.instances)), each.what
        assert each.instance in (None, *names) or missing, each.what


def test_our_evaluation_of_the_answer_set_study_is_complete() -> None:
    """Time, and the sizes of ground programs: by zone, board and boxes; by encoding, and with optimisations off."""
    suite = read_suite("asp-sokoban")
    told = {(show.keys.get("by"), show.keys.get("measure", "seconds"), show.configurations[1:2]) for show in suite.show}
    for measure in ("seconds", "variables", "clauses"):
        for by in ("set", "size", "pieces"):
            assert (by, measure, ("all: encoding=plain",)) in told, (by, measure)
        assert ("set", measure, ("incremental, no forbidden",)) in told, measure


def test_each_optimisation_of_the_answer_set_study_runs_off_and_alone() -> None:
    switches = ("forbidden", "outer", "clutter", "bounds", "undo")
    suite = read_suite("asp-sokoban")
    options = {each.name: dict(each.spec.options) for each in suite.configurations}
    [shown] = [show for show in suite.show if (show.title or "").startswith("Which optimisation pays off")]
    for switch in switches:
        alone = {each: "no" for each in switches if each != switch}
        assert options[f"incremental, no {switch}"] == {"encoding": "incremental", switch: "no"}
        assert options[f"incremental, only {switch}"] == {"encoding": "incremental", **alone}
        assert {f"incremental, no {switch}", f"incremental, only {switch}"} < set(shown.configurations)


def test_the_timing_table_of_the_sliding_block_study_has_all_its_rows() -> None:
    [suite] = of_study("T. Wübbers")
    rows = {each.what.partition(",")[0] for each in suite.published if each.number == "Chapter 7"}
    assert len(rows) == 21
    unknown = {each.what.partition(",")[0] for each in suite.published if each.unknown}
    assert {name for name in rows if "auntlet" in name or "BlockAdo" in name} <= unknown


def test_the_values_of_figure_3_1_are_the_study_s() -> None:
    [puzzle] = budge.load("7 8 4/3 5 0/6 2 1")
    values = [DOMAINS["tiles"].evaluate(puzzle, name, "moves") for name in ("misplaced", "manhattan", "xy")]
    assert [*values, budge.solve(puzzle).cost] == [7, 19, 23, 27]


def test_rows_that_name_a_solver_run_it() -> None:
    for suite in of_study("L. Edixhoven"):
        specs = {each.name: each.spec for each in suite.configurations}
        for each in suite.published:
            if "MiniSat" in each.what and each.configuration:
                assert dict(specs[each.configuration].options)["solver"] == "minisat", each
