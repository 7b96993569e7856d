"""Puzzles as constraints."""
