"""Where a campaign's games are played: an engine with its checker, and all that is worked out once for many games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

from attrs import frozen

from rulecheck.properties.campaign.players import Factory, players_of
from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.declaring import Property, PropertySet, properties_of
from rulecheck.properties.invariants.name_checks import check_names
from rulecheck.properties.invariants.unlisted_moves import Tries
from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.shrinking.condition import Condition
from rulecheck.properties.shrinking.conditions import condition_for
from rulecheck.properties.unforeseen.accounting import accounts_of, check_accounts
from rulecheck.properties.unforeseen.conditions import condition_of
from rulecheck.properties.unforeseen.silences import UNTOLD, Choices, Untold
from rulecheck.properties.unforeseen.symmetries import twins_of
from rulecheck.properties.unforeseen.symmetry import UNFORESEEN, Twin
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import Part, find_game


@frozen
class Shop:
    """What a worker needs to play: picklable, and the same for the whole campaign."""

    rules: tuple[Any, ...]
    build: Callable[[Any], AnyEngine]
    properties: tuple[str, ...] | None
    """Modules with properties; None: those of the game, if it has any."""
    clauses: frozenset[str] | None
    """The ids that events and refusals may name; None: any."""
    settled: frozenset[str] = frozenset()
    """Readings that the text does answer: needing them is no silence."""
    cap: int = 6000
    gap: int = 48
    """Moves between two sampled checks, on average."""


def property_modules(game: str) -> tuple[str, ...]:
    """The module with a game's own properties, if there is one."""
    known = find_game(game)
    return (known.properties,) if known is not None and known.has(Part.PROPERTIES) else ()


def load_properties(modules: Sequence[str]) -> PropertySet:
    """The properties of some modules together."""
    by_name: dict[str, Property] = {}
    for module in modules:
        by_name.update({claim.name: claim for claim in properties_of(import_module(module))})
    return PropertySet(tuple(by_name.values()))


def check_properties(shop: Shop) -> None:
    """Raise SpecError for a property that names a move or a field that the game does not have."""
    rules = shop.rules[0]
    try:
        engine = shop.build(rules)
    except Exception:
        return  # the first game tells it
    check_names(properties_for(shop, rules.game), engine)
    check_accounts(rules.game)
    game = find_game(rules.game)
    if game is not None and not game.ours:  # what a stranger's modules declare is told before any game is played
        twins_of(engine, rules, shop.build)


def properties_for(shop: Shop, game: str) -> PropertySet:
    """The properties that a shop names, or those of the game."""
    return load_properties(property_modules(game) if shop.properties is None else shop.properties)


class Arena:
    """One engine with its checker and everything that is worked out once."""

    def __init__(self, shop: Shop, rules: Any) -> None:
        self.engine = shop.build(rules)
        self.properties = properties_for(shop, rules.game)
        self.checker = Checker(self.engine, self.properties)
        self.factories: dict[str, Factory] = players_of(rules.game)
        self.clauses = shop.clauses
        self.settled = shop.settled
        self.cap = shop.cap
        self.gap = shop.gap
        self.accounts = accounts_of(rules.game)
        self._build = shop.build
        self._names: dict[Any, str] = {}

    @cached_property
    def tries(self) -> Tries:
        """The well-formed moves, worked out when first needed."""
        return Tries(self.engine)

    @cached_property
    def choices(self) -> Choices | None:
        """The engines that follow other choices of readings; None for a game that is not in the registry."""
        return Choices.of(self.engine.rules, self._build)

    @cached_property
    def twins(self) -> tuple[Twin, ...]:
        """The engines that play with names exchanged, made when first needed."""
        return twins_of(self.engine, self.engine.rules, self._build)

    def name(self, move: Any) -> str:
        """A move's notation."""
        text = self._names.get(move)
        if text is None:
            text = self._names[move] = str(move)
        return text

    def condition(self, violation: Violation) -> Condition:
        """What a game must show to show this fault again."""
        if violation.name == UNTOLD:
            return Untold(violation, self._build)
        if violation.kind == UNFORESEEN:
            return condition_of(violation, self._build)
        return condition_for(violation, [*self.checker.generic, *self.properties])


class Arenas:
    """The arenas of a campaign, each set up when the first game needs it."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self._arenas: dict[int, Arena] = {}

    def __getitem__(self, rules: int) -> Arena:
        arena = self._arenas.get(rules)
        if arena is None:
            arena = self._arenas[rules] = Arena(self.shop, self.shop.rules[rules])
        return arena
