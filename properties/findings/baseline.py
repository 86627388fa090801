"""Known findings and departures: a file of keys that are no news, each with its reason, like the baseline of a linter.

One key a line, and after a `#` why it is left as it is:

    silent:trader.tie  # the publisher was asked
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

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
