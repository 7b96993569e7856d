"""Histograms of the values of databases, as text or as a plot of several databases.

Plots normalise the counts by the number of entries, so that databases of different sizes can be compared. The mean
indicates best how well a database guides a search; see docs/patterns.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from budge.puzzles import BadInput

BLOCKS = ("", *"▏▎▍▌▋▊▉")


@dataclass(frozen=True)
class Histogram:
    """Entries by value.

    >>> Histogram("coin", (1, 2, 1)).mean
    1.0
    """

    label: str
    counts: tuple[int, ...]
    what: str = "entries"

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in enumerate(self.counts)) / sum(self.counts)

    @property
    def maximum(self) -> int:
        return len(self.counts) - 1

    @property
    def shares(self) -> list[float]:
        """The counts, normalised to a sum of one."""
        return [count / sum(self.counts) for count in self.counts]

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "mean": self.mean,
            "maximum": self.maximum,
            "what": self.what,
            "counts": list(self.counts),
        }


def text(histogram: Histogram, width: int = 80) -> str:
    """One line per value: entries, share, bar.

    >>> print(text(Histogram("coin", (1, 2, 1)), 40))
    coin
      mean 1.00, maximum 2, 4 entries
      value  entries   share
          0        1  25.00%  ██████▌
          1        2  50.00%  █████████████
          2        1  25.00%  ██████▌
    """
    wide = max(len(f"{max(histogram.counts):,}"), len(histogram.what))
    room = max(10, width - wide - 20)
    lines = [
        histogram.label,
        f"  mean {histogram.mean:.2f}, maximum {histogram.maximum}, {sum(histogram.counts):,} {histogram.what}",
        f"  value  {histogram.what.rjust(wide)}   share",
    ]
    for value, (count, share) in enumerate(zip(histogram.counts, histogram.shares, strict=True)):
        eighths = max(1, round(8 * room * count / max(histogram.counts))) if count else 0
        bar = "█" * (eighths // 8) + BLOCKS[eighths % 8]
        lines.append(f"  {value:5}  {f'{count:,}'.rjust(wide)}  {share:6.2%}  {bar}".rstrip())
    return "\n".join(lines)


def image(histograms: Sequence[Histogram], path: Path, *, normalised: bool) -> None:
    """Plots histograms into one PNG, SVG or PDF file; the suffix of `path` chooses the format."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("plots need matplotlib: pip install 'budge[plots]'") from None
    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.subplots()
    for index, each in enumerate(histograms):
        label = f"{each.label}: mean {each.mean:.2f}, maximum {each.maximum}"
        heights = each.shares if normalised else each.counts
        colour = f"C{index}"
        axes.stairs(
            heights,
            [value - 0.5 for value in range(len(heights) + 1)],
            fill=True,
            label=label,
            facecolor=(colour, 0.15 if index else 0.4),
            edgecolor=colour,
            hatch="///" if index and len(histograms) == 2 else None,
            linewidth=1.2,
        )
        axes.axvline(each.mean, color=colour, linestyle="--", linewidth=1)
    axes.set_xlabel("value (moves)")
    what = histograms[0].what
    axes.set_ylabel(f"share of {what}" if normalised else what)
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside lower center", frameon=False)
    try:
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except ValueError as problem:
        raise BadInput(f"{path}: {problem}") from None
