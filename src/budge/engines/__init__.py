"""The engines: ways of solving, each in one file."""
