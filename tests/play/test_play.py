"""budge play on a screen of 80×24, driven by keys and clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

import budge
from budge import Blocks, Puzzle, Sokoban, Tiles, Tokens
from budge.play.app import SHORT_HELP, BoardWidget, Level, Play
from budge.play.game import Game
from budge.play.sokoban import SokobanView
from budge.play.tiles import TilesView
from budge.play.view import NOTE_WIDTH

TILES = Tiles.of(["1 2 3", "4 5 6", "0 7 8"])
TOKENS = Tokens(
    vertices=tuple("abcd"),
    edges=((0, 1), (1, 2), (2, 3), (3, 0), (0, 2)),
    start=("1", "_", "2", "3"),
    goal=("_", "1", "2", "3"),
)
BLOCKS = Blocks.of(["hB", "..", ".."], goals=[["..", "..", ".h"]])
SOKOBAN = Sokoban.of(["######", "#@ $.#", "######"])
PLAYERS = Sokoban.of(["########", "#@$.#@ #", "########"])
HARD = Tiles.of(
    ["0 24 23 22 21", "20 19 18 17 16", "15 14 13 12 11", "10 9 8 7 6", "5 4 3 2 1"]
)  # hours from its optimum
KINDS = pytest.mark.parametrize("puzzle", [TILES, TOKENS, BLOCKS, SOKOBAN, PLAYERS], ids=lambda puzzle: puzzle.size)

Script = Callable[[Play, Pilot[None]], Awaitable[None]]


def play(
    *puzzles: Puzzle, script: Script, seconds: float = 10, size: tuple[int, int] = (80, 24), **options: Any
) -> Play:
    """Run a script on the screen of a game, and give the game back."""
    app = Play([Level(f"{puzzle.kind} {puzzle.size}", puzzle) for puzzle in puzzles], seconds=seconds, **options)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())
    return app


def press(*keys: str) -> Script:
    """Press keys; ? waits for the hint."""

    async def script(app: Play, pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.press(key)
            await settle(app, pilot)

    return script


async def settle(app: Play, pilot: Pilot[None]) -> None:
    await app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(
    ("puzzle", "keys", "plan"),
    [
        (TILES, ["left", "left"], "RR"),  # tiles go left, and the blank right
        (TOKENS, ["1"], "a"),
        (TOKENS, ["tab", "enter"], "a"),
        (BLOCKS, ["down", "down", "right"], "h down 1, h down 1, h right 1"),
        (BLOCKS, ["B", "down", "h", "right", "B", "left", "h", "down", "down"], None),
        (SOKOBAN, ["right", "right"], "rR"),
        (PLAYERS, ["right", "space"], "R,."),
        (PLAYERS, ["right", "enter"], "R,."),
        (PLAYERS, ["right", "right"], "R,r"),
    ],
)
def test_every_kind_is_solved_by_keys(puzzle: Puzzle, keys: list[str], plan: str | None) -> None:
    app = play(puzzle, script=press(*keys))
    assert app.game.solved
    assert puzzle.verify(app.game.plan)
    assert plan in (None, app.game.plan.text)
    assert app.message.plain.startswith("Solved: ")


@pytest.mark.parametrize(
    ("puzzle", "cells", "plan"),
    [
        (TILES, [(2, 2)], "RR"),  # the whole row slides
        (BLOCKS, [(0, 0), (0, 2), (1, 2)], "h down 1, h down 1, h right 1"),
        (SOKOBAN, [(2, 1), (3, 1)], "rR"),
    ],
)
def test_kinds_are_solved_by_clicks(puzzle: Puzzle, cells: list[tuple[int, int]], plan: str) -> None:
    async def script(app: Play, pilot: Pilot[None]) -> None:
        board = app.query_one(BoardWidget)
        across, down = board.size.width // puzzle_width(puzzle), board.size.height // puzzle_height(puzzle)
        for column, row in cells:
            await pilot.click(BoardWidget, offset=(column * across + across // 2, row * down + down // 2))
            await settle(app, pilot)

    app = play(puzzle, script=script)
    assert app.game.plan.text == plan
    assert app.game.solved


def puzzle_width(puzzle: Any) -> int:
    return int(puzzle.width)


def puzzle_height(puzzle: Any) -> int:
    return int(puzzle.height)


def test_a_click_on_a_token_slides_it() -> None:
    async def script(app: Play, pilot: Pilot[None]) -> None:
        view: Any = app.view
        await pilot.click(BoardWidget, offset=view.places[0])

    assert play(TOKENS, script=script).game.solved


@KINDS
def test_hints_lead_to_an_optimal_plan(puzzle: Puzzle) -> None:
    async def script(app: Play, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        while not app.game.solved:
            await press("question_mark", "question_mark")(app, pilot)

    app = play(puzzle, script=script)
    metric = puzzle.own_metrics[0]
    assert app.game.costs[metric] == budge.solve(puzzle).cost == int(app.best[metric])
    assert app.message.plain.endswith("which is optimal.")


def test_a_hint_during_the_move_of_a_piece_continues_it() -> None:
    first = play(BLOCKS, script=press("question_mark")).hinted
    assert first is not None
    assert first.move == "h down 1 right 1 down 1"
    second = play(BLOCKS, script=press("question_mark", "down", "question_mark")).hinted
    assert second is not None
    assert second.move == "h right 1 down 1"


def test_a_lost_position_has_no_hint() -> None:
    level = Sokoban.of(["######", "#    #", "#@$  #", "#  . #", "######"])
    app = play(level, script=press("right", "right", "question_mark"))
    assert app.message.plain == "No hint: no plan exists from here; undo some moves."


def test_deadlock_lights_show_what_is_lost_and_why() -> None:
    level = Sokoban.of(["######", "#    #", "#@$  #", "#  . #", "######"])
    app = play(level, script=press("exclamation_mark", "right"))
    drawn, note = app.view.draw(app.game.state).plain, app.view.note(app.game.state)
    assert "░" in drawn
    assert "no deadlock was found" in note
    app = play(level, script=press("right", "right", "exclamation_mark"))
    drawn, note = app.view.draw(app.game.state).plain, app.view.note(app.game.state)
    assert "!!" in drawn
    assert "lost: a box stands on a dead square" in note


def test_undo_redo_and_restart() -> None:
    app = play(TILES, script=press("left", "left", "backspace", "less_than_sign"))
    assert (app.game.moves, app.game.undone) == ([], ["R", "R"])
    app = play(TILES, script=press("left", "u", "u", "y"))
    assert (app.game.moves, app.game.undone) == (["R"], [])
    app = play(TILES, script=press("left", "u", "down", "greater_than_sign"))
    assert app.message.plain == "There is no move to redo."  # another move was made since
    app = play(TILES, script=press("left", "left", "home"))
    assert (app.game.moves, app.game.seconds, app.game.solved) == ([], 0.0, False)


def test_an_illegal_move_is_explained_by_the_referee_and_not_counted() -> None:
    app = play(BLOCKS, script=press("up"))
    assert app.message.plain == "h cannot go up from row 1, column 1: row 1, column 1 is at the border."
    assert app.game.moves == []


def test_a_solved_game_allows_undo_but_no_move() -> None:
    app = play(TILES, script=press("left", "left", "right", "up"))
    assert app.game.solved
    app = play(TILES, script=press("left", "left", "u"))
    assert not app.game.solved


def test_counters_are_shown_next_to_the_optimum() -> None:
    [klotski] = budge.load("klotski")

    async def script(app: Play, pilot: Pilot[None]) -> None:
        await press("g", "right", "right")(app, pilot)
        shown = str(app.query_one("#side").render())
        for words in (["moves", "1", "best", "81"], ["slides", "1", "best", "90"], ["steps", "2", "best", "116"]):
            assert words in [line.split() for line in shown.split("\n")]

    play(klotski, script=script)


def test_a_puzzle_with_a_library_name_does_not_get_its_optimum() -> None:
    impostor = Tiles.of(["1 2 3", "4 5 6", "0 7 8"], name="eight/hardest-1")
    assert play(impostor, script=settle).best == {"moves": "2"}


def test_keys_work_while_an_engine_runs() -> None:
    async def script(app: Play, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.press("left")
        assert app.thinking
        assert app.game.moves == ["R"]
        await pilot.press("escape")

    app = play(HARD, script=script, seconds=600)
    assert app.observer.cancelled


def test_at_the_time_limit_a_lower_bound_is_shown() -> None:
    app = play(HARD, script=settle, seconds=0.2)
    assert app.best["moves"].startswith("≥ ")


def test_a_collection_is_played_level_by_level() -> None:
    app = play(TILES, SOKOBAN, script=press("left", "pagedown", "right"))
    assert (app.level.puzzle, app.game.moves) == (SOKOBAN, ["r"])
    app = play(TILES, SOKOBAN, script=press("pageup"))
    assert app.message.plain == "This is the first level."


def test_a_level_is_resumed_where_it_was_left() -> None:
    app = play(TILES, SOKOBAN, script=press("left", "pagedown", "right", "pageup"))
    assert (app.level.puzzle, app.game.moves, app.message.plain) == (TILES, ["R"], "Game resumed.")
    app = play(SOKOBAN, TILES, script=press("right", "right", "pagedown", "pageup"))
    assert app.message.plain.startswith("Solved: 1 push")
    assert [len(game.moves) for game in app.games.values()] == [2, 0]


def test_the_clock_stops_while_another_level_is_played() -> None:
    now = [0.0]
    game = Game(TILES, clock=lambda: now[0])
    game.make("R")
    now[0] = 3.0
    game.pause()
    now[0] = 10.0
    game.resume()
    now[0] = 12.0
    assert game.seconds == 5
    game.make("R")
    now[0] = 20.0
    assert (game.solved, game.seconds) == (True, 5)


def test_the_metric_decides_which_hints_are_given() -> None:
    app = play(SOKOBAN, script=press("question_mark"), metric="moves")
    assert app.hinted is not None
    assert app.hinted.note == "2 moves to go at best"


@KINDS
def test_everything_is_visible_at_80_by_24(puzzle: Puzzle) -> None:
    async def script(app: Play, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        for name in ("#title", "#board", "#side", "#message", "#help"):
            region = app.query_one(name).region
            assert app.screen.region.contains_region(region), name
            assert region.area > 0
        assert all(len(line) <= 78 for line in str(app.query_one("#help").render()).split("\n"))

    play(puzzle, puzzle, script=script)


def test_on_a_small_screen_the_board_gets_the_space() -> None:
    def seen(app: Play) -> list[str]:
        return [str(app.query_one(name).render()) for name in ("#side", "#help")]

    async def script(app: Play, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert "best 1" in seen(app)[0]
        await pilot.resize_terminal(40, 10)
        await pilot.press("question_mark")
        await settle(app, pilot)
        assert app.query_one("#room").region.width == 40
        assert app.query_one("#room").region.height >= 4
        assert app.query_one("#message").region.height == 2  # the hint is read to its end
        assert seen(app) == ["0:00 · pushes 0/1 · moves 0/2\n0 of 1 targets filled", SHORT_HELP]
        await pilot.resize_terminal(80, 24)
        await settle(app, pilot)
        assert "best 1" in seen(app)[0]

    play(SOKOBAN, script=script)


def test_a_goal_too_wide_for_the_side_is_cut_and_not_wrapped() -> None:
    row = " ".join(map(str, range(1, 12)))
    wide = Tiles.of([row, "12 13 14 15 16 17 18 19 20 21 0"])
    [title, goal, _] = TilesView(wide).note(wide.initial).split("\n")
    assert (title, len(goal), goal[-1]) == ("goal", NOTE_WIDTH, "…")

    async def script(app: Play, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert app.query_one("#side").content_size.width == NOTE_WIDTH

    play(wide, script=script, seconds=0.2)


def test_a_board_larger_than_the_screen_follows_the_player() -> None:
    wide = Sokoban.of(["#" * 60, "#" + " " * 55 + "@$.#", "#" * 60])

    async def script(app: Play, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert app.query_one("#room").scroll_offset.x > 40
        await pilot.press("right")

    assert play(wide, script=script).game.solved


def test_shapes_distinguish_everything_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = play(SOKOBAN, script=press("right", "right"))
    assert app.no_color
    level = Sokoban.of(["######", "#@$ *#", "######"])
    shown = SokobanView(level).shown(level.initial)
    box, home = (shown[cell][0] for cell in level.boxes)
    assert box != home
