"""How far a lone box must be pushed, minding on which side of it the player is.

A box may cut the floor in parts, and the player keeps to his part until that box is pushed: so what a box costs
depends on its cell and on the part. A *state* of a box is its cell and a neighbour of it where the player is; those in
one part are the same state. Arrays are [neighbour, cell], and pushing leaves the player on the same side of the box.
"""

from __future__ import annotations

import numpy as np

from budge.encodings.sat.base import FAR
from budge.encodings.sat.sokoban_ground import OPPOSITE, Cells, Ground, Mask


class Sides:
    """
    >>> from budge.puzzles import Sokoban
    >>> sides = Sides(Ground(Sokoban.of(["#######", "#.$@$.#", "#######"])))
    >>> [np.flatnonzero(sides.within_reach(box)).tolist() for box in (1, 3)]  # up, left, right, down of it
    [[2], [1]]
    """

    def __init__(self, ground: Ground) -> None:
        self.ground, self.beside = ground, ground.beside
        self.pushable = (self.beside >= 0) & (self.beside[list(OPPOSITE)] >= 0)  # [neighbour he pushes from, cell]
        self.together = np.array([self._parts(cell) for cell in range(ground.size)]).transpose(1, 2, 0)

    def _parts(self, cell: int) -> Mask:
        """[neighbour, neighbour]: the player gets from one to the other while a box is on the cell."""
        near = self.beside[:, cell]
        found = np.eye(4, dtype=bool)
        for one in np.flatnonzero(near >= 0).tolist():
            if found[one].sum() == 1:
                found[one] |= (near >= 0) & self._flood(int(near[one]), cell)[near]
                found[np.ix_(found[one], found[one])] = True
        return found

    def _flood(self, start: int, box: int) -> Mask:
        reached = np.zeros(self.ground.size, bool)
        reached[start] = True
        front = [start]
        while front:
            for there in self.beside[:, front.pop()].tolist():
                if there >= 0 and there != box and not reached[there]:
                    reached[there] = True
                    front.append(there)
        return reached

    def within_reach(self, box: int) -> Mask:
        """The neighbours of a box that the player can get to if it is the only one."""
        near = self.beside[:, box]
        return np.asarray((near >= 0) & self._flood(self.ground.players[0], box)[near])

    def spread(self, least: Cells, cost: Cells, *, back: bool = False) -> Cells:
        """The least cost from states whose own is given in `least` to every state; with `back`, from it to them.

        `cost` is that of a push, by the neighbour that it is made from and the cell.
        """
        ahead = self.beside[list(OPPOSITE)]  # where the box goes, by the neighbour the player pushes from
        while True:
            farther = np.full_like(least, FAR)
            for side in range(4):
                cells = np.flatnonzero(self.pushable[side])
                here, there = (ahead[side, cells], cells) if back else (cells, ahead[side, cells])
                farther[..., side, there] = least[..., side, here] + cost[side, cells]
            for one in range(4):
                for other in range(4):
                    both = self.together[one, other]
                    farther[..., one, both] = np.minimum(farther[..., one, both], farther[..., other, both])
            farther = np.minimum(np.minimum(farther, least), FAR)
            if (farther == least).all():
                return least
            least = farther
