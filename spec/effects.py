"""What the choices of readings and the numbers of a game change in play, as `effects.json` beside its rulebook tells.

`python -m benchmarks.effects GAME` plays for it and writes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import field, frozen

from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import display, read_text
from rulecheck.spec.model import Rulebook

FILE = "effects.json"


@frozen
class Played:
    """In how many games something else came out, with another choice or another number."""

    games: int
    winners: int
    """Games that another player won."""
    scores: int
    """Games with other winners or other points."""


@frozen
class Effects:
    """What is known of one game; empty where nobody has played for it."""

    readings: Mapping[str, Played] = field(factory=dict)
    numbers: Mapping[str, Played] = field(factory=dict)


def effects_of(rulebook: Rulebook) -> Effects:
    """The effects beside a rulebook; raises SpecError for a file with a mistake."""
    return Effects() if rulebook.file is None else _read(rulebook.file.with_name(FILE))


@cache
def _read(path: Path) -> Effects:
    if not path.is_file():
        return Effects()
    try:
        body = json.loads(read_text(path))
        rows = [{name: Played(*row) for name, row in body[key].items()} for key in ("readings", "numbers")]
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        hint = "write it again: python -m benchmarks.effects GAME"
        raise SpecError(display(path), None, f"no effects: {problem}", hint) from None
    return Effects(*rows)
