"""One description of each setting of a solve, from which every entry point is derived.

`setting(…)` declares a field of `SolveSpec`, or of the `Objective` and the `Limits` that it holds. `settings_of` reads
the declarations back: the command line makes options of them, the HTTP API a JSON schema, the lab keys of suites and
the page a form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Setting:
    """The description of one setting.

    >>> Setting("threads", int, 1, help="Cores to use.", minimum=1).schema()
    {'type': 'integer', 'description': 'Cores to use.', 'default': 1, 'minimum': 1}
    """

    name: str
    type: type  # of a value: str, int, float, bool, or dict for the options of an engine
    default: Any
    help: str
    optional: bool = False  # whether None is a value
    metavar: str | None = None  # in the help of the command line
    choices: tuple[str, ...] = ()  # the only values, if there are few
    suggestions: Callable[[], Iterable[str]] = tuple  # values to complete on the command line
    minimum: float | None = None
    maximum: float | None = None
    max_length: int | None = None
    remote: bool = True  # whether a request over HTTP may give it
    parse: Callable[[str], Any] | None = None  # reads the text of the command line, if it is not a plain number

    def schema(self) -> dict[str, Any]:
        """JSON Schema of a value."""
        names = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object"}
        kind = names[self.type]
        bounds = {
            "default": None if self.type is dict else self.default,
            "enum": list(self.choices) or None,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "maxLength": self.max_length,
            "additionalProperties": {"type": "string", "maxLength": 200} if self.type is dict else None,
        }
        known = {key: value for key, value in bounds.items() if value is not None}
        return {"type": [kind, "null"] if self.optional else kind, "description": self.help, **known}

    def complete(self, start: str) -> list[str]:
        """The known values that begin with `start`."""
        return [value for value in (self.choices or self.suggestions()) if value.startswith(start)]

    def to_json(self) -> dict[str, Any]:
        """What a form needs to show a field for it."""
        return {
            "name": self.name,
            "type": "size" if self.parse else self.schema()["type"],
            "help": self.help,
            "default": None if self.type is dict else self.default,
            "values": list(self.choices),
            "minimum": self.minimum,
            "maximum": self.maximum,
        }


def setting(default: Any, help: str, **about: Any) -> Any:
    """A field of a dataclass that is a setting; `about` are further fields of its `Setting`."""
    metadata = {"setting": {"help": help, **about}}
    if default is dict:
        return field(default_factory=dict, metadata=metadata)
    return field(default=default, metadata=metadata)


def settings_of(group: type) -> dict[str, Setting]:
    """The settings of a dataclass by name. A field that holds a dataclass is replaced by the settings of that class.

    >>> from budge.model import Limits
    >>> list(settings_of(Limits))
    ['seconds', 'nodes', 'memory']
    """
    found: dict[str, Setting] = {}
    hints = get_type_hints(group)
    for each in fields(group):
        types = [kind for kind in get_args(hints[each.name]) if kind is not NoneType]
        kind: Any = hints[each.name] if get_origin(hints[each.name]) is None else types[0]
        if is_dataclass(kind):
            found |= settings_of(kind)  # type: ignore[arg-type]
        elif "setting" in each.metadata:
            mapping = each.default is MISSING
            found[each.name] = Setting(
                each.name,
                dict if mapping else kind,
                {} if mapping else each.default,
                optional=NoneType in get_args(hints[each.name]),
                **each.metadata["setting"],
            )
    return found
