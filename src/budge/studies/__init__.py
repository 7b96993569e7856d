"""The encodings of published studies, as `style=study` of the engines `sat` and `cp` solves them.

They repeat the constraints of the studies one by one, so that their figures can be compared with ours. No other part of
budge needs them. `sat` and `cp` each register one study per kind; `extras` are their optional constraints.
"""
