"""A user's text, opened for the commands that read texts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.spec.documents.model import Side
    from rulecheck.spec.sources import Source


def opened(path: Path, encoding: str | None, side: Side = "target") -> Source:
    """A user's text; an encoding that was only guessed is told on standard error.

    `side` is which side of a file of segments (PO, XLIFF, TMX) is read.
    """
    from rulecheck.spec.sources import open_source

    source = open_source(path, encoding, side)
    if source.guessed:
        hint = "if letters come out wrong, name the right one with --encoding"
        print(f"rulecheck: {source.path}: read as {source.encoding}; {hint}", file=sys.stderr)
    return source
