"""Graph puzzles as text: the neighbours of each vertex, and the token on each vertex.

    a: b d          it is enough to give an edge at one of its ends
    b: c
    c: d
    start: 1 2 _ 3  tokens in the order of the vertices (those before a colon first), or pairs such as a=1
    goal: 1 2 3 _   optional: by default the tokens in ascending order, the blank last

`;` may replace a line end, so that a puzzle fits on a command line; a line `---` separates puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat
from budge.formats.lines import lines, opening, read_name, shown, words, write_name
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Tokens
from budge.puzzles.tokens import BLANK, MAX_VERTICES, State, sorted_goal

DIRECTIVES = ("name", "start", "goal")
DIRECTIVE = re.compile(r"(name|goal)\s*:[^;]*$", re.IGNORECASE)  # files of tiles may begin with these, too
STATEMENT = re.compile(r"[^\s:]+\s*:")
SEPARATOR = "---"
MAX_STATEMENTS = 1_000_000  # per puzzle

Statement = tuple[int, str, str]  # line number, text before the colon, text after it


class TokensText(LazyFormat):
    name: ClassVar[str] = "tokens"
    summary: ClassVar[str] = "a graph and its tokens, as in a: b c; start: 1 _ 2"
    kinds: ClassVar[tuple[str, ...]] = ("tokens",)
    suffixes: ClassVar[tuple[str, ...]] = (".tokens", ".graph")
    separator: ClassVar[str] = f"{SEPARATOR}\n"
    comment: ClassVar[str | None] = "#"
    text_of: ClassVar[str | None] = "tokens"

    def sniff(self, text: str) -> bool:
        """
        >>> TokensText().sniff("a: b; start: 1 _"), TokensText().sniff("1 2/3 0")
        (True, False)
        """
        parts = [part.strip() for part in opening(text, skip=DIRECTIVE).split(";")]
        return any(STATEMENT.match(part) and not DIRECTIVE.match(part) for part in parts)

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        """
        >>> [puzzle] = TokensText().read("a: b c; b: c; start: a=1 c=2 b=_", "x")
        >>> puzzle.vertices, puzzle.start, puzzle.goal
        (('a', 'b', 'c'), ('1', '_', '2'), ('1', '2', '_'))
        """
        return (partial(read_section, section, where) for section in sections(text, where))

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> print(TokensText().write(Tokens.of({"a": "bc"}, start="1_2")), end="")
        a: b c
        b:
        c:
        start: 1 _ 2
        """
        assert isinstance(puzzle, Tokens)
        written = [f"name: {write_name(puzzle.name)}"] if puzzle.name is not None else []
        for vertex, others in enumerate(puzzle.adjacency):
            head = puzzle.vertices[vertex]
            if head.lower() in DIRECTIVES:
                raise BadInput(f"a line of vertex {head} would be read as a directive; write json instead")
            written.append(" ".join([f"{head}:", *(puzzle.vertices[other] for other in others if other > vertex)]))
        written.append(f"start: {' '.join(puzzle.start)}")
        if puzzle.goal != sorted_goal(puzzle.start):
            written.append(f"goal: {' '.join(puzzle.goal)}")
        return "\n".join(written) + "\n"

    def with_goal(self, puzzle: Puzzle, goal: str) -> Puzzle:
        assert isinstance(puzzle, Tokens)
        return with_tokens_goal(puzzle, goal)


def sections(text: Text, where: str) -> Iterator[list[Statement]]:
    """The statements of each puzzle."""
    section: list[Statement] = []
    for number, line, _ in lines(text, where):
        for part in filter(None, map(str.strip, line.split(";"))):
            if part == SEPARATOR:
                yield section
                section = []
                continue
            head, colon, rest = (piece.strip() for piece in part.partition(":"))
            if not colon or not head or len(head.split()) > 1:
                raise BadInput(
                    f"{where}, line {number}: {shown(part)}; expected vertex: neighbours, start: tokens, "
                    f"goal: tokens or name: text"
                )
            section.append((number, head, rest))
            if len(section) > MAX_STATEMENTS:
                raise BadInput(f"{where}, line {number}: more than {MAX_STATEMENTS:,} statements; no graph needs that")
    yield section


def read_section(section: list[Statement], where: str) -> Tokens:
    graph: dict[str, dict[str, None]] = {}
    seen: set[str] = set()
    directives: dict[str, tuple[str, str]] = {}
    for number, head, rest in section:
        place = f"{where}, line {number}"
        if (key := head.lower()) in DIRECTIVES:
            if key in directives:
                raise BadInput(f"{place}: a second {key} for the same puzzle (a line {SEPARATOR} begins another)")
            directives[key] = (rest, place)
            continue
        others = dict.fromkeys(words(rest))
        if head in others:
            raise BadInput(f"{place}: an edge joins vertex {shown(head)} to itself; expected a simple graph")
        graph.setdefault(head, {}).update(others)
        seen.update(others, [head])
        if len(seen) > MAX_VERTICES:
            raise BadInput(f"{place}: more than {MAX_VERTICES} vertices")
    if "start" not in directives or not graph:
        missing = "start: line" if graph else "graph (lines such as a: b c)"
        raise BadInput(f"{where}{f', line {section[0][0]}' if section else ''}: a graph puzzle without a {missing}")
    vertices = tuple(dict.fromkeys([*graph, *(other for others in graph.values() for other in others)]))
    tokens, place = directives["start"]
    start = read_tokens(tokens, place, vertices)
    try:
        puzzle = Tokens.of(graph, start, name=read_name(*directives["name"]) if "name" in directives else None)
    except BadInput as problem:
        raise BadInput(f"{place}: {problem}") from None
    return with_tokens_goal(puzzle, *directives["goal"]) if "goal" in directives else puzzle


def read_tokens(text: str, place: str, vertices: tuple[str, ...], start: State = ()) -> State:
    """Tokens in the order of the vertices, from `1 2 _` or `a=1 c=_ b=2`; with `start`, also from `blank-first` or
    `blank-last`."""
    if start and text in ("blank-first", "blank-last"):
        ascending = sorted_goal(start)
        return ascending if text == "blank-last" else (BLANK, *ascending[:-1])
    given = words(text)
    if not any("=" in word for word in given):
        if len(given) != len(vertices):
            found = f"{len(given)} token{'' if len(given) == 1 else 's'} for {len(vertices)} vertices"
            named = ", or blank-first or blank-last" if start else ""
            raise BadInput(f"{place}: {found}; expected one per vertex, _ for the blank{named}")
        return tuple(given)
    tokens: dict[str, str] = {}
    for word in given:
        vertex, equals, token = word.partition("=")
        if not equals or not token:
            raise BadInput(f"{place}: {shown(word)}; expected pairs such as {vertices[0]}=1")
        if vertex not in vertices:
            raise BadInput(f"{place}: the graph has no vertex {shown(vertex)}")
        if vertex in tokens:
            raise BadInput(f"{place}: vertex {vertex} has two tokens")
        tokens[vertex] = token
    for vertex in vertices:
        if vertex not in tokens:
            raise BadInput(f"{place}: vertex {vertex} has no token; expected one for every vertex, _ for the blank")
    return tuple(tokens[vertex] for vertex in vertices)


def with_tokens_goal(puzzle: Tokens, text: str, place: str = "goal") -> Tokens:
    """The same puzzle with another goal: tokens in the order of the vertices, pairs, `blank-first` or `blank-last`."""
    goal = read_tokens(text, place, puzzle.vertices, puzzle.start)
    try:
        return Tokens(vertices=puzzle.vertices, edges=puzzle.edges, start=puzzle.start, goal=goal, name=puzzle.name)
    except BadInput as problem:
        raise BadInput(f"{place}: {problem}") from None
