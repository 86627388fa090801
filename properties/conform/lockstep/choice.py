"""One reading or number that a program may play by and our rules do not: perhaps it departs from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import asdict, evolve, frozen

from rulecheck.spec.rules import Rules


@frozen(order=True)
class Choice:
    """A choice under which the program agrees."""

    what: str
    """`reading` or `number`."""
    id: str
    value: str
    players: int | None = None
    """The only player count that it is for; None: for all."""

    def __str__(self) -> str:
        return f"{self.id}={self.value}{'' if self.players is None else f' with {self.players} players'}"

    @property
    def option(self) -> str:
        """The words on a command line that take it over."""
        return f"--{self.what} {self.id}{'' if self.players is None else f':{self.players}'}={self.value}"

    def to_json(self) -> dict[str, Any]:
        """The choice as JSON values, with its option."""
        return {**asdict(self), "option": self.option}

    def replaces(self, other: Choice) -> bool:
        """Whether another one is of the same reading or number, for tables that this is for as well."""
        return (self.what, self.id) == (other.what, other.id) and self.players in (None, other.players)


@frozen
class Evidence:
    """What it rests on that a program plays by a choice."""

    games: int = 0
    """Games in which it explains what differed,"""
    moves: int = 0
    """and moves on which both sides agreed behind that."""
    left: int = 0
    """Places of the position that differ at the spot all the same: it explains a part of what did."""


def rules_with(rules: Rules, choices: Iterable[Choice]) -> Rules:
    """Some rules with choices taken over, as far as they are for such a table; the same if none changes anything."""
    for choice in choices:
        if choice.players not in (None, rules.players):
            continue
        if choice.what == "reading":
            if rules.readings[choice.id] != choice.value:
                rules = rules.with_reading(choice.id, choice.value)
        elif rules.numbers.get(choice.id) != int(choice.value):
            rules = evolve(rules, numbers={**rules.numbers, choice.id: int(choice.value)})
    return rules
