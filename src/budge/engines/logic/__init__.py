"""Engines that use SAT, CP and ASP solvers in child processes: one engine per file."""
