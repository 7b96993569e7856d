"""Pattern databases: patterns, partitions of the tiles among them, and the store on disk."""

from budge.patterns.board import Board
from budge.patterns.file import Damaged, Database
from budge.patterns.guide import Lookups, guide, lookups
from budge.patterns.partition import Partition, partition
from budge.patterns.pattern import Pattern, PatternView, view_of
from budge.patterns.store import Building, BuildStopped, Store, Terms, build_seconds, cache_folder
from budge.patterns.walks import walk_automaton

__all__ = [
    "Board",
    "BuildStopped",
    "Building",
    "Damaged",
    "Database",
    "Lookups",
    "Partition",
    "Pattern",
    "PatternView",
    "Store",
    "Terms",
    "build_seconds",
    "cache_folder",
    "guide",
    "lookups",
    "partition",
    "view_of",
    "walk_automaton",
]
