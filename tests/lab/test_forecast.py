"""The duration of a suite is estimated before it runs: a maximum by its limits, a likely time by earlier results."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_suite import TWO_BY_TWO, record_for

from budge.lab.forecast import forecast
from budge.lab.jobs import BenchPlan, plan
from budge.lab.record import Record
from budge.lab.results import Results
from budge.lab.suite import parse_suite


@pytest.fixture(scope="module")
def four() -> BenchPlan:
    return plan(parse_suite(f"seconds = 20\n{TWO_BY_TWO}", "x", "x"))


@pytest.fixture(scope="module")
def first(four: BenchPlan) -> Record:
    """The result of one task by Manhattan distance, with a time of three seconds."""
    return replace(record_for(four.jobs[0]), cpu_seconds=3.0)


def test_the_maximum_is_the_sum_of_all_time_limits(four: BenchPlan) -> None:
    estimate = forecast(four, Results(), processes=2)
    assert (estimate.tasks, estimate.done, estimate.max_seconds, estimate.likely) == (4, 0, 40.0, None)


def test_a_likely_time_is_the_mean_of_the_same_configuration(four: BenchPlan, first: Record) -> None:
    estimate = forecast(four, Results(records=[first]))
    assert (estimate.tasks, estimate.done, estimate.max_seconds) == (4, 1, 60.0)
    assert estimate.likely == 3.0 + 20.0 + 20.0  # the other two have no earlier results


def test_a_task_that_ran_out_of_time_is_expected_to_do_so_again(four: BenchPlan, first: Record) -> None:
    stopped = replace(first, key="of a short run", status="stopped", stopped_by="seconds", cpu_seconds=5.0)
    estimate = forecast(four, Results(records=[first, stopped]))
    assert estimate.likely == (3.0 + 20.0) / 2 + 20.0 + 20.0


def test_a_suite_without_earlier_results_counts_with_its_limits(four: BenchPlan, first: Record) -> None:
    unknown, known = forecast(four, Results()), forecast(four, Results(records=[first]))
    assert (unknown + unknown).likely is None
    assert (unknown + known).likely == 80.0 + 43.0
