"""A pool of local processes: calls reuse a process, and no call affects another."""

from __future__ import annotations

import math
import os
import signal
import time

import child_jobs
import pytest
from child_jobs import echo, grow, own_process, read_mapped
from process_tree import descendants

from budge.execution.local_pool import LocalPool
from budge.execution.worker import Worker
from budge.model import Limits, Observer
from budge.processes.child import Ended
from budge.processes.pool import Call

PATIENT = Limits(seconds=60, memory=1 << 30)


class OneByOne:
    """A pool with two slots, its calls and their events one at a time."""

    def __init__(self) -> None:
        self.pool = LocalPool(2, make_runner=lambda: Worker(math.inf))
        self.number = 0

    def start(self, job, argument=None, limits=PATIENT, observer=None, **how):
        self.number += 1
        self.pool.submit(self.number, Call(job, argument, limits, **how), observer)
        return self.number

    def event(self):
        while (found := self.pool.next(60)) is None:
            pass  # an event of a dropped call
        return found[1]


@pytest.fixture
def pool():
    found = OneByOne()
    yield found
    found.pool.close()


def done(pool, job, argument=None, limits=PATIENT, observer=None):
    """The events of a job, and its end."""
    pool.start(job, argument, limits, observer)
    events = []
    while not isinstance(event := pool.event(), Ended):
        events.append(event)
    return events, event


def test_successive_calls_run_in_one_process(pool):
    workers = {done(pool, own_process)[0][0] for _ in range(5)}
    assert len(workers) == 1


def test_large_arguments_and_events_arrive_whole(pool):
    text = "#" * 3_000_000
    for _ in range(2):
        assert done(pool, echo, text) == ([text], Ended())


def test_parallel_calls_run_in_separate_processes(pool):
    pool.start(child_jobs.sleep, 0.3)
    first = pool.event()
    assert done(pool, own_process)[0] != [first]
    assert pool.event() == Ended()


def test_a_call_may_have_a_process_of_its_own(pool):
    [reused], _ = done(pool, own_process)
    pool.start(own_process, own_process=True)
    own = pool.event()
    assert own != reused
    assert pool.event().peak_bytes > 0  # measured for this call alone
    assert done(pool, own_process)[0] == [reused]


def test_a_dropped_call_is_ended_and_has_no_more_events(pool):
    number = pool.start(child_jobs.sleep, 600.0)
    process = pool.event()
    pool.pool.drop([number])
    while process in descendants(os.getpid()):
        time.sleep(0.01)
    assert done(pool, child_jobs.count, 1) == ([0], Ended())


def test_a_call_that_takes_too_long_is_ended_and_the_next_runs(pool):
    done(pool, own_process)
    events, end = done(pool, child_jobs.pause, 600.0, Limits(seconds=0.2))
    assert (events, end.stopped_by) == ([], "seconds")
    assert done(pool, child_jobs.count, 2) == ([0, 1], Ended())


def test_a_cancelled_call_is_ended(pool):
    observer = Observer()
    observer.cancel()
    assert done(pool, child_jobs.pause, 600.0, observer=observer)[1].stopped_by == "cancel"


def test_a_call_that_takes_too_much_memory_is_ended(pool):
    _, end = done(pool, child_jobs.eat, 16 << 20, Limits(seconds=60, memory=128 << 20))
    assert end.stopped_by == "memory"
    assert done(pool, child_jobs.count, 1) == ([0], Ended())


def test_a_crash_has_a_reason_and_the_next_call_runs(pool):
    crashes = (child_jobs.stumble, None, "I stumbled"), (child_jobs.die, signal.SIGSEGV, "SIGSEGV")
    for job, argument, reason in crashes:
        _, end = done(pool, job, argument)
        assert end.stopped_by == "crash"
        assert reason in (end.reason or "")
        assert done(pool, child_jobs.count, 1) == ([0], Ended())


def test_a_process_that_died_while_idle_is_replaced(pool):
    [worker], _ = done(pool, own_process)
    os.kill(worker, signal.SIGKILL)
    while worker in descendants(os.getpid()):
        time.sleep(0.01)
    assert done(pool, child_jobs.count, 1) == ([0], Ended())


def test_a_process_with_a_large_peak_memory_is_replaced(pool):
    [worker], _ = done(pool, own_process)
    assert done(pool, grow, 400 << 20) == ([400 << 20], Ended())
    assert done(pool, own_process)[0] != [worker]


def test_a_process_with_large_mapped_files_is_kept(pool, tmp_path):
    """Pattern databases are mapped: opening them again for every call would be slow."""
    [worker], _ = done(pool, own_process)
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(400 << 20)
    assert done(pool, read_mapped, str(large))[1] == Ended()
    assert done(pool, own_process)[0] == [worker]
