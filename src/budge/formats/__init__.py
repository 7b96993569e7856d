"""Text ⇄ puzzle: one format per file, recognised by content first, then by suffix."""

from budge.formats.base import Draft, Format
from budge.formats.registry import (
    check_holds,
    format_by_suffix,
    format_named,
    format_of,
    formats,
    restated,
    text_format,
)
from budge.formats.source import drafts, read_source

__all__ = [
    "Draft",
    "Format",
    "check_holds",
    "drafts",
    "format_by_suffix",
    "format_named",
    "format_of",
    "formats",
    "read_source",
    "restated",
    "text_format",
]
