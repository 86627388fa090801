"""Known departures: a file of keys that are no news, like the baseline of a linter, each with the reason why.

One key or pattern a line, as `rulecheck conform` prints them; `#` begins the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.conform.lockstep.departure import DEPARTURES, FAILURES, NAMED, Departure
from rulecheck.properties.conform.lockstep.divergence import TURN_NEXT, Divergence
from rulecheck.properties.findings import baseline

_KINDS: Final = (*DEPARTURES, *FAILURES)


@frozen
class Baseline:
    """Departures that are known: keys or patterns of keys, each with the reason why it is accepted."""

    reasons: Mapping[str, str] = field(factory=dict)

    @staticmethod
    def of(keys: Collection[str]) -> Baseline:
        """The same for keys without reasons."""
        return keys if isinstance(keys, Baseline) else Baseline(dict.fromkeys(keys, ""))

    def __or__(self, other: Baseline) -> Baseline:
        return Baseline({**self.reasons, **other.reasons})

    def __iter__(self) -> Iterator[str]:
        return iter(self.reasons)

    def __len__(self) -> int:
        return len(self.reasons)

    def __contains__(self, key: object) -> bool:
        return key in self.reasons

    def lines_for(self, departing: Divergence | Departure) -> tuple[str, ...]:
        """The keys or patterns that cover a departure; none unless all parts that a position differs in are covered."""
        line = self.fits(_names(departing))
        if line is not None or len(departing.parts) < 2:
            return () if line is None else (line,)
        accepted = self.known_parts(departing)
        return tuple(dict.fromkeys(accepted.values())) if len(accepted) == len(departing.parts) else ()

    def known_parts(self, departing: Divergence | Departure) -> dict[str, str]:
        """Those parts of a position that differ as is accepted, each with the key or pattern that covers it."""
        accepted: dict[str, str] = {}
        if departing.kind != "state" or not self.reasons:
            return accepted
        for line in self.reasons:
            about = _about(line)
            if set(about) <= set(departing.parts) and line in names_of(
                departing.kind, "+".join(about), departing.after, departing.clauses
            ):
                accepted.update(dict.fromkeys(about, line))
        for part in departing.parts:
            line_of_part = self.fits(names_of(departing.kind, part, departing.after, departing.clauses))
            if line_of_part is not None:
                accepted.setdefault(part, line_of_part)
        return accepted

    def fits(self, names: Iterable[str]) -> str | None:
        """The key or pattern that fits one of some names."""
        return baseline.line_that_fits(self.reasons, names)


def _about(key: str) -> Sequence[str]:
    """The parts of a position that a key names."""
    return (key.split(":", 2)[1:2] or ("",))[0].split("+")


def names_of(kind: str, about: str, after: str, clauses: Sequence[str]) -> tuple[str, ...]:
    """What keys of a departure may say: without a clause, with one that was at work, or (as before) with the move.

    For wrong scores what the seats have stands with the clauses.
    """
    with_move = f"{kind}:{after}" if kind == "turn" else f"{kind}:{about}:{after}"
    return (f"{kind}:{about}", with_move, *(f"{kind}:{about}:{clause}" for clause in clauses))


def is_called(departing: Divergence | Departure, key: str) -> bool:
    """Whether a key is one of a departure's names."""
    return key in _names(departing)


def _names(departing: Divergence | Departure) -> tuple[str, ...]:
    if not isinstance(departing, Divergence):
        return names_of(departing.kind, departing.about, departing.after, departing.clauses)
    names = names_of(departing.kind, departing.about, departing.after, departing.clauses)
    if departing.kind != "state" or not departing.theirs:
        return names
    return (*names, *names_of("turn", TURN_NEXT, departing.after, departing.clauses))  # as where no position is told


def read_baseline(path: Path) -> Baseline:
    """The keys in a file; raises SpecError for lines that are none."""
    return Baseline(baseline.read_accepted(path, _KINDS, "departure"))


def baseline_lines(game: str, accepted: Baseline) -> list[str]:
    """The lines of a file of such keys."""
    return baseline.accepted_lines(f"departures of an implementation of {game} that are known", accepted.reasons)


def named(divergence: Divergence, about: str, suspects: Sequence[str]) -> str:
    """The key of a divergence: with the likeliest of the clauses that were at work, where keys name one."""
    at_work = [clause for clause in suspects if clause in divergence.clauses] if divergence.kind in NAMED else []
    return ":".join((divergence.kind, about, *at_work[:1]))


def key_of(cause: Any, divergence: Divergence) -> str:
    """What a divergence has to be called when it is seen again: with the likeliest of the clauses that were at work.

    Wrong scores with what they are put down to: what the seats have, or a clause.
    """
    names = names_of(divergence.kind, divergence.about, divergence.after, divergence.clauses)
    with_clause = (f"{divergence.kind}:{divergence.about}:{suspect}" for suspect in cause.suspects)
    return next((name for name in with_clause if divergence.kind in NAMED and name in names), divergence.key)
