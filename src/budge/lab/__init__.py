"""Experiments: suites of puzzles and configurations, run into a results file, told as tables and plots."""
