"""Where a solve runs: the only place that decides between the CPU and a GPU."""

from __future__ import annotations

from budge.engines.gpu import Gpu
from budge.puzzles import BadInput, Puzzle
from budge.spec import SolveSpec


def choose_device(puzzle: Puzzle, spec: SolveSpec, *, in_bulk: bool = False) -> str:
    """`cpu` or `gpu`: the one that the spec names, or else the GPU if there is one and it is faster for this puzzle.

    It is faster for large boards; `in_bulk`, for thousands of equal size and goal, for smaller ones too.
    """
    named = named_device(spec)
    return named or ("gpu" if Gpu().is_faster(puzzle, in_bulk=in_bulk) else "cpu")


def named_device(spec: SolveSpec) -> str | None:
    """The device if the spec alone decides it, None if it depends on the puzzle; raises `BadInput`.

    A named heuristic and every quality but `optimal` select the CPU.
    """
    on_gpu = spec.engine_name == Gpu.name
    if spec.engine == "auto":
        only_cpu = spec.heuristic is not None or spec.objective.quality != "optimal"
        return ("cpu" if only_cpu else None) if spec.device == "auto" else spec.device
    if spec.device != "auto" and on_gpu != (spec.device == "gpu"):
        raise BadInput(f"engine {spec.engine_name} does not run on the {spec.device.upper()}; leave out one of the two")
    return "gpu" if on_gpu else "cpu"
