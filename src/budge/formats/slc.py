"""Collections of Sokoban levels in XML: `<Level Id="…"><L>#####</L>…</Level>`, as in files `.slc`.

The file is searched for levels from its beginning, so it is read on demand. Other elements are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import escape, unescape
from typing import ClassVar

from budge.formats.base import Draft, LazyFormat, check_reads_back
from budge.formats.lines import located
from budge.formats.parts import Text
from budge.puzzles import BadInput, Puzzle, Sokoban

BEGINS = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*<SokobanLevels\b", re.DOTALL)
LEVEL = re.compile(r"<Level\b([^>]*)>(.*?)</Level\s*>", re.DOTALL)
ID = re.compile(r"""\bId\s*=\s*(?:"([^"]*)"|'([^']*)')""")
ROW = re.compile(r"<L\s*>([^<]*)</L\s*>|<L\s*/>")
MAX_LEVEL = 5_000_000  # characters
ADVICE = "write xsb or json instead"


class Slc(LazyFormat):
    name: ClassVar[str] = "slc"
    summary: ClassVar[str] = "Sokoban levels in XML: <Level Id=…><L>#####</L>…"
    kinds: ClassVar[tuple[str, ...]] = ("sokoban",)
    suffixes: ClassVar[tuple[str, ...]] = (".slc",)

    def sniff(self, text: str) -> bool:
        """
        >>> Slc().sniff("<?xml version='1.0'?>\\n<SokobanLevels>"), Slc().sniff("#####\\n#@$.#\\n#####")
        (True, False)
        """
        return BEGINS.match(text[:10_000]) is not None

    def drafts(self, text: Text, where: str) -> Iterator[Draft]:
        rest, line, count = "", 1, 0
        for _, part in text:
            rest, end = rest + part, 0
            for level in LEVEL.finditer(rest):
                count += 1
                at = line + rest.count("\n", 0, level.start())
                yield partial(read_level, level[1], level[2], f"{where}, line {at}")
                end = level.end()
            line, rest = line + rest.count("\n", 0, end), rest[end:]
            if len(rest) > MAX_LEVEL:
                raise BadInput(f"{where}, line {line}: more than {MAX_LEVEL:,} characters without the end of a level")
        if open_level := re.search(r"<Level\b", rest):
            line += rest.count("\n", 0, open_level.start())
            raise BadInput(f"{where}, line {line}: a level without an end")
        if not count:
            raise BadInput(f"{where}: a collection without levels; expected <Level> with rows in <L>")

    def write(self, puzzle: Puzzle) -> str:
        """
        >>> print(Slc().write(Sokoban.of(["#####", "#@$.#", "#####"], name="easy")).splitlines()[2])
        <Level Id="easy" Width="5" Height="3">
        """
        assert isinstance(puzzle, Sokoban)
        named = f' Id="{escape(puzzle.name)}"' if puzzle.name is not None else ""
        rows = "".join(f"<L>{escape(row)}</L>\n" for row in puzzle.board)
        size = f'Width="{puzzle.width}" Height="{puzzle.height}"'
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>\n<SokobanLevels><LevelCollection>\n'
            f"<Level{named} {size}>\n{rows}</Level>\n</LevelCollection></SokobanLevels>\n"
        )
        check_reads_back(puzzle, lambda: self.read(text, "")[0], "slc level", ADVICE)
        return text


def read_level(attributes: str, body: str, where: str) -> Sokoban:
    rows = [unescape(row[1] or "") for row in ROW.finditer(body)]
    if not rows:
        raise BadInput(f"{where}: a level without rows; expected <L>#####</L>")
    named = ID.search(attributes)
    name = unescape(named[1] if named[1] is not None else named[2]).strip() if named else ""
    with located(where):
        return Sokoban.of(rows, [], name or None)
