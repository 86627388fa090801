"""What a sentence leaves open, an exception that it does not name, broken words, names, a clause side by side."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from attrs import evolve

from benchmarks.harmless import Harmless
from rulecheck.solvers.texts.accepted import fingerprint, read_accepted, without_accepted, written
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.damage import damaged, word_list
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.mutations import Mutator
from rulecheck.solvers.texts.naming import naming
from rulecheck.solvers.texts.sensitivity import sensitivity
from rulecheck.solvers.texts.sides import sides
from rulecheck.solvers.texts.silences import open_readings, unqualified
from rulecheck.solvers.texts.together import Together
from rulecheck.spec import SpecError, parse_rulebook
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.languages import LANGUAGES, without_pack
from rulecheck.spec.text import parse
from rulecheck.spec.vocabulary import parse_glossary
from tests.spec.editions import test_meaning as ferry
from tests.spec.editions import toy


def test_a_reading_is_told_at_the_sentence_that_leaves_it_open() -> None:
    (finding,) = open_readings(toy.checker())

    assert (finding.kind, finding.line, finding.reading) == ("open", 16, "turn.cross-must")
    assert finding.message == "this leaves open: May one stay?"
    assert "must: no; may: yes" in finding.fix


def test_a_reading_that_the_edition_settles_is_not_open() -> None:
    source = toy.EDITION.replace('leaves_open = ["turn.cross-must"]', "") + '[settles]\n"turn.cross-must" = "may"\n'

    assert list(open_readings(toy.checker(edition_source=source))) == []


def test_a_row_says_which_of_several_sentences_leaves_it_open() -> None:
    source = toy.EDITION.replace(
        'find = "[ultimul] jucator incepe"', 'find = "[ultimul] jucator incepe", opens = "turn.cross-must"'
    )
    (finding,) = open_readings(toy.checker(edition_source=source))

    assert finding.line == 18


def deciding(choices: frozenset[str]) -> str:
    """What is told of a reading when a worked example of its clauses comes out with some choices only."""
    row = 'example = "turn.three-trips"'
    source = toy.EDITION.replace('of = "turn.load", find = "exemplu', 'of = "turn.load turn.cross", find = "exemplu')
    assert row in source
    checked = evolve(toy.checker(edition_source=source), under=lambda example, reading, choice: choice in choices)
    (finding,) = open_readings(checked)
    return finding.message


def test_a_worked_example_that_decides_a_reading_is_named() -> None:
    assert deciding(frozenset({"must"})).endswith("The worked example turn.three-trips comes out only with must.")


def test_a_worked_example_that_comes_out_either_way_decides_nothing() -> None:
    assert deciding(frozenset({"must", "may"})) == "this leaves open: May one stay?"


EXCEPT = """
[exception]
except = ["but for", "except*"]
"""


def with_exceptions(text: str) -> TextCheck:
    book = parse_rulebook(
        ferry.RULEBOOK.replace("may sell salt.", "may sell salt, but for the ferryman."), game="ferry", path="ferry.md"
    )
    words = parse_glossary(ferry.CONCEPTS + EXCEPT, book, ferry.ACCEPTED)
    head = ferry.HEAD.replace("[[section]]", 'except = ["excepti*"]\n\n[[section]]', 1)
    edition = parse_edition(head + ferry.ROWS, book, "ro.toml", "ro", words)
    return TextCheck(book, edition, parse(text, edition.language, "ferry.txt"), None, words)


def test_a_rule_without_its_exception_is_told() -> None:
    (finding,) = unqualified(with_exceptions(ferry.TEXT))

    assert (finding.line, finding.clauses) == (6, ("turn.sell",))
    assert finding.message == "said without exception, and our rulebook names one: turn.sell"


def test_a_rule_with_its_exception_beside_it_is_not() -> None:
    assert list(unqualified(with_exceptions(ferry.TEXT + "Excepţie: luntraşul.\n"))) == []


def check(text: str, before: str = "") -> TextCheck:
    return ferry.check_of(text, before=before)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Capitanul începe", "Capitаnul începe", "has letters of two scripts: cyrillic and latin"),
        ("poate vinde sare", "poate poate vinde sare", '"poate" is written twice'),
    ],
)
def test_a_broken_word_is_told(before: str, after: str, told: str) -> None:
    (finding,) = damaged(check(ferry.changed(before, after)))

    assert told in finding.message
    assert finding.kind == "damaged"


def test_whole_words_are_not_broken() -> None:
    assert list(damaged(check(ferry.TEXT))) == []


def test_misspelt_and_joined_words_are_told_with_a_word_list() -> None:
    """A word that stands once, that no list has, and that is like one that the text has often."""
    again = "Numai căpitanul poate vinde sare. Apoi căpitanul poate vinde sare. Iar căpitanul poate vinde sare.\n"
    text = ferry.TEXT + again + "Căpitamul poate vinde sare. Atunci poatevinde sare.\n"
    known = {"capitanul", "căpitanul", "poate", "vinde"}
    messages = [f.message for f in damaged(check(text), lambda word: word in known)]

    assert '"Căpitamul" is not a word that we know; the text has "căpitanul" 3 times' in messages
    assert list(damaged(check(text))) == []


def test_a_torn_word_is_told_where_the_text_has_it_whole() -> None:
    again = "Numai căpitanul poate vinde sare. Apoi căpitanul poate vinde sare.\n"
    (finding,) = damaged(check(ferry.TEXT + again + "Numai căpi tanul poate vinde sare.\n"))

    assert finding.message == '"căpi tanul" looks like one word that is torn: the text has "căpitanul" 2 times'
    assert list(damaged(check(ferry.TEXT + again + "Numai căpitanul poate vinde sare.\n"))) == []


def test_a_text_without_accents_is_not_misspelt() -> None:
    plain = "Daca jucatorul plateste, barca trece raul."
    in_plain, in_accents = (
        word_list(LANGUAGES["ro"], text) for text in (plain, "Dacă jucătorul plătește, trece râul.")
    )
    assert in_plain is not None
    assert in_accents is not None
    assert in_plain("coltul")
    assert not in_plain("coltlu")
    assert in_accents("colțul")
    assert not in_accents("coltul")
    assert word_list(without_pack()) is None


def test_a_second_name_is_told() -> None:
    (finding,) = naming(check(ferry.changed("Numai capitanul", "Numai barcagiul")))

    assert finding.message == 'more than one name for captain: "Capitanul", "barcagiul"'


def test_one_name_in_several_forms_is_no_second_name() -> None:
    assert list(naming(check(ferry.changed("Numai capitanul", "Numai căpitanului")))) == []


def test_one_word_for_two_things_has_the_sense_of_its_clause() -> None:
    """`luntre` is the boat of one clause and the ferryman of another."""
    book, words = ferry.rulebook(), ferry.glossary()
    head = ferry.HEAD.replace('["luntras*"]', '["luntras*, luntre"]').replace('["barc*"]', '["barc*, luntre"]')
    text = ferry.changed("barca proprie", "propria luntre").replace("luntraşului", "la luntre")
    edition = parse_edition(head + ferry.ROWS, book, "ro.toml", "ro", words)
    (finding,) = naming(TextCheck(book, edition, parse(text, edition.language, "ferry.txt"), None, words))

    assert finding.message == '"luntre" names two things: boat and ferryman'


def test_a_clause_is_shown_with_all_that_the_text_says_of_it() -> None:
    shown = sides(check(ferry.TEXT), "turn.sell")

    assert shown.states == {
        "only": ("only",),
        "who": ("captain",),
        "mode": ("may",),
        "doing": ("sell",),
        "ware": ("salt",),
    }
    assert [(side.quote.line, side.says["ware"], side.beyond) for side in shown.sides] == [(6, ("salt",), ())]


def test_accepted_findings_are_no_news_and_need_a_reason(tmp_path: Path) -> None:
    wrong = findings(check(ferry.changed("vinde sare", "vinde lana")))
    path = tmp_path / "known.toml"
    path.write_text(written(wrong, {}), encoding="utf-8")
    with pytest.raises(SpecError, match="no reason"):
        read_accepted(path)

    path.write_text(written(wrong, {fingerprint(f): "a variant" for f in wrong}), encoding="utf-8")
    news, known = without_accepted(wrong, read_accepted(path))
    assert (news, known) == ([], wrong)
    moved = findings(check("\n\n" + ferry.changed("vinde sare", "vinde lana")))
    assert without_accepted(moved, read_accepted(path)) == ([], moved)


def test_mistakes_of_every_class_are_made_and_most_are_noticed() -> None:
    """By the findings of the text, against what its sentences said before."""
    measured = sensitivity(check(ferry.TEXT, ferry.TEXT), seed=1, sample=None)

    words = {"number", "rule word", "swap", "own", "when", "not", "only", "left out", "any word", "put in"}
    assert words <= set(measured.classes)
    noticed, made = (sum(column) for column in zip(*measured.classes.values(), strict=True))
    assert 0.4 * made <= noticed < made


def test_where_nobody_has_looked_before_some_mistakes_more_pass() -> None:
    """The twin: there, only what a clause's wording does not say is told."""
    before, new = (sensitivity(check(ferry.TEXT, then), seed=1, sample=None) for then in (ferry.TEXT, ""))

    assert new.share("swap")[0] < before.share("swap")[0]


def test_mistakes_made_together_are_noticed_as_each_by_itself() -> None:
    checked = check(ferry.TEXT, ferry.TEXT)
    assert checked.meaning is not None
    made = (Mutator(checked, checked.meaning, random.Random(4)).made(kind, 6) for kind in ("swap", "not", "left out"))
    mistakes = [mutant for some in made for mutant in some]
    together = Together(checked)

    assert together.noticed(mistakes) == [together.noticed([mistake])[0] for mistake in mistakes]
    assert len(mistakes) > 12


def test_the_same_seed_makes_the_same_mistakes() -> None:
    spots, spots_again = (sensitivity(check(ferry.TEXT, ferry.TEXT), seed=3, sample=2).spots for _ in range(2))

    assert spots == spots_again


def test_harmless_changes_bring_nothing() -> None:
    first = check(ferry.TEXT, ferry.TEXT)
    changes = Harmless(first, random.Random(1)).made(60)

    assert {"accents", "hyphens", "line ends"} <= {change.mistake for change in changes}
    for change in changes:
        text = change.applied(ferry.TEXT).replace("\r\n", "\n")
        assert findings(check(text, ferry.TEXT)) == [], change
