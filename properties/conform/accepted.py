"""Known departures: a file of keys that are no news, like the baseline of a linter, each with the reason why.

One key or pattern a line, as `rulecheck conform` prints them; `#` begins the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import field, frozen

from rulecheck.properties.conform.departure import DEPARTURES, FAILURES, Departure
from rulecheck.properties.conform.parting import TURN_NEXT, Parting
from rulecheck.properties.conform.waiting import ALIKE, Waits
from rulecheck.properties.findings import baseline
from rulecheck.properties.runtime.patterns import fitting

_KINDS: Final = (*DEPARTURES, *FAILURES)


@frozen
class Accepted:
    """Departures that are known: keys or patterns of keys, each with the reason why it is accepted."""

    reasons: Mapping[str, str] = field(factory=dict)

    @staticmethod
    def of(keys: Collection[str]) -> Accepted:
        """The same for keys without reasons."""
        return keys if isinstance(keys, Accepted) else Accepted(dict.fromkeys(keys, ""))

    def __or__(self, other: Accepted) -> Accepted:
        return Accepted({**self.reasons, **other.reasons})

    def __iter__(self) -> Iterator[str]:
        return iter(self.reasons)

    def __len__(self) -> int:
        return len(self.reasons)

    def __contains__(self, key: object) -> bool:
        return key in self.reasons

    def lines_for(self, seen: Parting | Departure) -> tuple[str, ...]:
        """The keys or patterns that cover a departure; none unless all parts that a position differs in are covered."""
        line = self.fits(_names(seen))
        if line is None and isinstance(seen, Parting):
            line = next(filter(None, map(self._line_for_list, seen.waits)), None)
        if line is not None or len(seen.parts) < 2:
            return () if line is None else (line,)
        known = self.known_parts(seen)
        return tuple(dict.fromkeys(known.values())) if len(known) == len(seen.parts) else ()

    def _line_for_list(self, waits: Waits) -> str | None:
        """A key of moves that are listed wrongly, or missing, if a seat waits for nothing but such as are accepted."""
        known = {move: line for move in waits.moves for line in self.reasons if _is_of(line, waits.side, move)}
        return next(iter(known.values()), None) if known and waits.follows_from(known.keys()) else None

    def known_parts(self, seen: Parting | Departure) -> dict[str, str]:
        """Those parts of a position that differ as is accepted, each with the key or pattern that covers it."""
        known: dict[str, str] = {}
        if seen.kind != "state" or not self.reasons:
            return known
        for line in self.reasons:
            about = _about(line)
            if set(about) <= set(seen.parts) and line in names_of(seen.kind, "+".join(about), seen.after, seen.clauses):
                known.update(dict.fromkeys(about, line))
        for part in seen.parts:
            line_of_part = self.fits(names_of(seen.kind, part, seen.after, seen.clauses))
            if line_of_part is not None:
                known.setdefault(part, line_of_part)
        return known

    def fits(self, names: Iterable[str]) -> str | None:
        """The key or pattern that fits one of some names."""
        for name in names if self.reasons else ():
            if name in self.reasons:
                return name
            for pattern in self.reasons:
                if _fit(pattern)(name):
                    return pattern
        return None


def _about(key: str) -> Sequence[str]:
    """The parts of a position that a key names."""
    return (key.split(":", 2)[1:2] or ("",))[0].split("+")


def _is_of(line: str, side: str, move: tuple[str, str]) -> bool:
    """Whether a key or pattern is about a kind of move that a side lists wrongly, or misses."""
    about, clause = move
    kinds = ALIKE[side]
    if clause:
        return any(line == name or _fit(line)(name) for kind in kinds for name in names_of(kind, about, "", (clause,)))
    return any(line == f"{kind}:{about}" or line.startswith(f"{kind}:{about}:") for kind in kinds)


_fit = lru_cache(maxsize=4096)(lambda pattern: fitting((pattern,)))


def names_of(kind: str, about: str, after: str, clauses: Sequence[str]) -> tuple[str, ...]:
    """What keys of a departure may say: without a clause, with one that was at work, or (as before) with the move.

    For wrong scores what the seats have stands with the clauses.
    """
    with_move = f"{kind}:{after}" if kind == "turn" else f"{kind}:{about}:{after}"
    return (f"{kind}:{about}", with_move, *(f"{kind}:{about}:{clause}" for clause in clauses))


def is_called(seen: Parting | Departure, key: str) -> bool:
    """Whether a key is one of a departure's names."""
    return key in _names(seen)


def _names(seen: Parting | Departure) -> tuple[str, ...]:
    if not isinstance(seen, Parting):
        return names_of(seen.kind, seen.about, seen.after, seen.clauses)
    names = names_of(seen.kind, seen.about, seen.after, (*seen.clauses, *seen.marks))
    if seen.kind != "state" or not seen.theirs:
        return names
    return (*names, *names_of("turn", TURN_NEXT, seen.after, seen.clauses))  # as where no position is told


def read_accepted(path: Path) -> Accepted:
    """The keys in a file; raises SpecError for lines that are none."""
    return Accepted(baseline.read_accepted(path, _KINDS, "departure"))


def accepted_lines(game: str, known: Accepted) -> list[str]:
    """The lines of a file of such keys."""
    return baseline.accepted_lines(f"departures of an implementation of {game} that are known", known.reasons)
