"""Plots of searches: the nodes expanded at each depth, and the depth of every expansion in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
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


def depths_by_direction(record: Traced, stride: int) -> dict[str, list[int]]:
    """The depth of every `stride`-th expansion in order; of a search from both ends, in each direction.

    Strides are powers of two, so a trace has the expansions of every larger stride.
    """
    assert record.trace is not None
    every = stride // record.trace["stride"]
    forward, backward = record.trace["depths"], record.trace.get("backward_depths")
    if backward:
        return {"forward": forward[::every], "backward": backward[::every]}
    return {"": forward[::every]}


def counts_by_direction(record: Traced) -> dict[str, list[int]]:
    """The expansions at each depth; of a search from both ends, in each direction."""
    assert record.trace is not None
    counts, backward = record.trace["expansions_by_depth"], record.trace.get("backward_by_depth")
    if backward:
        pairs = zip_longest(counts, backward, fillvalue=0)
        return {"forward": [both - behind for both, behind in pairs], "backward": backward}
    return {"": counts}


def common_stride(found: Iterable[Traced]) -> int:
    """The stride at which several searches can be compared: the largest of their traces."""
    return max(int(record.trace["stride"]) for record in found if record.trace is not None)


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
        for line, (direction, counts) in enumerate(counts_by_direction(record).items()):
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


def depths(records: Sequence[Record], instance: str | None = None) -> Figure | None:
    """The depth of every expansion in order, one panel per configuration; all have the same stride.

    A search from both ends has one line per direction, over the expansions in that direction.
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
    stride = common_stride(found.values())
    for index, (each, (name, record)) in enumerate(zip(axes, found.items(), strict=True)):
        directions = depths_by_direction(record, stride)
        for line, (direction, seen) in enumerate(directions.items()):
            steps = thinned(len(seen), MAX_POINTS // len(found) // len(directions))
            each.plot(
                [i * stride for i in steps],
                [seen[i] for i in steps],
                linewidth=0.6 if len(seen) > 1000 else 0.9,
                color=COLOURS[(index + line) % len(COLOURS)],
                label=direction,
            )
        if len(directions) > 1:
            each.legend(loc="lower right", bbox_to_anchor=(1, 1), borderpad=0, frameon=False, fontsize=8, ncols=2)
        each.set_title(name, fontsize=9, loc="left", pad=2)
        each.set_xlim(0, max(max(map(len, directions.values())) * stride, 1))
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
    dots are more pairs; the colour is the step at which the last pair of that kind was expanded. A long trace has every
    `stride`-th pair."""
    recorded = traced([each for each in records if each.engine == "nbs"], instance, "backward_depths")
    if not recorded:
        return None
    stride = common_stride(recorded.values())
    found = {name: depths_by_direction(record, stride) for name, record in recorded.items()}
    figure, axes = new_figure(len(found), height=4.6 * len(found), width=5.6)
    for panel, (name, directions) in zip(axes, found.items(), strict=True):
        steps = list(zip(directions["forward"], directions["backward"], strict=False))
        last = {pair: 1 + step * stride for step, pair in enumerate(steps)}
        counts = [steps.count(pair) for pair in last]
        panel.scatter(
            [forward for forward, _ in last],
            [backward for _, backward in last],
            s=[20 + 280 * count / max(counts) for count in counts],
            c=list(last.values()),
            cmap="viridis",
        )
        every = f", every {stride:,}th" if stride > 1 else ""
        panel.set_title(f"{name}: {len(steps):,} pairs{every}", fontsize=9, loc="left")
        panel.set_xlabel("depth of the forward node")
        panel.set_ylabel("depth of the backward node")
        panel.set_aspect("equal")
        figure.colorbar(panel.collections[0], ax=panel, label="last step with such a pair", shrink=0.8)
    return figure
