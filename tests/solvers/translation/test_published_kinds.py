"""Kinds of faults that published translations had, each in two languages, beside the right sentence.

Not told: "by 1" for "to 1", and "any" for "each" (languages use them for one another): docs/translations.md.
"""

from __future__ import annotations

import pytest

from rulecheck.solvers.translation.comparing import Comparison
from rulecheck.solvers.translation.passages import read_side
from rulecheck.spec.languages import LANGUAGES, Concept
from rulecheck.spec.text import parse

AROUND = {
    "en": (
        "Each player draws two cards.",
        "The oldest player begins the game.",
        "In the second round everybody sells three goods.",
        "Whoever has four coins may buy a house.",
        "The bank pays five coins for a ship.",
        "At the end of the game the player with the most points wins.",
    ),
    "de": (
        "Jeder Spieler zieht zwei Karten.",
        "Der älteste Spieler beginnt das Spiel.",
        "In der zweiten Runde verkauft jeder drei Waren.",
        "Wer vier Münzen hat, darf ein Haus kaufen.",
        "Die Bank zahlt fünf Münzen für ein Schiff.",
        "Am Ende des Spiels gewinnt der Spieler mit den meisten Punkten.",
    ),
    "fr": (
        "Chaque joueur pioche deux cartes.",
        "Le joueur le plus âgé commence la partie.",
        "À la deuxième manche, chacun vend trois marchandises.",
        "Celui qui a quatre pièces peut acheter une maison.",
        "La banque paie cinq pièces pour un bateau.",
        "À la fin de la partie, le joueur qui a le plus de points gagne.",
    ),
}

TERMS = {
    "building": {"en": "building*", "de": "gebaude*", "fr": "batiment*"},
    "landscape": {"en": "landscape*", "de": "landschaft*", "fr": "paysage*"},
}
"""Of one group: one can stand in the other's place."""


def told(source: str, target: str, language: str) -> list[str]:
    """What is told of a sentence and its translation, between others."""
    sides = []
    for code, sentence in (("en", source), (language, target)):
        text = "\n\n".join((*AROUND[code][:3], sentence, *AROUND[code][3:]))
        terms = [Concept(f"term.tile.{id}", "term.tile", (own[code],), shares=True) for id, own in TERMS.items()]
        sides.append(read_side(parse(text, LANGUAGES[code], code), terms))
    return [f"{finding.kind}: {finding.message}" for finding in Comparison(*sides).findings()]


@pytest.mark.parametrize(
    ("source", "language", "right", "wrong", "message"),
    [
        (
            "The player draws the top card of the stack.",
            "de",
            "Der Spieler zieht die oberste Karte vom Stapel.",
            "Der Spieler muss die oberste Karte vom Stapel umdrehen.",
            "otherwise: the source says draw, the target turn over",
        ),
        (
            "The player draws the top card of the stack.",
            "fr",
            "Le joueur pioche la carte du dessus de la pile.",
            "Le joueur révèle la carte du dessus de la pile.",
            "otherwise: the source says draw, the target turn over",
        ),
        (
            "The card is discarded at the end of the round.",
            "de",
            "Die Karte wird am Ende der Runde abgelegt.",
            "Die Karte wird am Ende der Runde aus dem Spiel entfernt.",
            "otherwise: the source says discard, the target remove from the game",
        ),
        (
            "The card is discarded at the end of the round.",
            "fr",
            "La carte est défaussée à la fin de la manche.",
            "La carte est retirée du jeu à la fin de la manche.",
            "otherwise: the source says discard, the target remove from the game",
        ),
        (
            "With two players only, each player takes one more card.",
            "de",
            "Nur zu zweit nimmt jeder Spieler eine Karte mehr.",
            "Jeder Spieler nimmt eine Karte mehr.",
            "rule-word: the source says only, the target does not",
        ),
        (
            "With two players only, each player takes one more card.",
            "fr",
            "À deux joueurs seulement, chaque joueur prend une carte de plus.",
            "Chaque joueur prend une carte de plus.",
            "rule-word: the source says only, the target does not",
        ),
        (
            "The ship sails to the eastern harbour.",
            "de",
            "Das Schiff fährt in den östlichen Hafen.",
            "Das Schiff fährt in den westlichen Hafen.",
            "otherwise: the source says east, the target west",
        ),
        (
            "The player puts the building on an empty space.",
            "de",
            "Der Spieler legt das Gebäude auf ein leeres Feld.",
            "Der Spieler legt die Landschaft auf ein leeres Feld.",
            "term: the source says building, the target landscape",
        ),
        (
            "The player puts the building on an empty space.",
            "fr",
            "Le joueur pose le bâtiment sur une case vide.",
            "Le joueur pose le paysage sur une case vide.",
            "term: the source says building, the target landscape",
        ),
    ],
)
def test_a_kind_of_published_fault_is_told_and_the_right_sentence_is_not(
    source: str, language: str, right: str, wrong: str, message: str
) -> None:
    assert told(source, right, language) == []
    assert told(source, wrong, language) == [message]


@pytest.mark.parametrize(
    ("source", "right", "wrong", "message"),
    [
        (
            "There are 1 board, 3 ships, 5 coins and 14 houses.",
            "Es gibt einen Spielplan, 3 Schiffe, 5 Münzen und 14 Häuser.",
            "Es gibt einen Spielplan, 3 Schiffe, 5 Münzen und 15 Häuser.",
            "number: the source says 14, the target 15",
        ),
        (
            "Ships must be built at the market.",
            "Schiffe dürfen nur am Markt gebaut werden.",
            "Schiffe dürfen am Markt gebaut werden.",
            "rule-word: the source says must, the target may",
        ),
    ],
)
def test_the_same_rule_in_other_words_is_not_told_and_another_is(
    source: str, right: str, wrong: str, message: str
) -> None:
    assert told(source, right, "de") == []
    assert message in told(source, wrong, "de")
