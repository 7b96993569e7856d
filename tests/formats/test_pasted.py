"""What people paste: quoted levels, boards without a goal, XML, games of PuzzleScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import budge
from budge.formats import format_named, format_of
from budge.formats.parts import Text
from budge.puzzles import BadInput

SLC = """<?xml version="1.0" encoding="ISO-8859-1"?>
<SokobanLevels>
  <Title>Mini</Title>
  <LevelCollection Copyright="me" MaxWidth="19" MaxHeight="11">
    <Level Id="first" Width="5" Height="3">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id="second" Width="6" Height="3">
      <L>######</L>
      <L>#@ $.#</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
"""

GAME = """title Simple Block Pushing Game
author David Skinner
homepage www.puzzlescript.net

========
OBJECTS
========

Background
LIGHTGREEN GREEN
11111
01111
11101
11111
10111

Target
DarkBlue
.....
.000.
.0.0.
.000.
.....

Wall
BROWN DARKBROWN
00010
11111
01000
11111
00010

Player
Black Orange White Blue
.000.
.111.
22222
.333.
.3.3.

Crate
Orange Yellow
00000
0...0
0...0
0...0
00000


=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
@ = Crate and Target
O = Target


=======
SOUNDS
=======

Crate MOVE 36772507

================
COLLISIONLAYERS
================

Background
Target
Player, Wall, Crate

======
RULES
======

[ >  Player | Crate ] -> [  >  Player | > Crate  ]

==============
WINCONDITIONS
==============

All Target on Crate

=======
LEVELS
=======


####..
#.O#..
#..###
#@P..#
#..*.#
#..###
####..


######
#....#
#.#P.#
#.*@.#
#.O@.#
#....#
######
"""

RUSH = "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR."
KLOTSKI = "ABBC\nABBC\nDEEF\nDGHF\nI..J"
DIGITS = "2113\n2113\n4665\n4775\n7007"


@pytest.mark.parametrize(
    "text", ["#####\n#@$.#\n#####", "1 2 3\n4 0 5\n\n1 2/0 3", '{"kind": "tiles", "start": [[1, 0]]}']
)
def test_a_quoted_text_is_read_as_what_it_quotes(text: str) -> None:
    for quoted in ("\n".join(f"> {line}".rstrip() for line in text.split("\n")), text.replace("\n", "\n>")):
        quoted = quoted if quoted.startswith(">") else f">{quoted}"
        assert budge.parse(quoted) == budge.parse(text)
    with pytest.raises(BadInput):
        budge.parse("> #####\n#@$.#\n> #####")


def test_six_lines_are_a_rush_hour_board() -> None:
    [one] = budge.parse(RUSH.replace("\n", ""))
    assert budge.parse(RUSH) == [one]
    assert budge.parse(RUSH.lower()) == [one]
    assert [each.name for each in budge.parse(f"name: a\n{RUSH}\n\nname: b\n{RUSH}")] == ["a", "b"]
    assert budge.solve(one).cost == 8


def test_a_board_with_a_goal_below_it_is_blocks() -> None:
    goal = "......\n......\n....XX\n......\n......\n......"
    assert format_of(f"{RUSH}\n\n{goal}").name == "blocks"
    assert format_of(f"{KLOTSKI}\n\n....\n....\n....\n.BB.\n.BB.").name == "blocks"


@pytest.mark.parametrize("text", [RUSH, KLOTSKI, DIGITS])
def test_a_damaged_board_says_what_it_was_taken_for(text: str) -> None:
    rows = text.split("\n")
    damaged = "\n".join([*rows, "", *rows[:-1]])
    with pytest.raises(
        BadInput, match=rf"line {len(rows) + 2}: .*(a Rush Hour board has 36|taken for a Klotski board)"
    ):
        budge.parse(damaged)


def test_klotski_in_letters_and_in_digits() -> None:
    assert [budge.solve(each).cost for each in budge.parse(KLOTSKI)] == [81]
    [digits] = budge.parse(DIGITS)
    assert (digits.pieces, digits.size) == (10, "4×5")
    assert budge.parse(DIGITS.replace("\n", "/")) == [digits]
    assert len(budge.parse(f"{DIGITS}\n\n{DIGITS}")) == 2
    with pytest.raises(BadInput, match="piece E is not a rectangle"):
        budge.parse("ABBC\nABBC\nDEEF\nDEHF\nI..J")


def test_collections_in_xml_keep_names_and_are_read_on_demand() -> None:
    levels = budge.parse(SLC)
    assert [each.name for each in levels] == ["first", "second"]
    assert levels[0].board == ("#####", "#@$.#", "#####")
    many = SLC.replace("</LevelCollection>", SLC[SLC.index("<Level ") : SLC.index("</LevelCollection>")] * 500)

    def parts() -> Iterator[str]:
        for at in range(0, len(many), 1000):
            yield many[at : at + 1000]

    drafts = list(format_named("slc").drafts(Text(parts()), "x"))
    assert len(drafts) == 1002
    assert drafts[-2]() == levels[-2]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (SLC.replace("</Level>", ""), "line 5: a level without an end"),
        (SLC.replace("<L>#@$.#</L>", "<L>#@x.#</L>"), "line 5.*x"),
        ("<SokobanLevels></SokobanLevels>", "a collection without levels"),
        ("<SokobanLevels><Level Id='a'></Level></SokobanLevels>", "line 1: a level without rows"),
    ],
)
def test_damaged_xml_is_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        budge.parse(text)


def test_levels_of_puzzlescript() -> None:
    one, two = budge.parse(GAME)
    assert (one.name, two.name) == ("Simple Block Pushing Game 1", "Simple Block Pushing Game 2")
    own = "########|#####  #|## .#  #|##  ####|##*@  ##|##  $ ##|##  ####|#####  #|########"
    assert budge.solve(one).cost == budge.solve(own).cost


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("-> [  >  Player | > Crate  ]", "-> [ Player | > Crate ]", "the rule .* is not that of Sokoban"),
        ("> Crate  ]\n", "> Crate ]\nlate [ Crate ] -> []\n", "the rule 'late .* is not that of Sokoban"),
        ("All Target on Crate", "No Crate", "the goal 'no crate'; expected only All Target on Crate"),
        ("All Target on Crate", "Some Crate on Target", "the goal"),
        ("Player, Wall, Crate", "Player, Wall\nCrate", "different layers"),
        ("#....#", "#..Z.#", "the legend does not explain 'z'"),
        ("O = Target", "", "the legend does not explain 'o'"),
    ],
)
def test_other_games_are_refused_by_what_differs(old: str, new: str, complaint: str) -> None:
    assert old in GAME
    with pytest.raises(BadInput, match=complaint):
        budge.parse(GAME.replace(old, new))


def test_every_box_needs_a_target_if_the_game_says_so() -> None:
    crowded = GAME.replace("#..*.#", "#.**.#")
    assert len(budge.parse(crowded)) == 2
    with pytest.raises(BadInput, match="3 boxes and 2 targets"):
        budge.parse(crowded.replace("All Target on Crate", "All Crate on Target"))


def test_a_file_of_any_suffix_is_recognised_by_content(tmp_path: Path) -> None:
    for text in (SLC, GAME, RUSH, KLOTSKI, DIGITS):
        (tmp_path / "pasted").write_text(text)
        assert budge.load(tmp_path / "pasted") == budge.parse(text)
