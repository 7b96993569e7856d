"""Playing in the terminal: a game, one view per kind, advice from the engines, and the screen."""
