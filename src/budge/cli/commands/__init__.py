"""One command a file, named for it."""
