"""Clauses in bulk: a formula is a list of numpy blocks, each with clauses of one length, so that clauses need no Python
loop. Literals are those of DIMACS: variable v is v, its negation -v."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

Literals = npt.NDArray[np.int32]


class Formula:
    """A growing set of clauses.

    >>> formula = Formula()
    >>> formula.add(np.array([1, 2]), -3)
    >>> formula.add_clause([3, -1, 2])
    >>> formula.clauses()
    [[1, -3], [2, -3], [3, -1, 2]]
    >>> print(formula.dimacs(), end="")
    p cnf 3 3
    1 -3 0
    2 -3 0
    3 -1 2 0
    """

    def __init__(self) -> None:
        self.blocks: list[Literals] = []

    def add(self, *columns: npt.ArrayLike) -> None:
        """Adds one clause for every row of the columns, which are broadcast against each other."""
        block = np.stack(np.broadcast_arrays(*(np.atleast_1d(column) for column in columns)), axis=-1)
        if block.size:
            self.blocks.append(block.reshape(-1, len(columns)).astype(np.int32))

    def add_clause(self, literals: Sequence[int]) -> None:
        """Adds one clause. Some programs cannot read an empty clause, so it becomes two contradictory unit clauses."""
        self.blocks.append(np.array([literals] if len(literals) else [[1], [-1]], np.int32))

    def at_most_one(self, literals: Literals) -> None:
        first, second = np.triu_indices(len(literals), 1)
        self.add(-literals[first], -literals[second])

    def extend(self, other: Formula) -> None:
        self.blocks += other.blocks

    def joined(self) -> Formula:
        """The same clauses in the same order in fewer blocks, which is faster.

        >>> formula = Formula()
        >>> for clause in ([1, 2], [3, 4], [5]):
        ...     formula.add_clause(clause)
        >>> [block.tolist() for block in formula.joined().blocks]
        [[[1, 2], [3, 4]], [[5]]]
        """
        found = Formula()
        for _, alike in groupby(self.blocks, key=lambda block: block.shape[1]):
            found.blocks.append(np.concatenate(list(alike)))
        return found

    def clauses(self) -> list[list[int]]:
        return [clause for block in self.blocks for clause in block.tolist()]

    def __len__(self) -> int:
        return sum(len(block) for block in self.blocks)

    def used(self) -> list[int]:
        """The variables that occur."""
        flat = [block.ravel() for block in self.blocks]
        found: list[int] = np.unique(np.abs(np.concatenate(flat))).tolist() if flat else []
        return found

    @property
    def greatest_variable(self) -> int:
        return max((int(np.abs(block).max()) for block in self.blocks), default=0)

    def dimacs(self, comments: Iterable[str] = ()) -> str:
        """The formula in the format that every solver and proof checker reads."""
        text = io.StringIO()
        text.writelines(f"c {comment}\n" for comment in comments)
        text.write(f"p cnf {self.greatest_variable} {len(self)}\n")
        for block in self.blocks:
            np.savetxt(text, block, fmt="%d", newline=" 0\n")
        return text.getvalue()

    def opb(self, comments: Iterable[str] = ()) -> str:
        """The formula as pseudo-Boolean constraints: the literals of each clause sum to at least 1.

        >>> formula = Formula()
        >>> formula.add_clause([3, -1, 2])
        >>> print(formula.opb(), end="")
        * #variable= 3 #constraint= 1
        +1 x3 -1 x1 +1 x2 >= 0 ;
        """
        text = io.StringIO()
        text.write(f"* #variable= {self.greatest_variable} #constraint= {len(self)}\n")
        text.writelines(f"* {comment}\n" for comment in comments)
        for clause in self.clauses():
            terms = " ".join(f"{'+1' if literal > 0 else '-1'} x{abs(literal)}" for literal in clause)
            text.write(f"{terms} >= {1 - sum(literal < 0 for literal in clause)} ;\n")
        return text.getvalue()
