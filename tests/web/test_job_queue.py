"""A queue of calls for worker processes: order, length, limits, crashes."""

from __future__ import annotations

import asyncio
import signal

import child_jobs
import pytest

from budge.model import Limits
from budge.processes.child import Ended
from budge.processes.pool import Call
from budge.web.job_queue import JobQueue, QueuedCall, result
from budge.web.problems import Problem

PATIENT = Limits(seconds=60)
SLEEP = Call(child_jobs.sleep, 600.0, PATIENT)


def in_queue(test, workers=1, max_waiting=10, on_position=None):
    """Run a test in an event loop, with a queue that is closed at its end."""

    async def run():
        queue = JobQueue(workers, max_waiting, on_position)
        try:
            await asyncio.wait_for(test(queue), 60)
        finally:
            queue.close()

    asyncio.run(run())


def test_a_call_that_takes_too_long_is_ended_and_the_next_runs():
    async def test(queue):
        with pytest.raises(Problem) as problem:
            await result(queue, Call(child_jobs.pause, 600.0, Limits(seconds=0.2)))
        assert (problem.value.status, "0.2 seconds" in problem.value.detail) == (422, True)
        assert await result(queue, Call(child_jobs.count, 1, PATIENT)) == 0

    in_queue(test)


def test_a_call_that_takes_too_much_memory_is_ended():
    async def test(queue):
        with pytest.raises(Problem) as problem:
            await result(queue, Call(child_jobs.eat, 16 << 20, Limits(seconds=60, memory=128 << 20)))
        assert (problem.value.status, "128 MB" in problem.value.detail) == (422, True)

    in_queue(test)


def test_a_crash_is_a_problem_with_its_reason():
    async def test(queue):
        with pytest.raises(Problem) as problem:
            await result(queue, Call(child_jobs.stumble, None, PATIENT))
        assert (problem.value.status, "I stumbled" in problem.value.detail) == (500, True)

    in_queue(test)


def test_a_call_whose_caller_is_cancelled_is_ended():
    async def test(queue):
        task = asyncio.create_task(result(queue, Call(child_jobs.pause, 600.0, PATIENT)))
        await asyncio.sleep(0.2)
        task.cancel()
        assert await result(queue, Call(child_jobs.count, 1, PATIENT)) == 0

    in_queue(test)


def test_a_full_queue_refuses_a_call():
    async def test(queue):
        jobs = [QueuedCall(SLEEP, lambda event: None) for _ in range(4)]
        assert [queue.submit(job) for job in jobs[:3]] == [0, 1, 2]
        with pytest.raises(Problem) as problem:
            queue.submit(jobs[3])
        assert (problem.value.status, problem.value.headers) == (503, {"Retry-After": "10"})

    in_queue(test, max_waiting=2)


def test_waiting_calls_get_their_new_positions():
    positions = []

    async def test(queue):
        ended = asyncio.Event()

        def on_event(event):
            if isinstance(event, Ended):
                ended.set()

        first = QueuedCall(SLEEP, on_event)
        others = [QueuedCall(SLEEP, lambda event: None) for _ in range(3)]
        for job in (first, *others):
            queue.submit(job)
        queue.cancel(first)
        await ended.wait()
        while len(positions) < 2:
            await asyncio.sleep(0.05)
        assert positions == [(others[1], 1), (others[2], 2)]
        queue.cancel(others[1])
        while len(positions) < 3:
            await asyncio.sleep(0.05)
        assert positions[2:] == [(others[2], 1)]

    in_queue(test, on_position=lambda job, position: positions.append((job, position)))


def test_a_closed_queue_ends_running_calls_and_refuses_new_ones():
    async def test(queue):
        on_event = []
        queue.submit(QueuedCall(Call(child_jobs.die, signal.SIGKILL, PATIENT), on_event.append))
        queue.submit(QueuedCall(SLEEP, on_event.append))
        queue.close()
        assert on_event == [Ended("cancel")]
        with pytest.raises(Problem):
            queue.submit(QueuedCall(SLEEP, on_event.append))

    in_queue(test)
