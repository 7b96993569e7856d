"""Sokoban for CP-SAT, one push per step: boxes are a flow, and the walk to each push is a circuit.

`box(s, c)`, one per sort of box, changes only by `push(s, c, d)`; each step has exactly one push. The walk between two
pushes is a circuit: from a door node to the player's cell, from cell to cell around the boxes, and back to the door
from the cell behind the next push; all other cells have self-loops. CP-SAT has a propagator for circuits, whereas the
study's model orders the cells. Positions of boxes too far from the start or the targets have no
variable.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from budge.encodings.pushes import with_walks
from budge.encodings.sat.sokoban_ground import OPPOSITE, Ground
from budge.puzzles.sokoban import Sokoban

DOOR = 0

Literal = cp_model.BoolVarT


class SokobanWalks:
    """A plan of `min_steps` to `max_steps` pushes.

    >>> walks = SokobanWalks(Sokoban.of(["######", "#@ $.#", "######"]), 1, 1)
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(walks.model) == cp_model.OPTIMAL, walks.plan(solver)
    (True, [2, 2])
    """

    def __init__(self, level: Sokoban, min_steps: int, max_steps: int) -> None:
        self.level, self.min_steps, self.max_steps = level, min_steps, max_steps
        self.board = Ground(level)
        self.sorts = range(len(self.board.sorts))
        self.model = cp_model.CpModel()
        self.box: list[dict[tuple[int, int], Literal]] = [self._boxes(s) for s in range(max_steps + 1)]
        self.push: list[dict[tuple[int, int, int], Literal]] = [self._pushes(s) for s in range(max_steps)]
        self.idle = {s: self.model.new_bool_var(f"idle({s})") for s in range(min_steps, max_steps)}  # no more pushes
        self._start_and_goal()
        for s in range(max_steps):
            self._flow(s)
            self._walk(s)

    def _boxes(self, s: int) -> dict[tuple[int, int], Literal]:
        """A variable for each sort and cell where a box can be at this step."""
        found: dict[tuple[int, int], Literal] = {}
        for sort in self.sorts:
            reached, left = self.board.from_boxes[sort], self.board.to_homes[sort]
            for cell in range(self.board.size):
                if reached[cell] <= s and (left[cell] <= self.max_steps - s or not self.board.all_must_go_home):
                    found[sort, cell] = self.model.new_bool_var(f"box({s},{sort},{cell})")
        return found

    def _pushes(self, s: int) -> dict[tuple[int, int, int], Literal]:
        """A variable for each possible push of this step, by sort, cell and direction."""
        return {
            (sort, cell, way): self.model.new_bool_var(f"push({s},{sort},{cell},{way})")
            for sort, cell in self.box[s]
            for way in range(4)
            if self.board.adjacent[OPPOSITE[way], cell] >= 0
            and (sort, int(self.board.adjacent[way, cell])) in self.box[s + 1]
        }

    def _start_and_goal(self) -> None:
        for sort, boxes in enumerate(self.board.boxes):
            for cell in range(self.board.size):
                if (sort, cell) in self.box[0]:
                    self.model.add(self.box[0][sort, cell] == (cell in boxes))
                elif cell in boxes:
                    self.model.add_bool_or([])  # the box cannot reach a target in time
        for target in self.board.targets:
            able = [sort for sort, homes in enumerate(self.board.homes) if target in homes]
            self.model.add_bool_or([self.box[-1][sort, target] for sort in able if (sort, target) in self.box[-1]])

    def _flow(self, s: int) -> None:
        """A box leaves and enters cells only by the push of the step, and enters only free cells."""
        idle = [self.idle[s]] if s in self.idle else []
        self.model.add_exactly_one([*self.push[s].values(), *idle])
        if idle and s + 1 < self.max_steps:
            self.model.add_implication(self.idle[s], self.idle[s + 1])
        out: dict[tuple[int, int], list[Literal]] = {}
        into: dict[tuple[int, int], list[Literal]] = {}
        for (sort, cell, way), push in self.push[s].items():
            ahead = int(self.board.adjacent[way, cell])
            out.setdefault((sort, cell), []).append(push)
            into.setdefault((sort, ahead), []).append(push)
            free = [self.box[s][other, ahead] for other in self.sorts if (other, ahead) in self.box[s]]
            left = [self.box[s + 1][sort, cell]] if (sort, cell) in self.box[s + 1] else []
            made = [self.box[s][sort, cell], self.box[s + 1][sort, ahead], *(~box for box in free + left)]
            self.model.add_bool_and(made).only_enforce_if(push)
        for here, there, moved in ((s, s + 1, out), (s + 1, s, into)):
            for key, box in self.box[here].items():
                rests = [self.box[there][key]] if key in self.box[there] else []
                self.model.add_bool_or([~box, *rests, *moved.get(key, [])])

    def _walk(self, s: int) -> None:
        arcs: list[tuple[int, int, Literal]] = []
        for cell in range(self.board.size):
            loop = self.model.new_bool_var(f"loop({s},{cell})")
            arcs.append((cell + 1, cell + 1, loop))
            for sort in self.sorts:
                if (sort, cell) in self.box[s]:  # the player does not walk over boxes
                    self.model.add_implication(self.box[s][sort, cell], loop)
            for there in self.board.adjacent[:, cell].tolist():
                if there >= 0:
                    arcs.append((cell + 1, there + 1, self.model.new_bool_var(f"walk({s},{cell},{there})")))
        if s in self.idle:
            arcs.append((DOOR, DOOR, self.idle[s]))
        arcs += [(DOOR, cell + 1, literal) for cell, literal in self._entries(s).items()]
        arcs += [(cell + 1, DOOR, literal) for cell, literal in self._exits(s).items()]
        self.model.add_circuit(arcs)

    def _entries(self, s: int) -> dict[int, Literal]:
        """The entries of the circuit: the cells where the player can be after the previous push."""
        if s == 0:
            return {self.board.players[0]: self.model.new_bool_var("")}
        by_cell: dict[int, list[Literal]] = {}
        for (_, cell, _), push in self.push[s - 1].items():
            by_cell.setdefault(cell, []).append(push)
        return {cell: self._one_of(pushes) for cell, pushes in by_cell.items()}

    def _exits(self, s: int) -> dict[int, Literal]:
        """The exits of the circuit: the cells from which the push of this step can be made."""
        by_cell: dict[int, list[Literal]] = {}
        for (_, cell, way), push in self.push[s].items():
            by_cell.setdefault(int(self.board.adjacent[OPPOSITE[way], cell]), []).append(push)
        return {cell: self._one_of(pushes) for cell, pushes in by_cell.items()}

    def _one_of(self, pushes: list[Literal]) -> Literal:
        """A literal that implies one of these pushes. The circuit uses exactly one entry and one exit."""
        used = self.model.new_bool_var("")
        self.model.add_bool_or([~used, *pushes])
        return used

    def length(self, solver: cp_model.CpSolver) -> int:
        return sum(solver.value(push) for pushes in self.push for push in pushes.values())

    def plan(self, solver: cp_model.CpSolver) -> list[int]:
        """The player's steps, walks included."""
        made = [
            (self.board.cells[cell], way)
            for pushes in self.push
            for (_, cell, way), push in pushes.items()
            if solver.value(push)
        ]
        return with_walks(self.level, made)
