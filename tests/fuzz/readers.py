"""Everything that reads what a user gives: formats, plans, goals, options, suites, results, certificates, requests.

Each reader takes any bytes. The only exceptions that it may raise are those in REFUSALS, budge's own errors of input.
What it reads, it writes and reads again: the result must be the same.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import budge
from budge import SolveSpec, library
from budge.api import prepare
from budge.certificates import CertificateError, check_certificate
from budge.certificates.manifest import FORMAT, NAME, Manifest, Refutation
from budge.encodings.plans import plan_of
from budge.engines.base import Refusal
from budge.formats import formats
from budge.formats.parts import Text, decoded
from budge.formats.source import read_text, with_goal
from budge.lab.record import Record
from budge.lab.results import read_results
from budge.lab.suite import FOLDER, check_names, parse_suite
from budge.model import Outcome
from budge.native import core
from budge.patterns.file import MAGIC, Damaged, open_database
from budge.patterns.pattern import FORMAT as DATABASE_FORMAT
from budge.puzzles import KINDS, BadInput, Puzzle, Sokoban
from budge.spec import SETTINGS
from budge.web import answers
from budge.web.permissions import check_heuristic, check_options
from budge.web.problems import Problem
from budge.web.request_schemas import REQUESTS
from budge.web.validation import checked

Reader = Callable[[bytes], object]
REFUSALS = (BadInput, Refusal, CertificateError, Problem, Damaged)
ANSWERED = (
    "puzzles",
    "info",
    "check",
    "convert",
)  # requests that are answered; of the others, only the fields are read
MAX_REPLAYED = 10_000  # moves of a plan
BOARD = "1 2 3/4 0 6/7 5 8"


def text_of(data: bytes) -> str:
    """As Python decodes arguments of programs: any bytes are a text."""
    return data.decode("utf-8", "surrogateescape")


def json_of(data: bytes) -> Any:
    """The JSON in the data; raises `BadInput` if it is none, as all readers of JSON text do."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise BadInput("not JSON") from None


def read_file(data: bytes) -> None:
    """A file of puzzles in any format."""
    check_all(read_text("".join(decoded(io.BytesIO(data), "file")), "file"))


def read_format(name: str, data: bytes) -> None:
    check_all([draft() for draft in formats()[name].drafts(Text.of(text_of(data)), name)])


def check_all(puzzles: list[Puzzle]) -> None:
    """Writes puzzles in every format that can express them, and reads them back."""
    for puzzle in puzzles[:3]:
        again = type(puzzle).from_json(json.loads(json.dumps(puzzle.to_json())))
        assert again == puzzle, "JSON gives another puzzle"
        for form in formats().values():
            if puzzle.kind not in form.kinds:
                continue
            try:
                written = form.write(puzzle)
            except BadInput:  # the format cannot express it
                continue
            [again] = form.read(written, form.name)
            assert {**again.to_json(), "name": None} == {**puzzle.to_json(), "name": None}, f"{form.name} gives another"


def read_plan(kind: str, data: bytes) -> None:
    puzzle, text = small(kind), text_of(data)
    plan = plan_of(puzzle, text)
    if len(plan) <= MAX_REPLAYED:
        assert puzzle.parse_plan(plan.text) == plan, "the text of the plan is another plan"
        puzzle.verify(plan)


def read_goal(kind: str, data: bytes) -> None:
    check_all([with_goal(small(kind), text_of(data))])


def read_options(data: bytes) -> None:
    """Settings as lines NAME=VALUE, of a solve that is prepared but does not run."""
    lines = [line.partition("=") for line in text_of(data).splitlines()]
    given: dict[str, Any] = {name: value for name, _, value in lines}
    for name, setting in SETTINGS.items():
        if name in given:
            try:
                given[name] = (setting.parse or setting.type)(given[name])
            except (ValueError, TypeError) as problem:  # as click reports it
                raise BadInput(str(problem)) from None
    prepare(small("tiles"), SolveSpec.of(**given))


def read_settings(data: bytes) -> None:
    spec = SolveSpec.from_json(json_of(data))
    assert SolveSpec.from_json(spec.to_json()) == spec


def read_outcome(data: bytes) -> None:
    outcome = Outcome.from_json(json_of(data))
    assert json.dumps(outcome.to_json())


def read_suite(data: bytes) -> None:
    suite = parse_suite("".join(decoded(io.BytesIO(data), "suite")), "suite", "suite")
    check_names(suite)
    suite.shortened()


def read_results_file(data: bytes) -> None:
    with temporary() as folder:
        (folder / "results.jsonl").write_bytes(data)
        read_results([str(folder / "results.jsonl")])


def read_manifest(data: bytes) -> None:
    """A certificate without any other file."""
    with temporary() as folder:
        (folder / NAME).write_bytes(data)
        check_certificate(folder)


def read_proof(data: bytes) -> None:
    """A formula and its proof, separated by a line "proof"."""
    formula, _, proof = data.partition(b"\nproof\n")
    core.check_refutation(formula, proof, core.Run(seconds=5, nodes=None, memory=1 << 30))


def read_database(data: bytes) -> None:
    """A pattern database. Its first line gets a valid checksum."""
    facts, _, rest = data.partition(b"\n")
    digest = blake2b(facts + b"\n", digest_size=16).hexdigest().encode()
    with temporary() as folder:
        (folder / "one.pdb").write_bytes(MAGIC + facts + b"\n" + digest + rest)
        open_database(folder / "one.pdb")


def read_request(name: str, data: bytes) -> None:
    fields = checked(data, name)
    if name in ANSWERED:
        answers.answer(answers.Request(name, data), lambda answer: None)
    elif name == "solves":
        spec = SolveSpec.from_json({key: fields[key] for key in SETTINGS if key in fields})
        check_options(spec.options)
        if spec.heuristic is not None:
            check_heuristic(spec.heuristic)


READERS: dict[str, Reader] = {
    "file": read_file,
    **{f"format-{name}": partial(read_format, name) for name in formats()},
    **{f"plan-{kind}": partial(read_plan, kind) for kind in KINDS},
    **{f"goal-{kind}": partial(read_goal, kind) for kind in KINDS},
    "options": read_options,
    "settings": read_settings,
    "outcome": read_outcome,
    "suite": read_suite,
    "results": read_results_file,
    "manifest": read_manifest,
    "proof": read_proof,
    "database": read_database,
    **{f"request-{name}": partial(read_request, name) for name in REQUESTS},
}


def attempt(name: str, data: bytes) -> None:
    """Reads the data. An exception that escapes is a fault of the reader."""
    try:
        READERS[name](data)
    except REFUSALS as refusal:
        if "\n" in str(refusal):
            raise AssertionError("the message has several lines") from refusal


# What the fuzzer starts from.


def seeds(name: str) -> Iterator[bytes]:
    what, _, which = name.partition("-")
    makers: dict[str, Callable[[str], Iterator[str | bytes]]] = {
        "file": lambda _: (text for each in formats() for text in written(each)),
        "format": written,
        "plan": plans,
        "goal": goals,
        "options": lambda _: iter(OPTIONS),
        "settings": lambda _: iter([json.dumps(SolveSpec.of(engine="ida", options={"fsm": "no"}).to_json())]),
        "outcome": lambda _: (json.dumps(budge.solve(small(kind)).to_json()) for kind in KINDS),
        "suite": lambda _: (path.read_text() for path in FOLDER.glob("*.toml")),
        "results": lambda _: iter([RESULTS]),
        "manifest": lambda _: iter([json.dumps(asdict(MANIFEST)), json.dumps(asdict(replace(MANIFEST, sha256={})))]),
        "proof": lambda _: iter(PROOFS),
        "database": lambda _: iter([DATABASE]),
        "request": requests,
    }
    for seed in makers[what](which):
        yield seed if isinstance(seed, bytes) else seed.encode("utf-8", "surrogateescape")


def written(name: str) -> Iterator[str]:
    if name == "gnome-klotski":
        yield GNOME
    form = formats()[name]
    for puzzle in (*map(small, KINDS), *(budge.load(source)[0] for source in library.names()[::6])):
        if puzzle.kind in form.kinds:
            with suppress(BadInput):  # the format cannot express it
                yield form.write(puzzle)


def plans(kind: str) -> Iterator[str]:
    outcome = budge.solve(small(kind))
    assert outcome.plan is not None
    yield outcome.plan.text
    yield type(small(kind)).compact(outcome.plan)
    yield json.dumps(outcome.to_json())
    yield from ("2U3(LR)", "move(0,1,1) move(1,0,2).", "(move a b)\n; cost = 1\n", "Answer: 1\nmove(0,a)\n")


def goals(kind: str) -> Iterator[str]:
    puzzle = small(kind)
    yield from ("blank-first", "blank-last", puzzle.grid_text(puzzle.initial), str(puzzle.one_line(puzzle.initial)))


GNOME = "######\n#**a.#\n#bb -#\n######\n"
OPTIONS = (
    "engine=ida\nheuristic=pdb:4-4\nfsm=no",
    "engine=astar\nheuristic=max:manhattan,xy\nquality=1.5\nseconds=1.5\nnodes=10\nmemory=4G",
    "engine=sat\nsolver=glucose4\nthreads=2\nmetric=moves",
    "engine=gpu\ndevice=gpu",
    "engine=ida\nheuristic=pdb:plain:1,2,3/4,5,6\norder=URDL",
)


MANIFEST = Manifest(
    format=FORMAT,
    budge="0.1.0",
    metric="moves",
    cost=2,
    puzzle="puzzle.json",
    plan="plan.txt",
    refutations=[Refutation(0, "0.cnf", "0.drat")],
    sha256=dict.fromkeys(("puzzle.json", "plan.txt", "0.cnf", "0.drat"), "0" * 64),
)
RESULTS = "".join(
    json.dumps(line) + "\n"
    for line in (
        {"type": "suite", "name": "x", "text": "", "left_out": []},
        {"type": "database", "name": "x"},
        {"type": "result", **dict.fromkeys(Record.__dataclass_fields__)},
    )
)
DATABASE = json.dumps(
    {
        "format": DATABASE_FORMAT,
        "pattern": {"kind": "additive", "width": 2, "height": 2, "blank": 0, "cells": [1]},
        "entries": 4,
        "histogram": [1, 2, 1],
        "seconds": 0.1,
        "built": 0,
        "checksum": "0",
    }
)
PROOFS = (
    "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\nproof\n2 0\nd 1 2 0\n0\n",
    "c a comment\np cnf 3 5\n1 2 3 0\n-1 0\n-2 0\n-3 1 0\n3 -1 0\nproof\n0\n",
    "p cnf 1 2\n1 0\n-1 0\nproof\n",
)


def requests(name: str) -> Iterator[str]:
    for kind in KINDS:
        puzzle = small(kind)
        state = puzzle.state_to_json(puzzle.initial)
        more: dict[str, Any] = {
            "puzzles": {"first": 1, "state": state},
            "info": {"state": state, "metric": puzzle.own_metrics[0], "quality": "1.5"},
            "check": {"plan": "UDLR"},
            "convert": {"to": "json"},
            "generate": {"kind": kind, "seed": 1, "count": 2, "params": {"size": "3x3"}},
            "hint": {"state": state},
            "graph": {"plan": ""},
            "render": {"plan": "U", "format": "svg", "delay": 0.5},
            "solves": {"engine": "ida", "heuristic": "manhattan", "seconds": 1, "options": {"fsm": "no"}, "linger": 2},
        }
        source = {} if name == "generate" else {"puzzle": puzzle.to_json()}
        yield json.dumps(source | more.get(name, {}))
    yield json.dumps({"text": BOARD, "level": 1, "goal": "blank-first", "filename": "x.txt"})
    yield json.dumps({"name": "eight/12"})


@cache
def small(kind: str) -> Puzzle:
    """A small puzzle of a kind."""
    if kind == "sokoban":
        return Sokoban.of(["#######", "#@$ .@#", "# $ . #", "#######"], assigned=[[1], [2]])
    if kind == "tiles":
        return only(BOARD)
    return KINDS[kind].example()


@cache
def only(source: str) -> Puzzle:
    [puzzle] = budge.load(source)
    return puzzle


@contextmanager
def temporary() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="budge-fuzz-") as name:
        yield Path(name)
