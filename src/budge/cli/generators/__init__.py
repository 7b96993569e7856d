"""The commands of `budge generate`, one file a kind."""
