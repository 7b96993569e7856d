"""Ctrl-C at the worst moment: whatever an engine has returned is replayed and comes back."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from budge import Engine, Observer, Outcome, Plan, Tiles, Verdict, solve
from budge.interrupts import SIGNALS, Hold, listen

START = ["1 2 3", "4 0 6", "7 5 8"]


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture(autouse=True)
def as_in_a_program() -> Iterator[None]:
    """Signals as a program has them, also where these tests run in the background and Ctrl-C is ignored."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Pressed(Engine):
    """Knows the plan; Ctrl-C comes when it is found, before it is returned."""

    name = "pressed"
    summary = "for the tests"
    kinds = ("tiles",)
    times = 1

    def solve(self, task):
        for _ in range(self.times):
            press()
        self.cancelled = task.observer.cancelled
        return Outcome("optimal", Plan(("D", "R")), lower_bound=2)


class PressedWhileReplayed(Tiles):
    """A board whose referee takes so long that somebody loses patience."""

    def verify(self, plan: Plan) -> Verdict:
        press()
        return super().verify(plan)


def test_a_plan_that_is_found_when_ctrl_c_comes_is_returned() -> None:
    engine, observer = Pressed(), Observer()
    outcome = solve(Tiles.of(START), engine=engine, observer=observer)
    assert (outcome.status, outcome.cost, outcome.stopped_by) == ("optimal", 2, "interrupt")
    assert engine.cancelled
    assert not observer.cancelled  # it may serve again


def test_a_plan_that_is_being_replayed_when_ctrl_c_comes_is_returned() -> None:
    outcome = solve(PressedWhileReplayed.of(START))
    assert (outcome.status, outcome.cost, outcome.stopped_by) == ("optimal", 2, "interrupt")


def test_the_second_ctrl_c_leaves() -> None:
    engine = Pressed()
    engine.times = 2
    with pytest.raises(KeyboardInterrupt):
        solve(Tiles.of(START), engine=engine)


def test_after_a_solve_ctrl_c_is_what_it_was() -> None:
    solve(Tiles.of(START))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert solve(Tiles.of(START)).stopped_by is None


def test_a_program_that_hears_signals_itself_goes_on_to_do_so() -> None:
    heard = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    outcome = solve(PressedWhileReplayed.of(START))
    assert (outcome.status, outcome.stopped_by, heard) == ("optimal", None, [signal.SIGINT])


def test_what_an_inner_hold_hears_the_outer_one_hears_and_the_next_inner_one_at_once() -> None:
    asked: list[str] = []
    with Hold(lambda: asked.append("outer")) as outer:
        with Hold(lambda: asked.append("first")) as first:
            press()
            assert asked == ["first"]
        assert outer.heard
        with Hold(lambda: asked.append("second")) as second:
            assert second.heard
        with pytest.raises(KeyboardInterrupt):
            press()
    assert asked == ["first", "outer", "second"]
    assert first.heard


def test_a_program_listens_to_kill_as_to_ctrl_c_and_ignores_what_it_is_told_to_ignore() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    listen()
    with Hold() as hold:
        os.kill(os.getpid(), signal.SIGHUP)
        assert not hold.heard
        os.kill(os.getpid(), signal.SIGTERM)
        assert hold.heard
