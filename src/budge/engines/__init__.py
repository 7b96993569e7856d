"""The engines: solving methods, one per file."""
