"""Known departures: a file of keys that are no news, like the baseline of a linter.

One key a line, as `rulecheck conform` prints them; `#` begins a note.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulecheck.properties.conform.departure import DEPARTURES, FAILURES
from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import decode, display


def read_accepted(path: Path) -> frozenset[str]:
    """The keys in a file; raises SpecError for lines that are none."""
    name = display(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SpecError(name, None, f"cannot be read: {why}", "`--write-accepted` makes such a file") from None
    if not raw.strip():
        return frozenset()
    found = set()
    for number, line in enumerate(decode(raw, name).splitlines(), 1):
        key = line.partition("#")[0].strip()
        if not key:
            continue
        kind = key.partition(":")[0]
        if kind not in DEPARTURES and kind not in FAILURES:
            raise SpecError(
                name,
                number,
                f"no kind of departure {shown(kind)}",
                meant(kind, (*DEPARTURES, *FAILURES), "the kinds are"),
            )
        found.add(key)
    return frozenset(found)


def accepted_lines(game: str, keys: Iterable[str]) -> list[str]:
    """The lines of a file of such keys."""
    return [f"# departures of an implementation of {game} that are known", *sorted(set(keys))]
