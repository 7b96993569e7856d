"""Workers that are kept: one after another in the same process, and none suffers for another."""

from __future__ import annotations

import os
import signal
import time

import child_jobs
import pytest
from serving import descendants
from worker_pool_jobs import echo, grow, own_process

from budge.engines.child import Ended
from budge.engines.model import Limits, Observer
from budge.web.worker_pool import Kept

PATIENT = Limits(seconds=60, memory=1 << 30)


@pytest.fixture
def kept(tmp_path):
    found = Kept(tmp_path)
    yield found
    found.close()
    assert list(tmp_path.iterdir()) == [], "no pipe is left"


def done(kept, job, argument=None, limits=PATIENT, observer=None):
    """What a job emits, and how it ends."""
    *events, end = kept.work(job, argument, limits, observer or Observer())
    assert isinstance(end, Ended)
    return events, end


def test_jobs_that_follow_one_another_are_done_by_one_process(kept):
    workers = {done(kept, own_process)[0][0] for _ in range(5)}
    assert len(workers) == 1


def test_large_arguments_and_answers_come_through_whole(kept):
    text = "#" * 3_000_000
    for _ in range(2):
        assert done(kept, echo, text) == ([text], Ended())


def test_jobs_at_the_same_time_have_a_process_each(kept):
    one = kept.work(own_process, None, PATIENT, Observer())
    assert next(one) != done(kept, own_process)[0][0]
    assert list(one) == [Ended()]


def test_what_takes_too_long_is_ended_and_the_next_is_done(kept):
    done(kept, own_process)
    events, end = done(kept, child_jobs.pause, 600.0, Limits(seconds=0.2))
    assert (events, end.stopped_by) == ([], "seconds")
    assert done(kept, child_jobs.count, 2) == ([0, 1], Ended())


def test_what_nobody_waits_for_any_more_is_ended(kept):
    observer = Observer()
    observer.cancel()
    assert done(kept, child_jobs.pause, 600.0, observer=observer)[1].stopped_by == "cancel"


def test_what_takes_too_much_memory_is_ended(kept):
    _, end = done(kept, child_jobs.eat, 16 << 20, Limits(seconds=60, memory=128 << 20))
    assert end.stopped_by == "memory"
    assert done(kept, child_jobs.count, 1) == ([0], Ended())


def test_a_crash_is_told_with_its_reason_and_the_next_is_done(kept):
    crashes = (child_jobs.stumble, None, "I stumbled"), (child_jobs.die, signal.SIGSEGV, "SIGSEGV")
    for job, argument, reason in crashes:
        _, end = done(kept, job, argument)
        assert end.stopped_by == "crash"
        assert reason in (end.reason or "")
        assert done(kept, child_jobs.count, 1) == ([0], Ended())


def test_a_worker_that_died_while_idle_is_replaced(kept):
    [worker], _ = done(kept, own_process)
    os.kill(worker, signal.SIGKILL)
    while worker in descendants(os.getpid()):
        time.sleep(0.01)
    assert done(kept, child_jobs.count, 1) == ([0], Ended())


def test_a_worker_that_has_grown_large_makes_way(kept):
    [worker], _ = done(kept, own_process)
    assert done(kept, grow, 400 << 20) == ([400 << 20], Ended())
    assert done(kept, own_process)[0] != [worker]
