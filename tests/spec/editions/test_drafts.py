"""A first edition file for a new text."""

from __future__ import annotations

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.sensitivity import sensitivity
from rulecheck.spec.drafts import draft_of, proposals
from rulecheck.spec.editionfile import load_edition, parse_edition
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


def test_a_draft_is_an_edition_that_can_be_used_at_once() -> None:
    drafted = draft_of(toy.read(), toy.rulebook())
    edition = parse_edition(drafted.toml, toy.rulebook())
    assert drafted.placed == len(edition.passages) > 0
    assert drafted.toml.count("\n  # {") == drafted.left > 0


def test_a_sentence_is_placed_by_its_numbers_and_they_get_their_names() -> None:
    drafted = draft_of(toy.read(), toy.rulebook())
    row = next(line for line in drafted.toml.splitlines() if "box.coins" in line)
    assert "{coins}" in row
    assert "{coins.small}" in row
    assert "{coins.large}" in row


def test_clauses_without_a_passage_are_listed() -> None:
    assert "#   turn.cross" in draft_of(toy.read(), toy.rulebook()).toml


def test_another_edition_of_the_language_places_sentences() -> None:
    from rulecheck.spec import load

    rulebook = load("catan_europe")
    assert load_edition(rulebook, "ro").language.code == "ro"
    text = parse("Incepeti tura prin aruncarea zarurilor.\nFiecare ia 7 din 9.", "ro")
    rows = draft_of(text, rulebook).toml.splitlines()
    assert any('of = "dice.roll"' in row for row in rows)


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
