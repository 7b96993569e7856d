"""A path from one place to another through free places, as clauses.

The places of the path are a set in which every place has exactly two neighbours; being the first or the last place of
the path counts as one neighbour. The component of the first place is then a path that can only end at the last place;
cycles elsewhere do no harm. Shortest paths satisfy the rule, because they have no short cuts. So a path of any length
takes one variable per place and none for positions along the path.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from budge.encodings.sat.formula import Formula, Literals


def require_way(formula: Formula, on: Literals, neighbours: Literals) -> None:
    """In each row: if `on` holds, exactly two of the literals `neighbours` hold; 0 is no literal.

    >>> formula = Formula()
    >>> require_way(formula, np.array([9]), np.array([[1, 0, 2, 3]]))
    >>> formula.clauses()
    [[-9, 2, 3], [-9, 1, 3], [-9, 1, 2], [-9, -1, -2, -3]]
    """
    order = np.argsort(neighbours == 0, axis=1, kind="stable")
    neighbours = np.take_along_axis(neighbours, order, axis=1)
    counts = np.count_nonzero(neighbours, axis=1)
    formula.add(-on[counts < 2])
    for count in range(2, neighbours.shape[1] + 1):
        here, near = -on[counts == count], neighbours[counts == count].T
        for left_out in range(count):
            formula.add(here, *(near[other] for other in range(count) if other != left_out))
        for three in combinations(range(count), 3):
            formula.add(here, *(-near[other] for other in three))
