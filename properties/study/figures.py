"""Figures with their uncertainty: means, shares and quantiles, and whether two of them differ by more than chance.

Means come with a normal interval of 95 %, shares with Wilson's.  Two groups of seats are compared by the test of two
proportions.  Two variants are compared game by game, since games of the same number begin alike: what differs is the
change's doing.  Of all that is compared at once Holm's procedure keeps the chance that anything is told wrongly at
`LEVEL`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean, quantiles, variance
from typing import Any, Final, TypeVar

from attrs import frozen

LEVEL: Final = 0.01
"""How often a study of two variants that do not differ may tell any difference."""
_Z: Final = NormalDist().inv_cdf(0.975)


@frozen
class Mean:
    """The mean of one number over games, with an interval of 95 % and the five-number summary."""

    count: int
    mean: float
    low: float
    high: float
    least: float
    quarter: float
    median: float
    three_quarters: float
    most: float
    variance: float

    @staticmethod
    def of(values: Sequence[float]) -> Mean | None:
        """The mean of some values; None if there are none."""
        if not values:
            return None
        mean, spread = fmean(values), variance(values) if len(values) > 1 else 0.0
        error = _Z * sqrt(spread / len(values))
        low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else (values[0],) * 3
        return Mean(len(values), mean, mean - error, mean + error, min(values), low, middle, high, max(values), spread)

    def to_json(self) -> dict[str, Any]:
        """Rounded to four places."""
        told = ("mean", "low", "high", "least", "quarter", "median", "three_quarters", "most")
        return {"count": self.count, **{name: round(float(getattr(self, name)), 4) for name in told}}


@frozen
class Share:
    """How many of how many, with Wilson's interval of 95 %; `part` may be a fraction where a win is shared."""

    part: float
    of: int

    @property
    def share(self) -> float:
        """Between 0 and 1; 0 of nothing is 0."""
        return self.part / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share may well be."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.share
        middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        reach = _Z * sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def to_json(self) -> dict[str, Any]:
        """Rounded to four places."""
        low, high = self.interval
        return {
            "part": round(self.part, 4),
            "of": self.of,
            "share": round(self.share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


Figure = Mean | Share


def short(figure: Figure | None) -> str:
    """A figure in a word: a mean, or a share in per cent.

    None is of something that never happened there, or of a deed that nearly all or nearly none did.
    """
    if figure is None:
        return "–"
    return f"{figure.share:.1%}" if isinstance(figure, Share) else f"{figure.mean:.1f}"


def chance(first: Share, second: Share) -> float:
    """How likely a difference at least as large as that between two shares is if there is none."""
    if not first.of or not second.of:
        return 1.0
    pooled = (first.part + second.part) / (first.of + second.of)
    error = sqrt(max(0.0, pooled * (1 - pooled)) * (1 / first.of + 1 / second.of))
    return 1.0 if error == 0.0 else _two_sided((first.share - second.share) / error)


def paired_chance(pairs: Sequence[tuple[float, float]]) -> float:
    """The same for the means of two numbers that were measured on the same games.

    Never below what a coin would give that falls on the same side for each pair that differs.
    """
    apart = [second - first for first, second in pairs]
    differing = sum(gap != 0.0 for gap in apart)
    if differing == 0 or len(apart) < 2:
        return 1.0
    error = sqrt(variance(apart) / len(apart))
    told = 0.0 if error == 0.0 else _two_sided(fmean(apart) / error)
    return max(told, 2.0 ** (1 - differing))


def _two_sided(z: float) -> float:
    return 2.0 * NormalDist().cdf(-abs(z))


K = TypeVar("K", bound=Hashable)


def holm(chances: Mapping[K, float], level: float = LEVEL) -> frozenset[K]:
    """Of many comparisons those that differ by more than chance, by Holm's procedure."""
    told: set[K] = set()
    left = len(chances)
    for name, p in sorted(chances.items(), key=lambda pair: pair[1]):
        if p > level / left:
            break
        told.add(name)
        left -= 1
    return frozenset(told)
