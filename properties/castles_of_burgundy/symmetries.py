"""What the rulebook of The Castles of Burgundy does not distinguish, besides the seats."""

from __future__ import annotations

from typing import Final

from rulecheck.properties.unforeseen.exchange import cycle
from rulecheck.properties.unforeseen.symmetries import alike, order_of, seats_in_rotation, with_words
from rulecheck.properties.unforeseen.symmetry import Step, Symmetry, phase_of
from rulecheck.spec import Rules
from rulecheck.spec.castles_of_burgundy.board import SPECIES

GOODS: Final = cycle("turquoise", "violet", "pink", "red", "brown", "orange")


def _exchanged_goods(rules: Rules) -> Rules:
    return with_words(rules, "goods", "good", GOODS, "name")


def _exchanged_animals(rules: Rules) -> Rules:
    return with_words(rules, "tiles", "tile", cycle(*SPECIES), "name")


def _is_dealt(step: Step) -> bool:
    """Before that, seats get their goods and boards one after the other, in the order in which they are named."""
    return phase_of(step.before) not in ("start goods", "dealing", "choosing board", "founding")


SYMMETRIES: Final = (
    Symmetry("the colours of goods, with their dice", alike(*GOODS), _exchanged_goods),
    Symmetry("the kinds of animals", alike(*SPECIES), _exchanged_animals),
    seats_in_rotation(_is_dealt),
)
NOT_ALIKE: Final = (order_of("tiles", "tile"),)
