"""A pool of workers that are reused: one after another in the same process, and none suffers for another."""

from __future__ import annotations

import os
import signal
import time

import child_jobs
import pytest
from process_tree import descendants
from worker_pool_jobs import echo, grow, own_process

from budge.model import Limits, Observer
from budge.processes import child, tuning
from budge.processes.child import Ended
from budge.web.worker_pool import WorkerPool

PATIENT = Limits(seconds=60, memory=1 << 30)


@pytest.fixture
def pool():
    found = WorkerPool()
    yield found
    found.close()


def done(pool, job, argument=None, limits=PATIENT, observer=None):
    """What a job emits, and how it ends."""
    *events, end = pool.run(job, argument, limits, observer or Observer())
    assert isinstance(end, Ended)
    return events, end


def test_jobs_that_follow_one_another_are_done_by_one_process(pool):
    workers = {done(pool, own_process)[0][0] for _ in range(5)}
    assert len(workers) == 1


def test_large_arguments_and_answers_come_through_whole(pool):
    text = "#" * 3_000_000
    for _ in range(2):
        assert done(pool, echo, text) == ([text], Ended())


def test_jobs_at_the_same_time_have_a_process_each(pool):
    one = pool.run(own_process, None, PATIENT, Observer())
    assert next(one) != done(pool, own_process)[0][0]
    assert list(one) == [Ended()]


def test_what_takes_too_long_is_ended_and_the_next_is_done(pool):
    done(pool, own_process)
    events, end = done(pool, child_jobs.pause, 600.0, Limits(seconds=0.2))
    assert (events, end.stopped_by) == ([], "seconds")
    assert done(pool, child_jobs.count, 2) == ([0, 1], Ended())


def test_what_nobody_waits_for_any_more_is_ended(pool):
    observer = Observer()
    observer.cancel()
    assert done(pool, child_jobs.pause, 600.0, observer=observer)[1].stopped_by == "cancel"


def test_a_job_that_is_given_up_as_it_ends_takes_its_worker_along(pool):
    observer = Observer()
    events = pool.run(own_process, None, PATIENT, observer)
    next(events)
    time.sleep(0.3)  # the worker has said that it is done, and nobody has listened yet
    observer.cancel()
    assert [end.stopped_by for end in events] == ["cancel"]
    assert done(pool, child_jobs.count, 2) == ([0, 1], Ended())


def slow(call):
    return lambda line: (call(line), time.sleep(0.3))


class LateObserver(Observer):
    """Cancels the second time it is asked, when the worker has come up."""

    asked = 0

    @property
    def cancelled(self) -> bool:
        self.asked += 1
        if self.asked == 2:
            time.sleep(0.5)
        return self.asked > 1


def test_a_job_that_is_given_up_as_it_begins_holds_nobody_up(pool, monkeypatch):
    done(pool, own_process)  # all that it needs is imported
    pool.close()
    monkeypatch.setattr(tuning, "POLL_SECONDS", 0.0)  # the job is sent, and the observer asked again at once
    monkeypatch.setattr(child._Channel, "hang_up", slow(child._Channel.hang_up))  # until the worker is gone
    monkeypatch.setattr(tuning, "REPORT_SECONDS", 5.0)  # and what it said is still heard
    assert done(pool, own_process, observer=LateObserver())[1].stopped_by == "cancel"


def test_what_takes_too_much_memory_is_ended(pool):
    _, end = done(pool, child_jobs.eat, 16 << 20, Limits(seconds=60, memory=128 << 20))
    assert end.stopped_by == "memory"
    assert done(pool, child_jobs.count, 1) == ([0], Ended())


def test_a_crash_is_told_with_its_reason_and_the_next_is_done(pool):
    crashes = (child_jobs.stumble, None, "I stumbled"), (child_jobs.die, signal.SIGSEGV, "SIGSEGV")
    for job, argument, reason in crashes:
        _, end = done(pool, job, argument)
        assert end.stopped_by == "crash"
        assert reason in (end.reason or "")
        assert done(pool, child_jobs.count, 1) == ([0], Ended())


def test_a_worker_that_died_while_idle_is_replaced(pool):
    [worker], _ = done(pool, own_process)
    os.kill(worker, signal.SIGKILL)
    while worker in descendants(os.getpid()):
        time.sleep(0.01)
    assert done(pool, child_jobs.count, 1) == ([0], Ended())


def test_a_worker_that_has_grown_large_makes_way(pool):
    [worker], _ = done(pool, own_process)
    assert done(pool, grow, 400 << 20) == ([400 << 20], Ended())
    assert done(pool, own_process)[0] != [worker]
