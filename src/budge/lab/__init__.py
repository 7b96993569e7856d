"""Experiments: run suites of puzzles and configurations, record the results in a file, report tables and plots."""
