"""Engines whose search is native: one a file."""
