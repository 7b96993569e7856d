"""The screen: the board on the left, counters on the right, the last event and the keys below.

Engines run in threads, because the native core releases the interpreter; they are cancelled when the screen closes.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, ScrollableContainer
from textual.events import Click, Key, Resize
from textual.widgets import Static

from budge.kinds import by_kind
from budge.model import Observer
from budge.play.advice import UNKNOWN, Adviser, Hint
from budge.play.game import Game
from budge.play.view import View
from budge.puzzles import IllegalMove, Puzzle
from budge.wording import amount

VIEWS: dict[str, Callable[[Any], View[Any]]] = by_kind("budge.play", View)
COMMANDS = {  # a letter that names a piece chooses the piece instead
    **dict.fromkeys(("question_mark", "h"), "hint"),
    **dict.fromkeys(("backspace", "less_than_sign", "ctrl+z", "u"), "undo"),
    **dict.fromkeys(("greater_than_sign", "ctrl+y", "y"), "redo"),
    **dict.fromkeys(("exclamation_mark", "d"), "lights"),
    **dict.fromkeys(("home", "r"), "restart"),
    **dict.fromkeys(("pagedown", "n"), "next"),
    **dict.fromkeys(("pageup", "p"), "previous"),
    **dict.fromkeys(("escape", "ctrl+c", "q"), "leave"),
}
LIGHTS = "! deadlocks · "  # only for kinds with deadlocks
HELP = "? hint · < undo · > redo · Home restart · Esc quit"
LEVELS = " · PgDn next"
SHORT_HELP = "? hint · < undo · > redo · Esc quit"  # on small screens
GREETING, RESUMED = "Good luck.", "Game resumed."
NARROW, LOW = 64, 16  # columns and rows below which the layout is compact


@dataclass(frozen=True)
class Level:
    """A puzzle to play, and its title."""

    title: str
    puzzle: Puzzle


def terminal_is_closed() -> bool:
    """Whether the terminal of standard input no longer exists."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):  # Windows
        return False
    terminal = select.poll()
    terminal.register(sys.__stdin__, 0)
    return any(event & select.POLLHUP for _, event in terminal.poll(0))


class BoardWidget(Static):
    """Shows the position and reports clicks to the screen."""

    def on_click(self, event: Click) -> None:
        assert isinstance(self.app, Play)
        self.app.clicked(event.x, event.y)


class Play(App[None]):
    """The application: plays a sequence of levels."""

    TITLE = "budge play"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = []  # noqa: RUF012 (all keys come to `on_key`)
    CSS = """
    Screen { layout: vertical; }
    #title { height: 1; text-style: bold; padding: 0 1; background: $primary-darken-2; color: $text; }
    #middle { height: 1fr; }
    #room { width: 1fr; padding: 0 1; align: center middle; }
    BoardWidget { width: auto; height: auto; }
    #side { width: 29; height: 100%; padding: 0 1; border-left: solid $primary-darken-2; }
    #message { height: 1; padding: 0 1; }
    #help { height: auto; padding: 0 1; color: $text-muted; }
    .narrow #middle { layout: vertical; }
    .narrow #side { width: 100%; height: auto; max-height: 4; border: none; }
    .narrow.low #side { max-height: 2; }
    .narrow #message { height: auto; max-height: 2; }
    """

    def __init__(self, levels: Sequence[Level], first: int = 0, metric: str | None = None, seconds: float = 10) -> None:
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)  # else shades of grey
        self.levels, self.number = levels, first
        self.metric, self.seconds = metric, seconds
        self.games: dict[int, Game] = {}  # by level, so that a player can return to a game
        self.observer = Observer()  # of all engines that work on the current level
        self.narrow = self.low = False  # the size of the screen
        self.top, self.side = Static(id="title"), Static(id="side")
        self.room, self.board = ScrollableContainer(id="room", can_focus=False), BoardWidget(id="board")
        self.message_line, self.key_line = Static(id="message"), Static(id="help")
        self.open_level()

    @property
    def level(self) -> Level:
        return self.levels[self.number]

    def open_level(self) -> None:
        """Starts the current level."""
        self.observer.cancel()
        self.observer = Observer()
        puzzle = self.level.puzzle
        self.game = self.games.setdefault(self.number, Game(puzzle))
        self.game.resume()
        self.view = VIEWS[puzzle.kind](puzzle)
        metric = self.metric if self.metric in puzzle.own_metrics else puzzle.own_metrics[0]
        self.adviser = Adviser(puzzle, metric, self.seconds)
        self.best: dict[str, str] = {}
        self.hinted: Hint | None = None  # for the current position
        self.thinking = False
        self.message = self.congratulation() if self.game.solved else Text(RESUMED if self.game.moves else GREETING)

    def compose(self) -> ComposeResult:
        yield self.top
        with Horizontal(id="middle"):
            with self.room:
                yield self.board
            yield self.side
        yield self.message_line
        yield self.key_line

    def on_mount(self) -> None:
        self.set_interval(1, self.show_side)
        if not self.is_headless:
            self.set_interval(1, self.leave_closed_terminal)
        self.begin()

    def on_resize(self, event: Resize) -> None:
        self.narrow, self.low = event.size.width < NARROW, event.size.height < LOW
        self.screen.set_class(self.narrow, "narrow")
        self.screen.set_class(self.low, "low")
        self.show()

    def on_unmount(self) -> None:
        self.observer.cancel()

    def leave_closed_terminal(self) -> None:
        if terminal_is_closed():  # Textual would read from it in an endless loop
            self.exit()

    def begin(self) -> None:
        self.show()
        observer, adviser = self.observer, self.adviser
        self.run_worker(lambda: self.find_best(adviser, observer), thread=True)

    # Results of engines, from threads.

    def find_best(self, adviser: Adviser, observer: Observer) -> None:
        for metric in sorted(adviser.puzzle.simple_metrics, key=lambda metric: metric != adviser.metric):
            found = adviser.best(metric, observer)
            if observer.cancelled:
                return
            self.call_from_thread(self.take_best, observer, metric, found)

    def take_best(self, observer: Observer, metric: str, found: str) -> None:
        if observer is self.observer:  # otherwise the level was closed
            self.best[metric] = found
            if self.game.solved:
                self.message = self.congratulation()
            self.show()

    def find_hint(self, adviser: Adviser, observer: Observer, state: Any) -> None:
        hint = adviser.hint(state, observer)
        if not observer.cancelled:
            self.call_from_thread(self.take_hint, observer, state, hint)

    def take_hint(self, observer: Observer, state: Any, hint: Hint) -> None:
        if observer is not self.observer:
            return
        self.thinking = False
        if state != self.game.state:  # the player has moved since
            self.message = Text("The position has changed; ask again for a hint.")
        elif hint.move is None:
            self.message = Text(f"No hint: {hint.note}.", "bold yellow")
        else:
            self.hinted = hint
            move = self.view.say(hint.move, state)
            self.message = Text.assemble("Hint: ", (move, "bold"), f" ({hint.note}; press ? again to make it)")
        self.show()

    # Keys and clicks.

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        moves = None if self.game.solved else self.view.key(event.key, event.character, self.game.state)
        if moves is not None:
            self.make(moves)
        elif event.key in COMMANDS:
            getattr(self, COMMANDS[event.key])()

    def clicked(self, x: int, y: int) -> None:
        if not self.game.solved:
            self.make(self.view.click(x, y, self.game.state))

    def make(self, moves: list[str]) -> None:
        """Makes moves until one is illegal."""
        try:
            for move in moves:
                self.game.make(move)
                self.arrived()
        except IllegalMove as problem:
            self.message = Text(f"{problem}.")
        self.show()

    def arrived(self) -> None:
        """Updates the screen after a change of the position."""
        self.hinted = None
        self.view.forget()
        self.message = self.congratulation() if self.game.solved else Text()

    def congratulation(self) -> Text:
        metric = self.adviser.metric
        metric = metric if metric in self.game.puzzle.simple_metrics else self.game.puzzle.simple_metrics[0]
        cost, best = self.game.costs[metric], self.best.get(metric, UNKNOWN)
        words = f"Solved: {amount(cost, metric)}"
        if best == str(cost):
            words += ", which is optimal."
        elif best.isdecimal():
            words += f"; the best possible is {best}."
        else:
            words += "."
        following = " PgDn continues." if self.number + 1 < len(self.levels) else ""
        return Text(words + following, "bold green")

    def hint(self) -> None:
        if self.game.solved:
            return
        if self.hinted is not None and self.hinted.move is not None:
            self.make([self.hinted.move])
        elif not self.thinking:
            self.thinking = True
            self.message = Text("Thinking …")
            self.show()
            adviser, observer, state = self.adviser, self.observer, self.game.state
            self.run_worker(lambda: self.find_hint(adviser, observer, state), thread=True)

    def lights(self) -> None:
        """Shows or hides dead squares and deadlocks."""
        if not self.view.deadlocks:
            self.message = Text(f"There are no deadlock lights for {self.game.puzzle.kind}.")
        self.view.lights = not self.view.lights
        self.show()

    def undo(self) -> None:
        if self.game.undo():
            self.arrived()
        else:
            self.message = Text("There is no move to undo.")
        self.show()

    def redo(self) -> None:
        if self.game.redo():
            self.arrived()
        else:
            self.message = Text("There is no move to redo.")
        self.show()

    def restart(self) -> None:
        self.game.restart()
        self.arrived()
        self.show()

    def next(self) -> None:
        self.go_to(self.number + 1)

    def previous(self) -> None:
        self.go_to(self.number - 1)

    def go_to(self, number: int) -> None:
        if 0 <= number < len(self.levels):
            self.game.pause()
            self.number = number
            self.open_level()
            self.begin()
        else:
            self.message = Text(f"This is the {'first' if number < 0 else 'last'} level.")
            self.show()

    def leave(self) -> None:
        self.observer.cancel()
        self.exit()

    # Display.

    def show(self) -> None:
        several = len(self.levels) > 1
        count = f"  level {self.number + 1} of {len(self.levels)}" if several else ""
        self.top.update(Text(self.level.title + count))
        self.board.update(self.view.draw(self.game.state))
        self.message_line.update(self.message)
        lights = LIGHTS if self.view.deadlocks else ""
        keys = f"{self.view.help}\n{lights}{HELP}{LEVELS if several else ''}"
        self.key_line.update(Text(SHORT_HELP if self.low else keys))
        self.show_side()
        self.call_after_refresh(self.scroll_to_piece)

    def show_side(self) -> None:
        """The counters, the optimum, and the time."""
        costs, lines = self.game.costs, Text()
        minutes, seconds = divmod(int(self.game.seconds), 60)
        note = self.view.note(self.game.state)
        if self.narrow:  # shown below the board
            counters = [
                f"{metric} {costs[metric]}/{self.best.get(metric, '…')}" for metric in self.game.puzzle.simple_metrics
            ]
            notes = " · ".join(filter(None, note.split("\n")))
            self.side.update(Text(" · ".join([f"{minutes}:{seconds:02}", *counters]) + f"\n{notes}".rstrip()))
            return
        for metric in self.game.puzzle.simple_metrics:
            best = self.best.get(metric, "…")
            lines.append(f"{metric:9}")
            lines.append(f"{costs[metric]!s:>4}", "bold")
            lines.append(f"  best {best}\n", "dim")
        lines.append(f"time     {minutes:4}:{seconds:02}\n\n")
        self.side.update(lines + Text(note))

    def scroll_to_piece(self) -> None:
        """Scrolls a board that is larger than its area to the active piece."""
        x, y = self.view.centre(self.game.state)
        across, down = self.room.size
        self.room.scroll_to(x - across // 2, y - down // 2, animate=False)
