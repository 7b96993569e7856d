"""A ratio to a published figure is shown only where it is meaningful, and marked if it is a bound."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_suite import TWO_BY_TWO, record_for

from budge.lab.jobs import plan
from budge.lab.published import PublishedRow, overview_table, study_table
from budge.lab.record import Record
from budge.lab.study import Published
from budge.lab.suite import check_names, parse_suite
from budge.lab.tables import each_instance
from budge.puzzles import BadInput


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Two puzzles, each solved in 1 s and 300 nodes with Manhattan distance, and in 10 s and 1,000 nodes without."""
    found = [record_for(job) for job in plan(parse_suite(TWO_BY_TWO, "x", "x")).jobs]
    assert all(record.answered for record in found)
    return [
        replace(record, cpu_seconds=1.0, expanded=300)
        if record.configuration == "astar manhattan"
        else replace(record, cpu_seconds=10.0, expanded=1000)
        for record in found
    ]


def stopped(record: Record) -> Record:
    return replace(record, status="stopped", stopped_by="seconds", cost=None, plan=None, cpu_seconds=19.0, expanded=900)


def compared(records: list[Record], measure: str, value: float | str, **more: object) -> tuple[str, str, str]:
    published = Published("theirs", {measure: value}, configuration="astar manhattan", **more)  # type: ignore[arg-type]
    found = PublishedRow(published, records, []).compare(measure)
    return found.theirs, found.here, found.ratio


def test_a_ratio_over_all_answers_has_no_mark(records: list[Record]) -> None:
    assert compared(records, "mean", 5) == ("5", "1", "5")
    assert compared(records, "total", 8.0, tasks=2) == ("8", "2", "4")
    assert compared(records, "expanded", 600) == ("600", "300", "2")
    assert compared(records, "mean", "<5") == ("<5", "1", "<5")


def test_a_ratio_over_fewer_answers_is_a_bound(records: list[Record]) -> None:
    first, *rest = records
    some = [stopped(first), *rest]
    assert compared(some, "mean", 5) == ("5", ">10 (1 of 2 answered)", "<0.500")
    assert compared(some, "total", 40.0, tasks=2) == ("40", ">20 (1 of 2 answered)", "<2")
    assert compared(some, "expanded", 600) == ("600", ">600 (1 of 2 answered)", "<1")
    assert compared(some, "mean", ">30")[2] == "–"  # both figures are lower bounds
    none = [stopped(record) for record in records]
    assert compared(none, "mean", 5) == ("5", ">19 (0 of 2 answered)", "<0.263")
    assert compared(none, "mean", 50)[2] == "–"  # ours may be faster or slower
    assert compared(none, "cost", 20, instance="eight/20") == ("20", "at least 20", "–")
    assert compared(some, "deviation", 1.0) == ("1", "– (1 of 2 answered)", "–")


def test_different_positions_have_no_ratio_of_nodes_or_time(records: list[Record]) -> None:
    assert compared(records, "mean", 5, unlike=True) == ("5", "1", "–")
    assert compared(records, "expanded", 600, unlike=True) == ("600", "300", "–")
    assert compared(records, "rate", 100, unlike=True) == ("100", "300", "3")
    assert compared(records, "reduction", 60.0, unlike=True, against="astar zero") == ("60", "70", "–")


def test_generated_nodes_have_rates_and_reductions_of_their_own(records: list[Record]) -> None:
    doubled = [replace(record, generated=2 * record.expanded) for record in records]
    assert compared(doubled, "generated_rate", 100, unlike=True) == ("100", "600", "6")
    more = [replace(each, generated=each.generated * (1 + (each.configuration == "astar zero"))) for each in doubled]
    assert compared(more, "generated_reduction", 60.0, unlike=True, against="astar zero") == ("60", "85", "–")


def test_a_total_over_fewer_puzzles_has_no_ratio(records: list[Record]) -> None:
    assert compared(records, "total", 8.0, tasks=100) == ("8", "2 for 2, theirs for 100", "–")


def test_a_length_is_the_same_or_differs(records: list[Record]) -> None:
    assert compared(records, "cost", 20, instance="eight/20") == ("20", "20", "same")
    assert compared(records, "cost", 22, instance="eight/20") == ("22", "20", "a shorter plan exists")
    assert compared(records, "cost", 18, instance="eight/20") == ("18", "20", "no plan is as short")
    some = [replace(record, status="solved") for record in records]
    assert compared(some, "cost", 22, instance="eight/20")[2] == "differs"  # neither length is proven optimal


def test_a_figure_that_the_study_lacks_has_no_ratio(records: list[Record]) -> None:
    assert compared(records, "seconds", "none", instance="eight/20") == ("none", "1", "–")
    assert compared(records, "cost", "none", instance="eight/20") == ("none", "20", "–")
    assert compared(records, "seconds", "none", instance="eight/26") == ("none", "not run", "–")


def test_a_single_puzzle_without_an_answer_shows_its_time_limit(records: list[Record]) -> None:
    none = [replace(stopped(record), cpu_seconds=58.0) for record in records]
    assert compared(none, "seconds", 70, instance="eight/20") == ("70", ">58 (no answer in 60 s)", "–")


def test_a_limit_says_if_other_processes_had_the_core(records: list[Record]) -> None:
    none = [replace(stopped(record), cpu_seconds=15.0) for record in records]
    short = ">15 (no answer in 60 s, with a core for 25% of it)"
    assert compared(none, "seconds", 50, instance="eight/20") == ("50", short, "–")
    [cell] = {row[1] for row in each_instance(none[:1], ["seconds"], "").rows}
    assert cell == "(time, with a core for 25% of it)"


def test_a_row_with_unknown_positions_shows_the_reason(records: list[Record]) -> None:
    assert compared(records, "seconds", 0.5, unknown="position unknown") == ("0.5", "position unknown", "–")
    assert compared(records, "seconds", 0.5, instance="eight/26") == ("0.5", "not run", "–")


def test_a_list_in_a_row_makes_one_row_per_element(records: list[Record]) -> None:
    suite = parse_suite(
        TWO_BY_TWO
        + """
        [[numbers]]
        number = "Table 1"
        what = "two ways"
        [[published]]
        number = "Table 1"
        what = "a puzzle"
        instance = "eight/20"
        cost = 20
        by = [
          { configuration = "astar manhattan", seconds = 2 },
          { configuration = "astar zero", seconds = ">30" },
        ]
        """,
        "x",
        "x",
    )
    check_names(suite)
    rows = [PublishedRow(each, records, []) for each in suite.published]
    assert [row[3:] for row in overview_table(rows).rows] == [
        ("seconds", "2", "1", "2", "–"),
        ("seconds", ">30", "10", ">3", "–"),
    ]
    assert study_table(rows, "Table 1").rows[0] == ("a puzzle", "astar manhattan", "2", "1", "2", "20", "20", "same")


def test_a_table_number_that_the_study_lacks_is_an_error() -> None:
    text = TWO_BY_TWO + '[[published]]\nnumber = "Table 1"\nwhat = "?"\nconfiguration = "astar zero"\nmean = 1\n'
    with pytest.raises(BadInput, match=r"line 9: no table or figure 'Table 1' in \[\[numbers\]\]"):
        check_names(parse_suite(text, "x", "x"))
