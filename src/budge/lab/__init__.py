"""Experiments: suites of puzzles and configurations, measured into a results file, reported as tables and plots."""
