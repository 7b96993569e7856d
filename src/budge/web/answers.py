"""Answers to requests about puzzles, each computed in a worker process, so that a hostile puzzle cannot harm the
server."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

from budge import library
from budge.about import about
from budge.api import prepare, solve
from budge.encodings.plans import plan_of
from budge.engines.base import Prepared, Refusal
from budge.engines.domains import DOMAINS
from budge.engines.options import Option
from budge.explore import graph
from budge.formats import format_named, restated, text_format
from budge.generate import generate
from budge.model import Limits, Objective, Observer
from budge.processes.child import Emit
from budge.puzzles import BadInput, IllegalMove, Plan, Puzzle, Tiles
from budge.render.files import DELAY, FORMATS
from budge.render.frames import states_to_json
from budge.spec import SolveSpec
from budge.web import catalogue
from budge.web.problems import MEDIA_TYPE, Problem
from budge.web.solve_worker import checked_task
from budge.web.sources import at_state, one_puzzle, puzzles
from budge.web.validation import checked

MAX_PUZZLES = 200  # in one answer, with their pictures
MAX_PICTURES = 1_000_000  # characters of the pictures in one answer, except for the last
MAX_NODES = 3_000  # of a state graph that the page draws
GENERATE_SECONDS = 15.0
SOLVE_MEMORY = 512 << 20  # bytes; any limit will do to check a solve
HINT_SECONDS = {"optimal": 2.0, "any": 0.5}  # by the quality of the plan


@dataclass(frozen=True)
class Request:
    """A request to a worker: the name of the answer and the unparsed body."""

    name: str
    body: bytes = b""


@dataclass(frozen=True)
class Answer:
    """A response, ready to be sent."""

    body: bytes
    media_type: str = "application/json"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def answer(request: Request, emit: Emit) -> None:
    """Computes an answer in a worker; emits exactly one `Answer`."""
    result: dict[str, Any] | Answer
    try:
        if request.name in catalogue.PARTS:
            result = catalogue.PARTS[request.name]()
        else:
            handler = check_solve if request.name == "solves" else ANSWERS[request.name]
            result = handler(checked(request.body, request.name))
    except (BadInput, Refusal) as problem:
        result = problem_answer(Problem(422, str(problem)))
    except Problem as problem:
        result = problem_answer(problem)
    emit(result if isinstance(result, Answer) else Answer(json.dumps(result).encode()))


def problem_answer(problem: Problem) -> Answer:
    return Answer(json.dumps(problem.to_json()).encode(), MEDIA_TYPE, problem.status)


def described(puzzle: Puzzle, optimum: Mapping[str, int] | None = None) -> dict[str, Any]:
    """A puzzle as JSON data with all that a client needs to draw, play and share it; and its optimum, if known."""
    data = puzzle.to_json()
    packed = urlsafe_b64encode(json.dumps(data, separators=(",", ":")).encode()).decode().rstrip("=")
    return {
        "puzzle": data,
        "kind": puzzle.kind,
        "name": puzzle.name,
        "size": puzzle.size,
        "pieces": puzzle.pieces,
        "metrics": list(puzzle.own_metrics),
        "solved": puzzle.is_goal(puzzle.initial),
        "why": puzzle.why_unsolvable(),
        "solvable_goal": puzzle.solvable_goal,
        "optimum": None if optimum is None else dict(optimum),
        "layout": puzzle.layout(),
        "state": puzzle.state_to_json(puzzle.initial),
        "svg": puzzle.svg(),
        "text": text_format(puzzle.kind).write(puzzle),
        "link": f"#puzzle={packed}",
    }


def read(fields: dict[str, Any]) -> dict[str, Any]:
    found = [at_state(fields)] if "state" in fields else puzzles(fields)
    changed = "goal" in fields or "state" in fields
    known = {} if changed else {entry.name: entry.optimum for entry in library.find(fields.get("name", ""))}
    first = int(fields.get("first", 1)) - 1
    shown: list[dict[str, Any]] = []
    for puzzle in found[first : first + MAX_PUZZLES]:
        if sum(len(each["svg"]) for each in shown) > MAX_PICTURES:
            break
        shown.append(described(puzzle, known.get(puzzle.name or "")))
    return {"puzzles": shown, "total": len(found)}


def info(fields: dict[str, Any]) -> dict[str, Any]:
    puzzle = one_puzzle(fields)
    state = puzzle.state_from_json(fields["state"]) if "state" in fields else puzzle.initial
    here = puzzle.starting_at(state) if "state" in fields else puzzle
    facts = about(here, Objective(fields.get("quality", "optimal"), fields.get("metric")))
    explained = DOMAINS[puzzle.kind].explain(puzzle, state)
    deadlocks: dict[str, Any] = {"dead": [], "frozen": [], "corrals": [], "culprits": [], "deadlock": None}
    if explained is not None:
        deadlocks = explained.cells()
    return {
        "kind": puzzle.kind,
        "why": facts.pop("reason"),
        **facts,
        "engines": [{"name": name, "refuses": refusal} for name, refusal in facts["engines"].items()],
        "options": effective_options(here, fields) if "engine" in fields else None,
        **deadlocks,
    }


def effective_options(puzzle: Puzzle, fields: dict[str, Any]) -> list[str] | None:
    """The options of the engine that have an effect with the other settings; None if it cannot solve the puzzle."""
    spec = SolveSpec.from_request(fields).for_child(SOLVE_MEMORY)
    try:
        engine = prepare(puzzle, replace(spec, heuristic=None, options={})).engine
        plain = {option.name for option in engine.options if option.used_if is None}
        task = prepare(puzzle, replace(spec, options={name: spec.options[name] for name in plain & {*spec.options}}))
    except (BadInput, Refusal):
        return None
    return [option.name for option in engine.options if has_effect(option, task)]


def has_effect(option: Option, task: Prepared) -> bool:
    try:
        option.check_effect(task)
    except BadInput:
        return False
    return True


def check(fields: dict[str, Any]) -> dict[str, Any]:
    puzzle = one_puzzle(fields)
    plan = plan_of(puzzle, fields["plan"])
    verdict = puzzle.verify(plan)
    held = plan if verdict.broken_at is None else type(plan)(plan.moves[: verdict.broken_at], plan.separator)
    return {
        "legal": verdict.legal,
        "solves": verdict.solves,
        "broken_at": verdict.broken_at,
        "reason": verdict.reason,
        "costs": verdict.costs,
        "plan": plan.text,
        "moves": list(plan.moves),
        "frames": states_to_json(puzzle, held),
    }


def convert(fields: dict[str, Any]) -> dict[str, Any]:
    chosen = format_named(fields["to"])
    found = [restated(puzzle, chosen) for puzzle in puzzles(fields)]
    return {
        "text": chosen.separator.join(map(chosen.write, found)),
        "filename": f"puzzle{chosen.suffixes[0] if chosen.suffixes else '.txt'}",
        "media_type": "application/json" if chosen.name == "json" else "text/plain",
    }


def generated(fields: dict[str, Any]) -> dict[str, Any]:
    kind, params, bounds = fields.pop("kind"), {**fields.pop("wishes", {}), **fields.pop("params", {})}, fields
    if clash := set(signature(generate).parameters) & set(params):
        raise BadInput(f"{min(clash)} is not a parameter of a generator")
    given = {name: value for name, value in {**bounds, **params}.items() if value is not None}
    numbers: dict[str, Any] = {name: int(value) if isinstance(value, float) else value for name, value in given.items()}
    try:
        found = list(generate(kind, limits=Limits(seconds=GENERATE_SECONDS, memory=512 << 20), **numbers))
    except TypeError as problem:
        raise BadInput(f"a parameter has the wrong type: {problem}") from None
    puzzles_found = [{**described(each.puzzle, each.optima), "effort": each.effort} for each in found]
    return {"puzzles": puzzles_found, "total": len(puzzles_found)}


def hint(fields: dict[str, Any]) -> dict[str, Any]:
    """The next move of an optimal plan, or of any plan if none is proven optimal in time."""
    puzzle = one_puzzle(fields)
    state = puzzle.state_from_json(fields["state"]) if "state" in fields else puzzle.initial
    nothing = {"move": None, "remaining": None, "optimal": False, "why": None}
    if puzzle.is_goal(state):
        return {**nothing, "remaining": 0, "optimal": True}
    here = puzzle.starting_at(state)
    for quality, seconds in HINT_SECONDS.items():
        objective = Objective(quality=quality, metric=fields.get("metric"))
        observer = Observer(offer=lambda offer: False)  # a hint does not build databases
        limits = Limits(seconds=seconds, memory=512 << 20)
        outcome = solve(here, objective=objective, limits=limits, observer=observer)
        if outcome.status == "unsolvable":
            return {**nothing, "why": f"the goal cannot be reached from here: {outcome.reason}"}
        if outcome.plan is not None and outcome.plan.moves:
            move = puzzle.move_from(state, outcome.plan.moves[0])
            return {
                **nothing,
                "move": move,
                "state": puzzle.state_to_json(puzzle.apply(state, move)),
                "remaining": outcome.cost,
                "optimal": outcome.status == "optimal",
            }
    return {**nothing, "why": f"no plan was found in {sum(HINT_SECONDS.values()):g} seconds"}


def state_graph(fields: dict[str, Any]) -> dict[str, Any]:
    """All positions and the moves between them; for a plan, also its path through the graph."""
    puzzle = one_puzzle(fields)
    found = graph(puzzle, metric=fields.get("metric"), max_positions=MAX_NODES)
    number = {puzzle.state_key(state): node for node, state in enumerate(found.states)}
    path = None
    if "plan" in fields:
        try:
            passed = puzzle.states(puzzle.parse_plan(fields["plan"]).moves)
        except IllegalMove as illegal:
            raise BadInput(f"the plan: {illegal}") from None
        path = [number[puzzle.state_key(state)] for state in passed]
    return {
        "nodes": [{"id": node, "depth": depth} for node, depth in enumerate(found.depths())],
        "edges": found.edges,
        "directed": found.directed,
        "start": 0,
        "goals": [node for node, state in enumerate(found.states) if puzzle.is_goal(state)],
        "states": [puzzle.state_to_json(state) for state in found.states],
        "path": path,
        "truncated": False,
    }


def render(fields: dict[str, Any]) -> Answer:
    """A plan as a file: an animated picture, or every position as text."""
    puzzle = one_puzzle(fields)
    plan = plan_of(puzzle, fields["plan"]) if fields.get("plan") else Plan(())
    verdict = puzzle.verify(plan)
    if not verdict.legal:
        raise BadInput(f"the plan: move {(verdict.broken_at or 0) + 1}: {verdict.reason}")
    form = FORMATS[fields.get("format", "svg")]
    body = form.render(puzzle, plan, fields.get("delay", DELAY))
    headers = {"content-disposition": f'attachment; filename="plan.{form.suffix}"'}
    return Answer(body, form.media_type, headers=headers)


def check_solve(fields: dict[str, Any]) -> dict[str, Any]:
    """Refuses a solve that cannot start, before it is queued. What needs a GPU is checked when it starts."""
    puzzle = one_puzzle(fields)
    spec = SolveSpec.from_request(fields).for_child(SOLVE_MEMORY)
    if spec.device != "gpu":
        checked_task(puzzle, spec)
    return {}


ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any] | Answer]] = {
    "puzzles": read,
    "info": info,
    "check": check,
    "convert": convert,
    "generate": generated,
    "hint": hint,
    "graph": state_graph,
    "render": render,
}

# Workers are forked from a process that has imported this file, so it loads what most answers need.
about(Tiles.of(["1 0"]), Objective())
library.names()
