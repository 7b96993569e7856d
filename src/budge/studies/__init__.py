"""The encodings of published studies, which `style=study` of the engines `sat` and `cp` uses.

They reproduce the constraints of the studies one by one, so that their figures can be compared with ours. No other part
of budge uses them. `sat` and `cp` each register one study per kind; `extras` are their optional constraints.
"""
