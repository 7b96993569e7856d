"""The page and the API behind it: `budge web`. Everything that a stranger sends is read in a worker process."""
