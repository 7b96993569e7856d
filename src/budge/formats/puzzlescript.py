"""Sokoban levels in PuzzleScript: games whose only rule is that the player pushes one box.

The legend says what each sign of a level stands for. A game with other rules, with several layers for what cannot
overlap, or with another goal is refused by the line that differs. The edge of a level is a wall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from budge.formats.base import Draft, Format
from budge.formats.lines import located, shown
from budge.puzzles import BadInput, Puzzle, Sokoban

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
HEADING = re.compile(rf"^[ \t]*({'|'.join(SECTIONS)})[ \t]*$", re.IGNORECASE | re.MULTILINE)
COMMENT = re.compile(r"\([^()]*\)")
RULE = re.compile(r"\[ > (\w+) \| (\w+) \] -> \[ > \1 \| > \2 \]")
GOAL = re.compile(r"all (\w+) on (\w+)")
FRAME = "#"
MAX_SNIFFED = 100_000  # characters


@dataclass
class PuzzleScriptGame:
    """The parts of a game that matter."""

    title: str | None
    sections: dict[str, list[tuple[int, str]]] = field(default_factory=dict)  # lines with their numbers

    def section(self, name: str, where: str) -> list[tuple[int, str]]:
        found = [(number, line.strip()) for number, line in self.sections.get(name, []) if line.strip(" =\t")]
        if not found:
            raise BadInput(f"{where}: a PuzzleScript game without {name}")
        return found


class PuzzleScript(Format):
    name: ClassVar[str] = "puzzlescript"
    summary: ClassVar[str] = "a game of PuzzleScript whose only rule is pushing boxes"
    kinds: ClassVar[tuple[str, ...]] = ()  # it is read, not written
    suffixes: ClassVar[tuple[str, ...]] = (".puzzlescript",)

    def sniff(self, text: str) -> bool:
        """
        >>> PuzzleScript().sniff("title x\\nOBJECTS\\nLEGEND\\nCOLLISIONLAYERS\\n"), PuzzleScript().sniff("#####")
        (True, False)
        """
        found = {heading[1].lower() for heading in HEADING.finditer(text[:MAX_SNIFFED])}
        return {"objects", "legend", "collisionlayers"} <= found

    def read(self, text: str, where: str) -> list[Puzzle]:
        return [draft() for draft in self.levels(text, where)]

    def write(self, puzzle: Puzzle) -> str:
        raise BadInput("puzzles are not written as games of PuzzleScript; expected xsb")

    def levels(self, text: str, where: str) -> Iterator[Draft]:
        game = parse(text)
        player, box, target, every_box = roles(game, where)
        meaning = legend(game, where)
        names = {"player": player, "box": box, "target": target}
        found: list[tuple[int, list[str]]] = []
        opens = True
        for number, line in game.sections.get("levels", []):
            if not line.strip(" =\t") or line.strip().lower().startswith("message"):
                opens = True
                continue
            if opens:
                found.append((number, []))
            found[-1][1].append(line.strip().lower())
            opens = False
        if not found:
            raise BadInput(f"{where}: a PuzzleScript game without levels")
        for index, (number, rows) in enumerate(found, 1):
            name = f"{game.title} {index}" if game.title else None
            yield partial(read_level, rows, meaning, names, name, every_box, f"{where}, line {number}")


def parse(text: str) -> PuzzleScriptGame:
    """The lines of each section. Comments in parentheses are removed, except in levels, whose rows may contain them."""
    title = re.search(r"^[ \t]*title[ \t]+(.+)$", text, re.IGNORECASE | re.MULTILINE)
    game = PuzzleScriptGame(title[1].strip() if title else None)
    lines = game.sections.setdefault("", [])
    for number, line in enumerate(text.split("\n"), 1):
        if heading := HEADING.fullmatch(line):
            lines = game.sections.setdefault(heading[1].lower(), [])
        elif lines is game.sections.get("levels"):
            lines.append((number, line))
        else:
            lines.append((number, COMMENT.sub("", line).lower()))
    return game


def roles(game: PuzzleScriptGame, where: str) -> tuple[str, str, str, bool]:
    """The names of player, box and target, and whether every box needs a target; raises `BadInput` for other games."""
    rules = game.section("rules", where)
    spaced = re.sub(r"([\[\]|>]|->)", r" \1 ", rules[0][1].replace("->", "→"))
    rule = RULE.fullmatch(" ".join(spaced.replace("→", "->").split()))
    if rule is None or len(rules) > 1:
        number, line = rules[0] if rule is None else rules[1]
        raise BadInput(
            f"{where}, line {number}: the rule {line[:60]!r} is not that of Sokoban; "
            "expected only [ > Player | Crate ] -> [ > Player | > Crate ]"
        )
    player, box = rule[1], rule[2]
    goals = game.section("winconditions", where)
    goal = GOAL.fullmatch(" ".join(goals[0][1].split()))
    if goal is None or len(goals) > 1 or box not in goal.groups():
        number, line = goals[-1]
        raise BadInput(
            f"{where}, line {number}: the goal {line[:60]!r}; expected only All Target on {box.capitalize()}"
        )
    target = goal[1] if goal[2] == box else goal[2]
    layers = [set(re.split(r"[,\s]+", line)) for _, line in game.section("collisionlayers", where)]
    if not any({player, box, "wall"} <= layer for layer in layers):
        raise BadInput(f"{where}: {player}, {box} and wall are in different layers, so they could overlap")
    return player, box, target, goal[1] == box


def legend(game: PuzzleScriptGame, where: str) -> dict[str, set[str]]:
    """The objects that each sign stands for."""
    found: dict[str, set[str]] = {}
    for number, line in game.section("legend", where):
        sign, equals, words = (part.strip() for part in line.partition("="))
        if not equals:
            raise BadInput(f"{where}, line {number}: {shown(line)}; expected a line such as # = Wall")
        if len(sign) == 1:
            parts = re.split(r"\s+and\s+", words)
            found[sign] = {each for part in parts for each in found.get(part, {part})}
    for _, line in game.sections.get("objects", []):
        words_of_line = line.split()
        if len(words_of_line) == 2 and len(words_of_line[1]) == 1 and not words_of_line[1].isdigit():
            found.setdefault(words_of_line[1], {words_of_line[0]})
    return found


SIGNS = {
    frozenset({"player"}): "@",
    frozenset({"player", "target"}): "+",
    frozenset({"box"}): "$",
    frozenset({"box", "target"}): "*",
    frozenset({"target"}): ".",
    frozenset({"wall"}): "#",
    frozenset(): " ",
}


def read_level(
    rows: list[str],
    meaning: dict[str, set[str]],
    names: dict[str, str],
    name: str | None,
    every_box: bool,
    where: str,
) -> Sokoban:
    role = {original: role for role, original in names.items()} | {"wall": "wall"}
    wide = max(map(len, rows))
    drawn = [FRAME * (wide + 2)]
    for row in rows:
        if len(row) < wide:
            raise BadInput(f"{where}: rows of different lengths")
        signs = ""
        for sign in row:
            if sign not in meaning:
                raise BadInput(f"{where}: the legend does not explain {sign!r}")
            things = meaning[sign] - {"background"}
            if other := things - role.keys():
                raise BadInput(f"{where}: {min(other)} is neither player, box, target nor wall")
            found = frozenset(role[thing] for thing in things)
            if found not in SIGNS:
                raise BadInput(f"{where}: {sign!r} is {' and '.join(sorted(found))} at once")
            signs += SIGNS[found]
        drawn.append(FRAME + signs + FRAME)
    signs = "".join(drawn)
    boxes, targets = (sum(map(signs.count, each)) for each in ("$*", ".+*"))
    if every_box and boxes > targets:
        raise BadInput(f"{where}: {boxes} boxes and {targets} targets, but every box needs one")
    with located(where):
        return Sokoban.of([*drawn, FRAME * (wide + 2)], [], name)
