"""Plots of searches: the nodes expanded at each depth, and the depth of every expansion in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from budge.lab.plots import COLOURS, MAX_POINTS, STYLES, legend, new_figure, plain_numbers, thinned, traced
from budge.lab.record import Record

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class TracedSearch:
    """A search that is no task of a suite."""

    engine: str
    trace: dict[str, Any] | None


Traced = Record | TracedSearch


def depths_by_direction(record: Traced) -> dict[str, list[int]]:
    """The depths of the expansions in order, by search direction if the trace tells them apart.

    NBS expands pairs of nodes, one forward and one backward. A trace with gaps (`stride` > 1) does not record which
    node of a pair is which.
    """
    assert record.trace is not None
    sequence = record.trace["depths"]
    if record.engine == "nbs" and record.trace["stride"] == 1:
        return {"forward": sequence[0::2], "backward": sequence[1::2]}
    return {"": sequence}


def expansions(records: Sequence[Record], instance: str | None = None) -> Figure | None:
    """Nodes expanded at each depth; for bidirectional search, in each direction."""
    found = traced(records, instance, "expansions_by_depth")
    if not found:
        return None
    figure, [axes] = new_figure()
    draw_expansions(axes, found)
    axes.set_xlabel(f"depth ({next(iter(found.values())).instance})")
    legend(figure, axes)
    return figure


def draw_expansions(axes: Axes, found: Mapping[str, Traced]) -> None:
    for index, (name, record) in enumerate(found.items()):
        assert record.trace is not None
        directions = depths_by_direction(record)
        totals = {"": record.trace["expansions_by_depth"]}
        counted = totals if len(directions) == 1 else {name: tally(seen) for name, seen in directions.items()}
        for line, (direction, counts) in enumerate(counted.items()):
            axes.plot(
                range(len(counts)),
                [count or float("nan") for count in counts],
                label=f"{' '.join(filter(None, (name, direction)))}: {sum(counts):,}",
                linewidth=1.5,
                color=COLOURS[index % len(COLOURS)],
                linestyle=STYLES[line],
            )
    axes.set_yscale("log")
    plain_numbers(axes.yaxis)
    axes.set_ylabel("nodes expanded")


def tally(depths: Sequence[int]) -> list[int]:
    """How often each depth occurs, from 0.

    >>> tally([0, 1, 1, 3])
    [1, 2, 0, 1]
    """
    return [depths.count(depth) for depth in range(max(depths, default=-1) + 1)]


def depths(records: Sequence[Record], instance: str | None = None) -> Figure | None:
    """The depth of every expansion in order, one panel per configuration.

    Bidirectional search has one line per direction.
    """
    found = traced(records, instance, "depths")
    if not found:
        return None
    figure, axes = new_figure(len(found), height=1.1 + 1.35 * len(found))
    draw_depths(axes, found)
    figure.supylabel("depth", fontsize=10)
    axes[-1].set_xlabel(f"expansion ({next(iter(found.values())).instance})")
    return figure


def draw_depths(axes: Sequence[Axes], found: Mapping[str, Traced]) -> None:
    """One panel for each search."""
    for index, (each, (name, record)) in enumerate(zip(axes, found.items(), strict=True)):
        assert record.trace is not None
        stride, directions = record.trace["stride"], depths_by_direction(record)
        for line, (direction, seen) in enumerate(directions.items()):
            steps = thinned(len(seen), MAX_POINTS // len(found) // len(directions))
            each.plot(
                [i * stride * len(directions) for i in steps],
                [seen[i] for i in steps],
                linewidth=0.6 if len(seen) > 1000 else 0.9,
                color=COLOURS[(index + line) % len(COLOURS)],
                label=direction,
            )
        if len(directions) > 1:
            each.legend(loc="lower right", bbox_to_anchor=(1, 1), borderpad=0, frameon=False, fontsize=8, ncols=2)
        each.set_title(name, fontsize=9, loc="left", pad=2)
        each.set_xlim(0, max(sum(map(len, directions.values())) * stride, 1))
        each.set_ylim(bottom=0)


def searches(found: Mapping[str, Traced]) -> Figure:
    """Searches by name in one figure: the nodes expanded at each depth above, the depth of every expansion below."""
    figure, [above, *below] = new_figure(1 + len(found), height=3.4 + 1.35 * len(found))
    draw_expansions(above, found)
    above.set_xlabel("depth")
    above.legend(frameon=False, fontsize=8)
    draw_depths(below, found)
    below[-1].set_xlabel("expansion")
    for panel in below:
        panel.set_ylabel("depth")
    return figure


def pairs(records: Sequence[Record], instance: str | None = None) -> Figure | None:
    """The pairs of nodes that NBS expands, on a grid of their depths: forward to the right, backward upwards. Larger
    dots are more pairs; the colour is the step at which the last pair of that kind was expanded."""
    found = {
        name: directions
        for name, record in traced([each for each in records if each.engine == "nbs"], instance, "depths").items()
        if len(directions := depths_by_direction(record)) == 2
    }
    if not found:
        return None
    figure, axes = new_figure(len(found), height=4.6 * len(found), width=5.6)
    for panel, (name, directions) in zip(axes, found.items(), strict=True):
        steps = list(zip(directions["forward"], directions["backward"], strict=False))
        last = {pair: step for step, pair in enumerate(steps, 1)}
        counts = [steps.count(pair) for pair in last]
        panel.scatter(
            [forward for forward, _ in last],
            [backward for _, backward in last],
            s=[20 + 280 * count / max(counts) for count in counts],
            c=list(last.values()),
            cmap="viridis",
        )
        panel.set_title(f"{name}: {len(steps):,} pairs", fontsize=9, loc="left")
        panel.set_xlabel("depth of the forward node")
        panel.set_ylabel("depth of the backward node")
        panel.set_aspect("equal")
        figure.colorbar(panel.collections[0], ax=panel, label="last step with such a pair", shrink=0.8)
    return figure
