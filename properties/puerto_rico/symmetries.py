"""What the rulebook of Puerto Rico does not distinguish, besides the seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulecheck.properties.unforeseen.exchange import cycle
from rulecheck.properties.unforeseen.symmetries import alike, lists_otherwise, with_numbers, with_words
from rulecheck.properties.unforeseen.symmetry import Step, Symmetry, phase_of
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import Rules

MADE: Final = ("sugar", "tobacco", "coffee")
"""Goods that differ in numbers only: none is dealt at the start, and all need a building."""
WORDS: Final = cycle(*MADE)


def _exchanged_goods(rules: Rules) -> Rules:
    rules = with_numbers(rules, WORDS)
    for file, key, field in (("goods", "good", "name"), ("tiles", "tile", "name"), ("buildings", "building", "good")):
        rules = with_words(rules, file, key, WORDS, field)
    return rules


def _idle_cards(engine: AnyEngine, step: Step) -> Mapping[str, str]:
    """The role cards that nobody carries out in this step, each for the next: they hold doubloons, and no more."""
    busy = {step.before["role"], step.after["role"], step.move.removeprefix("choose ")}
    roles = step.before["cards"]
    return {role: role for role in roles} | cycle(*(role for role in roles if role not in busy))


def _no_circles_are_filled(step: Step) -> bool:
    """The mayor's circles are filled one by one, as they are listed: that is how the moves are told, and no rule."""
    return "placing" not in (phase_of(step.before), phase_of(step.after))


SYMMETRIES: Final = (
    Symmetry(
        "the order of the role cards",
        _idle_cards,
        parts=("taken", "cards"),
        clauses=("round.money-on-cards",),
        readings=("bank.cards",),
    ),
    Symmetry(
        "goods that differ in numbers only",
        alike(*MADE),
        _exchanged_goods,
        kept=("small sugar mill", "sugar mill", "tobacco storage", "coffee roaster"),
        where=_no_circles_are_filled,
    ),
    lists_otherwise(_no_circles_are_filled),
)
