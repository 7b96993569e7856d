"""A suite of four tasks: two 8-puzzles by A*, each with two heuristics."""

TWO_BY_TWO = """
[[instances]]
name = "tiles"
puzzles = ["eight/12", "eight/20"]
[[configurations]]
engine = "astar"
heuristic = ["manhattan", "zero"]
"""
