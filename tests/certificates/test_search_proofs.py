"""Proofs made from all states of a search: they refute every length below the optimum, and nothing else."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import budge
from budge import Tiles, Tokens
from budge.certificates import write
from budge.encodings.sat import encode
from budge.native import core
from budge.puzzles import Puzzle


def run(nodes: int | None = None, memory: int = 1 << 30) -> Any:
    return core.Run(seconds=None, nodes=nodes, memory=memory)


def proved(puzzle: Puzzle, length: int, folder: Path, **limits: int) -> tuple[str | None, bytes, bytes]:
    """The answer, the formula and the proof."""
    encoding = encode(puzzle, length)
    formula = encoding.formula().dimacs().encode()
    path = folder / "proof.pbp"
    with open(path, "wb") as file:
        answer = encoding.prove_by_search(formula, file.fileno(), run(**limits))
    return answer, formula, path.read_bytes()


def check(formula: bytes, proof: bytes) -> str:
    return str(core.check_cutting_planes(formula, proof, run()))


def random_tokens(random: Random) -> Tokens:
    """A connected graph of at most six vertices, often with triangles."""
    vertices = "abcdef"[: random.randint(2, 6)]
    edges = {(vertices[random.randrange(number)], vertex) for number, vertex in enumerate(vertices) if number}
    edges |= {(one, other) for one in vertices for other in vertices if one < other and random.random() < 0.3}
    start, goal = (random.sample("_12345"[: len(vertices)], len(vertices)) for _ in range(2))
    return Tokens.of({one: [b for a, b in sorted(edges) if a == one] for one in vertices}, start=start, goal=goal)


def random_board(random: Random) -> Tiles:
    """A board of up to nine cells and a goal in few moves, at times with the blank far from the tiles to move."""
    width, height = random.choice([(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 2)])
    cells = [*map(str, range(1, width * height)), "0"]
    home = Tiles.of([" ".join(cells[row * width :][:width]) for row in range(height)])
    start, goal = home.start, home.start
    for _ in range(random.randint(1, 30)):
        start, goal = (home.apply(state, random.choice(home.moves(state))) for state in (start, goal))
    return Tiles(width=width, height=height, start=start, goal=goal)


@pytest.mark.parametrize("kind", [random_tokens, random_board])
def test_every_length_below_the_optimum_is_refuted_and_the_optimum_is_not(kind: Any, tmp_path: Path) -> None:
    random, refuted, strides = Random(7), 0, set()
    for _ in range(200):
        puzzle = kind(random)
        cost = budge.solve(puzzle, engine="dijkstra").cost
        if cost is None or cost == 0:
            continue
        smallest = encode(puzzle)
        strides.add(smallest.stride)
        for length in range(smallest.lower_bound, cost, smallest.stride):
            answer, formula, proof = proved(puzzle, length, tmp_path)
            assert (answer, check(formula, proof)) == ("refuted", ""), (puzzle, length)
            refuted += 1
        assert proved(puzzle, cost, tmp_path)[::2] == ("satisfiable", b""), puzzle
    assert refuted > 50
    assert strides == ({1, 2} if kind is random_tokens else {2})


def test_the_proof_of_a_fifteen_puzzle_has_a_known_size(tmp_path: Path) -> None:
    [puzzle] = budge.load("fifteen/32")
    answer, formula, proof = proved(puzzle, 30, tmp_path)
    assert (answer, check(formula, proof)) == ("refuted", "")
    assert proof.count(b"pol") == 5313


def test_a_proof_that_lacks_or_changes_a_line_is_refused(tmp_path: Path) -> None:
    """A shorter line usually derives something else, and all later lines depend on the numbers."""
    [puzzle] = budge.load("eight/20")
    _, formula, proof = proved(puzzle, 14, tmp_path)
    lines = proof.decode().splitlines()
    derivations = [number for number, line in enumerate(lines) if line.startswith("pol")]
    assert len(derivations) > 50
    for number in derivations:
        assert check(formula, "\n".join(lines[:number] + lines[number + 1 :]).encode()), number
        operands = re.findall(r" \d+", lines[number])
        for operand in {operands[0], operands[-1]}:
            wrong = lines[number].replace(operand, " 1", 1)
            assert check(formula, "\n".join([*lines[:number], wrong, *lines[number + 1 :]]).encode()), wrong


def test_a_proof_of_another_formula_is_refused(tmp_path: Path) -> None:
    [puzzle] = budge.load("eight/20")
    formula = proved(puzzle, 20, tmp_path)[1]
    assert check(formula, proved(puzzle, 18, tmp_path)[2])


def test_too_many_states_are_left_to_a_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [puzzle] = budge.load("eight/20")
    assert proved(puzzle, 18, tmp_path, nodes=50)[0] == "stopped: nodes"
    assert proved(puzzle, 18, tmp_path, memory=5000)[0] == "stopped: memory"
    monkeypatch.setattr(write, "MAX_STATES", 50)
    job = write.ProofJob(puzzle, "moves", "", 20, tmp_path)
    refutation = write._refutation(job, 18)
    assert refutation is not None
    assert refutation.proof == "no-plan-of-018.drat"
    assert sorted(path.name for path in tmp_path.glob("no-plan*")) == ["no-plan-of-018.cnf", "no-plan-of-018.drat"]


def test_boards_of_more_than_63_cells_have_no_proof_by_search(tmp_path: Path) -> None:
    rows = [[str(row * 8 + column + 1) for column in range(8)] for row in range(8)]
    rows[7][5:] = ["62", "0", "63"]
    puzzle = Tiles.of([" ".join(row) for row in rows])
    assert proved(puzzle, 1, tmp_path)[0] is None


def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    [puzzle] = budge.load("eight/20")
    encoding = encode(puzzle, 18)
    formula = encoding.formula().dimacs().encode()
    with open("/dev/full", "wb") as full, pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        encoding.prove_by_search(formula, full.fileno(), run())
    read, written = os.pipe()
    os.close(read)
    with pytest.raises(BrokenPipeError):
        encoding.prove_by_search(formula, written, run())
    os.close(written)
