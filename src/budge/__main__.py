"""`python -m budge` is `budge`."""

from budge.cli import main

main()
