"""Known departures: a file of keys that are no news, one a line, as `rulecheck conform` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rulecheck.properties import accepted
from rulecheck.properties.conform.departure import DEPARTURES, FAILURES


def read_reasons(path: Path) -> dict[str, str]:
    """The keys in a file with the reasons given for them; raises SpecError for lines that are none."""
    return accepted.read_accepted(path, (*DEPARTURES, *FAILURES), "departure")


def read_accepted(path: Path) -> frozenset[str]:
    """The keys in a file; raises SpecError for lines that are none."""
    return frozenset(read_reasons(path))


def accepted_lines(game: str, keys: Iterable[str], reasons: Mapping[str, str]) -> list[str]:
    """The lines of a file of such keys, with the reasons that are known."""
    first = f"departures of an implementation of {game} that are known"
    return accepted.accepted_lines(first, {key: reasons.get(key, "") for key in keys})
