"""check, info, explore, show, convert, list, doctor, completion: what they print."""

import json
import shlex
import subprocess
import tomllib
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

import pytest

from budge import library
from budge.cli import COMMANDS
from budge.formats import read_source

PUZZLE = "1 2 3/4 0 6/7 5 8"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_text_teaches_by_example(budge, command):
    ran = budge(command, "--help")
    assert ran.code == 0
    examples = ran.out.split("Examples:")[1].split("Options:")[0].strip().splitlines()
    assert examples
    assert all(f"budge {command}" in line or "| budge" in line for line in examples)
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_the_program_lists_its_commands_and_its_version(budge):
    assert all(f"\n  {command} " in budge("--help").out for command in COMMANDS)
    assert budge("--version").out.startswith("budge 0.")


def test_a_mistyped_command_is_suggested(budge):
    assert "did you mean solve?" in budge("slove", PUZZLE).err


@pytest.mark.parametrize("plan", ["DR", "d r", "1D1R", "5 8"])
def test_check_accepts_a_plan_in_every_notation(budge, plan):
    ran = budge("check", PUZZLE, plan)
    assert ran.code == 0
    assert ran.out == "tiles 3×3\n  legal        yes\n  solves       yes\n  cost         2 moves\n"


def test_check_takes_a_plan_from_a_file_from_stdin_and_from_an_outcome(budge, tmp_path):
    (tmp_path / "plan.txt").write_text("DR\n")
    assert budge("check", PUZZLE, "plan.txt").code == 0
    assert budge("check", PUZZLE, "-", stdin="DR").code == 0
    assert budge("check", PUZZLE, "-", stdin=budge("solve", PUZZLE, "--json").out).code == 0
    assert budge("check", "-", "DR", stdin=PUZZLE).code == 0
    assert budge("check", "-", "-").code == 2


def test_check_says_where_a_plan_breaks_and_draws_the_position(budge):
    ran = budge("check", PUZZLE, "DDR")
    assert ran.code == 33
    assert "no: move 2 of 3, D: D takes the blank off the board at row 3, column 2" in ran.out
    assert ran.out.endswith("The position before move 2:\n\n  1 2 3\n  4 5 6\n  7 · 8\n")


def test_check_says_when_a_legal_plan_does_not_solve(budge):
    ran = budge("check", PUZZLE, "D", "--json")
    assert ran.code == 33
    assert json.loads(ran.out) == {
        "puzzle": {"kind": "tiles", "name": None, "level": 1},
        "legal": True,
        "solves": False,
        "broken_at": None,
        "reason": "the plan is legal but does not end at the goal",
        "costs": {"moves": 1},
    }


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        ("xyz", "'X' in a plan; expected the letters U, L, R, D or the numbers of moved tiles"),
        ('{"plan": 1}', "not an outcome of budge: it has no 'status'"),
        ("{", "the plan begins like JSON but is not valid JSON: "),
        ('{"a":' * 10_000, "the plan begins like JSON but is not valid JSON: "),
        ("\0", "standard input: a binary file; expected text"),
        ("best.plan", "no such file: best.plan; and as a plan: 'B' in a plan; "),
    ],
)
def test_check_refuses_what_is_no_plan(budge, plan, complaint):
    ran = budge("check", PUZZLE, plan if plan.endswith(".plan") else "-", stdin=plan)
    assert ran.complaint.startswith(complaint)


def test_check_refuses_a_plan_of_absurd_length(budge, tmp_path):
    (tmp_path / "plan.txt").write_text("UD" * 20_000_000)
    ran = budge("check", PUZZLE, "plan.txt")
    assert (ran.code, ran.err) == (33, "budge: a plan of 40,000,000 characters; the limit is 10,000,000\n")


def test_check_wants_one_puzzle(budge):
    ran = budge("check", "eight", "U")
    assert ran.code == 33
    assert "puzzles; choose one with --level" in ran.err


def test_info_tells_what_theory_and_heuristics_know(budge):
    about = json.loads(budge("info", "eight/hardest-1", "--json").out)
    assert about["solvable"] is True
    assert about["space"] == {"arrangements": 362880, "components": 2, "reachable": 181440}
    assert about["heuristics"]["zero"] == 0
    assert about["heuristics"]["manhattan"] == 21
    assert about["heuristics"]["manhattan"] <= about["heuristics"]["linear-conflict"] <= 31
    assert about["optimum"] == {"moves": 31}
    assert about["engines"]["astar"] is None


def test_info_says_why_not(budge):
    ran = budge("info", "graphs/theta0-swapped")
    assert ran.code == 0
    assert "no: on the θ₀ graph only 120 of the 720 arrangements can be reached" in " ".join(ran.out.split())
    assert "5,040, in 6 parts; 840 in reach of the start" in ran.out


def test_info_does_not_mind_a_huge_board(budge):
    board = "/".join(" ".join(str((64 * row + column + 1) % 4096) for column in range(64)) for row in range(64))
    ran = budge("info", "-", stdin=board)
    assert ran.code == 0
    assert "about 3.6·10^13019" in ran.out
    assert json.loads(budge("info", "-", "--json", stdin=board).out)["space"]["components"] == 2


def test_explore_counts_the_eight_puzzle(budge):
    found = json.loads(budge("explore", "eight/one", "--json").out)
    assert (found["states"], found["depth"], found["by_depth"][-1]) == (181440, 31, 2)
    assert found["components"] == 2
    assert sorted(map(tuple, found["hardest"])) == sorted(
        puzzle.start for name in ("eight/hardest-1", "eight/hardest-2") for puzzle in read_source(name)
    )


def test_explore_draws_depths_and_hardest_positions(budge):
    ran = budge("explore", "1 2/3 0")
    assert ran.code == 0
    assert "12: all states that the goal can reach" in ran.out
    assert "\n      6          1  " in ran.out
    assert ran.out.endswith("the hardest, 6 moves from the goal:\n\n  · 3\n  2 1\n")


@pytest.mark.parametrize(
    ("source", "origin", "counted"),
    [
        ("robots/docking", "goal", "25: all solvable states that the start can reach"),
        ("robots/docking", "start", "115: all states that the start can reach"),
        ("sokoban/rooms-7", "goal", "519: all solvable states"),
        ("sokoban/rooms-7", "start", "396: all states that the start can reach, no box on a dead square"),
    ],
)
def test_explore_says_what_it_counts_where_moves_cannot_be_taken_back(budge, source, origin, counted):
    """Nothing is reached from the goal there: what can be solved is found by going back from it."""
    ran = budge("explore", source, "--from", origin)
    assert f"  {counted}\n" in ran.out
    assert f" from the {origin}:\n" in ran.out
    assert ("hardest" in ran.out) == (origin == "goal")


def test_explore_stops_at_a_limit_and_says_so(budge):
    ran = budge("explore", "fifteen/20", "--nodes", 10_000)
    assert ran.code == 12
    assert "so far: the node limit was reached" in ran.out


def test_explore_shows_a_bar_on_a_terminal(on_terminal):
    ran = on_terminal("explore", "rectangle/4x3", "--nodes", 20_000_000)
    assert ran.code == 12
    assert "positions" in ran.out
    assert "\x1b[?25h" in ran.out  # the cursor is back


def test_show_draws_and_steps(budge):
    assert budge("show", PUZZLE).out == "tiles 3×3\n\n  1 2 3\n  4 · 6\n  7 5 8\n"
    assert budge("show", PUZZLE, "DR", "--step", 1).out == "1/2  D\n1 2 3\n4 5 6\n7 · 8\n"
    stepped, broken = budge("show", PUZZLE, "DD", "--step", 1), budge("show", PUZZLE, "DD")
    assert (stepped.code, stepped.out) == (0, "1/2  D\n1 2 3\n4 5 6\n7 · 8\n")  # no further than was asked for
    assert broken.out == "start\n1 2 3\n4 · 6\n7 5 8\n\n1/2  D\n1 2 3\n4 5 6\n7 · 8\n"
    assert (broken.code, broken.err.count("\n")) == (33, 1)
    assert "move 2 of the plan: D takes the blank off" in broken.err
    assert budge("show", "eight").out.count("tiles 3×3") == len(library.suite("eight").entries)


def test_show_writes_svg_to_a_file_or_to_stdout(budge, tmp_path):
    assert budge("show", PUZZLE, "DR", "--svg", "x.svg").out == ""
    ElementTree.parse(tmp_path / "x.svg")
    assert budge("show", "graphs/petersen", "--svg", "-").out.startswith("<svg ")


@pytest.mark.parametrize("suffix", ["svg", "gif", "html", "txt"])
def test_show_writes_a_plan_in_the_format_of_the_suffix(budge, tmp_path, suffix):
    for plan in (["DR"], [], ["DR", "--step", 1]):
        ran = budge("show", PUZZLE, *plan, "-o", f"x.{suffix}")
        assert (ran.code, ran.out, ran.err) == (0, "", "")
        content = (tmp_path / f"x.{suffix}").read_bytes()
        animated = {"svg": content.count(b"<animate"), "html": content.count(b"u003csvg") - 1}.get(suffix)
        assert animated in (None, 3 if suffix == "svg" and plan == ["DR"] else 2 if plan == ["DR"] else 0)
    if suffix == "txt":
        assert content.decode() == "1 2 3\n4 5 6\n7 · 8\n"  # after one move


def test_show_says_in_one_line_why_a_file_is_not_written(budge, tmp_path):
    (tmp_path / "plan.txt").write_text("DR")
    for arguments, words in (
        (["DR", "-o", "x.mp4"], "x.mp4: unknown picture format"),
        (["DD", "-o", "x.svg"], "move 2 of the plan"),
        (["DR", "-o", "no/folder/x.gif"], "no/folder/x.gif: No such file or directory"),
        (["plan.txt", "-o", "plan.txt"], "would be overwritten"),
    ):
        ran = budge("show", PUZZLE, *arguments)
        assert (ran.code, ran.err.count("\n")) == (33, 1), ran.err
        assert words in ran.err
    assert budge("show", PUZZLE, "DR", "-o", "x.svg", "--svg", "y.svg").code == 2
    assert [file.name for file in tmp_path.iterdir()] == ["plan.txt"]


def test_convert_loses_nothing_on_a_tour_through_the_formats(budge, tmp_path):
    for suite, text in (("eight", "tiles"), ("graphs", "tokens")):
        as_json = budge("convert", suite, "--to", "json").out
        (tmp_path / "in.json").write_text(as_json)
        assert budge("convert", "in.json", "--to", text, "-o", "out.txt").code == 0
        assert budge("convert", "out.txt", "--to", "json").out == as_json


def test_convert_takes_the_format_from_the_suffix(budge, tmp_path):
    assert budge("convert", PUZZLE, "-o", "x.json").code == 0
    assert json.loads((tmp_path / "x.json").read_text())["kind"] == "tiles"
    assert budge("convert", PUZZLE).code == 2


def test_convert_refuses_a_format_that_cannot_hold_the_puzzle(budge):
    ran = budge("convert", PUZZLE, "--to", "xsb")
    assert ran.code == 33
    assert ran.err == "budge: format xsb holds sokoban, not tiles; expected tiles-list, json, asp, tiles\n"
    assert "unknown format 'xml'" in budge("convert", PUZZLE, "--to", "xml").err


@pytest.mark.parametrize("what", ["engines", "heuristics", "formats", "library", "kinds"])
def test_list_names_everything(budge, what):
    listed = [json.loads(line) for line in budge("list", what, "--json").out.splitlines()]
    shown = budge("list", what).out
    assert listed
    assert all(each["name"] in shown for each in listed)
    assert json.loads(budge("list", "--json").out)[what] == listed


def test_doctor_says_what_is_there_and_how_to_get_the_rest(budge):
    found = json.loads(budge("doctor", "--json").out)
    assert found["cores"] >= 1
    assert found["free_memory"] > 0
    for extra, each in found["extras"].items():
        assert (each["version"] is None) == (each["install"] == f"pip install 'budge[{extra}]'")
    assert found["native"]["module"] in budge("doctor").out


def test_doctor_looks_at_every_extra(budge):
    project = Path(__file__).parents[2] / "pyproject.toml"
    extras = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(json.loads(budge("doctor", "--json").out)["extras"]) == set(extras) - {"all", "dev"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_scripts_hold_every_command_and_name(budge, shell):
    script = budge("completion", shell).out
    for name in (*COMMANDS, "--engine", "astar", "klotski", "manhattan", "pushes-then-moves"):
        assert name.removeprefix("--") in script, name
    if program := which(shell):
        assert subprocess.run([program, "-n"], input=script, text=True).returncode == 0


def test_bash_completes_names_and_the_values_of_options(budge):
    script = budge("completion", "bash").out

    def complete(line):
        ask = f'COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}; _budge 2> /dev/null; echo "${{COMPREPLY[@]}}"'
        return subprocess.run(["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True).stdout.split()

    assert complete("budge ex") == ["explore", "export"]
    assert complete("budge patterns b") == ["build"]
    assert complete("budge solve klo") == ["klotski"]
    assert complete("budge solve --engine as") == ["astar", "asp"]
    assert complete("budge solve klotski --heuristic pdb:7") == ["7-8", "7-7-7-3"]  # after the colon


def test_the_shell_completes_library_names_and_engines(budge):
    def complete(*words):
        line = " ".join(words)
        ran = budge(_BUDGE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1))
        return [item.split(",", 1)[1] for item in ran.out.split()]

    assert "eight/hardest-1" in complete("budge", "solve", "eight/h")
    assert "explore" in complete("budge", "ex")
    assert complete("budge", "solve", "--engine", "as") == ["astar", "asp"]


def test_doctor_knows_every_cupy_that_serves(monkeypatch):
    from budge.cli.commands import doctor

    there = {"cupy-cuda13x": "14.2.0"}

    def version(package):
        if package not in there:
            raise doctor.PackageNotFoundError(package)
        return there[package]

    monkeypatch.setattr(doctor, "version", version)
    packages = doctor.EXTRAS["gpu"].split()
    assert doctor.installed(packages, "gpu") == {"package": "cupy-cuda13x", "version": "14.2.0", "install": None}
    there.clear()
    assert doctor.installed(packages, "gpu")["install"] == "pip install 'budge[gpu]'"
