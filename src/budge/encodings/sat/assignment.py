"""Dual prices of a minimum-cost assignment (H. Kuhn, 1955), computed by shortest augmenting paths."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Costs = npt.NDArray[np.int_]


def prices(costs: Costs) -> tuple[Costs, Costs]:
    """Prices of rows and columns that add up to the minimum cost of assigning a distinct column to each row.

    They are a feasible dual solution: a row and a column together cost at most their entry, and no column price is
    positive. There must be at least as many columns as rows.

    >>> rows, columns = prices(np.array([[1, 4, 9], [2, 7, 9]]))
    >>> int(rows.sum() + columns.sum())
    6
    """
    count, width = costs.shape
    rows, columns = np.zeros(count, int), np.zeros(width, int)
    row_of = np.full(width, -1)
    for row in range(count):
        # Dijkstra over reduced costs from the new row to the nearest free column.
        nearest, via = np.full(width, np.iinfo(np.int64).max), np.full(width, -1)
        done = np.zeros(width, bool)
        here, before, distance = row, -1, 0
        while True:
            through = distance + costs[here] - rows[here] - columns
            shorter = ~done & (through < nearest)
            nearest[shorter], via[shorter] = through[shorter], before
            before = int(np.argmin(np.where(done, np.iinfo(np.int64).max, nearest)))
            distance = int(nearest[before])
            done[before] = True
            if row_of[before] < 0:
                break
            here = int(row_of[before])
        finished = done & (row_of >= 0)
        rows[row] += distance
        rows[row_of[finished]] += distance - nearest[finished]
        columns[finished] -= distance - nearest[finished]
        while before >= 0:  # reassign the columns along the augmenting path
            previous = int(via[before])
            row_of[before] = row if previous < 0 else row_of[previous]
            before = previous
    return rows, columns
