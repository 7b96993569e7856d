"""The settings that an engine understands, by type: `--option name=value`, `solve(..., name=value)`.

`Option` is free text, or a choice; `Switch` is yes or no; `Number` a whole number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from budge.names import choice
from budge.puzzles import BadInput

YES, NO = "yes", "no"
SYNONYMS = {"on": YES, "off": NO}


@dataclass(frozen=True)
class Option:
    """A setting of one engine; with `choices`, one of these.

    >>> Option("style", "budge", "whose clauses", ("budge", "study")).parse("other")
    Traceback (most recent call last):
    budge.puzzles.base.BadInput: style=other; known are budge, study
    """

    name: str
    default: str
    summary: str
    choices: tuple[str, ...] = ()

    def parse(self, given: Any) -> Any:
        """The value that a text means; what is a value already stays. Raises `BadInput`.

        >>> Option("style", "budge", "whose clauses", ("budge", "study")).parse("study")
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
        }


@dataclass(frozen=True)
class Switch(Option):
    """Yes or no.

    >>> [Switch("wait", "yes", "whether one may wait").parse(given) for given in ("yes", "off", False)]
    [True, False, False]
    """

    choices: tuple[str, ...] = (YES, NO)

    def parse(self, given: Any) -> bool:
        return given if isinstance(given, bool) else bool(super().parse(given) == YES)


@dataclass(frozen=True)
class Number(Option):
    """A whole number from a range, or one of some words in its place.

    >>> depth = Number("fsm", "auto", "how deep", words=("auto",), numbers=range(2, 15))
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


# Of engines that improve their plans; whoever never does may be told not to, too.
IMPROVE = Switch("improve", YES, "improve the plan while seconds last, or hand out the first")
