"""Plots for overviews: how often, how it went on, and shares with their intervals."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from rulecheck.cli.pages.model import Plot

if TYPE_CHECKING:
    from pygal import Graph

_BINS: Final = 16
_BARS: Final = 24
"""Bars of a plot, at most."""
_COLOURS: Final = ("blue", "orange", "green", "vermillion", "purple", "sky")
"""Of the series of a plot, names of the style sheet."""

Named = Mapping[str, Sequence[float]]
"""Values by the name of their series."""


def histogram(title: str, series: Named, unit: str) -> Plot:
    """How often values lie where: bins of the same width for all series, in shares of each series' values."""
    pygal = _pygal()
    whole = [value for values in series.values() for value in values]
    low, high = min(whole), max(whole)
    step = _bin(low, high)
    first = low // step * step
    chart = _chart(pygal.Histogram, y_title="%", x_title=unit, show_legend=len(series) > 1)
    for name, values in series.items():
        counts: dict[int, int] = {}
        for value in values:
            at = int((value - first) // step)
            counts[at] = counts.get(at, 0) + 1
        chart.add(
            name,
            [
                (round(100 * count / len(values), 1), first + at * step, first + (at + 1) * step)
                for at, count in sorted(counts.items())
            ],
        )
    told = "; ".join(f"{name}: {_spread(values)}" for name, values in series.items())
    return Plot(title, _image(chart), told if len(series) > 1 else _spread(whole))


def course(title: str, points: Sequence[tuple[float, float]], x_title: str, y_title: str, told: str) -> Plot:
    """How a number grew: a line through (x, y)."""
    pygal = _pygal()
    chart = _chart(pygal.XY, x_title=x_title, y_title=y_title, show_legend=False, dots_size=1.5)
    chart.add(y_title, list(points))
    return Plot(title, _image(chart), told)


def bars(title: str, series: Mapping[str, Mapping[str, float]], unit: str) -> Plot:
    """A bar for each name in each series, the names from above in the order of the first."""
    pygal = _pygal()
    names = list(dict.fromkeys(name for values in series.values() for name in values))[:_BARS]
    high = 60 + 24 * len(names) * max(1, len(series)) ** 0.7
    chart = _chart(pygal.HorizontalBar, x_title=unit, show_legend=len(series) > 1, height=int(high))
    chart.x_labels = names[::-1]
    for name, values in series.items():
        chart.add(name, [round(values.get(label, 0), 1) for label in names[::-1]])
    if len(series) == 1:
        (only,) = series.values()
        told = ", ".join(f"{name} {only.get(name, 0):g}" for name in names[:6])
    else:
        told = f"{', '.join(series)}: one bar each, in this order from above"
    return Plot(title, _image(chart), told)


def _bin(low: float, high: float) -> float:
    """A width of bins that people count in: 1, 2 or 5 times a power of ten."""
    step = 1.0
    while (high - low) / step > _BINS:
        step *= 2 if str(step)[0] in "15" else 2.5
    return step


def _spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    return f"from {ordered[0]:g} to {ordered[-1]:g}, half of them up to {ordered[(len(ordered) - 1) // 2]:g}"


def _pygal() -> Any:
    """The library, without the import hook that it leaves in the process: it finds plug-ins nobody has, and warns."""
    import pygal

    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != pygal.__name__]
    return pygal


def _chart(kind: type[Graph], **options: Any) -> Graph:
    from pygal.style import Style

    ink, quiet = "var(--ink)", "var(--quiet)"
    style = Style(
        background="transparent",
        plot_background="transparent",
        foreground=ink,
        foreground_strong=ink,
        foreground_subtle=quiet,
        guide_stroke_color="var(--rule)",
        major_guide_stroke_color="var(--rule)",
        colors=tuple(f"var(--{colour})" for colour in _COLOURS),
        font_family="system-ui, sans-serif",
        title_font_size=13,
        label_font_size=12,
        major_label_font_size=12,
        opacity=".75",
        transition="0s",
    )
    return kind(
        js=(),
        style=style,
        disable_xml_declaration=True,
        **{"width": 560, "height": 280, "legend_at_bottom": True} | options,
    )


def _image(chart: Graph) -> Markup:
    chart.add_xml_filter(_bare)
    return Markup(chart.render(is_unicode=True))


def _bare(root: Any) -> Any:
    """A plot without its script, which it does not need here, and without the day on which it was made.

    What a style of one element says becomes its attributes: the page's policy allows no such styles.
    """
    for parent in list(root.iter()):
        for said in filter(None, parent.attrib.pop("style", "").split(";")):
            name, _, value = said.partition(":")
            parent.set(name.strip(), value.strip())
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.endswith("script"):
                parent.remove(child)
    return root
