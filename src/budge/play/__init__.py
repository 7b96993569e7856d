"""Playing in the terminal: the game, one view per kind, advice from the engines, and the screen."""
