"""A first edition file for a new text."""

from __future__ import annotations

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.sensitivity import sensitivity
from rulecheck.spec.drafts import Phrases
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.laid import is_rule_bearing
from rulecheck.spec.passages import Finder, read_phrase
from rulecheck.spec.text import Sentence, Text, parse
from tests.spec.editions import toy

POLISH = """TURA

Każdy gracz ładuje co najwyżej dwie beczki. Pierwszy gracz płaci 1 monetę.
Wszyscy gracze muszą przepłynąć przed końcem tury, ale inni mogą czekać.
W pudełku jest 12 monet: 8 małych i 4 duże.
"""


def phrases_of(text: Text) -> list[tuple[Sentence, str, int]]:
    """For each rule-bearing sentence its phrase, and which of the phrase's places it is."""
    phrases = Phrases(text)
    bearing = [s for s in text.sentences if is_rule_bearing(text.units[s.first : s.last], text.language)]
    return [(sentence, *phrases.of(sentence, phrases.holes(sentence))) for sentence in bearing]


def test_every_rule_bearing_sentence_gets_a_phrase_that_finds_it() -> None:
    text = toy.read()
    for sentence, phrase, nth in phrases_of(text):
        place = list(Finder(text).find(read_phrase(phrase, text.language)))[nth - 1]
        assert sentence.first <= place.first < place.last <= sentence.last


def test_a_polish_text_is_guarded_as_well() -> None:
    text = parse(POLISH, "pl", "ferry.txt")
    rows = "\n".join(f'{{ of = "turn.load", find = "{phrase}", nth = {nth} }},' for _, phrase, nth in phrases_of(text))
    source = (
        f'[edition]\nlanguage = "pl"\ntitle = "p"\nrecognise = ["beczki"]\n[[section]]\nid = "t"\nsays = [\n{rows}\n]'
    )
    edition = parse_edition(source, toy.rulebook())
    measured = sensitivity(TextCheck(toy.rulebook(), edition, text))
    assert measured.classes["number"] == (5, 5)
    assert measured.classes["rule word"] == (8, 8)
    assert measured.claimed == measured.sentences == 4


def test_a_number_of_a_phrase_is_the_one_that_it_was_made_for() -> None:
    line = "Por 2 monedas se compra un recurso cualquiera, como máximo dos recursos por turno.\n"
    text = parse(line, "es", "ferry.txt")
    phrases = Phrases(text)
    _, unit = [n for n, own in enumerate(text.units) if own.is_number and own.value == 2]
    phrase, nth = phrases.of(text.sentences[0], {unit: "{load.most}"})
    match = next(phrases.finder.find(read_phrase(phrase, text.language)))

    assert nth == 1
    assert unit in match.units
