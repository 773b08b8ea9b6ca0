"""Plots as SVG: interval of each rating, cumulative difference, and times of decisions.

They are drawn for the width of a phone and grow with the page. Their colours are those of the style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coinche.arena.comparison import PairResult, Rating
from coinche.arena.statistics import estimate, percentile
from coinche.arena.text_report import with_margin
from coinche.server.student_t import t_quantile

from .markup import Html, element, joined

WIDTH = 360
LEFT, RIGHT = 52, 10
"""Margins for the numbers of the axis."""
MOST_POINTS = 400
"""Points of a curve: more cannot be seen."""

Scale = Callable[[float], float]


def _svg(height: float, label: str, *inner: str) -> Html:
    size = f"0 0 {WIDTH} {height:.0f}"
    return element("svg", element("title", label), *inner, viewBox=size, role="img", class_="plot")


def _text(words: str, x: float, y: float, anchor: str = "start", class_: str = "tick") -> Html:
    return element(
        "text",
        words if class_ == "name" else words.replace("-", "\N{MINUS SIGN}"),
        x=x,
        y=y,
        text_anchor=anchor,
        class_=class_,
    )


def _line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Html:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    """The place of a number between two ends of the drawing."""
    span = (high - low) or 1.0
    return lambda number: start + (number - low) / span * (end - start)


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers between the two, so many at most."""
    span = (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(span / most))
    step = next(factor * power for factor in (1, 2, 5, 10, 20) if span / (factor * power) <= most)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


# --- ratings -----------------------------------------------------------------------------------------------

_ROW = 40


def rating_plot(found: Sequence[Rating], unit: str) -> Html:
    """Each rating with its interval on one scale."""
    margins = [rating.margin if math.isfinite(rating.margin) else 0.0 for rating in found]
    low = min(0.0, *(rating.points - margin for rating, margin in zip(found, margins, strict=True)))
    high = max(0.0, *(rating.points + margin for rating, margin in zip(found, margins, strict=True)))
    at = _scale(low, high, RIGHT, WIDTH - RIGHT)
    bottom = _ROW * len(found) + 4
    marks = ticks(low, high)
    return _svg(
        bottom + 18,
        f"Ratings in {unit}, with 95 % intervals",
        *(_line(at(mark), 0, at(mark), bottom, "zero" if mark == 0 else "grid") for mark in marks),
        *(_text(f"{mark:+g}" if mark else "0", at(mark), bottom + 13, "middle") for mark in marks),
        *(
            _rating(rating, margin, row * _ROW, at)
            for row, (rating, margin) in enumerate(zip(found, margins, strict=True))
        ),
    )


def _rating(rating: Rating, margin: float, top: float, at: Scale) -> Html:
    y, x = top + 27, at(rating.points)
    value = with_margin(rating.points, rating.margin) if rating.margin else "0, by definition"
    return joined(
        _text(shortened(rating.name, 26), RIGHT, top + 15, class_="name"),
        _text(value, WIDTH - RIGHT, top + 15, "end", class_="value"),
        _line(at(rating.points - margin), y, at(rating.points + margin), y, "interval") if margin else Html(),
        element("circle", cx=x, cy=y, r=4, class_="dot"),
    )


def shortened(text: str, most: int) -> str:
    """The text, cut where it is too long for a drawing."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


# --- cumulative difference ----------------------------------------------------------------------------------

_HEIGHT, _TOP, _BOTTOM = 200, 10, 28


def cumulative_plot(result: PairResult, unit: str, weight: float) -> Html:
    """The sum of the differences board by board, each times the weight, and the 95 % band for that many boards."""
    values = [weight * result.values[board] for board in sorted(result.values)]
    sums = _sums(values)
    figure = estimate(values)
    factor = t_quantile(figure.n - 1) * figure.deviation if figure.n > 1 else 0.0
    shown = sorted({round(at * figure.n / MOST_POINTS) for at in range(MOST_POINTS + 1)} | {0, figure.n})
    band = [(n, sums[n] - factor * math.sqrt(n), sums[n] + factor * math.sqrt(n)) for n in shown]
    low, high = min(0.0, *(row[1] for row in band)), max(0.0, *(row[2] for row in band))
    if low == high:
        low, high = -1.0, 1.0
    x, y = _scale(0, figure.n, LEFT, WIDTH - RIGHT), _scale(low, high, _HEIGHT - _BOTTOM, _TOP)
    upper = [f"{x(n):.1f},{y(top):.1f}" for n, _, top in band]
    lower = [f"{x(n):.1f},{y(bottom):.1f}" for n, bottom, _ in reversed(band)]
    return _svg(
        _HEIGHT,
        f"Sum of {unit}, {result.pair.a} minus {result.pair.b}, over {figure.n} boards",
        element("polygon", points=" ".join((*upper, *lower)), class_="band"),
        *_axes(low, high, figure.n, x, y),
        element("polyline", points=" ".join(f"{x(n):.1f},{y(sums[n]):.1f}" for n in shown), class_="curve"),
    )


def _sums(values: Sequence[float]) -> list[float]:
    found = [0.0]
    for value in values:
        found.append(found[-1] + value)
    return found


def _axes(low: float, high: float, boards: int, x: Scale, y: Scale) -> Iterator[Html]:
    for mark in ticks(low, high):
        yield _line(LEFT, y(mark), WIDTH - RIGHT, y(mark), "zero" if mark == 0 else "grid")
        yield _text(f"{mark:+,.10g}".replace(",", " ") if mark else "0", LEFT - 5, y(mark) + 4, "end")
    for mark in ticks(0, boards):
        if mark == int(mark):
            yield _text(f"{mark:g}", x(mark), _HEIGHT - _BOTTOM + 14, "middle")
    yield _text("boards", WIDTH - RIGHT, _HEIGHT - 3, "end")


# --- times of decisions -------------------------------------------------------------------------------------

_LEAST, _MOST = 0.01, 100_000.0
"""Times in ms at the ends of the widest scale."""
_BINS = 8
"""Bars for each factor of ten."""
_HISTOGRAM, _BARS = 66, 40


@dataclass(frozen=True, slots=True)
class TimeScale:
    """A logarithmic scale of whole powers of ten, in ms."""

    low: int
    high: int

    @staticmethod
    def of(times: Sequence[Sequence[float]]) -> TimeScale:
        """The scale on which all times have a place."""
        every = [min(max(ms, _LEAST), _MOST) for each in times for ms in each]
        low, high = math.floor(math.log10(min(every))), math.ceil(math.log10(max(every)))
        return TimeScale(low, max(high, low + 1))

    def x(self, ms: float) -> float:
        """The place of a time."""
        power = math.log10(min(max(ms, 10.0**self.low), 10.0**self.high))
        return RIGHT + (power - self.low) / (self.high - self.low) * (WIDTH - 2 * RIGHT)

    def bin(self, ms: float) -> int:
        """The bar that a time belongs to."""
        power = math.log10(min(max(ms, 10.0**self.low), 10.0**self.high))
        return min(int((power - self.low) * _BINS), _BINS * (self.high - self.low) - 1)


def time_plot(times: Mapping[str, Sequence[float]]) -> Html:
    """The share of decisions by their time, a row for each entrant, with the times p50 and p99."""
    scale = TimeScale.of(tuple(times.values()))
    bottom = _HISTOGRAM * len(times)
    powers = range(scale.low, scale.high + 1)
    labels = powers if len(powers) <= 6 else powers[::2]
    return _svg(
        bottom + 18,
        "Time per decision, on a logarithmic scale",
        *(_line(scale.x(10.0**power), 0, scale.x(10.0**power), bottom, "grid") for power in powers),
        *(_text(duration(10.0**power), scale.x(10.0**power), bottom + 13, _anchor(power, scale)) for power in labels),
        *(_histogram(name, ms, row * _HISTOGRAM, scale) for row, (name, ms) in enumerate(times.items())),
    )


def _anchor(power: int, scale: TimeScale) -> str:
    return "start" if power == scale.low else "end" if power == scale.high else "middle"


def duration(ms: float) -> str:
    """`0.1 ms`, `20 ms`, `1.5 s`: two digits that count."""
    rounded = float(f"{ms:.2g}")
    return f"{rounded:g} ms" if rounded < 1000 else f"{rounded / 1000:g} s"


def _histogram(name: str, times: Sequence[float], top: float, scale: TimeScale) -> Html:
    counts = [0] * (_BINS * (scale.high - scale.low))
    for ms in times:
        counts[scale.bin(ms)] += 1
    most = max(counts)
    width = (WIDTH - 2 * RIGHT) / len(counts)
    base = top + _HISTOGRAM - 2
    p50, p99 = percentile(times, 0.50), percentile(times, 0.99)
    bars = (
        element(
            "rect",
            x=RIGHT + at * width + 0.5,
            y=base - _BARS * count / most,
            width=max(width - 1, 0.5),
            height=_BARS * count / most,
            class_="bar",
        )
        for at, count in enumerate(counts)
        if count
    )
    return joined(
        _text(shortened(name, 24), RIGHT, top + 15, class_="name"),
        _text(f"p50 {duration(p50)}, p99 {duration(p99)}", WIDTH - RIGHT, top + 15, "end", class_="value"),
        *bars,
        _line(RIGHT, base, WIDTH - RIGHT, base, "base"),
        _line(scale.x(p50), base - _BARS, scale.x(p50), base, "p50"),
        _line(scale.x(p99), base - _BARS, scale.x(p99), base, "p99"),
    )
