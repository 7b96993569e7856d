"""Engines that run SAT, CP and ASP solvers in child processes.

Engines            sat · cp · asp (options and refusals) · base (events, and the outcome built from them)
Child processes    sat_strategies, sat_solvers · cp_sat · asp_answers
In parallel        lengths (several plan lengths at once, each on a worker)
"""
