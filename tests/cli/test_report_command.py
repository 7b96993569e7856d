"""A report says what the results say, no more, and raises the alarm when they contradict each other."""

from __future__ import annotations

import json
import math
import random
import re
import statistics
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from running import Ran
from small_suite import record_for

from budge.lab import plots, search_plots, tables
from budge.lab.disagreements import findings
from budge.lab.jobs import plan
from budge.lab.markdown import PlotFiles, markdown
from budge.lab.page import page
from budge.lab.record import Record
from budge.lab.report import Plot, report
from budge.lab.results import Results, read_results
from budge.lab.sql import query
from budge.lab.statistics import summary
from budge.lab.suite import parse_suite
from budge.puzzles import BadInput

SUITE = """title = "Tiny"
source = "A. Uthor, 1999"
seconds = 20
[[instances]]
name = "tiles"
puzzles = ["eight/12", "eight/20", "eight/swapped"]
trace = true
[[configurations]]
engine = ["astar", "ida"]
heuristic = "manhattan"
[[configurations]]
engine = "sat"
[[configurations]]
engine = "ida"
heuristic = "pdb:4-4"
[[show]]
what = "instances"
text = "All three."
measures = ["cost", "seconds"]
[[show]]
what = "cactus"
[[show]]
what = "scatter"
x = "astar manhattan"
y = "ida manhattan"
measure = "expanded"
[[show]]
what = "expansions"
[[show]]
what = "depths"
[[show]]
what = "growth"
[[show]]
what = "pieces"
[[show]]
what = "histograms"
[[numbers]]
number = "Table 9"
what = "nodes"
[[published]]
number = "Table 9"
what = "theirs"
configuration = "astar manhattan"
expanded = 1000
"""
PLOTS = ("cactus", "scatter", "expansions", "depths", "growth", "pieces", "histograms")


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """What the suite gives, run once."""
    return [record_for(job) for job in plan(parse_suite(SUITE, "tiny", "tiny")).jobs]


@pytest.fixture
def file(records: list[Record], tmp_path: Path) -> Path:
    path = tmp_path / "tiny.jsonl"
    database = {
        "type": "database",
        "suite": "tiny",
        "heuristic": "pdb:4-4",
        "key": "k",
        "title": "four tiles",
        "load_seconds": 0.1,
        "read_seconds": 1.0,
        "build_seconds": 1.0,
        "bytes": 4,
        "mean": 1.5,
        "histogram": [1, 1, 1, 1],
        "placements": None,
    }
    about = {"type": "suite", "name": "tiny", "text": SUITE, "left_out": [], "short": False, "jobs": len(records)}
    write(path, [about, database, *(record.to_json() for record in records)])
    return path


def write(path: Path, data: list[dict]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in data))


def table(text: str, title: str) -> dict[str, list[str]]:
    """The rows under a heading, by their first cell."""
    part = text.partition(f"### {title}\n")[2].partition("###")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    return {row[0]: row[1:] for row in rows[2:]}


def test_the_numbers_are_those_of_the_results(budge: Callable[..., Ran], file: Path):
    ran = budge("report", file)
    assert ran.code == 0, ran.err
    data = [line for line in map(json.loads, file.read_text().splitlines()) if line["type"] == "result"]
    ours = [line for line in data if line["configuration"] == "astar manhattan"]
    assert table(ran.out, "Coverage")["astar manhattan"] == ["3", "3", "2", "0", "0", "0"]
    total, mean, deviation, *_ = map(float, table(ran.out, "Time")["astar manhattan"])
    times = [line["cpu_seconds"] for line in ours]
    assert total == pytest.approx(sum(times), rel=0.01)
    assert mean == pytest.approx(statistics.mean(times), rel=0.01)
    assert deviation == pytest.approx(statistics.stdev(times), rel=0.01)
    expanded = statistics.mean(line["expanded"] for line in ours)
    assert table(ran.out, "Nodes and memory")["astar manhattan"][0] == f"{expanded:,.0f}"
    each = table(ran.out, "Every instance")  # more configurations than instances: these are the columns
    assert each["cost"] == ["12", "20", "no solution"]
    assert "\nAll three. In CPU-seconds." in ran.out
    assert "## A. Uthor, 1999\n" in ran.out
    theirs = table(ran.out, "What the study has · what we have · what differs")["theirs"]
    assert theirs[:4] == ["Table 9", "astar manhattan", "expanded", "1,000"]
    assert float(theirs[5]) == pytest.approx(1000 / expanded, rel=0.01)
    assert table(ran.out, "Table 9: nodes")["theirs"][1] == "1,000"
    assert table(ran.out, "Every table and figure")["Table 9"] == ["nodes", "below"]


def test_json_has_the_same_numbers(budge: Callable[..., Ran], file: Path):
    lines = [json.loads(line) for line in budge("report", file, "--json").out.splitlines()]
    [astar] = [line for line in lines if line["configuration"] == "astar manhattan"]
    ours = [
        line
        for line in map(json.loads, file.read_text().splitlines())
        if line.get("configuration") == "astar manhattan"
    ]
    assert astar["answered"] == 3
    assert astar["total"] == pytest.approx(sum(line["cpu_seconds"] for line in ours))


def test_par2_counts_no_answer_as_twice_the_limit(records: list[Record]):
    good = next(record for record in records if record.status == "optimal")
    late = replace(good, status="stopped", stopped_by="seconds", cost=None, plan=None, cpu_seconds=19.0)
    found = summary([replace(good, cpu_seconds=2.0), late])
    assert (found.par2, found.mean, found.answered) == ((2 + 40) / 2, 2.0, 1)


def test_different_optimal_costs_raise_the_alarm(budge: Callable[..., Ran], file: Path):
    data = [json.loads(line) for line in file.read_text().splitlines()]
    wrong = next(line for line in data if line.get("instance") == "eight/20" and line["configuration"] == "sat")
    wrong.update(cost=22, lower_bound=22, optimum=None)
    write(file, data)
    ran = budge("report", file, "--html", "page.html")
    assert ran.code == 13
    assert "CONTRADICTION in tiny, eight/20: different optimal costs" in ran.err
    assert "some engine is wrong" in (file.parent / "page.html").read_text()


def test_every_kind_of_contradiction_is_found(records: list[Record]):
    good = next(record for record in records if record.instance == "eight/20")
    unknown = replace(good, optimum=None, solvable=None)
    other = replace(unknown, configuration="other")
    assert findings([unknown, other]) == []
    for second, what in (
        (replace(other, cost=18, lower_bound=18), "different optimal costs"),
        (replace(other, status="solved", cost=18, lower_bound=0), "a proof that 20 are needed"),
        (replace(other, status="stopped", cost=None, lower_bound=22), "a proof that 22 are needed"),
        (replace(other, status="unsolvable", cost=None, lower_bound=0), "proven unsolvable by other"),
        (replace(other, status="stopped", cost=None, stopped_by="referee", reason="?"), "breaks the rules"),
    ):
        [found] = findings([unknown, second])
        assert found.error
        assert what in found.what
    [known] = findings([replace(good, optimum=18)])
    assert known.error
    assert "known to be 18" in known.what
    [crash] = findings([unknown, replace(other, status="stopped", cost=None, stopped_by="crash", reason="SIGSEGV")])
    assert not crash.error


def test_a_puzzle_is_known_by_itself_and_not_by_its_name(records: list[Record]):
    good = replace(next(record for record in records if record.instance == "eight/20"), optimum=None)
    longer = replace(good, configuration="other", cost=22, lower_bound=22)
    assert findings([good, replace(longer, puzzle="of another suite under this name")]) == []
    assert findings([good, replace(longer, suite="other", instance="renamed")])


def test_the_page_needs_nothing_else(file: Path):
    text = page(report(read_results([file])), "Title")
    assert text.count("src='data:image/svg+xml;base64,") == len(PLOTS)
    assert not re.search(r"https?://|<script|<link|@import|url\(", text)


@pytest.mark.parametrize("form", ["svg", "png"])
def test_markdown_has_its_plots_beside_it(file: Path, form: str):
    text = markdown(report(read_results([file])), "Title", PlotFiles(file.parent / "plots", "plots", form))
    linked = re.findall(r"\((plots/[^)]+)\)", text)
    assert [Path(link).stem.split("-")[-1] for link in linked] == list(PLOTS)
    for link in linked:
        data = (file.parent / link).read_bytes()
        if form == "png":
            assert data.startswith(b"\x89PNG")
            wide, tall = struct.unpack(">II", data[16:24])
            assert wide >= 750
            assert tall >= 500
        else:
            assert b"<svg" in data[:1000]


def test_markdown_links_key_plots_only_if_the_others_have_a_folder(budge: Callable[..., Ran], file: Path):
    data = [json.loads(line) for line in file.read_text().splitlines()]
    data[0]["text"] = SUITE.replace('what = "scatter"', 'what = "scatter"\nkey = true')
    write(file, data)
    ran = budge("report", file, "--markdown", "out.md", "--other-plots", "more")
    assert ran.code == 0, ran.err
    text = (file.parent / "out.md").read_text()
    assert re.findall(r"\((plots/[^)]+)\)", text) == ["plots/tiny-3-scatter.svg"]
    assert [path.name for path in (file.parent / "plots").iterdir()] == ["tiny-3-scatter.svg"]
    named = re.findall(r"`more/([^`]+)`", text)
    assert {path.name for path in (file.parent / "more").iterdir()} == set(named)
    assert len(named) == len(PLOTS) - 1


def test_plots_of_large_suites_stay_small(records: list[Record]):
    """SVGs of a suite with 40 configurations and 100 instances, and of traces with 100,000 expansions."""
    draw = random.Random(1)
    first = next(record for record in records if record.answered)
    many = [
        replace(first, configuration=f"configuration {c}", instance=f"{i}", cpu_seconds=draw.random(), expanded=i + 1)
        for c in range(40)
        for i in range(100)
    ]
    trace = {"depths": [draw.randrange(60) for _ in range(100_000)], "stride": 1, "expansions_by_depth": [1] * 60}
    traced = [replace(first, configuration=f"configuration {c}", trace=trace) for c in range(6)]
    drawn = [
        plots.cactus(many),
        plots.scatter(many, "configuration 1", "configuration 2"),
        search_plots.depths(traced),
        search_plots.expansions(traced),
    ]
    for figure in drawn:
        svg = plots.image(figure, "svg")
        assert len(svg) < 60_000
        assert b"<metadata" not in svg
        assert plots.COLOURS[0].encode() in svg


def test_the_svg_that_are_kept_are_small_and_in_use():
    root = Path(__file__).resolve().parents[2]
    pages = [root / "README.md", root / "bench/REPORT.md", *root.glob("docs/**/*.md")]
    linked = {
        (page.parent / name).resolve()
        for page in pages
        for name in re.findall(r"""(?:\]\(|src=")([^)"]+\.svg)""", page.read_text(encoding="utf-8"))
    }
    kept = {*root.glob("docs/**/*.svg"), *root.glob("bench/plots/*.svg")}
    assert kept == linked
    for path in kept:
        max_bytes = 120_000 if path.parent.name == "gallery" else 60_000  # an animation has a frame for every move
        assert path.stat().st_size < max_bytes, path.name


def test_plots_draw_every_series(records: list[Record]):
    searches = [record for record in records if record.engine in ("astar", "ida")]
    cactus = plots.cactus(records).axes[0]
    assert {line.get_label() for line in cactus.lines} == {"astar manhattan", "ida manhattan", "sat", "ida pdb:4-4"}
    assert all(len(line.get_xdata()) == 3 for line in cactus.lines)
    expansions = search_plots.expansions(searches, "eight/20").axes[0]
    astar = next(record for record in searches if (record.instance, record.engine) == ("eight/20", "astar"))
    assert sum(expansions.lines[0].get_ydata()) == astar.expanded
    assert len(search_plots.depths(searches, "eight/20").axes) == 3
    growth = plots.growth(records, "eight/20")
    lengths = list(growth.axes[0].lines[0].get_xdata())
    assert lengths[-1] == 20
    assert lengths == sorted(lengths)
    scatter = plots.scatter(records, "astar manhattan", "ida manhattan", "expanded").axes[0]
    assert len(scatter.lines[0].get_xdata()) == 3
    assert plots.cactus([]) is None


def test_search_from_both_ends_is_drawn_in_each_direction(records: list[Record]):
    one = next(record for record in records if (record.instance, record.engine) == ("eight/20", "astar"))
    trace = {
        "expansions_by_depth": [2, 3, 1],
        "backward_by_depth": [1, 1, 1],
        "depths": [0, 1, 1],
        "backward_depths": [0, 1, 2],
        "stride": 1,
    }
    nbs = replace(one, engine="nbs", configuration="nbs", trace=trace)
    lines = {line.get_label(): list(line.get_ydata()) for line in search_plots.depths([nbs]).axes[0].lines}
    assert lines == {"forward": [0, 1, 1], "backward": [0, 1, 2]}
    counted = [line.get_label() for line in search_plots.expansions([nbs]).axes[0].lines]
    assert counted == ["nbs forward: 3", "nbs backward: 3"]
    [dots] = search_plots.pairs([nbs]).axes[0].collections
    assert dots.get_offsets().tolist() == [[0, 0], [1, 1], [1, 2]]
    assert dots.get_array().tolist() == [1, 2, 3]
    gaps = replace(nbs, trace={**trace, "stride": 4})  # every fourth expansion of each direction
    [dots] = search_plots.pairs([gaps]).axes[0].collections
    assert dots.get_array().tolist() == [1, 5, 9]


def test_searches_are_compared_at_one_stride(records: list[Record]):
    one = next(record for record in records if (record.instance, record.engine) == ("eight/20", "astar"))
    short = replace(one, trace={"expansions_by_depth": [8], "depths": [*range(8)], "stride": 1})
    long = replace(short, configuration="long", trace={**short.trace, "stride": 4})
    first, second = search_plots.depths([short, long]).axes
    assert (first.lines[0].get_xdata().tolist(), first.lines[0].get_ydata().tolist()) == ([0, 4], [0, 4])
    assert second.lines[0].get_xdata().tolist() == [0, 4, 8, 12, 16, 20, 24, 28]


def test_steps_are_drawn_below_the_time_over_pieces(records: list[Record]):
    few = [replace(each, pieces=count) for each in records if each.cost for count in [1 + (each.cost > 12)]]
    time, steps = plots.pieces(few).axes
    assert list(steps.lines[0].get_ydata()) == [12, 20]
    assert len(time.lines) == 4


def test_what_has_no_answer_is_drawn_as_a_bound(records: list[Record]):
    few = [replace(each, pieces=count) for each in records if each.cost for count in [1 + (each.cost > 12)]]
    name = few[0].configuration
    lost = [
        replace(each, status="stopped", cpu_seconds=7.0) if (each.configuration, each.pieces) == (name, 2) else each
        for each in few
    ]
    time, _ = plots.pieces(lost).axes
    [line] = [each for each in time.lines if each.get_label() == name]
    assert [math.isnan(value) for value in line.get_ydata()] == [False, True]
    [bound] = [each for each in time.lines if each.get_marker() == "^"]
    assert (list(bound.get_xdata()), list(bound.get_ydata())) == ([2], [7.0])


def test_clauses_after_reading_have_a_panel_if_the_solver_counts_them(records: list[Record]):
    assert [axes.get_ylabel() for axes in plots.growth(records, "eight/20").axes] == [
        "clauses written",
        "clauses after reading",
        "decisions",
        "seconds",
    ]
    other = [replace(each, trace=without_kept(each.trace)) for each in records]
    assert len(plots.growth(other, "eight/20").axes) == 3


def without_kept(trace: dict | None) -> dict | None:
    if not (trace or {}).get("bounds"):
        return trace
    return {**trace, "bounds": [{**bound, "kept": None} for bound in trace["bounds"]]}


def test_patterns_are_drawn_by_their_tiles():
    like = "4x4-additive-5-as an older version called it"
    databases = [
        {"key": like, "heuristic": "pdb:x", "title": f"4×4 additive, cells {cells}", "mean": 1.0, "histogram": [1, 1]}
        for cells in ("3 6 7 11 15", "1 2 4 5 8")
    ]
    [axes] = plots.histograms(databases, patterns=["1,2,4,5,8", "3,6,7,10,11"]).axes
    assert [each.get_label() for each in axes.patches] == ["tiles 1, 2, 4, 5, 8: mean 0.50, maximum 1"]
    assert plots.histograms(databases, patterns=["3,6,7,10,11"]) is None


def test_groups_tell_a_mean_for_each(records: list[Record]):
    late = replace(records[0], status="stopped", stopped_by="seconds", cost=None, plan=None)
    found = tables.groups([replace(late, pieces=9), *records[1:]], "pieces", "expanded", "?")
    assert (found.head, found.rows[0]) == (("boxes", "8", "9"), ("instances", "3", "1"))
    first = dict(zip(found.head, found.rows[1], strict=True))
    assert first["9"] == f">{late.expanded:,} (0/1)"  # the least that it takes
    assert first["8"] == f"{sum(each.expanded for each in records[1:3]) / 2:,.0f}"
    bound = {"bound": 20, "seconds": 3.0, "building": 1.0}
    told = replace(records[1], trace={"bounds": [bound, bound]})
    assert [list(tables.effort_by_task([told], each).values()) for each in ("building", "solving")] == [[2.0], [4.0]]


def test_sizes_of_formulas_are_compared_at_a_length_that_all_got_to(records: list[Record]):
    def asked(configuration: str, *clauses: int) -> Record:
        bounds = [{"bound": 10 + number, "clauses": count} for number, count in enumerate(clauses)]
        return replace(records[0], configuration=configuration, trace={"bounds": bounds})

    slow, quick = asked("slow", 500, 600), asked("quick", 50, 60, 70, 80)
    found = tables.groups([slow, quick, replace(slow, configuration="search", trace=None)], "set", "clauses", "?")
    assert found.head == ("set", "tiles")
    assert found.rows == (("instances", "1"), ("slow", "600"), ("quick", "60"), ("search", "– (0/1)"))


def test_equal_results_give_equal_images(records: list[Record]):
    for form in ("svg", "png"):
        once, twice = (plots.image(plots.cactus(records), form) for _ in range(2))
        assert once == twice


def test_sql_sees_results_databases_and_bounds(budge: Callable[..., Ran], file: Path):
    asked = "SELECT configuration, count(*) AS n, max(cost) AS longest FROM results GROUP BY ALL ORDER BY ALL"
    ran = budge("report", file, "--sql", asked, "--json")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert rows[0] == {"configuration": "astar manhattan", "n": 3, "longest": 20}
    results = read_results([file])
    assert query(results, "SELECT mean FROM databases") == (["mean"], [(1.5,)])
    bounds = "SELECT max(bound) FROM bounds WHERE satisfiable AND instance = 'eight/20'"
    assert query(results, bounds)[1] == [(20,)]


def test_a_mistake_in_sql_is_one_clear_line(budge: Callable[..., Ran], file: Path):
    ran = budge("report", file, "--sql", "SELEC 1")
    assert ran.code == 33
    assert ran.err.startswith("budge: SQL: ")
    assert ran.err.count("\n") == 1


def test_sql_reaches_no_file(file: Path):
    with pytest.raises(BadInput, match="SQL: "):
        query(read_results([file]), f"SELECT * FROM read_text('{file}')")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no results in it"),
        ("{}\n", "line 1: not a line of a results file"),
        ('{"type": "result", "suite": "x"}\n', "line 1: not a result of budge bench: it lacks key"),
        ("\0\1\2\n", "line 1: not a line of a results file"),
    ],
)
def test_what_is_no_results_file_is_said_with_its_line(tmp_path: Path, content: str, message: str):
    (tmp_path / "bad.jsonl").write_text(content)
    with pytest.raises(BadInput) as raised:
        read_results([tmp_path / "bad.jsonl"])
    assert message in str(raised.value)


def test_a_torn_last_line_is_left_out_and_said_so(budge: Callable[..., Ran], file: Path):
    file.write_bytes(file.read_bytes()[:-30])
    ran = budge("report", file)
    assert ran.code == 0
    assert "the last line is not finished" in ran.err
    assert "Not finished: 11 of 12 results." in ran.out


def test_a_result_done_again_counts_once(records: list[Record]):
    twice = Results(suites={}, records=[*records, *records])
    [_, chapter] = report(twice, draw=False).chapters
    assert [row[1] for row in chapter.parts[0].rows] == ["3"] * 4


def test_results_are_read_back_as_they_were(records: list[Record], file: Path):
    assert read_results([file]).records == records


def test_every_plot_that_a_suite_may_show_is_drawn(records: list[Record]):
    one = next(each for each in records if (each.instance, each.engine) == ("eight/20", "astar"))
    trace = {
        "expansions_by_depth": [2, 2],
        "backward_by_depth": [1, 1],
        "depths": [0, 1],
        "backward_depths": [0, 1],
        "stride": 1,
    }
    nbs = replace(one, engine="nbs", configuration="nbs manhattan", trace=trace)
    shown = "".join(f'[[show]]\nwhat = "{what}"\n' for what in ("expansions", "depths", "pairs", "growth"))
    text = SUITE.partition("[[show]]")[0] + '[[configurations]]\nengine = "nbs"\nheuristic = "manhattan"\n' + shown
    about = {"type": "suite", "name": "tiny", "text": text, "left_out": [], "short": False, "jobs": 1}
    found = report(Results(suites={"tiny": about}, records=[*records, nbs]))
    drawn = [part.name for chapter in found.chapters for part in chapter.parts if isinstance(part, Plot)]
    assert [name.split("-")[-1] for name in drawn] == ["expansions", "depths", "pairs", "growth"]


def test_what_a_full_run_has_is_not_called_left_out(records: list[Record]):
    name = records[0].configuration
    left_out = [f"{name}: only with --full", "other: only with --full"]
    about = {"type": "suite", "name": "tiny", "text": SUITE, "left_out": left_out, "short": False, "jobs": 1}
    text = "\n".join(report(Results(suites={"tiny": about}, records=records), draw=False).chapters[-1].paragraphs)
    assert "Left out: other: only with --full." in text
