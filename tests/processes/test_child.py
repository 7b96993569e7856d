"""A job in a child process: its events reach the caller, and it cannot harm the caller."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from child_jobs import addresses, count, die, eat, fail, folder, importing, litter, measure, sleep, spawn, stumble
from interrupts import hear_ctrl_c

from budge import Limits, Observer
from budge.processes import tuning
from budge.processes.child import Child, Ended, Silent, _Channel, _ForkServer, work


def run(
    job: Any,
    argument: Any,
    limits: Limits | None = None,
    observer: Observer | None = None,
    tick: float | None = None,
) -> list[Any]:
    return list(work(job, argument, limits or Limits(), observer or Observer(), tick=tick))


def is_alive(process: int) -> bool:
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.02)
    return True


def test_events_come_in_order_and_then_the_end() -> None:
    *numbers, end = run(count, 1000)
    assert numbers == list(range(1000))
    assert end.stopped_by is None
    assert end.peak_bytes > 0


def test_a_child_is_killed_at_its_time_limit() -> None:
    process, end = run(sleep, 600, Limits(seconds=0.3))
    assert end.stopped_by == "seconds"
    assert not is_alive(process)


@pytest.mark.parametrize("seconds", [0, 600])
def test_temporary_files_are_removed_with_the_job_even_if_it_is_killed(seconds: float) -> None:
    files, _ = run(litter, seconds, Limits(seconds=0.5))
    for _ in range(500):
        if not files.parent.exists():
            return
        time.sleep(0.02)
    pytest.fail(f"{files.parent} is still there")


def test_a_killed_child_is_a_crash_after_its_events() -> None:
    said, end = run(die, signal.SIGKILL)
    assert (said, end.stopped_by, end.reason) == ("alive", "crash", "the solver died of SIGKILL")


def test_an_exception_in_the_child_is_a_crash_with_its_message() -> None:
    [end] = run(stumble, None)
    assert (end.stopped_by, end.reason) == ("crash", "RuntimeError: I stumbled")


def test_an_exception_without_message_is_reported_by_its_name() -> None:
    [end] = run(fail, None)
    assert (end.stopped_by, end.reason) == ("crash", "AssertionError")


def test_a_large_argument_arrives_whole() -> None:
    size, end = run(measure, bytes(40 << 20))
    assert (size, end.stopped_by) == (40 << 20, None)


def test_a_reusable_child_exits_after_its_idle_time() -> None:
    child = Child(None, max_idle_seconds=0.05)
    process, end = child.work(sleep, 0.0, Observer())
    assert end == Ended()
    assert not is_alive(process)
    other, end = child.work(sleep, 0.0, Observer())
    assert (other != process, end) == (True, Ended())
    child.close()


def slow(call):
    return lambda channel: (call(channel), time.sleep(0.3))


class LateObserver(Observer):
    """Cancelled from the second check on, when the worker has started."""

    asked = 0

    @property
    def cancelled(self) -> bool:
        self.asked += 1
        if self.asked == 2:
            time.sleep(0.5)
        return self.asked > 1


def test_a_job_cancelled_as_it_begins_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    child = Child(None)
    list(child.work(count, 1, Observer()))  # imports the module
    child.close()
    monkeypatch.setattr(tuning, "POLL_SECONDS", 0.0)  # the job is sent, and the observer asked again at once
    monkeypatch.setattr(_Channel, "hang_up", slow(_Channel.hang_up))  # until the worker is gone
    monkeypatch.setattr(tuning, "REPORT_SECONDS", 5.0)  # and its events still arrive
    *_, end = child.work(count, 1, LateObserver())
    assert end.stopped_by == "cancel"


def test_a_job_cancelled_as_it_ends_ends_its_process() -> None:
    child, observer = Child(None), Observer()
    events = child.work(count, 1, observer)
    next(events)
    time.sleep(0.3)  # the child has reported that it is idle, and the report is not read yet
    observer.cancel()
    assert [end.stopped_by for end in events] == ["cancel"]
    assert not child.is_idle
    assert list(child.work(count, 1, Observer())) == [0, Ended()]
    child.close()


def test_a_silent_child_yields_silent_events() -> None:
    _, *silence, end = run(sleep, 1.0, tick=0.2)
    assert silence
    assert set(silence) == {Silent()}
    assert end.stopped_by is None


def test_a_child_has_the_working_directory_of_its_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after the caller has changed its directory, so that relative paths name the same files in both."""
    assert run(folder, None)[0] == os.getcwd()
    monkeypatch.chdir(tmp_path)
    assert run(folder, None)[0] == str(tmp_path)


@pytest.fixture
def own_fork_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork server of its own for a test that blocks it."""
    monkeypatch.setattr(_ForkServer, "_current", None)


@pytest.mark.usefixtures("own_fork_server")
@pytest.mark.parametrize("argument", [None, bytes(40 << 20)])
def test_the_time_limit_holds_while_the_child_is_importing(argument: bytes | None) -> None:
    began = time.monotonic()
    [end] = run("slow_to_import:nothing", argument, Limits(seconds=0.3))
    assert end.stopped_by == "seconds"
    assert time.monotonic() - began < 15  # of 30


@pytest.mark.usefixtures("own_fork_server")
def test_cancel_works_while_the_child_is_importing() -> None:
    observer = Observer()
    threading.Timer(0.3, observer.cancel).start()
    began = time.monotonic()
    [end] = run("slow_to_import:nothing", None, observer=observer)
    assert end.stopped_by == "cancel"
    assert time.monotonic() - began < 15


def test_an_existing_limit_on_the_address_space_is_kept() -> None:
    """`ulimit -v` sets the hard limit too, which cannot be raised."""
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 7 << 30))\n"
        "from budge import Limits, Observer\nfrom budge.processes.child import work\nfrom child_jobs import addresses\n"
        "for event in work(addresses, None, Limits(memory=8 << 30), Observer()): print(event)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert said.stdout.startswith(f"({6 << 30}, {7 << 30})\nEnded(stopped_by=None")


def test_the_limit_on_the_address_space_exceeds_the_memory_limit() -> None:
    (soft, _), _ = run(addresses, None, Limits(memory=1 << 30))
    assert soft == 6 << 30


def test_a_huge_memory_limit_is_accepted() -> None:
    _, end = run(addresses, None, Limits(memory=1 << 80))
    assert end.stopped_by is None


def test_memory_is_limited() -> None:
    [end] = run(eat, 1 << 22, Limits(memory=200 << 20))
    assert end.stopped_by == "memory"


def test_cancel_ends_the_child_with_its_own_children() -> None:
    observer = Observer()
    jobs = work(spawn, None, Limits(), observer)
    grandchild = next(jobs)
    threading.Timer(0.1, observer.cancel).start()
    assert [end.stopped_by for end in jobs] == ["cancel"]
    assert not is_alive(grandchild)


def test_an_abandoned_job_leaves_nothing_running() -> None:
    jobs = work(sleep, 600, Limits(), Observer())
    process = next(jobs)
    del jobs
    assert not is_alive(process)


def test_jobs_run_in_parallel() -> None:
    jobs = [work(sleep, 0.2, Limits(), Observer()) for _ in range(4)]
    pids = [next(job) for job in jobs]
    assert len(set(pids)) == 4
    assert [end.stopped_by for job in jobs for end in job] == [None] * 4


def program_at_work(**settings: Any) -> tuple[subprocess.Popen[str], int]:
    """A program with a running child, and the process id of the child."""
    script = (
        "from budge import Limits, Observer\nfrom budge.processes.child import work\nfrom child_jobs import sleep\n"
        "for event in work(sleep, 600, Limits(), Observer()): print(event, flush=True)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    program = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment, **settings
    )
    assert program.stdout is not None
    return program, int(program.stdout.readline())


def test_a_killed_program_leaves_no_child() -> None:
    program, child = program_at_work()
    program.kill()
    program.communicate()
    assert not is_alive(child)


def test_ctrl_c_ends_the_job_but_not_the_program() -> None:
    program, child = program_at_work(preexec_fn=hear_ctrl_c)
    time.sleep(0.3)  # let it wait for the next event
    program.send_signal(signal.SIGINT)
    said, _ = program.communicate(timeout=20)
    assert said.startswith("Ended(stopped_by='interrupt'")
    assert program.returncode == 0
    assert not is_alive(child)


def test_a_program_exits_without_warnings_of_open_resources() -> None:
    """Development mode and -W error print such warnings."""
    script = (
        "from budge import Limits, Observer\nfrom budge.processes.child import work\nfrom child_jobs import count\n"
        "print(*work(count, 1, Limits(), Observer()))"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", script]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert (ran.stdout[:8], ran.stderr, ran.returncode) == ("0 Ended(", "", 0)


def test_a_slow_import_happens_once_for_all_children(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "heavy_module.py").write_text(f"open({str(tmp_path / 'imports')!r}, 'a').write('once ')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(_ForkServer, "_current", None)  # a fresh one, which finds the module
    for _ in range(2):
        *_, end = work(importing, "heavy_module", Limits(), Observer(), imports=["heavy_module"])
        assert end.stopped_by is None
    assert (tmp_path / "imports").read_text() == "once "
