"""Engines that ask a solver of logic, in child processes: one a file."""
