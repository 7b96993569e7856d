"""budge patterns: the store of pattern databases."""

from __future__ import annotations

import json
import re
import sys
from math import isqrt
from pathlib import Path
from typing import Any

import click

from budge.cli.building import build
from budge.cli.exits import Exit
from budge.cli.parameters import Seconds, json_option, named, to_bytes
from budge.cli.terminal import columns, complain, facts, width
from budge.engines.domains.tiles_table import MAX_CELLS
from budge.engines.native.table import view
from budge.formats.lines import words
from budge.formats.tiles_text import with_tiles_goal
from budge.patterns import Board, Damaged, Database, Partition, Pattern, Store, lookups, partition
from budge.patterns.file import open_database
from budge.patterns.histogram import Histogram, image, text
from budge.patterns.placements import placement_histogram
from budge.puzzles import BadInput, Tiles
from budge.puzzles.tiles import blank_last
from budge.wording import seconds_in_words, size_in_words

board_option = click.option(
    "--board", metavar="WxH", help="Board, as 4x4; not needed with names such as 7-8 or with a goal."
)
goal_option = click.option("--goal", metavar="GOAL", help="blank-first, blank-last, or an arrangement as text.")
yes_option = click.option("--yes", is_flag=True, help="Build without asking, however large.")
PICTURES = (".png", ".svg", ".pdf")

what_argument = click.argument("what", nargs=-1, required=True)


@click.group(name="patterns", short_help="Build, list, inspect, plot and remove pattern databases.")
def command() -> None:
    """Build, list, inspect, plot and remove pattern databases.

    A partition is a name (5-5-5, 6-6-3, 7-8 for 4×4; 6-6-6-6, 7-7-7-3 for 5×5; fringe; auto), the sizes of its sets
    (3-3-2), the sets themselves (1,2,3/4,5,6; plain:1,2,3 to count all moves), or a file with one set per line. `table`
    is the distance table of a small board.

    \b
    Examples:
      budge patterns build 7-8 --yes                  107 MB, once
      budge patterns list
      budge patterns plot 5-5-5 6-6-3 -o compare.png
    """


@command.command("build", short_help="Build the databases of partitions.")
@click.argument("partitions", nargs=-1, required=True, metavar="PARTITION...")
@board_option
@goal_option
@yes_option
@click.option("--dual", is_flag=True, help="Also build the databases that dual look-ups need.")
@click.option("--threads", type=click.IntRange(1), help="Threads to use.  [default: all cores]")
@click.option("--seconds", type=Seconds(0, min_open=True), help="Time limit.")
@click.option("--memory", metavar="SIZE", callback=to_bytes, help="Memory limit, as 512M or 4G.")
@json_option
def build_command(
    partitions: tuple[str, ...],
    board: str | None,
    goal: str | None,
    yes: bool,
    dual: bool,
    threads: int | None,
    seconds: float | None,
    memory: int | None,
    as_json: bool,
) -> int:
    """Build the missing databases of partitions.

    Ctrl-C or a limit stops a build and leaves no files. If two processes need the same database, only one builds it.

    \b
    Examples:
      budge patterns build 5-5-5
      budge patterns build 7-8 --goal blank-first --yes
      budge patterns build 1,2,3,4/5,6,7,8 --board 3x3
      budge patterns build table --board 4x3 --yes
    """
    store = Store()
    for name in partitions:
        wanted = patterns_of(name, board, goal, dual)
        build(wanted, store, name, yes=yes, seconds=seconds, memory=memory, threads=threads)
        print_databases([opened(pattern, store) for pattern in wanted], as_json)
    return Exit.SOLVED


@command.command("list", short_help="List the databases in the store.")
@json_option
def list_command(as_json: bool) -> int:
    """List the databases in the store with their size, mean and maximum value, and build time.

    \b
    Examples:
      budge patterns list
      budge patterns list --json
    """
    store = Store()
    found = store.databases()
    sound = [each for each in found if isinstance(each, Database)]
    if sound or as_json:
        print_databases(sound, as_json)
    else:
        click.echo(f"no databases in {store.folder}")
    for each in found:
        if not isinstance(each, Database):
            complain(f"{each[0]} is damaged: {each[1]}; it will be built again when it is needed")
    return Exit.SOLVED


@command.command("info", short_help="Describe databases and check them for damage.")
@what_argument
@board_option
@goal_option
@click.option("--verify", is_flag=True, help="Read every byte and compare with the checksum.")
@json_option
def info_command(what: tuple[str, ...], board: str | None, goal: str | None, verify: bool, as_json: bool) -> int:
    """Describe databases. WHAT is a key of `budge patterns list`, its beginning, or a partition.

    The exit code is 33 if one is missing or damaged.

    \b
    Examples:
      budge patterns info 7-8
      budge patterns info 7-8 --verify
      budge patterns info 4x4-additive-5
    """
    code = Exit.SOLVED
    for path in paths(what, board, goal):
        try:
            database = open_database(path)
            if verify:
                database.verify()
        except Damaged as problem:
            complain(f"{path} is damaged: {problem}; it will be built again when it is needed")
            code = Exit.BAD_INPUT
            continue
        except FileNotFoundError:
            complain(f"{path.stem} is not built")
            code = Exit.BAD_INPUT
            continue
        if as_json:
            click.echo(json.dumps(as_data(database, verify)))
        else:
            click.echo(in_words(database, verify))
    return code


@command.command("plot", short_help="Draw histograms of databases, as text or as a picture.")
@what_argument
@board_option
@goal_option
@yes_option
@click.option(
    "-o", "--output", callback=named, metavar="FILE", help="Write all histograms as one picture (.png, .svg, .pdf)."
)
@click.option("--counts", is_flag=True, help="In the picture, show numbers of entries instead of shares.")
@click.option(
    "--placements",
    is_flag=True,
    help="Count placements of the tiles, each with its smallest value, instead of entries, which tell regions of the "
    "blank apart.",
)
@json_option
def plot_command(
    what: tuple[str, ...],
    board: str | None,
    goal: str | None,
    yes: bool,
    output: str | None,
    counts: bool,
    placements: bool,
    as_json: bool,
) -> int:
    """Draw histograms of databases, with mean and maximum. WHAT is as for `budge patterns info`.

    \b
    Examples:
      budge patterns plot 4x4-additive-5                       text
      budge patterns plot 5-5-5 6-6-3 -o compare.png   a picture, normalised
      budge patterns plot 3,6,7,10,11 --board 4x4 --goal blank-first --placements
    """
    if output is not None and Path(output).suffix.lower() not in PICTURES:
        raise BadInput(f"{output}: a picture is written as {', '.join(PICTURES)}")
    for name in what:
        if not stored(name):
            build(patterns_of(name, board, goal), Store(), name, yes=yes)
    databases = {open_sound(path): label for path, label in labelled(what, board, goal).items()}
    histograms = [
        Histogram(
            label or each.pattern.title,
            placement_histogram(each.pattern) if placements else each.histogram,
            "placements" if placements else "entries",
        )
        for each, label in databases.items()
    ]
    if output is not None:
        image(histograms, Path(output), normalised=not counts)
        return Exit.SOLVED
    if as_json:
        for each in histograms:
            click.echo(json.dumps(each.to_json()))
    else:
        click.echo("\n\n".join(text(each, width()) for each in histograms))
    return Exit.SOLVED


@command.command("remove", short_help="Remove databases from the store.")
@click.argument("what", nargs=-1)
@board_option
@goal_option
@click.option("--all", "everything", is_flag=True, help="Remove all databases of the store.")
@click.option("--yes", is_flag=True, help="Remove without asking.")
def remove_command(what: tuple[str, ...], board: str | None, goal: str | None, everything: bool, yes: bool) -> int:
    """Remove databases from the store. WHAT is as for `budge patterns info`. Searches that use them continue.

    \b
    Examples:
      budge patterns remove 7-8
      budge patterns remove --all --yes
    """
    if everything == bool(what):
        raise click.UsageError("name the databases to remove, or use --all")
    store = Store()
    found = sorted(store.folder.glob("*.pdb")) if everything else paths(what, board, goal)
    missing = [path for path in found if not path.is_file()]
    if missing:
        raise BadInput(f"{missing[0].stem} is not in the store")
    if everything and found and not yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise BadInput(f"this removes {len(found)} databases; confirm with --yes")
        click.confirm(f"Remove {len(found)} databases from {store.folder}?", err=True, abort=True)
    size = sum(path.stat().st_size for path in found)
    for path in found:
        path.unlink(missing_ok=True)
    store.sweep()
    click.echo(f"removed {len(found)} database{'' if len(found) == 1 else 's'}, {size_in_words(size)}")
    return Exit.SOLVED


def patterns_of(name: str, board: str | None, goal: str | None, dual: bool = False) -> list[Pattern]:
    """The databases of a partition, or of `table`."""
    puzzle = goal_board(name, board, goal)
    if name == "table":
        if len(puzzle.goal) > MAX_CELLS:
            raise BadInput(f"a distance table is for boards of up to {MAX_CELLS} cells, not {puzzle.size}")
        return [view(puzzle).pattern]
    return lookups((parted(name, puzzle),), dual=dual).patterns


def parted(name: str, puzzle: Tiles) -> Partition:
    return partition(name, Board(puzzle.width, puzzle.height, puzzle.goal.index(0)), puzzle.goal)


def goal_board(name: str, board: str | None, goal: str | None) -> Tiles:
    """A board in its goal position. Its size comes from --board, the goal or the partition's name."""
    tiles = sum(map(int, name.split("-"))) if re.fullmatch(r"\d{1,4}(-\d{1,4})+", name) else 0
    side = isqrt(tiles + 1)
    if board is not None:
        match = re.fullmatch(r"(\d{1,2})[x×](\d{1,2})", board)
        if match is None:
            raise BadInput(f"--board {board!r}; expected width and height, as 4x4")
        wide, tall = int(match[1]), int(match[2])
    elif goal is not None and "/" in goal:
        rows = goal.strip().strip("/").split("/")
        wide, tall = len(words(rows[0])), len(rows)
    elif tiles and side * side == tiles + 1:
        wide = tall = side
    else:
        raise BadInput(f"{name}: unknown board; add it, as --board 4x3")
    if not 2 <= wide * tall <= 64 * 64:
        raise BadInput(f"--board {wide}x{tall}; a board has at least two cells")
    puzzle = Tiles(width=wide, height=tall, start=blank_last(wide * tall))
    return puzzle if goal is None else with_tiles_goal(puzzle, goal.strip())


def stored(name: str) -> list[Path]:
    """The files whose key begins with `name`."""
    return sorted(path for path in Store().folder.glob("*.pdb") if path.stem.startswith(name)) if "x" in name else []


def paths(what: tuple[str, ...], board: str | None, goal: str | None) -> list[Path]:
    store = Store()
    found = [stored(name) or [store.path(pattern) for pattern in patterns_of(name, board, goal)] for name in what]
    return list(dict.fromkeys(path for each in found for path in each))


def labelled(what: tuple[str, ...], board: str | None, goal: str | None) -> dict[Path, str | None]:
    """The files; those of a partition have a label with the tiles as the goal numbers them."""
    found: dict[Path, str | None] = {}
    for name in what:
        found |= dict.fromkeys(paths((name,), board, goal))
        if name != "table" and not stored(name):
            puzzle = goal_board(name, board, goal)
            chosen = parted(name, puzzle)
            for cells, each in zip(chosen.sets, chosen.views(), strict=True):
                tiles = " ".join(str(tile) for tile in sorted(puzzle.goal[cell] for cell in cells))
                found[Store().path(each.pattern)] = f"{puzzle.size} {chosen.kind}, tiles {tiles}"
    return found


def open_sound(path: Path) -> Database:
    try:
        return open_database(path)
    except Damaged as problem:
        raise BadInput(f"{path} is damaged: {problem}") from None


def opened(pattern: Pattern, store: Store) -> Database:
    return open_sound(store.path(pattern))


def as_data(database: Database, verified: bool = False) -> dict[str, Any]:
    return {
        "key": database.pattern.key,
        **database.pattern.to_json(),
        "entries": database.pattern.entries,
        "bytes": len(database.data),
        "mean": database.mean,
        "maximum": database.maximum,
        "seconds": database.seconds,
        "built": database.built,
        "path": str(database.path),
        "verified": verified,
    }


def print_databases(databases: list[Database], as_json: bool) -> None:
    if as_json:
        for database in databases:
            click.echo(json.dumps(as_data(database)))
        return
    rows = [("key", "size", "mean", "max", "built in", "what")]
    for each in databases:
        size, seconds = size_in_words(len(each.data)), seconds_in_words(each.seconds)
        rows.append((each.pattern.key, size, f"{each.mean:.2f}", str(each.maximum), seconds, each.pattern.title))
    click.echo(columns(rows))


def in_words(database: Database, verified: bool) -> str:
    rows = [
        ("what", database.pattern.title),
        ("entries", f"{database.pattern.entries:,}, one {'bit' if database.pattern.additive else 'byte'} each"),
        ("values", f"mean {database.mean:.2f}, maximum {database.maximum}"),
        ("built in", seconds_in_words(database.seconds)),
        ("file", str(database.path)),
    ]
    if verified:
        rows.append(("checksum", "correct"))
    return f"{click.style(database.pattern.key, bold=True)}\n{facts(rows)}"
