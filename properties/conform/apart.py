"""Several faults that show in one step: what a known one explains of a difference is left out, the rest is told alone.

A score that is wrong only where a settler is not returned either never differs by itself.  But settlers go missing
without it, too: what differs besides then is a departure of its own, with a clause of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from attrs import frozen

from rulecheck.properties.conform.parting import Identity, Parting
from rulecheck.properties.conform.spectrum import Spectrum

_AS_WELL: Final = 0.5
"""How well a clause has to account for what differs besides, against the likeliest there, for both to be one fault."""

Suspects = Callable[[Parting], tuple[str, ...]]
"""The clauses of a parting, the likeliest first."""


@frozen
class _Known:
    """Parts of positions that were seen to differ without others, and the likeliest clause there."""

    parts: frozenset[str]
    clause: str

    def is_seen_in(self, parting: Parting) -> bool:
        """Whether a parting shows it, and more."""
        return self.clause in parting.clauses and self.parts < frozenset(parting.parts)


def told_apart(
    partings: Mapping[Identity, Parting], spectrum: Spectrum, suspects: Suspects
) -> dict[Identity, frozenset[str]]:
    """For each position that differs the parts that are owed to something else: all of them, where nothing is left.

    Those in which less differs are looked at first: they say what differs without anything else.
    """
    beside: dict[Identity, frozenset[str]] = {}
    known: list[_Known] = []
    in_step = [(id, seen) for id, seen in partings.items() if seen.kind == "state" and not seen.out_of_step]
    for id, parting in sorted(in_step, key=lambda seen: (len(seen[1].parts), seen[0])):
        seen = [one for one in known if one.is_seen_in(parting)]
        rest = _rest(parting, seen, spectrum, suspects)
        if rest is not parting:
            beside[id] = rest.beside
        if rest.parts:
            clause = suspects(rest)[:1]
            known += [_Known(frozenset(rest.parts), *clause)] if clause else []
    return beside


def _rest(parting: Parting, known: Iterable[_Known], spectrum: Spectrum, suspects: Suspects) -> Parting:
    """A parting without what is known; the whole of it where one clause accounts for the rest as well."""
    explaining = list(known)
    while explaining:
        rest = parting.but(frozenset[str]().union(*(one.parts for one in explaining)))
        if not rest.parts:
            return rest
        likeliest = spectrum.share([rest], suspects(rest)[0])
        both = [one for one in explaining if spectrum.share([rest], one.clause) >= _AS_WELL * likeliest]
        if not both:
            return rest
        explaining = [one for one in explaining if one not in both]
    return parting
