"""A way from one place to another through free ones, as clauses.

The places on the way are a set in which every place has exactly two neighbours, where to be the first of the way, and
to be its last, counts as one. What hangs together with the first place is then a path, and can only end at the last;
rings elsewhere do no harm. A shortest way meets the rule, for no place of it has a short cut to a third. So a step of
any length costs one variable a place, and none to say how far along the way that place is.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from budge.encodings.sat.formula import Formula, Literals


def require_way(formula: Formula, on: Literals, beside: Literals) -> None:
    """Row by row: if `on` holds, then exactly two of the literals `beside` it do; 0 is no literal.

    >>> formula = Formula()
    >>> require_way(formula, np.array([9]), np.array([[1, 0, 2, 3]]))
    >>> formula.clauses()
    [[-9, 2, 3], [-9, 1, 3], [-9, 1, 2], [-9, -1, -2, -3]]
    """
    order = np.argsort(beside == 0, axis=1, kind="stable")
    beside = np.take_along_axis(beside, order, axis=1)
    counts = np.count_nonzero(beside, axis=1)
    formula.add(-on[counts < 2])
    for count in range(2, beside.shape[1] + 1):
        here, near = -on[counts == count], beside[counts == count].T
        for left_out in range(count):
            formula.add(here, *(near[other] for other in range(count) if other != left_out))
        for three in combinations(range(count), 3):
            formula.add(here, *(-near[other] for other in three))
