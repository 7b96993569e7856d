"""Many puzzles on many processes, and on many machines."""

from budge.many.solving import solve_many

__all__ = ["solve_many"]
