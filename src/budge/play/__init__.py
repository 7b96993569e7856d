"""Puzzles to play in the terminal: a game, a view of each kind, advice from the engines, and the screen around them."""
