"""Several faults that show in one step: what a known one explains of a difference is left out, the rest is told alone.

A score that is wrong only where a settler is not returned either never differs by itself.  But settlers go missing
without it, too: what differs besides then is a departure of its own, with a clause of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
    is_alone: bool
    """Whether nothing else differed then, not even what is owed to another."""

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
        seen = [cause for cause in known if cause.is_seen_in(parting)]
        rest = _rest(parting, seen, spectrum, suspects)
        if rest is not parting:
            beside[id] = rest.beside - parting.beside  # what is accepted was left out before
        if rest.parts:
            likeliest = next(iter(suspects(rest)), "")
            known.append(_Known(frozenset(rest.parts), likeliest, is_alone=rest is parting))
    return beside


def _rest(parting: Parting, known: Collection[_Known], spectrum: Spectrum, suspects: Suspects) -> Parting:
    """A parting without what is known: first what was seen alone, then what was seen besides, if more is left."""
    rest = _without(parting, [cause for cause in known if cause.is_alone], spectrum, suspects)
    others = [cause for cause in known if not cause.is_alone and cause.is_seen_in(rest)]
    less = _without(rest, others, spectrum, suspects)
    return less if less.parts else rest


def _without(parting: Parting, explaining: Sequence[_Known], spectrum: Spectrum, suspects: Suspects) -> Parting:
    """A parting without what is known; with it where its clause accounts for the rest as well."""
    while explaining:
        rest = parting.but(frozenset[str]().union(*(cause.parts for cause in explaining)))
        if not rest.parts or suspects(rest)[0] not in rest.clauses:
            return rest
        left = [cause for cause in explaining if not _accounts(cause.clause, rest, spectrum, suspects(rest)[0])]
        if len(left) == len(explaining):
            return rest
        explaining = left
    return parting


def _accounts(clause: str, rest: Parting, spectrum: Spectrum, likeliest: str) -> bool:
    """Whether a clause accounts for the rest about as well as the likeliest there, and with no other's help."""
    seldom = spectrum.share([rest], clause) < _AS_WELL * spectrum.share([rest], likeliest)
    return not seldom and not any(spectrum.needs(rest, other, clause) for other in rest.clauses)
