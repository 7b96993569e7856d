"""The catalogue: the library with its drawings, engines, heuristics, settings, formats, pattern databases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, asdict, fields
from typing import Any

from budge import library
from budge.engines.base import Engine
from budge.engines.heuristics import FORMS, HEURISTICS
from budge.engines.registry import engines
from budge.formats import formats
from budge.formats.source import library_puzzle
from budge.generators import GENERATORS, Generator
from budge.patterns import Database, Store
from budge.puzzles import KINDS
from budge.spec import REMOTE_SETTINGS
from budge.web.permissions import values


def gallery() -> dict[str, Any]:
    """Every puzzle of the library, and its drawing by name."""
    entries, drawings = [], {}
    for each in library.suites():
        for entry in library.suite(each).entries:
            puzzle = library_puzzle(entry)
            drawings[entry.name] = puzzle.svg()
            entries.append(
                {
                    "name": entry.name,
                    "kind": puzzle.kind,
                    "suite": each,
                    "title": title(entry.name),
                    "source": entry.source,
                    "optimum": entry.optimum,
                    "size": puzzle.size,
                    "pieces": puzzle.pieces,
                    "puzzle": puzzle.to_json(),
                    "layout": puzzle.layout(),
                }
            )
    suites = [{"name": name, "summary": library.suite(name).summary} for name in library.suites()]
    return {"library": {"kinds": list(KINDS), "suites": suites, "puzzles": entries}, "drawings": drawings}


def title(name: str) -> str:
    """
    >>> title("classic/klotski"), title("eight/20")
    ('Klotski', 'Eight 20')
    """
    suite, _, own = name.partition("/")
    words = own if own[:1].isalpha() else f"{suite} {own}"
    return words.replace("-", " ").replace("_", " ").capitalize()


def choices() -> dict[str, Any]:
    """Engines, heuristics, metrics, settings, formats and generators, with the names used everywhere."""
    return {
        "engines": [
            {
                **engine.describe(),
                "takes_heuristic": takes_heuristic(engine),
                "options": [
                    {**option.describe(), "values": list(values(engine.name, option))} for option in engine.options
                ],
            }
            for engine in engines().values()
        ],
        "heuristics": [asdict(heuristic) for heuristic in (*HEURISTICS.values(), *FORMS)],
        "metrics": {kind: list(KINDS[kind].metrics) for kind in KINDS},
        "qualities": ["optimal", "any", "1.5"],
        "formats": [format.describe() for format in formats().values()],
        "generators": {kind: generator_params(generator) for kind, generator in GENERATORS.items()},
        "settings": [setting.to_json() for setting in REMOTE_SETTINGS.values()],
        "defaults": {"engine": "auto", "quality": "optimal"},
    }


def takes_heuristic(engine: Engine) -> bool:
    return any(engine.default_heuristic(KINDS[kind].example()) is not None for kind in engine.kinds if kind in KINDS)


def generator_params(generator: type[Generator]) -> list[dict[str, Any]]:
    """The parameters of a generator that a form can ask for: numbers, words, and yes or no."""
    return [
        {
            "name": field.name,
            "default": None if field.default is MISSING else field.default,
            "type": str(field.type),
            "values": list(generator.choices[field.name]) if field.name in generator.choices else None,
        }
        for field in fields(generator)
        if "tuple" not in str(field.type)
    ]


def patterns() -> dict[str, Any]:
    """The pattern databases in the store, with histograms of their values."""
    found = [each for each in Store().databases() if isinstance(each, Database)]
    return {
        "databases": [
            {
                "name": each.pattern.key,
                "title": each.pattern.title,
                "kind": each.pattern.kind,
                "board": f"{each.pattern.width}×{each.pattern.height}",
                "bytes": each.pattern.size,
                "mean": each.mean,
                "maximum": each.maximum,
                "histogram": list(each.histogram),
            }
            for each in found
        ]
    }


PARTS: dict[str, Callable[[], dict[str, Any]]] = {"gallery": gallery, "choices": choices, "patterns": patterns}
