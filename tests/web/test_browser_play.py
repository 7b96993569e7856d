"""The page in a real browser: its rules agree with the referee's, and every kind can be won by keys and by pointer."""

from __future__ import annotations

import re
from random import Random

import pytest
import random_puzzles
from hypothesis import HealthCheck, given, settings
from robots_reference import robots

pytest.importorskip("playwright")
from browsing import at, link
from playwright.sync_api import Page, expect

from budge import load
from budge.puzzles import Blocks, Plan, Puzzle, Sokoban

TILES = "1 2 3/4 5 6/0 7 8"
TOKENS = "a: b d\nb: c\nc: d\nstart: 1 2 _ 3\ngoal: 1 2 3 _\n"
BLOCKS = Blocks.of(["AB.", "AB.", "..."], goals=[["...", "..A", "..A"]], name="corner")
LEVEL = Sokoban.of(["#######", "#@ $ .#", "#     #", "#######"], name="corridor")
TWO = Sokoban.of(["########", "#@ $  .#", "#.  $ @#", "########"], name="two players")
ASSIGNED = Sokoban.of(["#######", "#@$ $ #", "# . . #", "#######"], assigned=[[2], [1]])


def used(page: Page, metric: str) -> int:
    """The value of the counter of a metric."""
    return int(page.locator(f"[data-metric='{metric}']").inner_text())


def click(page: Page, cell: int, columns: int) -> None:
    page.mouse.click(*at(page, cell, columns))


def drag(page: Page, start: int, end: int, columns: int) -> None:
    page.mouse.move(*at(page, start, columns))
    page.mouse.down()
    page.mouse.move(*at(page, end, columns), steps=4)
    page.mouse.up()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def opened(page: Page, puzzle: Puzzle, view: str = "play") -> None:
    page.goto(link(puzzle, view))
    expect(page.locator(f"main.{view} .stage").first).to_be_visible()


def again(page: Page) -> None:
    page.get_by_role("button", name="Restart").click()
    expect(page.locator(".banner")).to_be_empty()


def won(page: Page) -> None:
    expect(page.get_by_text("Solved!")).to_be_visible()


# The rules.

WALK = """async ([item, walk]) => {
    const { boardOf } = await import("/static/board/index.js");
    const board = boardOf(item);
    let state = board.initial;
    const seen = [];
    for (const move of walk) {
        seen.push([board.moves(state).sort(), board.isGoal(state), state]);
        state = board.apply(state, move);
    }
    const text = board.join(walk);
    return { seen, costs: board.costs(walk), same: board.join(board.split(text)) === text };
}"""


def walked(puzzle: Puzzle, steps: int) -> tuple[list[str], list[object]]:
    """A random walk, and the referee's view of each position: the legal moves, whether it is solved, the state."""
    random, state, walk, expected = Random(7), puzzle.initial, [], []
    for _ in range(steps):
        moves = sorted(puzzle.moves(state))
        if not moves:
            break
        expected.append([moves, puzzle.is_goal(state), puzzle.state_to_json(state)])
        walk.append(random.choice(moves))
        state = puzzle.apply(state, walk[-1])
    return walk, expected


def agree(page: Page, puzzle: Puzzle, steps: int) -> None:
    """Page and referee agree on every position of a random walk."""
    walk, expected = walked(puzzle, steps)
    layout = [[place, 0] for place in range(puzzle.pieces + 1)]
    found = page.evaluate(WALK, [{"puzzle": puzzle.to_json(), "layout": layout}, walk])
    if isinstance(puzzle, Sokoban) and not puzzle.assigned:  # the page keeps the order of boxes, to follow each
        for _, _, state in found["seen"]:
            state["boxes"].sort()
    assert found["seen"] == expected
    costs = puzzle.costs(Plan(tuple(walk)))
    assert found["costs"] == {metric: cost for metric, cost in costs.items() if isinstance(cost, int)}
    assert found["same"]


def test_the_rules_on_the_page_are_those_of_the_referee(page):
    names = ["eight/hardest-1", "rectangle/3x2", "graphs/theta0", "graphs/cube", "klotski", "only-18", "rushhour/21"]
    names += ["polyominoes/open-33", "sokoban/rooms-9"]
    page.goto("/")
    for puzzle in [*(load(name)[0] for name in names), TWO, ASSIGNED, BLOCKS, LEVEL]:
        agree(page, puzzle, 40)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    puzzle=random_puzzles.tiles()
    | random_puzzles.tokens()
    | random_puzzles.blocks()
    | random_puzzles.sokoban()
    | robots()
)
def test_page_and_referee_agree_on_random_puzzles(page, puzzle):
    if page.url == "about:blank":
        page.goto("/")
    agree(page, puzzle, 6)


# Playing.


def test_tiles_are_won_by_arrows_by_clicks_and_by_dragging(page):
    opened(page, load(TILES)[0])
    press(page, "ArrowLeft", "a")  # tiles go left
    won(page)
    assert used(page, "moves") == 2
    again(page)
    click(page, 8, 3)  # the far tile of the row takes the near one along
    won(page)
    again(page)
    drag(page, 7, 6, 3)
    drag(page, 8, 7, 3)
    won(page)


def test_a_tile_dragged_less_than_halfway_moves_back(page):
    opened(page, load(TILES)[0])
    x, y = at(page, 7, 3)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y, steps=3)
    page.mouse.up()
    assert used(page, "moves") == 0


def test_tokens_are_won_by_keys_and_by_pointer(page):
    opened(page, load(TOKENS)[0])
    press(page, "d")  # the blank goes to vertex d
    won(page)
    again(page)
    page.locator(".board .token", has_text="3").click()
    won(page)
    again(page)
    token, hole = (
        page.locator(".board .token", has_text="3").bounding_box(),
        page.locator(".board .hole").nth(2).bounding_box(),
    )
    page.mouse.move(token["x"] + 10, token["y"] + 10)
    page.mouse.down()
    page.mouse.move(hole["x"] + 10, hole["y"] + 10, steps=4)
    page.mouse.up()
    won(page)


def test_blocks_are_won_by_keys_and_by_dragging_around_a_corner(page):
    opened(page, BLOCKS)
    press(page, "B", "ArrowRight", "A", "ArrowDown", "ArrowRight")
    assert used(page, "steps") == 3
    assert used(page, "moves") == 2
    press(page, "B", "ArrowUp")
    assert used(page, "steps") == 3, "a piece does not leave the board"
    again(page)
    drag(page, 1, 2, 3)  # B goes right, and
    drag(page, 0, 3, 3)  # A down, under nothing
    assert used(page, "slides") == 2
    again(page)
    press(page, "B", "ArrowDown")
    assert used(page, "moves") == 1
    press(page, "Backspace")
    assert used(page, "moves") == 0


def test_sokoban_is_won_by_keys_and_by_dragging_the_box(page):
    opened(page, LEVEL)
    press(page, "ArrowRight", "d", "d")
    won(page)
    assert (used(page, "pushes"), used(page, "moves")) == (2, 3)
    again(page)
    click(page, 9, 7)  # walks there
    assert (used(page, "pushes"), used(page, "moves")) == (0, 1)
    drag(page, 10, 12, 7)  # walks behind the box and pushes
    won(page)
    assert (used(page, "pushes"), used(page, "moves")) == (2, 3)
    press(page, "Backspace")
    assert used(page, "moves") == 1, "one drag is undone at once"


def test_two_players_move_one_at_a_time_or_together(page):
    opened(page, TWO)
    expect(page.get_by_text("Keys: player 1 uses the arrows, player 2 uses WASD.")).to_be_visible()
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "a", "a", "a", "a")
    won(page)
    assert used(page, "makespan") == 8
    again(page)
    drag(page, 11, 14, 8)  # the first player pushes
    page.locator(".player-2").click()
    drag(page, 20, 17, 8)
    won(page)
    again(page)
    page.get_by_label("Step together").check()
    press(page, *("ArrowRight", "a") * 4)
    won(page)
    assert used(page, "makespan") == 4


def test_the_space_bar_makes_a_joint_step_unless_a_button_has_the_focus(page):
    opened(page, TWO)
    together = page.get_by_label("Step together")
    together.click()
    press(page, "ArrowRight", "Space")  # player 2 waits
    assert used(page, "makespan") == 1
    expect(together).to_be_checked()
    page.get_by_role("button", name="Undo").focus()
    press(page, "Space")
    assert used(page, "makespan") == 0
    press(page, "ArrowRight")
    page.get_by_role("button", name="Step now").click()
    assert used(page, "makespan") == 1
    together.focus()
    press(page, "Space")
    expect(together).not_to_be_checked()
    expect(page.get_by_role("button", name="Step now")).to_be_hidden()
    page.get_by_role("link", name="Library").focus()
    press(page, "Enter")
    expect(page.get_by_label("Search the library")).to_be_visible()


def test_shortcuts_of_the_browser_are_not_handled(page):
    opened(page, load(TILES)[0], "solve")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator(".player")).to_contain_text("0 / 2")
    press(page, "ArrowRight", "Control+ArrowRight")
    expect(page.locator(".player")).to_contain_text("1 / 2")
    play = page.get_by_role("button", name="Play", exact=True)
    play.focus()
    press(page, "Space")
    expect(page.locator(".player")).to_contain_text("2 / 2")


def test_moves_are_undone_redone_and_counted(page):
    opened(page, load("eight/hardest-1")[0])
    press(page, "ArrowDown", "ArrowRight", "ArrowUp")
    assert used(page, "moves") == 3
    press(page, "Control+z", "Backspace")
    assert used(page, "moves") == 1
    press(page, "Control+y")
    assert used(page, "moves") == 2
    press(page, "Home")
    assert used(page, "moves") == 0
    press(page, "Backspace")
    assert used(page, "moves") == 2, "undo returns to the game before the restart"
    press(page, "Control+y")
    assert used(page, "moves") == 3
    press(page, "Home")
    page.reload()
    expect(page.locator("main.play .stage").first).to_be_visible()
    press(page, "Backspace", "Backspace", "Backspace", "Backspace")
    assert used(page, "moves") == 0
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_hints_follow_an_optimal_plan(page):
    opened(page, load("1 2 3/4 0 6/7 5 8")[0])
    hint = page.get_by_role("button", name="Hint")
    for left in (2, 1):
        hint.click()
        expect(page.get_by_text(re.compile(rf"{left} moves? to go"))).to_be_visible()
        expect(page.locator(".hint")).to_be_visible()
        hint.click()
    expect(page.locator(".banner")).to_contain_text("Solved with 2 hints: 2 moves in 0:")
    expect(hint).to_be_disabled()
    press(page, "?")
    expect(page.locator(".banner")).to_contain_text("Solved with 2 hints")
    expect(page.locator(".counters .own")).to_have_count(0)  # no record
    page.get_by_role("button", name="find").click()
    expect(page.locator(".best").last).to_have_text("2")
    expect(page.get_by_text("No solution has fewer moves.")).to_be_visible()


def test_deadlock_lights_explain_a_lost_box(page):
    opened(page, Sokoban.of(["######", "#    #", "#@$ .#", "#    #", "######"]))
    lights = page.get_by_label("Deadlock lights")
    lights.check()
    expect(page.locator(".marks .dead")).to_have_attribute("d", re.compile("M"))
    press(page, "ArrowUp", "ArrowRight", "ArrowDown")  # into the corner row below
    expect(page.get_by_text(re.compile("^Deadlock: "))).to_be_visible()
    expect(page.locator(".marks .culprit")).to_have_count(1)
    press(page, "Backspace")
    expect(page.locator(".marks .culprit")).to_have_count(0)
    lights.uncheck()
    expect(page.locator(".marks .dead")).to_have_count(0)


CORRAL = ["#########", "#   #   #", "#   $   #", "# @ $ . #", "#   #  .#", "#   #   #", "#########"]


def test_lights_distinguish_dead_squares_and_corrals(page):
    opened(page, Sokoban.of(CORRAL))
    page.get_by_label("Deadlock lights").check()
    legend = page.get_by_role("list", name="Legend of the lights")
    expect(legend).to_contain_text("Dead square: a box on it can never reach a target")
    expect(legend).to_contain_text("Corral: the player cannot reach these cells now. This alone is no deadlock")
    expect(page.get_by_text("No deadlock found.")).to_be_visible()
    looks = "(at) => { const { fill, stroke } = getComputedStyle(at); return [fill, stroke]; }"
    dead, corral = (page.locator(f".marks .{name}") for name in ("dead", "corral"))
    (filled, _), (empty, lined) = dead.evaluate(looks), corral.evaluate(looks)
    assert filled not in (empty, lined), "one is shaded, the other hatched"
    assert empty == "none"
    press(page, "ArrowRight", "ArrowRight", "ArrowRight")
    expect(legend).not_to_contain_text("corral")
    page.get_by_label("Deadlock lights").uncheck()
    expect(legend.get_by_role("listitem")).to_have_count(0)


def test_an_unsolvable_puzzle_is_reported(page):
    opened(page, load("1 2 3/4 5 6/8 7 0")[0])
    expect(page.get_by_text(re.compile("no solution: start and goal differ by an odd permutation"))).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(re.compile("^No hint: "))).to_be_visible()
