"""Sokoban to play: keys step and push, a click walks. The moves of several players are chosen one by one and made
together."""

from __future__ import annotations

from collections import deque

from rich.text import Text

from budge.engines.domains.sokoban_deadlocks import explain
from budge.play.view import ARROWS, AWAY, CHOSEN, FAINT, HOME, LOST, PLAYER, TARGET, WALL, View
from budge.puzzles.sokoban import STEPS, WAIT, Sokoban, State

LETTER = {arrow: letter for arrow, step in ARROWS.items() for letter, other in STEPS.items() if step == other}
WORDS = {letter: arrow for arrow, letter in LETTER.items()}
ROOM = 48, 20  # maximum width and height in characters for double size
LOOKS: tuple[dict[str, tuple[str, ...]], ...] = (  # the lines of a cell, at normal and double size
    {
        "wall": ("██",),
        "floor": ("  ",),
        "target": ("··",),
        "box": ("[]",),
        "home": ("■■",),
        "player": ("@•",),
        "dead": ("░░",),
        "lost": ("!!",),
    },
    {
        "wall": ("████", "████"),
        "floor": ("    ", "    "),
        "target": (" ╱╲ ", " ╲╱ "),
        "box": ("┌──┐", "└──┘"),
        "home": ("╔══╗", "╚══╝"),
        "player": ("╭••╮", "╰┬┬╯"),
        "dead": ("░░░░", "░░░░"),
        "lost": ("┌!!┐", "└!!┘"),
    },
)


class SokobanView(View[Sokoban]):
    deadlocks = True

    def __init__(self, puzzle: Sokoban) -> None:
        super().__init__(puzzle)
        self.scale = 2 if 4 * puzzle.width <= ROOM[0] and 2 * puzzle.height <= ROOM[1] else 1
        self.looks = LOOKS[self.scale - 1]
        self.chosen: list[str] = []  # the steps chosen so far in the current joint step

    @property
    def several(self) -> bool:
        return len(self.puzzle.players) > 1

    @property
    def help(self) -> str:  # type: ignore[override]
        if self.several:
            return "←↑↓→ each player in turn, Space waits, Enter lets all others wait"
        return "←↑↓→ step and push, or click on where to walk"

    def draw(self, state: State) -> Text:
        shown = self.shown(state)
        text = Text()
        for row, marks in enumerate(self.puzzle.board):
            for line in range(self.scale):
                for column, mark in enumerate(marks):
                    plain = self.looks["wall" if mark == "#" else "floor"], WALL
                    lines, style = shown.get(row * self.puzzle.width + column, plain)
                    text.append(lines[line], style)
                text.append("\n")
        text.right_crop(1)
        return text

    def shown(self, state: State) -> dict[int, tuple[tuple[str, ...], str]]:
        """The lines and the style of each floor cell."""
        players, boxes = state
        targets = self.puzzle.targets
        shown: dict[int, tuple[tuple[str, ...], str]] = dict.fromkeys(self.puzzle.floor, (self.looks["floor"], ""))
        shown |= dict.fromkeys(targets, (self.looks["target"], TARGET))
        shown |= {cell: (self.looks["home"], HOME) if cell in targets else (self.looks["box"], AWAY) for cell in boxes}
        if self.lights:
            deadlocks = explain(self.puzzle, state)
            shown |= dict.fromkeys(deadlocks.dead_squares - {*boxes}, (self.looks["dead"], FAINT))
            shown |= dict.fromkeys(deadlocks.culprits, (self.looks["lost"], LOST))
        for number, cell in enumerate(players):
            name = str(number + 1) if self.several else "•"
            style = CHOSEN if self.several and number == len(self.chosen) else PLAYER
            shown[cell] = tuple(line.replace("•", name) for line in self.looks["player"]), style
        return shown

    def key(self, key: str, character: str | None, state: State) -> list[str] | None:
        if not self.several:
            return [LETTER[key]] if key in LETTER else None
        if key not in LETTER and key not in ("space", "full_stop", "enter"):
            return None
        self.chosen.append(LETTER.get(key, WAIT))
        if key == "enter":
            self.chosen += WAIT * (len(self.puzzle.players) - len(self.chosen))
        if len(self.chosen) < len(self.puzzle.players):
            return []
        move, self.chosen = ",".join(self.chosen), []
        return [move]

    def click(self, x: int, y: int, state: State) -> list[str]:
        """A push if the cell holds a box next to the player, else a shortest walk to the cell."""
        if self.several:
            return []
        goal = y // self.scale * self.puzzle.width + x // (2 * self.scale)
        (player,), boxes = state
        for move in STEPS:
            if goal in boxes and player + self.puzzle.offset(move) == goal:
                return [move]
        walks: dict[State, list[str]] = {state: []}
        queue = deque([state])
        while queue:
            here = queue.popleft()
            if here[0] == (goal,):
                return walks[here]
            for move in self.puzzle.moves(here):
                there = self.puzzle.apply(here, move)
                if there[1] == boxes and there not in walks:
                    walks[there] = [*walks[here], move]
                    queue.append(there)
        return []

    def centre(self, state: State) -> tuple[int, int]:
        row, column = divmod(state[0][min(len(self.chosen), len(state[0]) - 1)], self.puzzle.width)
        return 2 * self.scale * column, self.scale * row

    def say(self, move: str, state: State) -> str:
        words = [
            "wait" if letter == WAIT else f"{'push' if letter.isupper() else 'step'} {WORDS[letter.lower()]}"
            for letter in self.puzzle.capitalised(state, move).split(",")
        ]
        if not self.several:
            return words[0]
        return ", ".join(f"{number} {word}" for number, word in enumerate(words, 1))

    def note(self, state: State) -> str:
        _, boxes = state
        deadlocks = explain(self.puzzle, state) if self.lights else None
        home = sum(cell in self.puzzle.targets for cell in boxes)
        lines = [f"{home} of {len(self.puzzle.targets)} targets filled"]
        if deadlocks:
            lines += [
                "",
                "░░ dead square",
                f"lost: {deadlocks.reason}" if deadlocks.reason else "no deadlock was found",
            ]
        for box, numbers in enumerate(self.puzzle.assigned):
            if numbers:
                lines.append(f"box at {self._place(boxes[box])}: {self._places(numbers)}")
        if self.several:
            steps = [*self.chosen, *"?" * (len(self.puzzle.players) - len(self.chosen))]
            lines += ["", *(f"player {number}: {step}" for number, step in enumerate(steps, 1))]
        return "\n".join(lines)

    def _place(self, cell: int) -> str:
        return f"{cell // self.puzzle.width + 1},{cell % self.puzzle.width + 1}"

    def _places(self, numbers: tuple[int, ...]) -> str:
        return " ".join(f"→ {self._place(self.puzzle.targets[number - 1])}" for number in numbers)

    def forget(self) -> None:
        self.chosen = []
