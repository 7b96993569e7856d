"""How to solve a puzzle, as one value: the command line, Python, the page, suites and workers all pass a `SolveSpec`.

A field declared by `setting` is a keyword of `budge.solve` and `solve_many`, an option of `budge solve`, a key of HTTP
requests and of suites, and a field of the page's form, without further code.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import NoneType
from typing import Any, TypeVar

from budge.arguments import expect
from budge.engines.base import Engine
from budge.engines.functions import HeuristicFunction
from budge.engines.heuristics import HEURISTICS
from budge.engines.registry import engines, programs
from budge.model import MAX_COUNT, Limits, Objective
from budge.names import choice, near
from budge.patterns.partition import PUBLISHED
from budge.puzzles import BadInput, Puzzle
from budge.settings import Setting, setting, settings_of
from budge.sizes import to_bytes

DEVICES = ("auto", "cpu", "gpu")
MAX_LISTED_PLANS = 1_000_000


@dataclass(frozen=True)
class SolveSpec:
    """Everything that `budge.solve` needs besides the puzzle and the observer.

    >>> spec = SolveSpec(engine="ida", heuristic="manhattan", limits=Limits(seconds=60))
    >>> spec.describe()
    'ida manhattan seconds=60'
    >>> SolveSpec.from_json(spec.to_json()) == spec
    True

    `of` takes any setting by its own name, and options of the engine:

    >>> SolveSpec.of(engine="ida", quality="any", seconds=60, fsm="no").objective
    Objective(quality='any', metric=None)
    """

    engine: str | Engine = setting(
        "auto",
        "Engine that solves the puzzle; auto selects one. `budge list engines` shows them.",
        suggestions=lambda: ("auto", *engines(), *programs()),
        max_length=60,
    )
    heuristic: str | HeuristicFunction | None = setting(
        None,
        "Lower bound that guides the search. `budge list heuristics` shows them.",
        suggestions=lambda: (*HEURISTICS, "pdb", *(f"pdb:{name}" for _, _, name in PUBLISHED)),
        max_length=400,
    )
    objective: Objective = field(default_factory=Objective)
    limits: Limits = field(default_factory=Limits)
    threads: int = setting(
        1,
        "Threads to use; sma, bidirectional, nbs, bae, table and construct accept only one.",
        minimum=1,
        maximum=1024,
    )
    device: str = setting(
        "auto", "Processor to search on; auto selects a GPU for boards where it is faster.", choices=DEVICES
    )
    all: int | None = setting(
        None,
        "Also count all optimal plans, and list up to this many.",
        metavar="N",
        minimum=0,
        maximum=MAX_LISTED_PLANS,
    )
    disk: str | None = setting(
        None,
        "Folder on disk in which astar and dijkstra store their states, if there are more than memory holds.",
        metavar="DIR",
        remote=False,
    )
    disk_limit: int | None = setting(
        None,
        "Limit on the size of the files in --disk, as 60G; by default what the disk has free.",
        metavar="SIZE",
        minimum=1,
        maximum=MAX_COUNT,
        parse=to_bytes,
        remote=False,
    )
    resume: bool = setting(
        False,
        "With --disk: keep the files if the search is stopped, and continue from them if there are any.",
        remote=False,
    )
    options: Mapping[str, Any] = setting(
        dict, "Option of the engine; `budge list engines` shows them. May be repeated.", metavar="KEY=VALUE"
    )

    def __post_init__(self) -> None:
        expect(self.engine, (str, Engine), 'an engine, or its name, such as "astar"')
        object.__setattr__(self, "heuristic", as_heuristic(self.heuristic))
        expect(self.objective, Objective, 'an objective, such as Objective("any")')
        expect(self.limits, Limits, "limits, such as Limits(seconds=60)")
        if not isinstance(self.threads, int) or self.threads < 1:  # type: ignore[redundant-expr]
            raise BadInput(f"{self.threads} threads; expected a whole number, at least 1")
        expect(self.all, (int, NoneType), "how many plans to list")
        if self.all is not None and not 0 <= self.all <= MAX_LISTED_PLANS:
            raise BadInput(f"all {self.all!r}; expected how many plans to list, from 0 to {MAX_LISTED_PLANS:,}")
        check_disk(self.disk, self.disk_limit, self.resume)
        if self.device not in DEVICES:
            raise BadInput(f"device {self.device!r}; {choice(str(self.device), DEVICES)}")
        expect(self.options, Mapping, "options by name, such as {'order': 'URDL'}")
        object.__setattr__(self, "options", dict(self.options))

    @classmethod
    def of(cls, spec: SolveSpec | None = None, /, **given: Any) -> SolveSpec:
        """A spec, by default that of all defaults, with some settings changed.

        `given` are fields, settings of the objective and of the limits, and options of the engine; with a function as
        heuristic, also the claim that it is `admissible`.
        """
        if (admissible := given.pop("admissible", None)) is not None:
            if isinstance(given.get("heuristic"), str | None):
                raise BadInput("admissible is a claim about a heuristic=function; heuristics by name need none")
            given["heuristic"] = HeuristicFunction(given["heuristic"], admissible)
        spec = cls() if spec is None else spec
        expect(spec, SolveSpec, 'a SolveSpec; settings such as engine="ida" are keywords')
        own = {each.name: given.pop(each.name) for each in fields(cls) if each.name in given}
        spec = replace(spec, **{name: value for name, value in own.items() if not (value is None and name in GROUPS)})
        parts = {}
        for name in GROUPS:
            part = getattr(spec, name)
            changed = {each.name: given.pop(each.name) for each in fields(part) if each.name in given}
            parts[name] = replace(part, **changed)
        return replace(spec, **parts, options={**spec.options, **given})

    @property
    def engine_name(self) -> str:
        return self.engine if isinstance(self.engine, str) else self.engine.name

    @property
    def heuristic_name(self) -> str | None:
        return self.heuristic.name if isinstance(self.heuristic, HeuristicFunction) else self.heuristic

    def to_json(self) -> dict[str, Any]:
        """Every setting by name, as plain data; an engine or a heuristic function by its name."""
        found: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            found |= (
                {one.name: getattr(value, one.name) for one in fields(value)}
                if each.name in GROUPS
                else {each.name: value}
            )
        named = {"engine": self.engine_name, "heuristic": self.heuristic_name}
        return {**found, **named, "options": dict(self.options)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SolveSpec:
        """The spec that `to_json` described. Missing settings have their defaults; raises `BadInput` for others."""
        if not isinstance(data, Mapping):
            raise BadInput("expected an object of settings by name")
        for name in data:
            if name not in SETTINGS:
                raise BadInput(f"unknown setting {name!r}; {near(name, SETTINGS)}")
        try:
            return cls.of(**{name: _whole(value) for name, value in data.items()})
        except TypeError as problem:
            raise BadInput(str(problem)) from None

    @classmethod
    def from_request(cls, fields: Mapping[str, Any]) -> SolveSpec:
        """The spec of a request over HTTP, among its other fields: only settings that visitors may give."""
        return cls.from_json({name: fields[name] for name in REMOTE_SETTINGS if name in fields})

    def key(self, puzzle: Puzzle, *also: object) -> str:
        """Identifies a solve: equal puzzles, settings and versions of budge have equal keys.

        The name of the puzzle does not count. `also` is anything else that a stored result depends on.
        """
        about = {**self.to_json(), "metric": self.objective.metric or puzzle.own_metrics[0]}
        return digest([fingerprint(puzzle), about, own_version(), *also])

    def describe(self, only: Iterable[str] | None = None) -> str:
        """The settings that are not the defaults, in one line, and always the engine; or `only` those named."""
        values = self.to_json()
        settings = values | values.pop("options")
        shown = [name for name, value in settings.items() if name == "engine" or value != default(name)]
        if only is not None:
            shown = [name for name in settings if name in only]
        bare = ("engine", "heuristic", "quality")
        return " ".join(str(settings[name]) if name in bare else f"{name}={settings[name]}" for name in shown)

    def within(self, limits: Limits) -> SolveSpec:
        """The spec with limits no larger than these."""
        return replace(self, limits=self.limits.within(limits))

    def for_child(self, memory: int) -> SolveSpec:
        """The spec for one of several child processes: with a memory limit, and on a GPU only if one is named.

        Each process would otherwise prepare the GPU for itself, and an address-space limit may break CUDA.
        """
        device = self.device
        if device == "auto":
            device = "gpu" if self.engine_name == "gpu" else "cpu"
        return replace(self, device=device).with_memory(memory)

    def with_memory(self, memory: int) -> SolveSpec:
        """The spec with a memory limit, if it has none."""
        return self if self.limits.memory else replace(self, limits=replace(self.limits, memory=memory))


def check_disk(disk: Any, limit: Any, resume: Any) -> None:
    expect(disk, (str, NoneType), "the name of a folder, for states on disk")
    expect(resume, bool, "resume=True or False")
    if disk == "":
        raise BadInput("disk ''; expected the name of a folder")
    if disk is None and (limit is not None or resume):
        raise BadInput(f"{'resume' if resume else 'disk_limit'} needs disk, the folder for the states")
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        raise BadInput(f"a limit of {limit} bytes on disk; expected a whole number, at least 1")


def as_heuristic(given: Any) -> str | HeuristicFunction | None:
    """A heuristic by name, or a function with what is known about it."""
    return given if given is None or isinstance(given, str | HeuristicFunction) else HeuristicFunction(given)


GROUPS = ("objective", "limits")  # fields that hold several settings
SETTINGS: dict[str, Setting] = settings_of(SolveSpec)
REMOTE_SETTINGS = {name: each for name, each in SETTINGS.items() if each.remote}


def default(name: str) -> Any:
    """The default of a setting; None for an option of an engine."""
    return SETTINGS[name].default if name in SETTINGS else None


Function = TypeVar("Function", bound=Callable[..., Any])


def takes_settings(function: Function) -> Function:
    """Shows the settings in the signature of a function that takes them as keywords and passes them to `of`."""
    signature = inspect.signature(function)
    *own, rest = signature.parameters.values()
    known = {each.name: each.default for each in fields(SolveSpec) if each.name not in (*GROUPS, "options")}
    known |= dict.fromkeys(GROUPS) | {name: each.default for name, each in SETTINGS.items() if each.type is not dict}
    keywords = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=known[name]) for name in known]
    changed = signature.replace(parameters=[*own, *keywords, rest.replace(name="options")])
    function.__signature__ = changed  # type: ignore[attr-defined]
    return function


def fingerprint(puzzle: Puzzle) -> str:
    """Identifies a puzzle, whatever its name."""
    return digest({**puzzle.to_json(), "name": None})


def digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


@cache
def own_version() -> str:
    from importlib.metadata import version  # slow to import, and rarely needed

    return version("budge")


def _whole(value: Any) -> Any:
    """JSON has one type of number: 2.0 is 2."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
