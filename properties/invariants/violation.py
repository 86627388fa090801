"""One thing that should not be, and exceptions told as such."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Final

from attrs import frozen

from rulecheck.reference_engines.contract import SILENT


@frozen
class Violation:
    """One thing that should not be: what kind, which claim it breaks, and a sentence."""

    kind: str
    """`broken`, `conflict` or `deadlock`."""
    name: str
    """The property or the check that found it; the same fault has the same name in every game."""
    message: str
    clauses: tuple[str, ...] = ()
    about: str = ""
    """The kind of move, or the clause, it is about, if it is about one."""
    trace: str = ""
    """Where an exception came from, innermost call last."""

    @property
    def key(self) -> str:
        """Equal for two sightings of the same fault."""
        return ":".join(part for part in (self.kind, self.name, self.about) if part)


class Misreport(str):
    """What a property says of one clause that a step tells for nothing, or does not tell."""

    __slots__ = ("clause",)
    clause: str

    def __new__(cls, clause: str, message: str) -> Misreport:
        """The sentence, with the clause that it is about."""
        said = super().__new__(cls, message)
        said.clause = clause
        return said


def broken(name: str, message: str, clauses: tuple[str, ...]) -> Violation:
    """What a property says as a violation: of its clauses, or of the one that the sentence is about."""
    if isinstance(message, Misreport):
        return Violation("broken", name, str(message), (message.clause,), message.clause)
    return Violation("broken", name, message, clauses)


def crash(where: str, error: BaseException) -> Violation:
    """An exception from the engine, a player or a property as a violation; `where` is the call that was made."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = frames[-1].name if frames else "?"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    subject = "the player" if where == "choose" else "the engine" if where in _CALLS else f"the property {where}"
    return Violation(
        "broken",
        f"crash in {where}: {type(error).__name__} in {inner}",
        f"{subject} crashed: {what}",
        trace="\n".join(f"{PurePath(f.filename).name}:{f.lineno} in {f.name}: {f.line or ''}" for f in frames),
    )


_CALLS: Final = frozenset(
    ("start", "actor", "legal_moves", "weights", "refusal", "apply", "outcome", "inventory", "totals", "to_json")
) | {"from_json", "parse", "all_moves"}


def guarded(where: str, checks: Iterable[Violation]) -> list[Violation]:
    """The violations a generic check yields; an exception on the way is one of them."""
    violations: list[Violation] = []
    try:
        for violation in checks:
            violations.append(violation)
    except Exception as error:
        violations.append(crash(where, error))
    return violations


def clauses_in(events: Sequence[str]) -> tuple[str, ...]:
    """The clauses among the events of a move; the others say which reading was needed."""
    return tuple(event for event in events if not event.startswith(SILENT))
