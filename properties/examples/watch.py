"""Whether the positions and moves of a worked example keep the properties of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulecheck.properties.campaign.arena import load_properties, property_modules
from rulecheck.properties.examples.block import Block
from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.unforeseen.silences import Choices
from rulecheck.reference_engines.contract import AnyEngine, Position
from rulecheck.spec.errors import meant, shown


def game_properties(game: str) -> tuple[Property, ...]:
    """The properties of a game by name; none if it has none of its own."""
    return tuple(load_properties(property_modules(game)))


class Watch:
    """Asks all properties about each position and move of one example.

    A position set by hand may be one that no game comes to. What it breaks is a note, and the properties that it
    breaks are not asked any more; what a move breaks is a violation. When `strict` both are.
    `unchecked = { name_of_a_property = "why" }` leaves out what that property says in this block, and is itself
    complained about if the property has nothing to say.
    """

    def __init__(
        self,
        block: Block,
        engine: AnyEngine,
        properties: Iterable[Property],
        *,
        partial: bool,
        choices: Choices | None,
        notes: list[str],
        strict: bool,
    ) -> None:
        every = tuple(properties)
        self._engine, self._choices = engine, choices
        self._notes, self._strict = notes, strict
        self._broken_by_hand: set[str] = set()
        self.block = block
        self.violations: list[str] = []
        self._checker = Checker(engine, every, generic=not partial)
        self._excused = block.table("unchecked", block.body)
        self._needed: set[str] = set()
        names = [claim.name for claim in every]
        for name in self._excused:
            block.text(name, self._excused)
            if name not in names:
                hint = meant(name, names, "there are")
                raise block.broken(name, f"no property {shown(name)}", hint, within="unchecked")

    def starts(self) -> None:
        """The example begins as the game does."""
        if self._choices is not None:
            self._note(self._choices.at_start(self._engine))

    def begins(self, state: Position, *, by_hand: bool) -> None:
        """The example begins, or goes on, with a position: the engine's, or one set by hand."""
        broken = self._checker.first(state)
        if self._strict or not by_hand:
            self._note(broken)
            return
        for violation in broken:
            if self._excuse(violation) is None:
                self._broken_by_hand.add(violation.name)
                self._notes.append(f"could not come about: {violation.message} ({violation.name})")

    def follows(self, before: Position, move: Any, after: Position) -> None:
        """A move was made."""
        broken = self._checker.step(before, move, after)
        self._note([violation for violation in broken if violation.name not in self._broken_by_hand])
        if self._choices is not None:
            self._note(self._choices.violations(self._engine, before, move, after))

    def ends(self) -> None:
        """Complain about a property that was left out for nothing."""
        for name in self._excused:
            own = name in self.block.example.source and "/" not in self.block.example.id
            if own and name not in self._needed:  # else the block that this one is like, or another case, needs it
                hint = "take it out of `unchecked`"
                raise self.block.broken(name, f"{name} holds all through the example", hint, within="unchecked")

    def _note(self, violations: Iterable[Violation]) -> None:
        for violation in violations:
            if self._excuse(violation) is None:
                by = f" ({', '.join(violation.clauses)})" if violation.clauses else ""
                self.violations.append(f"breaks {violation.name}{by}: {violation.message}")

    def _excuse(self, violation: Violation) -> str | None:
        """The property that the block leaves out and that says this; None if it leaves out none of the kind."""
        name = next((n for n in self._excused if violation.name == n or f"crash in {n}:" in violation.name), None)
        if name is not None:
            self._needed.add(name)
        return name
