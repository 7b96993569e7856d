"""How puzzles become clauses, constraints and rules: one file a kind and style."""
