"""A first edition file for a new text."""

from __future__ import annotations

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.sensitivity import sensitivity
from rulecheck.spec.drafts import Phrases, proposals
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.passages import read_phrase
from rulecheck.spec.text import parse
from tests.spec.editions import toy

POLISH = """TURA

Każdy gracz ładuje co najwyżej dwie beczki. Pierwszy gracz płaci 1 monetę.
Wszyscy gracze muszą przepłynąć przed końcem tury, ale inni mogą czekać.
W pudełku jest 12 monet: 8 małych i 4 duże.
"""


def test_every_rule_bearing_sentence_gets_a_phrase_that_finds_it() -> None:
    text = toy.read()
    for proposal in proposals(text):
        assert proposal.phrase
        assert text.line_of(proposal.sentence.start) == proposal.line


def test_a_polish_text_is_guarded_as_well() -> None:
    text = parse(POLISH, "pl", "ferry.txt")
    rows = "\n".join(f'{{ of = "turn.load", find = "{p.phrase}", nth = {p.nth} }},' for p in proposals(text))
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
