"""The options of an engine, by type: `--option name=value`, `solve(..., name=value)`.

`Option` is free text or one of several choices, `Switch` yes or no, `Number` a whole number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

from budge.names import choice, listed
from budge.puzzles import BadInput

if TYPE_CHECKING:
    from budge.engines.base import Task

YES, NO = "yes", "no"
SYNONYMS = {"on": YES, "off": NO}


@dataclass(frozen=True)
class Option:
    """An option; with `choices`, one of these.

    `kinds` and `used_if` say when the engine reads it. Elsewhere it would have no effect and is rejected if given.

    >>> Option("style", "budge", "which clauses", ("budge", "study")).parse("other")
    Traceback (most recent call last):
    budge.puzzles.base.BadInput: style=other; known are budge, study
    """

    name: str
    default: str
    summary: str
    choices: tuple[str, ...] = ()
    _: KW_ONLY
    kinds: tuple[str, ...] = ()  # of puzzles; none: all that the engine solves
    used_with: str | None = None  # as text: what else must be given
    used_if: Callable[[Task], bool] | None = None  # the same as a predicate

    def check_effect(self, task: Task) -> None:
        """Raises `BadInput` if the option would have no effect on a task."""
        kind = task.puzzle.kind
        if self.kinds and kind not in self.kinds:
            raise BadInput(f"{self.name} has no effect on {kind}; it is an option for {listed(self.kinds)}")
        if self.used_if is not None and not self.used_if(task):
            raise BadInput(f"{self.name} has no effect here; it is used with {self.used_with}")

    def parse(self, given: Any) -> Any:
        """The value that a text means; a value is returned as it is. Raises `BadInput`.

        >>> Option("style", "budge", "which clauses", ("budge", "study")).parse("study")
        'study'
        """
        text = str(given)
        if SYNONYMS.get(text) in self.choices:
            text = SYNONYMS[text]
        if self.choices and text not in self.choices:
            raise BadInput(f"{self.name}={text[:40]}; {choice(text, self.choices)}")
        return text

    def describe(self) -> dict[str, Any]:
        """For `budge list` and the page: plain data."""
        return {
            "name": self.name,
            "values": list(self.choices),
            "default": self.default,
            "summary": self.summary,
            "kinds": list(self.kinds),
            "used_with": self.used_with,
        }


@dataclass(frozen=True)
class Switch(Option):
    """Yes or no.

    >>> [Switch("wait", "yes", "whether players may wait").parse(given) for given in ("yes", "off", False)]
    [True, False, False]
    """

    choices: tuple[str, ...] = (YES, NO)

    def parse(self, given: Any) -> bool:
        return given if isinstance(given, bool) else bool(super().parse(given) == YES)


@dataclass(frozen=True)
class Number(Option):
    """A whole number from a range, or one of several words.

    >>> depth = Number("fsm", "auto", "depth of the machine", words=("auto",), numbers=range(2, 15))
    >>> depth.parse("12"), depth.parse("auto")
    (12, 'auto')
    """

    words: tuple[str, ...] = ()
    numbers: range = range(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "choices", (*self.words, *map(str, self.numbers)))

    def parse(self, given: Any) -> int | str:
        text = str(super().parse(given))
        return text if text in self.words else int(text)


# Engines that never improve a plan accept and ignore `improve=no`.
IMPROVE = Switch("improve", YES, "improve the plan until the time limit, or return the first")
