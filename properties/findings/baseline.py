"""Known findings and departures: a file of keys that are no news, each with its reason, like the baseline of a linter.

One key or pattern a line, and after a `#` why it is left as it is:

    broken:stock is never negative  # the publisher was asked
    endless:*Propose*               # players can bargain for ever
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from rulecheck.properties.runtime.patterns import fitting
from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import LARGEST, decode, display

_REASON: Final = re.compile(r"(?:^|\s)#")


def read_accepted(path: Path, kinds: Sequence[str], what: str = "finding") -> dict[str, str]:
    """The keys in a file with their reasons, empty where none is given; raises SpecError for lines that are none.

    A key begins with one of the kinds of what is accepted.
    """
    name = display(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SpecError(name, None, f"cannot be read: {why}", "`--write-accepted` makes such a file") from None
    reasons: dict[str, str] = {}
    if not raw.strip():
        return reasons
    for number, line in enumerate(decode(raw, name).splitlines(), 1):
        parts = _REASON.split(line, maxsplit=1)
        key = parts[0].strip()
        if not key:
            continue
        kind = key.partition(":")[0]
        if kind not in kinds:
            raise SpecError(name, number, f"no kind of {what} {shown(kind)}", meant(kind, kinds, "the kinds are"))
        reasons[key] = parts[1].strip() if len(parts) > 1 else ""
    return reasons


def accepted_lines(first: str, reasons: Mapping[str, str]) -> list[str]:
    """The lines of a file of such keys; `first` says what they are."""
    return [f"# {first}", *(f"{key}  # {reasons[key]}" if reasons[key] else key for key in sorted(reasons))]


def line_that_fits(reasons: Mapping[str, str], names: Iterable[str]) -> str | None:
    """The key or pattern of a file that fits one of some names."""
    for name in names if reasons else ():
        if name in reasons:
            return name
        for pattern in reasons:
            if _fit(pattern)(name):
                return pattern
    return None


_fit = lru_cache(maxsize=4096)(lambda pattern: fitting((pattern,)))
