"""How long a suite takes is told before it begins: at most by its limits, likely by what is there already."""

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
    """The result of one task, by Manhattan distance, as if in three seconds."""
    return replace(record_for(four.jobs[0]), cpu_seconds=3.0)


def test_at_most_every_task_takes_all_of_its_time(four: BenchPlan) -> None:
    told = forecast(four, Results(), processes=2)
    assert (told.tasks, told.done, told.max_seconds, told.likely) == (4, 0, 40.0, None)


def test_tasks_likely_take_as_long_as_others_of_their_configuration(four: BenchPlan, first: Record) -> None:
    told = forecast(four, Results(records=[first]))
    assert (told.tasks, told.done, told.max_seconds) == (4, 1, 60.0)
    assert told.likely == 3.0 + 20.0 + 20.0  # nothing is known of the other two


def test_what_ran_out_of_a_short_time_is_taken_to_run_out_of_a_long_one(four: BenchPlan, first: Record) -> None:
    stopped = replace(first, key="of a short run", status="stopped", stopped_by="seconds", cpu_seconds=5.0)
    told = forecast(four, Results(records=[first, stopped]))
    assert told.likely == (3.0 + 20.0) / 2 + 20.0 + 20.0


def test_suites_of_which_nothing_is_known_count_in_full(four: BenchPlan, first: Record) -> None:
    unknown, known = forecast(four, Results()), forecast(four, Results(records=[first]))
    assert (unknown + unknown).likely is None
    assert (unknown + known).likely == 80.0 + 43.0
