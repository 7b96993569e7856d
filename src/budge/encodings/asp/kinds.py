"""The kinds that have rules."""

from budge.encodings.asp.base import Rules
from budge.kinds import by_kind

RULES: dict[str, Rules] = {kind: rules() for kind, rules in by_kind(__package__, Rules).items()}
