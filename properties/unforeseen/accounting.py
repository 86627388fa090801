"""Changes that no clause accounts for: what a step changed, against what the clauses it carried out may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from attrs import fields, has

from rulecheck.properties.invariants.violation import Violation, clauses_in
from rulecheck.properties.unforeseen.symmetry import UNFORESEEN
from rulecheck.reference_engines.contract import SILENT
from rulecheck.spec import Part, Rulebook, SpecError, find_game
from rulecheck.spec.errors import meant, shown
from rulecheck.spec.files import display

UNACCOUNTED: Final = "a change without a clause"
"""The name of a finding about a change that none of the clauses carried out accounts for."""

Accounts = Mapping[str, Sequence[str]]
"""For each part of a position the clauses that may change it."""


def accounts_of(game: str) -> Accounts | None:
    """Which clauses may change which part of a position, as a game declares it; None if it does not.

    A game's part `accounts` offers `CHANGES`, for each part (`bank`, `seats.money`) the clauses; a part without any is
    set up and never changed.  `NOTES` are the parts in which an engine notes what is being decided: any move may change
    them.
    """
    module = _declared(game)
    if module is None:
        return None
    changes: Accounts = module.CHANGES
    return {**changes, **{part: (ANY,) for part in getattr(module, "NOTES", ())}}


def check_accounts(game: str) -> None:
    """Raise SpecError for accounts that name a clause or a reading that does not exist; workers need not ask again."""
    known, module = find_game(game), _declared(game)
    if known is not None and module is not None:
        _check(module.CHANGES, known.rulebook(), display(Path(str(module.__file__))))


def _declared(game: str) -> ModuleType | None:
    known = find_game(game)
    return None if known is None else known.module(Part.ACCOUNTS)


def _check(changes: Accounts, book: Rulebook, file: str) -> None:
    """Raise SpecError for a clause or a reading that does not exist."""
    there = {*book.clauses, *(SILENT + reading for reading in book.readings)}
    for part, clauses in changes.items():
        for clause in clauses:
            if clause not in there:
                what = f"{part}: no clause {shown(clause)}"
                raise SpecError(file, None, what, meant(clause, sorted(there), "a clause, or silent: and a reading"))


ANY: Final = "*"
"""Instead of the clauses that may change a part: whatever is carried out, or nothing."""


def changed_parts(before: Any, after: Any) -> tuple[str, ...]:
    """The parts of a position that a step changed: fields (`bank`), of boards in a tuple their fields (`seats.money`).

    What does not count when positions are compared is left out.
    """
    parts: list[str] = []
    for name in _changed(before, after):
        parts += _inside(name, getattr(before, name), getattr(after, name))
    return tuple(parts)


def _inside(name: str, was: Any, now: Any) -> list[str]:
    """A changed field by its name, or by the fields of the boards in it that changed."""
    if not (isinstance(was, tuple) and was and len(was) == len(now) and has(type(was[0]))):
        return [name]
    changed: set[str] = set()
    for old, new in zip(was, now, strict=True):
        if old is not new:
            changed.update(_changed(old, new))
    return [f"{name}.{field}" for field in sorted(changed)]


def _changed(old: Any, new: Any) -> list[str]:
    """The fields in which two values differ, those that do not count when they are compared left out."""
    compared = _compared(type(old))
    if type(old) is not type(new):
        return list(compared)
    if not hasattr(old, "__dict__"):
        return [name for name in compared if getattr(old, name) != getattr(new, name)]
    # which fields are other objects is told in C: most are not, and values are compared only where they are
    was, now = old.__dict__, new.__dict__
    others = compress(was, map(is_not, was.values(), now.values()))
    return [name for name in others if name in compared and was[name] != now[name]]


_COMPARED: Final[dict[type, dict[str, None]]] = {}


def _compared(kind: type) -> dict[str, None]:
    """The fields of a class that count when two of its values are compared, in their order."""
    names = _COMPARED.get(kind)
    if names is None:
        names = _COMPARED[kind] = dict.fromkeys([field.name for field in fields(kind) if field.eq])
    return names


def unaccounted(accounts: Accounts, parts: Sequence[str], events: Sequence[str]) -> Iterator[str]:
    """The changed parts that none of the clauses carried out may change."""
    for part in parts:
        may = accounts.get(part, ())
        if ANY not in may and not any(event in may for event in events):
            yield part


def change_without_a_clause(part: str, move: Any, events: Sequence[str]) -> Violation:
    """A change that nothing accounts for, as what it is told as."""
    clauses = clauses_in(events)
    carried_out = f"none of the clauses that {move} carries out says so" if clauses else f"{move} carries out no clause"
    return Violation(UNFORESEEN, UNACCOUNTED, f"{part} changes: {carried_out}", clauses, about=part)


def seldom_changed(part: str, move: Any, events: Sequence[str], games: int) -> Violation:
    """A change that no clause was seen to make in so many games and more, in a game that has no accounts."""
    message = f"{part} changes with {move}: in {games} games steps with just its clauses hardly ever changed that"
    return Violation(UNFORESEEN, UNACCOUNTED, message, clauses_in(events), about=part)
