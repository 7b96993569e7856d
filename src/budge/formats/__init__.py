"""Text ⇄ puzzle: one format a file, found by content first, by suffix second."""

from budge.formats.base import Draft, Format
from budge.formats.registry import format_by_suffix, format_named, format_of, formats
from budge.formats.source import drafts, read_source

__all__ = [
    "Draft",
    "Format",
    "drafts",
    "format_by_suffix",
    "format_named",
    "format_of",
    "formats",
    "read_source",
]
