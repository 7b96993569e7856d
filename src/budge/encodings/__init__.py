"""Translations of puzzles to clauses, constraints, answer-set rules and PDDL: one file per kind and style."""
