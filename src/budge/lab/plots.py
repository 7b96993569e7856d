"""The plots of a report: matplotlib figures of records, all in one style.

Each function returns a `Figure`, or None if the records have nothing to draw.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from budge.lab.record import Record
from budge.lab.statistics import MIN_SECONDS, by_configuration, mean
from budge.lab.svg import compact
from budge.patterns import Board
from budge.patterns.pattern import view_of
from budge.puzzles import KINDS, BadInput, Puzzle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

COLOURS = ("#33658a", "#c8553d", "#4f8a6d", "#8d6a9f", "#d9a441", "#6c757d", "#2f4858", "#b56576", "#7aa6c2", "#a3b18a")
STYLES = ("-", "--", "-.", ":")
MARKS = "os^Dv<>p*X"
GREY = "#9aa0a6"
WIDTH, HEIGHT = 7.5, 4.2
MAX_MARKERS = 300  # a plot with more points has lines only
MAX_POINTS = 2400  # of all lines of a plot: keeps its SVG below 60 kB


def new_figure(
    panels: int = 1, height: float = HEIGHT, width: float = WIDTH, share: bool = False
) -> tuple[Figure, list[Axes]]:
    """A figure with panels stacked vertically."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("plots need matplotlib: pip install 'budge[plots]'") from None
    figure = Figure(figsize=(width, height), layout="constrained")
    grid = figure.subplots(panels, 1, sharex=share, squeeze=False)
    axes = [row[0] for row in grid]
    for each in axes:
        each.spines[["top", "right"]].set_visible(False)
        each.spines[["left", "bottom"]].set_color(GREY)
        each.grid(True, color="#e3e6e8", linewidth=0.6)
        each.set_axisbelow(True)
        each.tick_params(color=GREY, labelsize=9)
    return figure, axes


def legend(figure: Figure, axes: Axes, columns: int = 3) -> None:
    handles, labels = axes.get_legend_handles_labels()
    longest = max(map(len, labels), default=0)
    fitting = int(13 * figure.get_figwidth()) // (longest + 6)
    figure.legend(
        handles,
        labels,
        loc="outside lower center",
        frameon=False,
        fontsize=9,
        ncols=max(1, min(columns, len(labels), fitting)),
    )


def thinned(count: int, max_kept: int) -> list[int]:
    """At most `max_kept` of the indices below `count`, evenly spread, the first and the last included.

    >>> thinned(3, 10), thinned(10, 4)
    ([0, 1, 2], [0, 3, 6, 9])
    """
    if count <= max_kept:
        return list(range(count))
    return [round(i * (count - 1) / (max_kept - 1)) for i in range(max_kept)]


def whole_numbers(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def plain_numbers(axis: Axis) -> None:
    """Labels a logarithmic axis with 0.1 instead of a power of ten, and with numbers in between if it is short."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 100 * low else (1.0,)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.12g}"))
    axis.set_minor_formatter(NullFormatter())


def style(index: int) -> dict[str, Any]:
    return {"color": COLOURS[index % len(COLOURS)], "linestyle": STYLES[index // len(COLOURS) % len(STYLES)]}


def cactus(records: Sequence[Record]) -> Figure | None:
    """Instances answered over the time per instance. Further right and lower is better."""
    groups = {
        name: sorted(r.cpu_seconds for r in group if r.answered) for name, group in by_configuration(records).items()
    }
    if not any(groups.values()):
        return None
    figure, [axes] = new_figure()
    marker = "." if sum(map(len, groups.values())) <= MAX_MARKERS else None
    for index, (name, times) in enumerate(groups.items()):
        kept = thinned(len(times), MAX_POINTS // len(groups))
        floored = [max(times[i], MIN_SECONDS) for i in kept]
        axes.plot(
            [i + 1 for i in kept], floored, label=name, linewidth=1.5, marker=marker, markersize=3, **style(index)
        )
    axes.set_yscale("log")
    plain_numbers(axes.yaxis)
    whole_numbers(axes)
    axes.set_xlim(left=0)
    axes.set_xlabel("instances answered")
    axes.set_ylabel("CPU-seconds per instance, at most")
    legend(figure, axes)
    return figure


def scatter(records: Sequence[Record], x: str, y: str, measure: str = "cpu_seconds") -> Figure | None:
    """Every instance as a point: the effort of two configurations. Unanswered instances lie on the border."""
    groups = {name: {(r.instance, r.metric): r for r in group} for name, group in by_configuration(records).items()}
    both = [key for key in groups.get(x, {}) if key in groups.get(y, {})]
    if not both:
        return None
    minimum = MIN_SECONDS if measure == "cpu_seconds" else 1
    values = [
        max(getattr(groups[name][key], measure), minimum)
        for name in (x, y)
        for key in both
        if groups[name][key].answered
    ]
    if not values:
        return None
    low, high = min(values) / 1.6, max(values) * 1.6
    border = high * 1.6

    def place(record: Record) -> float:
        return max(float(getattr(record, measure)), minimum) if record.answered else border

    figure, [axes] = new_figure(height=5.4, width=5.4)
    for index, each in enumerate(dict.fromkeys(groups[x][key].set for key in both)):
        here = [key for key in both if groups[x][key].set == each]
        axes.plot(
            [place(groups[x][key]) for key in here],
            [place(groups[y][key]) for key in here],
            linestyle="none",
            marker=MARKS[index % len(MARKS)],
            markersize=5,
            alpha=0.75,
            color=COLOURS[index % len(COLOURS)],
            label=each,
        )
    axes.plot([low, border], [low, border], color=GREY, linewidth=0.8)
    if any(not groups[name][key].answered for name in (x, y) for key in both):
        axes.axhline(border, color=GREY, linewidth=0.8, linestyle=":")
        axes.axvline(border, color=GREY, linewidth=0.8, linestyle=":")
        axes.annotate("no answer", (low, border), fontsize=8, color=GREY, xytext=(2, 3), textcoords="offset points")
    axes.set(xscale="log", yscale="log", xlim=(low, border * 1.3), ylim=(low, border * 1.3), aspect="equal")
    plain_numbers(axes.xaxis)
    plain_numbers(axes.yaxis)
    unit = "CPU-seconds" if measure == "cpu_seconds" else measure.replace("_", " ")
    axes.set_xlabel(f"{x}: {unit}")
    axes.set_ylabel(f"{y}: {unit}")
    legend(figure, axes)
    return figure


def traced(records: Sequence[Record], instance: str | None, key: str) -> dict[str, Record]:
    """The records of one instance that have this key in their trace, by configuration. Without `instance`, the first
    instance that has such a record."""
    with_key = [r for r in records if r.trace and r.trace.get(key) and instance in (None, r.instance)]
    chosen = with_key[0].instance if with_key else None
    return {record.configuration: record for record in with_key if record.instance == chosen}


GROWTH = {  # panels of `growth`: labels, and the minimum value
    "clauses": ("clauses written", 1),
    "kept": ("clauses after reading", 1),
    "decisions": ("decisions", 1),
    "seconds": ("seconds", MIN_SECONDS),
}


def growth(records: Sequence[Record], instance: str | None = None) -> Figure | None:
    """Clauses, decisions and time of a logic engine over the plan length. Clauses after reading are shown if the solver
    counts them, as MiniSat does."""
    found = traced(records, instance, "bounds")
    if not found:
        return None
    bounds_of = {
        name: sorted((record.trace or {})["bounds"], key=lambda bound: bound["bound"]) for name, record in found.items()
    }
    panels = [
        key for key in GROWTH if all(bound.get(key) is not None for bounds in bounds_of.values() for bound in bounds)
    ]
    figure, axes = new_figure(len(panels), height=2.2 * len(panels), share=True)
    for panel, key in zip(axes, panels, strict=True):
        label, minimum = GROWTH[key]
        for index, (name, bounds) in enumerate(bounds_of.items()):
            lengths, heights = [bound["bound"] for bound in bounds], [max(bound[key], minimum) for bound in bounds]
            panel.plot(lengths, heights, label=name, linewidth=1.3, marker=".", markersize=4, **style(index))
        panel.set_ylabel(label)
        if key in ("decisions", "seconds"):
            panel.set_yscale("log")
            plain_numbers(panel.yaxis)
        else:
            panel.yaxis.set_major_formatter("{x:,.0f}")
    whole_numbers(axes[-1])
    axes[-1].set_xlabel(f"plan length ({next(iter(found.values())).instance})")
    legend(figure, axes[0])
    return figure


def pieces(records: Sequence[Record]) -> Figure | None:
    """Upper panel: mean time over the number of pieces. Where a task has no answer, a hollow triangle marks the time
    spent, which is a lower bound, and the line breaks. Lower panel: mean cost of the optimal plans."""
    if not any(record.answered for record in records):
        return None
    figure, [axes, below] = new_figure(2, height=5.4, share=True)
    for index, (name, group) in enumerate(by_configuration(records).items()):
        counts = sorted({record.pieces for record in group})
        by_count = [[record for record in group if record.pieces == count] for count in counts]
        means = [mean([max(record.cpu_seconds, MIN_SECONDS) for record in each]) for each in by_count]
        complete = [all(record.answered for record in each) for each in by_count]
        answered = [value if all_answered else math.nan for value, all_answered in zip(means, complete, strict=True)]
        axes.plot(counts, answered, label=name, linewidth=1.5, marker="o", markersize=4, **style(index))
        bounds = [(count, value) for count, value, known in zip(counts, means, complete, strict=True) if not known]
        colour = axes.lines[-1].get_color()
        if bounds:
            axes.plot(*zip(*bounds, strict=True), "^", fillstyle="none", color=colour)
    known = {(each.instance, each.pieces): each.cost for each in records if each.status == "optimal"}
    counts = sorted({count for _, count in known})
    lengths = [[cost for (_, count), cost in known.items() if count == each] for each in counts]
    below.plot(
        counts, [mean([_first(cost) for cost in each]) for each in lengths], marker="o", markersize=4, color=GREY
    )
    below.set_ylim(bottom=0)
    below.set_ylabel(f"{records[0].metric} of the plan, mean")
    axes.set_yscale("log")
    plain_numbers(axes.yaxis)
    whole_numbers(below)
    below.set_xlabel(KINDS.get(records[0].kind, Puzzle).things)
    axes.set_ylabel("CPU-seconds; △: not all answered")
    legend(figure, axes)
    return figure


def _first(cost: Any) -> float:
    """The first part of a cost of two parts."""
    return float(cost[0] if isinstance(cost, tuple) else cost)


def histograms(
    databases: Sequence[Mapping[str, Any]],
    partitions: Sequence[str] = (),
    patterns: Sequence[str] = (),
    what: str = "entries",
) -> Figure | None:
    """The distribution of the values of pattern databases, each normalised to a sum of one; `what` is counted, entries
    or placements.

    `partitions` and `patterns` select databases; empty: all. A pattern is a list of home cells on a board whose goal
    has the blank in the first corner.
    """
    names = [f"pdb:{each}" for each in partitions]
    chosen = [each for each in databases if not names or each["heuristic"] in names]
    labels = {each["title"]: f"{each['title']} ({each['heuristic'].removeprefix('pdb:')})" for each in chosen}
    if patterns:
        found = {title_of(text, each["key"]): text for text in patterns for each in chosen}
        labels = {title: f"tiles {text.replace(',', ', ')}" for title, text in found.items() if title in labels}
    by_title = {each["title"]: each for each in chosen}
    chosen = [by_title[title] for title in labels]
    if not chosen:
        return None
    figure, [axes] = new_figure()
    for index, each in enumerate(chosen):
        counts = each["placements" if what == "placements" else "histogram"]
        total = sum(counts)
        mean = sum(value * count for value, count in enumerate(counts)) / total
        axes.stairs(
            [count / total for count in counts],
            [value - 0.5 for value in range(len(counts) + 1)],
            color=COLOURS[index % len(COLOURS)],
            linewidth=1.5,
            label=f"{labels[each['title']]}: mean {mean:.2f}, maximum {len(counts) - 1}",
        )
    axes.set_xlabel("value (moves)")
    axes.set_ylabel(f"share of {what}")
    legend(figure, axes, columns=2)
    return figure


def title_of(cells: str, like: str) -> str:
    """The title of the database of these cells, with the board and type of the database whose key is `like`.

    Titles identify databases, not keys: results outlive versions, and the next version may build keys differently.

    >>> title_of("9,12,13,14,15", "4x4-additive-5-365ec993e761"), title_of("3,6,7,11,15", "4x4-additive-5-365ec993e761")
    ('4×4 additive, cells 3 6 7 11 15', '4×4 additive, cells 3 6 7 11 15')
    """
    size, kind, *_ = like.split("-")
    width, height = map(int, size.split("x"))
    return view_of(Board(width, height, 0), list(map(int, cells.split(","))), kind).pattern.title


def image(figure: Figure, form: str) -> bytes:
    """The figure as `svg` or `png`; equal figures give equal bytes."""
    from matplotlib import rc_context

    buffer = BytesIO()
    with rc_context({"svg.hashsalt": "budge", "svg.fonttype": "none"}):  # text as text: outlines take half the bytes
        figure.savefig(buffer, format=form, dpi=150, metadata={"Date": None} if form == "svg" else {"Software": None})
    return compact(buffer.getvalue().decode()).encode() if form == "svg" else buffer.getvalue()
